"""Limbs from the shape of a tree: placeholder until its owner writes it."""

from olympian.robot.config import RobotConfig
from olympian.robot.tree import Tree

__all__ = ["recognise"]


def recognise(tree: Tree) -> RobotConfig:
    """A configuration for a bare model."""
    return RobotConfig(name=tree.name, model=tree.source, torso=tree.root)
