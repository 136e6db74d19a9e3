"""The body of one tick in compiled code: torso, soles, both legs and the arms."""

from collections.abc import Callable
from functools import cache
from math import cos, radians, sin

import numpy as np
from numba import typeof, types

from olympian.compiled import compiled, direct, inlined, piece
from olympian.geometry import Place
from olympian.kinematics.chain_kernel import load, product, store
from olympian.kinematics.leg.nearest import nearest_exact, nearest_polished
from olympian.kinematics.numeric import nearest_numeric
from olympian.motion.walk.config import WalkConfig
from olympian.motion.walk.pendulum import PendulumState
from olympian.motion.walk.rules import rules_of
from olympian.motion.walk.senses import Feeling
from olympian.motion.walk.stabilise import NOTHING_GIVEN, hip, press, stretch

EXACT, POLISHED, NUMERIC = 0, 1, 2
"""How a leg is solved: in closed form, in closed form and polished by Newton, by Newton alone."""
FURTHEST = 0.15
"""Metres between the feet beyond which arms swing no further."""


@piece
def glide(share, soft):
    """Share of a way: even speed, with a share `soft` of the time to speed up and as much to brake.

    Servos run at their highest speed in a swing: a law with a lower peak makes longer steps.
    """
    peak = 1 / (1 - soft)
    if share < soft:
        return peak * share * share / (2 * soft)
    if share > 1 - soft:
        return 1 - peak * (1 - share) ** 2 / (2 * soft)
    return peak * (share - soft / 2)


@piece
def _turn(rpy):
    """Rotation about the fixed axes x, then y, then z: nine numbers, row by row."""
    cr, sr = cos(rpy[0]), sin(rpy[0])
    cp, sp = cos(rpy[1]), sin(rpy[1])
    cy, sy = cos(rpy[2]), sin(rpy[2])
    return (
        cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr,
        sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr,
        -sp, cp * sr, cp * cr,
    )  # fmt: skip


@piece
def sole_in_base(T_base_torso, torso_xyz, torso_rpy, sole_xyz, sole_rpy, T):
    """First three rows of `T_base_sole` into `T`, from poses of torso and sole in one frame."""
    a00, a01, a02, a10, a11, a12, a20, a21, a22 = _turn(torso_rpy)
    b00, b01, b02, b10, b11, b12, b20, b21, b22 = _turn(sole_rpy)
    x, y, z = sole_xyz[0] - torso_xyz[0], sole_xyz[1] - torso_xyz[1], sole_xyz[2] - torso_xyz[2]
    back = (a00, a10, a20, 0.0, a01, a11, a21, 0.0, a02, a12, a22, 0.0)
    sole = (b00, b01, b02, x, b10, b11, b12, y, b20, b21, b22, z)
    store(product(load(T_base_torso, 0), product(back, sole)), T)


@piece
def _torso(com, lean, yaw, com_in_torso):
    """Where the torso's origin has to be for the centre of mass to be at `com`."""
    ahead = cos(lean) * com_in_torso[0] + sin(lean) * com_in_torso[2]
    c, s = cos(yaw), sin(yaw)
    return com[0] - c * ahead + s * com_in_torso[1], com[1] - s * ahead - c * com_in_torso[1]


@inlined
def _solve(legs, leg, torso_xyz, torso_rpy, sole_xyz, sole_rpy, q):
    """Angles of one leg into `q`, near those that are there; False if out of reach."""
    bases, params, methods, places, T, near = legs
    sole_in_base(bases[leg], torso_xyz, torso_rpy, sole_xyz, sole_rpy, T)
    for k in range(near.shape[0]):
        near[k] = q[places[leg, k]]
    if methods[leg] == EXACT:
        status = nearest_exact(params[leg], T, near, near)
    elif methods[leg] == POLISHED:
        status = nearest_polished(params[leg], T, near, near)
    else:
        status = nearest_numeric(params[leg], T, near, near)
    for k in range(near.shape[0]):
        q[places[leg, k]] = near[k]
    return status == 0


@piece
def _swing_arms(arms, right_foot_ahead, degrees_per_dm, q):
    """The left arm goes ahead with the right foot."""
    way = min(max(right_foot_ahead, -FURTHEST), FURTHEST) / 0.1 * radians(degrees_per_dm)
    for k in range(len(arms)):
        joint, sense, ready = int(arms[k, 0]), arms[k, 1], arms[k, 2]
        q[joint] = min(max(ready + sense * way, arms[k, 3]), arms[k, 4])


@compiled
def _pose(config, step, swing, com, feeling, give, footing, torso, legs, arms, q):
    rules = config[0]
    stance, lift, aloft = step
    torso_height, speed, com_in_torso = torso
    pattern = rules.pattern
    outward = -1.0 if stance == 0 else 1.0
    height = torso_height + com_in_torso[2]
    bump = glide(1 - abs(2 * aloft - 1), pattern.soft) if lift > 0.0 else 0.0
    lean = radians(pattern.lean_deg + pattern.lean_by_speed_deg * max(speed, 0.0))
    roll, pitch = hip(rules, feeling, height)
    yaw = swing.yaw / 2
    x, y = _torso(com.place, lean, yaw, com_in_torso)
    y = swing.y / 2 + pattern.sway * (y - swing.y / 2)
    z = torso_height + stretch(rules, com, feeling, height)
    (roll0, pitch0), (roll1, pitch1) = footing[stance], footing[1 - stance]
    rise = swing.y * (roll0 + roll1) / 2 - swing.x * (pitch0 + pitch1) / 2
    foot = (swing.x, swing.y + outward * pattern.bow * bump, lift * bump + rise)
    # the standing sole presses against the fall, as if the floor were tilted the other way
    press_roll, press_pitch = press(rules, feeling, height)
    lost = -1
    for side in range(2):
        leg = stance if side == 0 else 1 - stance
        sole_xyz = (0.0, 0.0, 0.0) if side == 0 else foot
        sole_rpy = (roll1, pitch1, swing.yaw)
        if side == 0:
            sole_rpy = (press_roll + roll0, press_pitch + pitch0, 0.0)
        dx, dy, leg_roll, leg_pitch = give[leg]
        torso_rpy = (roll + leg_roll, lean + pitch + leg_pitch, yaw)
        if not _solve(legs, leg, (x + dx, y + dy, z), torso_rpy, sole_xyz, sole_rpy, q):
            lost = leg
    if pattern.arm_swing_deg != 0.0:
        _swing_arms(arms, -outward * swing.x, pattern.arm_swing_deg, q)
    return lost


@cache
def pose_kernel() -> Callable[..., int]:
    """The kernel as Python calls it; it returns the leg that cannot reach so far, or −1.

    Arguments: rules, (stance, lift, aloft), swing, com, feeling, give, footing, (height of the
    torso, speed ahead, centre of mass in the torso), legs, arms (k, 5), q. The legs are bases
    (2, 12), constants (2, n), how they are solved, places (2, k), and room for a pose (4, 4) and
    for angles (k,); an arm is its joint, sense, ready angle and limits.
    """
    point, anyhow = (0.0, 0.0), types.Array(types.float64, 1, "A")
    arguments = (
        rules_of(WalkConfig()),
        (0, 0.0, 0.0),
        Place(),
        PendulumState(point, point),
        Feeling.none(),
        NOTHING_GIVEN,
        (point, point),
        (0.0, 0.0, (0.0, 0.0, 0.0)),
    )
    # any memory layout, so that legs share the machine code of other single calls
    rows = types.Array(types.float64, 2, "C")
    pose, places = types.Array(types.float64, 2, "A"), typeof(np.zeros((2, 6), dtype=np.intp))
    legs = types.Tuple((rows, rows, typeof((EXACT, EXACT)), places, pose, anyhow))
    return direct(_pose, (*(typeof(one) for one in arguments), legs, rows, anyhow))
