"""Movements of fumanoid that roll over, sit and rise: laid down, after a fall, without torque."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from olympian.arena.control.specimen import specimen
from olympian.arena.events.getup import Getup
from olympian.arena.walking.scenario import WalkConditions
from olympian.decision.hcm import HcmConfig, Stop
from olympian.humanoid import Humanoid
from olympian.motion.animate import load_movement, movement_names
from olympian.records import Semantic
from olympian.robot import Robot, load_robot
from olympian.world.catalogue import flat

LIMIT = 3.5
"""Seconds from the command to standing; the bar of the event is 6."""
SHOVE = (-60.0, 0.0, 0.0)
"""Newtons for 0.1 s that lay a standing robot on its back."""
UPRIGHT = 6.0
"""Degrees of tilt that a standing robot keeps below."""
SETTLES = 3.0
"""Degrees by which the trunk may sink when everything lets go: it rests on hands and knees."""
TRUNK_SWAY = 1.0
"""rad/s of the trunk; one that drops or topples turns faster."""


@cache
def _robot() -> Robot:
    return load_robot("fumanoid")


def _humanoid(seed: int) -> Humanoid:
    conditions = WalkConditions.of(seed, _robot())
    return specimen(_robot(), flat(conditions.friction), conditions, HcmConfig(idle_s=0.0))


def _tilt_deg(one: Humanoid) -> float:
    return float(np.degrees(np.arccos(one.simulation.true_pose("torso")[2, 2])))


def _states_until(one: Humanoid, seconds: float) -> list[Semantic]:
    """The states it goes through."""
    seen = [one.hcm.situation.state]
    for _ in range(round(seconds / one.loop.backend.dt)):
        one.tick()
        if seen[-1] is not one.hcm.situation.state:
            seen.append(one.hcm.situation.state)
    return seen


@pytest.mark.parametrize(("side", "seed"), [("back", 0), ("back", 1), ("left", 2), ("right", 3)])
def test_it_rolls_over_and_gets_up(side: str, seed: int) -> None:
    event = Getup(f"getup_{side}", (side,))
    trial = event.run(_robot(), seed).trial
    assert trial.success
    assert trial.time_s <= LIMIT


def test_right_is_left_mirrored() -> None:
    left, right = (load_movement(_robot(), f"getup_{side}") for side in ("left", "right"))
    names = _robot().joint_names
    for one, other in zip(left.frames, right.frames, strict=True):
        assert other.limits == one.limits
        for name, q in zip(names, one.q, strict=True):
            twin, sign = _mirror(name)
            assert other.q[names.index(twin)] == pytest.approx(sign * q)


def _mirror(joint: str) -> tuple[str, float]:
    """The joint of the other side, and the sign of its angle: pitches and elbows keep theirs."""
    twin = joint.replace("left_", "?").replace("right_", "left_").replace("?", "right_")
    return twin, -1.0 if joint.endswith(("roll", "yaw")) else 1.0


@pytest.mark.parametrize("seed", [5, 7, 1461])
def test_knocked_on_its_back_it_stands_again_at_the_first_attempt(seed: int) -> None:
    """The pitch zeros of the last two add up to 3° and more: blind to them, they tip over."""
    one = _humanoid(seed)
    one.run(1.0)
    one.simulation.push(np.array(SHOVE), 0.1)
    seen = _states_until(one, 6.0)
    assert seen[-1] is Semantic.CONTROLLABLE
    assert seen.count(Semantic.GETTING_UP) == 1
    assert _tilt_deg(one) < UPRIGHT


@pytest.mark.parametrize("seed", [1, 4])
def test_it_sits_without_torque_and_rises(seed: int) -> None:
    one = _humanoid(seed)
    one.run(0.6)
    one.hcm.wishes.stop = Stop.OFF
    one.run(4.0)
    low, bowed = one.simulation.true_pose("torso")[2, 3], _tilt_deg(one)
    turning = 0.0
    for _ in range(round(5.0 / one.loop.backend.dt)):
        one.tick()
        turning = max(turning, float(np.linalg.norm(one.simulation.data.qvel[3:6])))
        assert abs(_tilt_deg(one) - bowed) < SETTLES
    assert not one.simulation.actors[0].servos.torque_on.any()
    assert turning < TRUNK_SWAY
    assert one.simulation.true_pose("torso")[2, 3] == pytest.approx(low, abs=0.005)
    one.hcm.wishes.stop = None
    seen = _states_until(one, 5.0)
    assert Semantic.FALLING not in seen
    assert seen[-1] is Semantic.CONTROLLABLE
    assert one.simulation.true_pose("torso")[2, 3] > 2 * low


@pytest.mark.parametrize("off_deg", [2.0, -2.0])
def test_a_standing_robot_learns_how_far_its_ankles_are_off(off_deg: float) -> None:
    robot = _robot()
    offset = np.zeros(robot.dof)
    offset[robot.indices(["left_ankle_pitch", "right_ankle_pitch"])] = np.radians(off_deg)
    conditions = replace(WalkConditions.of(0, robot), zero_offset=offset)
    one = specimen(robot, flat(), conditions, HcmConfig(idle_s=0.0))
    one.run(1.0)
    np.testing.assert_allclose(np.degrees(one.hcm.lean), (0.0, off_deg), atol=0.5)


def test_all_that_get_up_end_ready() -> None:
    for name in movement_names("fumanoid"):
        if name.startswith("getup_") or name == "rise":
            built = load_movement(_robot(), name)
            np.testing.assert_allclose(built.frames[-1].q, _robot().ready)
