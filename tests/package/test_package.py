"""What the package says of itself holds: its modules import, and `__all__` is true."""

import importlib
import pkgutil
import re
from pathlib import Path
from types import ModuleType

import pytest

import olympian
from drills.training import importable

MODULES = sorted(
    info.name
    for info in pkgutil.walk_packages(olympian.__path__, "olympian.")
    if importable(info.name)
)


@pytest.mark.parametrize("name", MODULES)
def test_every_module_has_a_docstring_and_a_true_all(name: str) -> None:
    module: ModuleType = importlib.import_module(name)
    assert module.__doc__
    for public in getattr(module, "__all__", ()):
        assert hasattr(module, public), f"{name}.__all__ names '{public}', which does not exist"


def test_the_top_level_names_are_there_on_demand() -> None:
    assert olympian.load_robot("bioloid").dof == 18
    for name in olympian.__all__:
        assert getattr(olympian, name) is not None
    with pytest.raises(AttributeError, match="nonsense"):
        _ = olympian.nonsense


ASSEMBLES = re.compile(r"(?<!def )(?<!class )\b(Loop|control_module|mode_machine)\(")
"""Puts a robot together out of its parts."""


def test_robots_are_assembled_in_one_room() -> None:
    """What anybody needs to build a robot, users need too: it is `olympian.humanoid`."""
    package = Path(olympian.__path__[0])
    found = {
        file.relative_to(package).parts[0]
        for file in package.rglob("*.py")
        if ASSEMBLES.search(file.read_text())
    }
    assert found == {"humanoid"}


def test_import_is_light() -> None:
    """`import olympian` pays for nothing that is not used yet."""
    import subprocess
    import sys

    code = (
        "import olympian, sys; print([m for m in ('numpy', 'mujoco', 'numba') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
