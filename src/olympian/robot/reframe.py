"""The same robot with the frame of one link turned: nothing moves but the axes it is told in."""

from dataclasses import replace

import numpy as np

from olympian.geometry import Mat3, Mat4, R_from_rpy, T_from, frozen
from olympian.robot.tree import Inertial, Joint, Link, Shape, Tree

LEAST_TURN = 0.02
"""rad (1°): frames that are askew by less are meant to be straight."""


def turns_of(tree: Tree, torso: str, rpy: tuple[float, float, float]) -> dict[str, Mat3]:
    """`R_old_new` of the links to be turned for x ahead and z up in the torso, as `rpy` says.

    The root is one of them, because a robot that lies on its front is laid there by its root.
    """
    R_torso_robot = R_from_rpy(*rpy)
    R_root_torso = tree.rest_pose(torso)[:3, :3]
    return {tree.root: R_root_torso @ R_torso_robot, torso: R_torso_robot}


def reframed(tree: Tree, name: str, R_old_new: Mat3) -> Tree:
    """The tree with the axes of link `name` turned by `R_old_new`, its origin where it was."""
    T_new_old = T_from(R=R_old_new.T)
    links = tuple(_link(one, T_new_old) if one.name == name else one for one in tree.links)
    joints = tuple(_joint(one, name, R_old_new) for one in tree.joints)
    return replace(tree, links=links, joints=joints)


def _link(link: Link, T_new_old: Mat4) -> Link:
    inertial = link.inertial
    if inertial is not None:
        R = T_new_old[:3, :3]
        com, inertia = R @ inertial.com_in_link, R @ inertial.inertia @ R.T
        inertial = Inertial(inertial.mass, frozen(com), frozen(inertia))
    visuals = tuple(_shape(one, T_new_old) for one in link.visuals)
    return Link(link.name, inertial, visuals, tuple(_shape(c, T_new_old) for c in link.collisions))


def _shape(shape: Shape, T_new_old: Mat4) -> Shape:
    return replace(shape, T_link_shape=frozen(T_new_old @ shape.T_link_shape))


def _joint(joint: Joint, name: str, R_old_new: Mat3) -> Joint:
    if joint.parent == name:
        T = T_from(R=R_old_new.T) @ joint.T_parent_joint
        return replace(joint, T_parent_joint=frozen(T))
    if joint.child == name:
        T, axis = joint.T_parent_joint @ T_from(R=R_old_new), R_old_new.T @ joint.axis
        return replace(joint, T_parent_joint=frozen(T), axis=frozen(axis))
    return joint


def turn_between(R: Mat3) -> float:
    """Angle of a rotation, rad."""
    return float(np.arccos(np.clip((np.trace(R) - 1) / 2, -1.0, 1.0)))
