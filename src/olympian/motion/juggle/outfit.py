"""A robot with a box on its foot and a plate in its hand, each a link of its own."""

from dataclasses import replace

import numpy as np

from olympian.geometry import T_from
from olympian.motion.juggle.stance import Board, JugglingStance
from olympian.robot import Inertial, Joint, JointKind, Link, Robot, Shape, ShapeKind

__all__ = ["PADDLE", "PLATE", "equipped"]

PADDLE, PLATE = "paddle", "plate"
"""Links whose frames are in the middle of the upper faces."""
PADDLE_RGBA, PLATE_RGBA = (0.15, 0.35, 0.75, 1.0), (0.9, 0.9, 0.92, 1.0)


def equipped(robot: Robot, stance: JugglingStance) -> Robot:
    """The robot as the paper changed its URDF, with the same joints; soles and limbs stay."""
    boards = (
        (PADDLE, stance.paddle_foot, stance.paddle, PADDLE_RGBA),
        (PLATE, stance.plate_hand, stance.plate, PLATE_RGBA),
    )
    links = tuple(_link(name, board, rgba) for name, _, board, rgba in boards)
    joints = tuple(_joint(name, parent, board) for name, parent, board, _ in boards)
    tree = robot.tree
    tree = replace(tree, links=(*tree.links, *links), joints=(*tree.joints, *joints))
    return replace(robot, tree=tree)


def _link(name: str, board: Board, rgba: tuple[float, float, float, float]) -> Link:
    middle = T_from((0.0, 0.0, -board.size_m[2] / 2))
    box = Shape(ShapeKind.BOX, board.size_m, middle, rgba)
    squares = np.square(board.size_m)
    inertia = np.diag(board.mass_kg / 12 * (squares.sum() - squares))
    return Link(name, Inertial(board.mass_kg, middle[:3, 3], inertia), (box,), (box,))


def _joint(name: str, parent: str, board: Board) -> Joint:
    up = np.array([0.0, 0.0, 1.0])
    return Joint(f"{name}_mount", JointKind.FIXED, parent, name, board.T_link_top, up)
