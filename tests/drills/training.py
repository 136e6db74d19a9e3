"""Whether the extras that training needs are installed: `make training` brings them along."""

from importlib.util import find_spec

MISSING = [name for name in ("torch", "warp", "mujoco_warp", "gymnasium") if not find_spec(name)]


def importable(module: str) -> bool:
    """Can a module of the package be imported here?"""
    return not (MISSING and module.startswith("olympian.training"))
