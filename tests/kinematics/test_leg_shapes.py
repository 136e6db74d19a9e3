"""Which chains have a closed form, and legs that only nearly have one."""

from dataclasses import replace

import numpy as np
import pytest

from olympian.errors import OlympianError
from olympian.geometry import R_from_rpy, T_from, pose_error, rpy_from_R
from olympian.kinematics import LegKind, closed_form, solver, why_not
from olympian.robot import Chain, load_robot

X, Y, Z = np.eye(3)


def chain_of(offsets, axes, tip=(0.0, 0.0, -0.035)) -> Chain:
    names = tuple(f"joint{i}" for i in range(len(axes)))
    T = np.array([T_from(offset) for offset in offsets])
    lower, upper = np.full(len(axes), -0.9), np.full(len(axes), 0.9)
    return Chain("torso", "sole", names, T, np.array(axes), T_from(tip), lower, upper)


def hip_yaw_next_to_the_knee(ankle_gap: float) -> Chain:
    """Hip pitch, roll and yaw meet; below the knee an ankle pitch, and a roll `ankle_gap` lower."""
    offsets = [
        (0, 0.06, 0),
        (0, 0, 0),
        (0, 0, 0),
        (0, -0.01, -0.11),
        (-0.04, 0, -0.1),
        (0, 0, -ankle_gap),
    ]
    return chain_of(offsets, [Y, X, Z, Y, Y, X])


def test_knee_and_ankle_parallel_below_a_spherical_hip():
    leg = closed_form(hip_yaw_next_to_the_knee(0.03))
    assert leg is not None
    assert leg.kind is LegKind.SPHERICAL_PARALLEL
    random = np.random.default_rng(0)
    for _ in range(100):
        q = random.uniform(-0.9, 0.9, 6)
        T = leg.chain.forward(q)
        rows = leg.solve_all(T)
        assert np.min(np.max(np.abs(rows - q), axis=1)) < 1e-6
        assert max(pose_error(T, leg.chain.forward(row))[0] for row in rows) < 1e-12
        near = random.uniform(-0.9, 0.9, 6)
        best = np.min(np.sum((rows - near) ** 2, axis=1))
        assert np.sum((leg.nearest(T, near).q - near) ** 2) == pytest.approx(best)


def test_a_chain_upside_down_is_the_same_leg():
    """Base and sole exchanged: the closed form must not care which end it is read from."""
    chain = load_robot("bioloid").limb("left_leg").chain
    flipped = reversed_chain(chain)
    leg = closed_form(flipped)
    assert leg is not None
    assert leg.kind is LegKind.PARALLEL
    assert leg.shape.backwards
    random = np.random.default_rng(1)
    for _ in range(50):
        q = random.uniform(flipped.lower, flipped.upper)
        rows = leg.solve_all(flipped.forward(q))
        assert np.min(np.max(np.abs(rows - q), axis=1)) < 1e-6


def reversed_chain(chain: Chain) -> Chain:
    backwards = [np.linalg.inv(chain.T_last_tip)]
    backwards += [np.linalg.inv(T) for T in chain.T_previous_joint[:0:-1]]
    return Chain(
        chain.tip, chain.base, chain.joint_names[::-1], np.array(backwards), -chain.axes[::-1],
        np.linalg.inv(chain.T_previous_joint[0]), chain.lower[::-1], chain.upper[::-1],
    )  # fmt: skip


def rounded(chain: Chain, digits: int) -> Chain:
    """The chain as a URDF with few digits would give it: angles rounded, 1.5708 for π/2."""
    T = chain.T_previous_joint.copy()
    for k in range(len(T)):
        # turn about a skew axis first, so that rounding is not by chance exact
        rpy = rpy_from_R(T[k][:3, :3]) + np.array([np.pi / 2, 0.0, np.pi / 2])
        exact = R_from_rpy(*rpy)
        T[k][:3, :3] = T[k][:3, :3] @ exact.T @ R_from_rpy(*np.round(rpy, digits))
    return replace(chain, T_previous_joint=T)


@pytest.mark.parametrize("robot", ["bioloid", "wolfgang", "atlas", "fumanoid"])
def test_rounded_descriptions_are_still_solved_to_the_last_digit(robot: str):
    chain = rounded(load_robot(robot).limb("left_leg").chain, 4)
    leg = closed_form(chain)
    assert leg is not None
    # tilted axes still meet: only parallel axes suffer from rounded angles
    assert leg.exact == (leg.kind is LegKind.SPHERICAL_MEETING)
    random = np.random.default_rng(2)
    for _ in range(100):
        q = random.uniform(chain.lower, chain.upper)
        T = chain.forward(q)
        rows = leg.solve_all(T)
        assert np.min(np.max(np.abs(rows - q), axis=1), initial=np.inf) < 1e-5
        for row in rows:
            error_m, error_rad = pose_error(T, chain.forward(row))
            assert error_m < 1e-11
            assert error_rad < 1e-10
        assert leg.nearest(T, q).error_m < 1e-11


@pytest.mark.parametrize("miss", [0.002, 0.008])
def test_axes_that_miss_by_millimetres_are_bridged_by_newton(miss: float):
    """An Atlas-like leg whose hip roll passes the yaw axis at a distance."""
    offsets = [
        (0, 0.09, 0),
        (0, miss, 0),
        (0.05, 0.0225, -0.066),
        (-0.05, 0, -0.374),
        (0, 0, -0.422),
        (0, 0, 0),
    ]
    chain = chain_of(offsets, [Z, X, Y, Y, Y, X], (0, 0, -0.08))
    leg = closed_form(chain)
    assert leg is not None
    assert not leg.exact
    assert leg.shape.miss_m == pytest.approx(miss / 2)
    random, found = np.random.default_rng(3), 0
    for _ in range(100):
        q = random.uniform(-0.6, 0.6, 6)
        q[3] = random.uniform(0.2, 0.9)
        T = chain.forward(q)
        rows = leg.solve_all(T)
        found += np.min(np.max(np.abs(rows - q), axis=1), initial=np.inf) < 1e-6
        for row in rows:
            assert pose_error(T, chain.forward(row))[0] < 1e-11
    assert found == 100


def test_chains_without_a_closed_form_say_why():
    arm = load_robot("atlas").limb("left_arm").chain
    assert closed_form(arm) is None
    assert "7 joints" in why_not(arm)
    offsets = [(0, 0, 0), (0.1, 0, 0), (0, 0.1, 0), (0, 0, 0.1), (0.1, 0, 0), (0, 0.1, 0)]
    skew = chain_of(offsets, [Z, X, Y, Z, X, Y])
    assert closed_form(skew) is None
    assert "mm" in why_not(skew)
    with pytest.raises(OlympianError, match=r"no closed form.*use pseudo_inverse"):
        solver("closed", skew)
    assert why_not(load_robot("atlas").limb("left_leg").chain) == ""


def test_six_parallel_axes_are_degenerate():
    planar = chain_of([(0.1, 0, 0)] * 6, [Z] * 6)
    assert closed_form(planar) is None
    assert "degenerate" in why_not(planar)


def test_unknown_solvers_are_named():
    with pytest.raises(OlympianError, match=r"'newton'.*closed"):
        solver("newton", load_robot("bioloid").limb("left_leg").chain)
