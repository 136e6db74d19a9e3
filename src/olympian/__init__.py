"""Olympian: a humanoid robot that can be driven like a wheeled one.

>>> import olympian
>>> robot = olympian.load_robot("fumanoid")
>>> robot.dof
20
"""

from typing import TYPE_CHECKING

from olympian.graphics import choose_gl

if TYPE_CHECKING:
    from olympian.errors import OlympianError
    from olympian.robot import Robot, load_robot

choose_gl()

__version__ = "0.1.0"
__all__ = ["OlympianError", "Robot", "__version__", "load_robot"]

_HOMES = {
    "OlympianError": "olympian.errors",
    "Robot": "olympian.robot",
    "load_robot": "olympian.robot",
}


def __getattr__(name: str) -> object:
    """Import on first use, so that `olympian --help` pays for nothing it does not show."""
    if name not in _HOMES:
        raise AttributeError(f"module 'olympian' has no attribute '{name}'")
    from importlib import import_module

    return getattr(import_module(_HOMES[name]), name)
