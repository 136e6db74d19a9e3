"""Shared by all tests: Hypothesis without deadlines, since machines are shared and slow.

What raises in a loop or a control module raises in its test, unless the test asks for a breaker
that contains it: an error of our own must not look like a fall.
"""

import gc
from math import inf

import pytest
from hypothesis import settings

import olympian  # noqa: F401  first of all, since it tells MuJoCo which OpenGL to use
from olympian.breaker import Breaker
from olympian.kernel_progress import progress

Breaker.strict = True
progress.patience = inf  # which test compiles a kernel depends on who came first
settings.register_profile("olympian", deadline=None, derandomize=True, max_examples=60)
settings.load_profile("olympian")

LONGEST = ("cockpit/", "package/", "arena/match/", "cli/", "robot/")
"""Folders whose files take minutes: they begin first, so that both workers end together."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: not any(f"tests/{part}" in item.nodeid for part in LONGEST))


def pytest_collection_finish() -> None:
    """What was imported stays: to look through it for garbage again and again costs minutes."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)
