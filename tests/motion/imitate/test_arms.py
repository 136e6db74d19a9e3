"""A person's arms in angles, and robots' arms that are held so."""

from math import acos, cos, pi, sin

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drills.imitate import arms_of, robot_of, unit
from olympian.motion.imitate.arms.angles import Reading, arm_angles

ROBOTS = ("bioloid", "fumanoid", "wolfgang")


ZERO = np.zeros(3)


directions = st.tuples(*[st.floats(-1, 1)] * 3).filter(lambda v: np.linalg.norm(v) > 0.2).map(unit)


sides = st.sampled_from(["left", "right"])


@pytest.mark.parametrize(
    ("fore", "side", "alpha", "beta"),
    [
        ((0, 0, -1), "left", 0.0, 0.0),
        ((1, 0, 0), "left", pi / 2, 0.0),
        ((0, 1, 0), "left", 0.0, pi / 2),
        ((0, -1, 0), "right", 0.0, -pi / 2),
        ((0, sin(0.5), cos(0.5)), "left", 0.0, pi - 0.5),
        ((0, -sin(0.5), cos(0.5)), "right", 0.0, -pi + 0.5),
    ],
)
def test_the_angles_are_those_of_the_paper(fore, side: str, alpha: float, beta: float) -> None:
    """Equations 2 to 5: α ahead, β to the left, beyond ±90° once the hand is above."""
    upper = unit(fore)
    for reading in Reading:
        angles = arm_angles(ZERO, 0.3 * upper, 0.3 * upper + 0.25 * unit(fore), side, reading)
        assert angles is not None
        assert angles.alpha == pytest.approx(alpha, abs=1e-9)
        assert angles.beta == pytest.approx(beta, abs=1e-9)
        assert angles.gamma == pytest.approx(0.0, abs=1e-6)


@given(upper=directions, fore=directions, side=sides)
def test_gamma_is_the_angle_between_the_bones(upper, fore, side: str) -> None:
    angles = arm_angles(ZERO, upper, upper + fore, side, Reading.PUBLISHED)
    assert angles is not None
    assert angles.gamma == pytest.approx(acos(np.clip(upper @ fore, -1, 1)), abs=1e-6)


@given(upper=directions, fore=directions, side=sides)
def test_the_exact_reading_gives_the_direction_back(upper, fore, side: str) -> None:
    angles = arm_angles(ZERO, upper, upper + fore, side, Reading.EXACT)
    assert angles is not None
    np.testing.assert_allclose(angles.direction(Reading.EXACT), fore, atol=1e-7)


@given(angle=st.floats(-1.5, 1.5), side=sides, plane=st.sampled_from([0, 1]))
def test_both_readings_agree_in_the_planes_of_the_body(angle: float, side: str, plane: int) -> None:
    fore = np.array([0.0, 0.0, -cos(angle)])
    fore[plane] = sin(angle)
    for reading in Reading:
        angles = arm_angles(ZERO, fore, 2 * fore, side, reading)
        assert angles is not None
        np.testing.assert_allclose(angles.direction(reading), fore, atol=1e-7)


def test_the_published_reading_is_off_between_the_planes() -> None:
    fore = unit((1.0, 1.0, -0.5))
    angles = arm_angles(ZERO, fore, 2 * fore, "left", Reading.PUBLISHED)
    assert angles is not None
    off = acos(angles.direction(Reading.PUBLISHED) @ fore)
    assert np.degrees(off) > 10.0


def test_an_arm_without_length_has_no_angles() -> None:
    assert arm_angles(ZERO, ZERO, np.ones(3), "left", Reading.EXACT) is None
    assert arm_angles(ZERO, np.full(3, np.nan), np.ones(3), "left", Reading.EXACT) is None


@pytest.mark.parametrize("name", ROBOTS)
@given(q=st.tuples(*[st.floats(0.02, 0.98)] * 3), side=sides)
def test_what_an_arm_can_do_it_finds_again(name: str, q, side: str) -> None:
    """Forearm and elbow of any posture are reached, and so is the elbow's bend."""
    arm = arms_of(name).arms[side]
    chain = arm.limb.chain
    posture = chain.lower + np.array(q) * (chain.upper - chain.lower)
    fore, upper = arm.bones.forearm(posture), arm.bones.upper_arm(posture)
    gamma = acos(np.clip(fore @ upper, -1, 1))
    found = arm.point(fore, gamma, upper, robot_of(name).ready[arm.places])
    assert found.reached
    assert np.degrees(acos(np.clip(arm.bones.forearm(found.q) @ fore, -1, 1))) < 0.01
    assert ((found.q >= chain.lower - 1e-9) & (found.q <= chain.upper + 1e-9)).all()


@pytest.mark.parametrize("name", ROBOTS)
@given(fore=directions, upper=directions, side=sides)
def test_an_arm_asked_for_anything_stays_in_its_limits(name: str, fore, upper, side: str) -> None:
    arm = arms_of(name).arms[side]
    gamma = acos(np.clip(fore @ upper, -1, 1))
    found = arm.point(fore, gamma, upper, robot_of(name).ready[arm.places])
    chain = arm.limb.chain
    assert ((found.q >= chain.lower - 1e-9) & (found.q <= chain.upper + 1e-9)).all()
    off = np.degrees(acos(np.clip(arm.bones.forearm(found.q) @ fore, -1, 1)))
    assert off < 0.01 if found.reached else off < 120.0


@pytest.mark.parametrize("name", ROBOTS)
def test_bones_are_those_of_the_closed_form(name: str) -> None:
    chance = np.random.default_rng(5)
    for arm in arms_of(name).arms.values():
        chain = arm.limb.chain
        for _ in range(20):
            q = chance.uniform(chain.lower, chain.upper)
            R = robot_of(name).forward(chain.base, robot_of(name).ready)[:3, :3]
            np.testing.assert_allclose(arm.bones.forearm(q), R @ arm.arm.forearm(q), atol=1e-9)
            bent = acos(np.clip(arm.bones.forearm(q) @ arm.bones.upper_arm(q), -1, 1))
            assert arm.bend(q[2]) == pytest.approx(bent, abs=0.35), "but for skew shoulders"


@pytest.mark.parametrize("name", ROBOTS)
def test_left_and_right_do_the_same(name: str) -> None:
    mirror = np.array([1.0, -1.0, 1.0])
    fore, upper = unit((0.6, 0.7, 0.2)), unit((0.4, 0.8, -0.3))
    left, right = (arms_of(name).arms[side] for side in ("left", "right"))
    ready = robot_of(name).ready
    first = left.point(fore, 0.5, upper, ready[left.places])
    second = right.point(mirror * fore, 0.5, mirror * upper, ready[right.places])
    one, other = left.bones.upper_arm(first.q), right.bones.upper_arm(second.q)
    np.testing.assert_allclose(other, mirror * one, atol=0.05)
