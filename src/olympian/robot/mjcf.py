"""MJCF in: placeholder until its owner writes it."""

from pathlib import Path

from olympian.errors import OlympianError
from olympian.robot.tree import Tree

__all__ = ["read_mjcf"]


def read_mjcf(path: Path) -> Tree:
    """The tree an MJCF file describes."""
    raise OlympianError(f"{path}: MJCF is not read yet")
