"""The house is in order: names mean one thing, and a folder fits one screen."""

import importlib
import pkgutil
from collections import Counter
from pathlib import Path

import pytest

import olympian
from drills.training import importable

ROOT = Path(__file__).parents[2]
MOST_FILES = 22
"""Of one folder, its `__init__` included: what a screen shows at once."""


def test_a_public_class_name_is_defined_once() -> None:
    homes: dict[str, set[str]] = {}
    for info in pkgutil.walk_packages(olympian.__path__, "olympian."):
        if not importable(info.name):
            continue
        module = importlib.import_module(info.name)
        for name, value in vars(module).items():
            own = isinstance(value, type) and value.__module__ == info.name
            if own and not name.startswith("_"):
                homes.setdefault(value.__name__, set()).add(info.name)
    assert not {name: sorted(places) for name, places in homes.items() if len(places) > 1}


@pytest.mark.parametrize("folder", ["src", "tests"])
def test_a_folder_fits_one_screen(folder: str) -> None:
    files = Counter(path.parent for path in (ROOT / folder).rglob("*.py"))
    assert not {str(home): count for home, count in files.items() if count > MOST_FILES}
