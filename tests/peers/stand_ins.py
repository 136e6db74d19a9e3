"""Empty modules for the learning stack that LeRobot's helpers import and its motors never use."""

import sys
from importlib.util import find_spec
from types import ModuleType

UNUSED = ("torch", "accelerate", "datasets", "datasets.utils", "datasets.utils.logging")


class Unused:
    """Whatever is imported from a stand-in, and never called."""


def install() -> None:
    """Put one where the real module is missing; what is installed is used."""
    missing = {name for name in UNUSED if "." not in name and find_spec(name) is None}
    for name in UNUSED:
        if name.split(".")[0] in missing:
            vars(sys.modules.setdefault(name, ModuleType(name)))["__getattr__"] = _find


def _find(attribute: str) -> type[Unused]:
    if attribute.startswith("__"):
        raise AttributeError(attribute)
    return Unused
