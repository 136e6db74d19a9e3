"""The constants of a closed form, packed into one array for the kernels.

Joints are numbered along the direction the closed form reads the leg in (see `LegShape.backwards`).
"""

import numpy as np

from olympian.geometry import Mat4, Vec, inverse
from olympian.kinematics.chain_kernel import pack_chain
from olympian.kinematics.dh_frames import DhFrames, dh_frames, dh_goal_frames
from olympian.kinematics.leg.geometry import LegKind, LegShape
from olympian.robot import Chain

# places in the array
KIND, BACKWARDS, SLACK, SPREAD, POLISH, LENGTH, MIRRORED = range(7)
LEFT, RIGHT = 7, 19
CA1, SA1, R1, CA2, SA2, R2, D2 = range(31, 38)
R3, R4, P_CA5, P_SA5, R5, D5 = range(38, 44)  # parallel legs
CA3, SA3, KX, KY, KZ, CA4, SA4, S_CA5, S_SA5 = range(38, 47)  # spherical legs
SIGN, OFFSET, LOWER, UPPER, ZERO, CHAIN = range(47, 78, 6)  # six numbers each, then the chain

ROUNDING = 1e-11
"""Relative overshoot forgiven to a straight knee: rounding, far below a nanometre."""
_SQUARE = 1e-13
"""Cosine below which the axes of the sphere are square to each other: then its two postures are
mirror images, (θ4, θ5, θ6) and (θ4 + π, −θ5, θ6 + π), and one of them need not be computed."""
_LEAST_LEVER_M = 1e-3
"""Shorter levers at the knee do not change the length of the leg enough to solve for it."""


def leg_params(chain: Chain, shape: LegShape) -> Vec | None:
    """The packed constants, or None where the knee would not change the leg's length."""
    frames = dh_frames(shape.ideal)
    T_base_tip = chain.forward(np.zeros(chain.dof))
    left, right = dh_goal_frames(frames, inverse(T_base_tip) if shape.backwards else T_base_tip)
    if shape.backwards:  # left · inverse(T) · right = inverse(inverse(right) · T · inverse(left))
        left, right = inverse(right), inverse(left)
    params = np.zeros(CHAIN + 12 * (chain.dof + 1))
    length = _length(frames)
    miss = shape.miss_m / length + shape.miss_rad
    params[KIND], params[BACKWARDS], params[LENGTH] = shape.kind.value, shape.backwards, length
    params[POLISH] = params[SPREAD] = not shape.exact
    params[SLACK] = max(ROUNDING, 0.0 if shape.exact else 4.0 * miss)
    _put(params, LEFT, left)
    _put(params, RIGHT, right)
    if not _put_geometry(params, shape.kind, frames):
        return None
    order = slice(None, None, -1) if shape.backwards else slice(None)
    params[SIGN : SIGN + 6] = frames.sign
    params[OFFSET : OFFSET + 6] = frames.offset
    if shape.kind is LegKind.SPHERICAL_PARALLEL:  # its kernel measures θ3 to the sphere itself
        params[OFFSET + 2] += np.arctan2(params[KY], params[KX])
    params[LOWER : LOWER + 6] = chain.lower[order]
    params[UPPER : UPPER + 6] = chain.upper[order]
    params[CHAIN:] = pack_chain(chain)
    return params


def _length(frames: DhFrames) -> float:
    return float(np.sum(np.abs(frames.d)) + np.sum(np.abs(frames.r)))


def _put(params: Vec, place: int, T: Mat4) -> None:
    params[place : place + 12] = T[:3].reshape(-1)


def _put_geometry(params: Vec, kind: LegKind, frames: DhFrames) -> bool:
    cosines, sines = np.cos(frames.alpha), np.sin(frames.alpha)
    d, r = frames.d, frames.r
    params[CA1 : D2 + 1] = [cosines[0], sines[0], r[0], cosines[1], sines[1], r[1], d[1]]
    if kind is LegKind.PARALLEL:
        params[R3 : D5 + 1] = [r[2], r[3], cosines[4], sines[4], r[4], d[4]]
        return True
    kx, ky, kz = r[2], -sines[2] * d[3], cosines[2] * d[3] + d[2]
    params[MIRRORED] = max(abs(cosines[3]), abs(cosines[4])) < _SQUARE
    angles = [cosines[3], sines[3], cosines[4], sines[4]]
    params[CA3 : S_SA5 + 1] = [cosines[2], sines[2], kx, ky, kz, *angles]
    thigh = np.hypot(r[1], d[1] * sines[1]) if kind is LegKind.SPHERICAL_MEETING else r[1]
    return bool(min(np.hypot(kx, ky), thigh) > _LEAST_LEVER_M)
