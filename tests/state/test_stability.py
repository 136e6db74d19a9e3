"""Centre of mass over the soles: levels, symmetry, and the live estimate."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from olympian.backend import Simulation
from olympian.errors import OlympianError
from olympian.geometry import GRAVITY, R_from_rpy
from olympian.kinematics import Kinematics
from olympian.loop import Loop
from olympian.motion import Hold
from olympian.records import RobotState
from olympian.robot import Robot, load_robot
from olympian.state import (
    Stability,
    live_stability,
    stability_level,
    stability_of,
)

LEFT, RIGHT = ["left_leg"], ["right_leg"]


@pytest.fixture(scope="module")
def robot() -> Robot:
    return load_robot("bioloid")


@pytest.fixture(scope="module")
def standing(robot: Robot) -> RobotState:
    """After three seconds in the simulator, noise and latency on."""
    return Loop(Simulation(robot, seed=4).actors[0], Hold(robot.ready)).run(3.0)


def leaning(robot: Robot, lean: float) -> np.ndarray:
    """The ready pose tilted ahead in both ankles: the soles stay nearly flat."""
    q = np.array(robot.ready)
    q[robot.indices(["left_ankle_pitch", "right_ankle_pitch"])] -= lean
    return q


def mirrored(robot: Robot, q: np.ndarray) -> np.ndarray:
    """Left and right exchanged; roll, yaw and the hanging elbows change sign."""
    other = np.empty_like(q)
    for name, index in robot.joint_index.items():
        swap = {"left": "right", "right": "left"}
        side, rest = name.split("_", 1)
        sign = 1.0 if "pitch" in rest or "knee" in rest else -1.0
        other[robot.joint_index[f"{swap[side]}_{rest}"]] = sign * q[index]
    return other


@pytest.mark.parametrize("name", ["bioloid", "fumanoid", "wolfgang", "atlas"])
def test_ready_is_stable_on_both_feet_and_falls_on_one(name: str) -> None:
    robot = load_robot(name)
    assert stability_of(robot, robot.ready).level is Stability.STABLE
    for support in (LEFT, RIGHT):
        reading = stability_of(robot, robot.ready, support)
        assert reading.level is Stability.UNSTABLE
        assert reading.margin_m < 0


def test_the_hull_of_both_feet_is_as_wide_as_the_stance(robot: Robot) -> None:
    reading = stability_of(robot, robot.ready)
    assert np.ptp(reading.hull, axis=0) == pytest.approx([0.100, 0.070 + 2 * 0.034], abs=1e-4)
    assert reading.margin_m == pytest.approx(0.05, abs=1e-3)
    assert reading.distance_to_centre_m < 1e-3
    one = stability_of(robot, robot.ready, LEFT)
    assert one.hull_centre == pytest.approx([0.004, 0.004], abs=1e-9)
    assert one.com_xy[1] == pytest.approx(-0.035, abs=1e-4)


def test_the_centre_of_mass_is_where_kinematics_puts_it(robot: Robot) -> None:
    q = leaning(robot, 0.1)
    reading = stability_of(robot, q, LEFT)
    com = Kinematics(robot).standing(q, "left_sole").com
    assert reading.com_xy == pytest.approx(com[:2], abs=1e-9)
    assert reading.com_height_m == pytest.approx(com[2], abs=1e-9)


def lean_until(robot: Robot, last: Stability) -> float:
    """Largest lean ahead at which the posture is no worse than `last`, by bisection."""
    worse = list(Stability).index(last) + 1
    stay, gone = 0.0, 0.6
    for _ in range(40):
        middle = (stay + gone) / 2
        level = stability_of(robot, leaning(robot, middle)).level
        if list(Stability).index(level) < worse:
            stay = middle
        else:
            gone = middle
    return stay


def test_leaning_ahead_goes_from_stable_by_labile_to_unstable(robot: Robot) -> None:
    stable_until = lean_until(robot, Stability.STABLE)
    labile_until = lean_until(robot, Stability.LABILE)
    assert 0.05 < stable_until < labile_until < 0.5
    edge = stability_of(robot, leaning(robot, labile_until))
    assert edge.margin_m == pytest.approx(0.0, abs=1e-9)
    # The ankles are rolled by 1.6°, so pitching them turns the soles a little against each other.
    assert edge.com_xy[0] == pytest.approx(0.054, abs=3e-4)
    between = stability_of(robot, leaning(robot, (stable_until + labile_until) / 2))
    assert between.level is Stability.LABILE


def test_a_stable_posture_survives_a_ramp_that_tips_a_labile_one(
    robot: Robot, standing: RobotState
) -> None:
    """What 'stable' promises: on the last stable posture 2.5° of slope leave no margin."""
    q = leaning(robot, lean_until(robot, Stability.STABLE))
    R_flat_torso = robot.forward("left_sole", q)[:3, :3].T
    for slope_deg, inside in ((2.3, True), (2.7, False)):
        R_world_torso = R_from_rpy(0.0, np.radians(slope_deg), 0.0) @ R_flat_torso
        reading = live_stability(robot, replace(standing, q=q, R_world_torso=R_world_torso))
        assert (reading.margin_m > 0) is inside
        assert reading.level is (Stability.LABILE if inside else Stability.UNSTABLE)


def test_levels_at_their_edges() -> None:
    sure = 0.2 * np.tan(np.radians(2.5))
    assert stability_level(sure * 1.001, 0.2) is Stability.STABLE
    assert stability_level(sure * 0.999, 0.2) is Stability.LABILE
    assert stability_level(0.0, 0.2) is Stability.LABILE
    for outside in (-1e-6, -np.inf, np.nan):
        assert stability_level(outside, 0.2) is Stability.UNSTABLE


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("support", [None, LEFT, RIGHT])
def test_left_and_right_are_alike(robot: Robot, seed: int, support: Sequence[str] | None) -> None:
    q = robot.ready + np.random.default_rng(seed).normal(0.0, 0.08, robot.dof)
    across = None if support is None else RIGHT if support is LEFT else LEFT
    one, other = stability_of(robot, q, support), stability_of(robot, mirrored(robot, q), across)
    assert one.level is other.level
    assert one.margin_m == pytest.approx(other.margin_m, abs=1e-5)
    assert one.distance_to_centre_m == pytest.approx(other.distance_to_centre_m, abs=1e-5)
    if support is not None:
        assert one.com_xy == pytest.approx(other.com_xy * (1, -1), abs=1e-5)


def test_the_order_of_the_feet_does_not_matter(robot: Robot) -> None:
    q = robot.ready + np.random.default_rng(1).normal(0.0, 0.05, robot.dof)
    one = stability_of(robot, q, [*LEFT, *RIGHT])
    assert one.margin_m == stability_of(robot, q, [*RIGHT, *LEFT]).margin_m


def test_the_live_estimate_agrees_while_standing(robot: Robot, standing: RobotState) -> None:
    live, kinematic = live_stability(robot, standing), stability_of(robot, standing.q)
    assert live.margin_m == pytest.approx(standing.support_margin, abs=1e-9)
    assert live.margin_m == pytest.approx(kinematic.margin_m, abs=0.005)
    assert live.com_xy == pytest.approx(kinematic.com_xy, abs=0.005)
    assert live.level is kinematic.level is Stability.STABLE


def test_the_weight_is_felt_where_the_centre_of_mass_is(robot: Robot, standing: RobotState) -> None:
    """At rest the centre of pressure lies below the centre of mass: an independent witness."""
    assert standing.sensors.foot_pressure.sum() > 0.8 * robot.tree.mass * GRAVITY
    pressure = standing.sensors.foot_pressure
    corners = robot.feet[0].pressure
    felt = pressure[0] @ corners[:, 0] + pressure[1] @ robot.feet[1].pressure[:, 0]
    assert stability_of(robot, standing.q).com_xy[0] == pytest.approx(
        felt / pressure.sum(), abs=0.006
    )


def test_in_the_air_nothing_is_stable(robot: Robot, standing: RobotState) -> None:
    reading = live_stability(robot, replace(standing, contacts=np.zeros(2, dtype=np.bool_)))
    assert reading.level is Stability.UNSTABLE
    assert reading.margin_m == -np.inf
    assert len(reading.hull) == 0


def test_nonsense_is_refused(robot: Robot) -> None:
    with pytest.raises(OlympianError, match="'left_arm'; choose from left_leg, right_leg"):
        stability_of(robot, robot.ready, ["left_arm"])
    with pytest.raises(OlympianError, match="nothing to stand on"):
        stability_of(robot, robot.ready, [])
