"""Goals that were spoilt on the way: two wrong bits that the sum of protocol 1 does not see."""

from dataclasses import replace

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from olympian.backend.dynamixel import Dynamixel
from olympian.backend.dynamixel.bounding import BEHIND, GoalBound
from olympian.humanoid import Humanoid
from olympian.robot import load_robot
from olympian.servo import servo
from olympian.virtual import VirtualRobot

AX = servo("ax-12a")
DT = 0.01
SYNC_WRITE, GOAL_POSITION = 0x83, 30
BIT = 2
"""Of the high byte of a goal: 512 ticks, or 150°."""


class SpoilsAGoal:
    """A line that turns over a bit in one goal, and the same bit the other way elsewhere."""

    def __init__(self) -> None:
        self.victim: int | None = None
        """Id whose next goal it spoils."""
        self.dropped = self.damaged = 0

    def pass_on(self, data: bytes) -> bytes:
        if self.victim is None or data[4:6] != bytes((SYNC_WRITE, GOAL_POSITION)):
            return data
        spoilt = bytearray(data)
        at = next(place for place in range(7, len(data) - 1, 5) if data[place] == self.victim)
        spoilt[at + 2] ^= BIT
        rises = bool(spoilt[at + 2] & BIT)
        aside = next(
            place
            for place in range(7, len(data) - 1)
            if not at <= place < at + 5 and (place - 7) % 5 and bool(data[place] & BIT) == rises
        )
        spoilt[aside] ^= BIT
        assert sum(spoilt[2:]) % 256 == sum(data[2:]) % 256
        self.victim = None
        self.damaged += 1
        return bytes(spoilt)


def led_astray(bounded: bool) -> float:
    """rad by which a wild goal moves a joint of a standing robot at most."""
    robot = load_robot("bioloid")
    buses = {
        name: msgspec.structs.replace(bus, bounded=bounded) for name, bus in robot.buses.items()
    }
    virtual = VirtualRobot(replace(robot, buses=buses), seed=1)
    one = Humanoid(virtual.robot, Dynamixel(virtual.robot, virtual.port()))
    line = SpoilsAGoal()
    virtual.lines["bus"].noise = line
    one.run(0.3)
    truth, furthest = virtual.simulation.actors[0].servos, 0.0
    for joint in ("left_knee", "right_ankle_pitch", "left_elbow", "right_hip_roll"):
        row, before = robot.joint_index[joint], truth.readings()[0]
        line.victim = robot.servos[joint].id
        for _ in range(15):
            one.tick()
            furthest = max(furthest, abs(truth.readings()[0] - before)[row])
    assert line.damaged == 4
    assert one.body.statistics.buses["bus"].broken == 0
    virtual.close()
    return float(furthest)


def test_a_wild_goal_does_not_stir_a_joint_that_rests() -> None:
    assert led_astray(bounded=False) > np.radians(0.8)
    assert led_astray(bounded=True) < np.radians(0.4)  # a tick has 0.29°


goals = st.lists(st.integers(0, 1023), min_size=1, max_size=20)


@given(goals)
def test_speeds_are_enough_for_the_goal_whatever_was_lost(ticks: list[int]) -> None:
    bound = GoalBound((AX,), np.array([True]))
    free = np.zeros(1, dtype=np.int32)
    for place, goal in enumerate(ticks):
        (speed,) = bound.step(np.array([float(goal)]), free, DT)
        reach = speed * AX.speed_unit * DT / AX.tick
        before = ticks[max(0, place - 1 - BEHIND) : place]
        assert 0 < speed <= 1023
        assert speed & (speed - 1)  # one wrong bit makes no zero of it
        assert all(abs(goal - one) <= reach or speed >= 1023 for one in before)


def test_a_speed_that_was_asked_for_is_kept_and_protocol_2_needs_none() -> None:
    bound = GoalBound((AX, AX), np.array([True, False]))
    for goal in (500.0, 501.0, 502.0, 503.0):
        speeds = bound.step(np.array([goal, goal]), np.array([7, 0], dtype=np.int32), DT)
    assert speeds.tolist() == [7, 0]
    for _ in range(4):
        speeds = bound.step(np.array([503.0, 503.0]), np.zeros(2, dtype=np.int32), DT)
    assert speeds[0] * AX.speed_unit == pytest.approx(0.3, abs=0.02)
