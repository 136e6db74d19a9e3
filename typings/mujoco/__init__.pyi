# MuJoCo is compiled and ships no types; this says so once instead of at every use.
from typing import Any

def __getattr__(name: str) -> Any: ...
