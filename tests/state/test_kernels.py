"""Compiled estimates against their NumPy twins."""

import numpy as np
import pytest

from olympian.geometry import GRAVITY, R_from_rpy
from olympian.kinematics import Kinematics
from olympian.robot import load_robot
from olympian.state.attitude import advance_attitude
from olympian.state.support import find_support
from twins import attitude as attitude_twin
from twins import support as support_twin

CLOSE = 1e-12


@pytest.mark.parametrize("seed", range(4))
def test_attitude_and_twin_agree(seed: int) -> None:
    rng = np.random.default_rng(seed)
    R_plain = R = R_from_rpy(*rng.uniform(-3, 3, 3))
    bias, bias_plain = np.zeros(3), np.zeros(3)
    for tick in range(1000):
        omega = rng.choice([0.0, 0.1, 5.0]) * rng.normal(size=3)
        # Still, shaken, shaken beyond use, and falling freely.
        strength = rng.choice([1.0, 1.2, 2.0, 0.0]) * GRAVITY
        up = strength * (R.T @ (0.0, 0.0, 1.0)) + rng.choice([0.0, 0.5]) * rng.normal(size=3)
        age = 0.01 * tick
        R = advance_attitude(R, omega, up, bias, age, 0.01)
        R_plain = attitude_twin.advance(R_plain, omega, up, bias_plain, age, 0.01)
        assert np.allclose(R, R_plain, rtol=0, atol=CLOSE)
    assert np.allclose(bias, bias_plain, rtol=0, atol=CLOSE)
    assert np.linalg.norm(bias) > 1e-6


def test_an_attitude_handed_out_is_not_changed_later() -> None:
    R = np.eye(3)
    still = advance_attitude(R, np.zeros(3), np.zeros(3), np.zeros(3), 0.0, 0.01)
    turned = advance_attitude(R, np.ones(3), np.zeros(3), np.zeros(3), 0.0, 0.01)
    assert np.array_equal(R, np.eye(3))
    assert still is not R
    assert not np.allclose(turned, R)


@pytest.mark.parametrize("name", ["fumanoid", "bioloid", "wolfgang"])
def test_support_and_twin_agree(name: str) -> None:
    robot = load_robot(name)
    kinematics, rng = Kinematics(robot), np.random.default_rng(5)
    points = [np.vstack([foot.pressure, foot.outline]) for foot in robot.feet]
    counts = np.array([len(rows) for rows in points], dtype=np.intp)
    links = (robot.torso, *(foot.link for foot in robot.feet))
    bodies = np.array([kinematics.body_ids[link] for link in links], dtype=np.intp)
    for _ in range(100):
        posture = kinematics.at(robot.ready + rng.uniform(-0.4, 0.4, robot.dof))
        # Now and then the torso looks straight up and has no heading.
        pitch = rng.choice([0.2, -np.pi / 2])
        given = (
            posture.places,
            posture.rotations,
            bodies,
            posture.com,
            R_from_rpy(rng.uniform(-0.5, 0.5), pitch, rng.uniform(-3, 3)),
            rng.random(len(robot.feet)) < 0.7,
            rng.uniform(0, 20, (len(robot.feet), 4)),
            np.vstack(points),
            counts,
        )
        for compiled, plain in zip(find_support(*given), support_twin.find(*given), strict=True):
            assert np.shape(compiled) == np.shape(plain)
            assert np.array_equal(compiled, plain) or np.allclose(
                compiled, plain, rtol=1e-13, atol=CLOSE
            )
