"""A robot on its soles: what a stepping posture is made of, and what lies between two of them."""

from dataclasses import dataclass

import numpy as np

from olympian.geometry import Mat4, R_from_rpy, T_from, Vec, rpy_from_R


@dataclass(frozen=True, eq=False)
class Stance:
    """Soles, centre of mass and torso, in the frame in which the steps are planned."""

    soles: tuple[Mat4, Mat4]
    """`T_plan_sole`, left and right."""
    com: Vec
    """(2,) where the centre of mass stands, seen from above."""
    height: float
    """Of the torso's origin."""
    rpy: Vec
    """(3,) attitude of the torso."""
    arms: Vec
    """(n,) angles of all joints of the robot; those of the legs do not matter."""
    com_velocity: Vec
    """(2,) with which the centre of mass passes through this stance, m/s."""


def between(a: Stance, b: Stance, share: float) -> Stance:
    """A share 0…1 of the way from `a` to `b`, everything in step."""
    return Stance(
        soles=(_pose(a.soles[0], b.soles[0], share), _pose(a.soles[1], b.soles[1], share)),
        com=_mix(a.com, b.com, share),
        height=a.height + share * (b.height - a.height),
        rpy=_mix(a.rpy, b.rpy, share),
        arms=_mix(a.arms, b.arms, share),
        com_velocity=_mix(a.com_velocity, b.com_velocity, share),
    )


def _mix(a: Vec, b: Vec, share: float) -> Vec:
    return a + share * (b - a)


def _pose(a: Mat4, b: Mat4, share: float) -> Mat4:
    if a is b:
        return a
    R_a_b = a[:3, :3].T @ b[:3, :3]
    turn = R_from_rpy(*(share * rpy_from_R(R_a_b)))
    return T_from(_mix(a[:3, 3], b[:3, 3], share), R=np.asarray(a[:3, :3] @ turn))
