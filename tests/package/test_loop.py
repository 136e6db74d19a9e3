"""A loop that cannot go on: it holds, then relaxes, and says so once."""

import logging
from collections.abc import Callable
from math import nan

import numpy as np
import pytest

from olympian.backend import Simulation
from olympian.breaker import Breaker
from olympian.cli.main import main
from olympian.errors import OlympianError
from olympian.loop import HOLD_S, Loop
from olympian.motion import SkillStatus
from olympian.motion.walk import DynamicWalk, read_walk
from olympian.records import JointGoal, RobotState, Sensors, Twist
from olympian.robot import load_robot
from olympian.servo import ServoBank

ROBOT = load_robot("bioloid")
FAILS_AT = 0.8
"""Seconds: in the middle of a walk's first steps."""


def fail() -> None:
    raise OSError("bus gone")


LINE = f"{__file__}:{fail.__code__.co_firstlineno + 1}"


class Walker:
    """A walk until it fails; afterwards it would go on if it was asked."""

    status = SkillStatus.RUNNING

    def __init__(self, how: Callable[[JointGoal | None], object]) -> None:
        self._walk = DynamicWalk(ROBOT, read_walk(ROBOT))
        self._walk.command(Twist(0.2))
        self._how = how
        self.t = 0.0

    def step(self, state: RobotState, dt: float) -> JointGoal | None:
        self.t = state.t
        goal = self._walk.step(state, dt)
        return goal if self.t < FAILS_AT else self._how(goal)  # type: ignore[return-value]

    def reset(self) -> None:
        self._how = lambda goal: goal
        self._walk.reset()


class Bus:
    """A simulated body whose bus can be cut."""

    def __init__(self) -> None:
        self._actor = Simulation(ROBOT, seed=1).actors[0]
        self.robot, self.dt = ROBOT, self._actor.dt
        self.cut: set[str] = set()
        self.goals: list[JointGoal] = []

    @property
    def servos(self) -> ServoBank | None:
        return self._actor.servos

    def _pass(self, what: str) -> None:
        if what in self.cut:
            fail()

    def read(self) -> Sensors:
        self._pass("read")
        return self._actor.read()

    def write(self, goal: JointGoal) -> None:
        self._pass("write")
        self.goals.append(goal)
        self._actor.write(goal)

    def close(self) -> None:
        self._actor.close()


def broken(skill: Walker) -> tuple[Loop, Bus, list[str]]:
    """A loop, its body and what is said."""
    lines: list[str] = []
    bus = Bus()
    return Loop(bus, skill, Breaker(lambda f: lines.append(str(f)), strict=False)), bus, lines


@pytest.mark.parametrize(
    ("how", "problem"),
    [
        (lambda _: fail(), "OSError: bus gone"),
        (lambda _: JointGoal.all(np.full(ROBOT.dof, nan)), "is nan"),
        (lambda _: JointGoal.all(np.zeros(3)), "not 18 times true or false"),
        (lambda _: "forward", "not str"),
    ],
)
def test_a_skill_that_fails_in_mid_walk_is_held_then_relaxed(
    how: Callable[[JointGoal | None], object], problem: str
) -> None:
    skill = Walker(how)
    loop, bus, lines = broken(skill)
    loop.run(FAILS_AT)
    walked = bus.goals[-1].q
    state = loop.run(HOLD_S)
    assert state.sensors.torque_on.all()
    np.testing.assert_array_equal(bus.goals[-1].q, walked)
    t = skill.t
    state = loop.run(0.1)
    assert not state.sensors.torque_on.any()
    assert state.t > t, "it goes on reading"
    assert skill.t == t, "the skill is not asked again"
    (line,) = lines
    assert line.startswith("skill Walker: ")
    assert problem in line
    assert __file__ in line
    assert line.endswith("the robot holds for 1 s, then relaxes")


def test_reset_lets_it_go_on() -> None:
    skill = Walker(lambda _: fail())
    loop, _, lines = broken(skill)
    loop.run(FAILS_AT + HOLD_S + 0.1)
    loop.reset()
    state = loop.run(0.1)
    assert state.sensors.torque_on.all()
    assert skill.t == state.t
    assert len(lines) == 1


@pytest.mark.parametrize("what", ["read", "write"])
def test_a_bus_that_comes_back_is_waited_for(what: str) -> None:
    skill = Walker(lambda goal: goal)
    loop, bus, lines = broken(skill)
    loop.run(0.5)
    for _ in range(3):
        bus.cut = {what}
        loop.run(0.05)
        bus.cut = set()
        loop.run(0.1)
    state = loop.tick()
    assert skill.t == state.t, "it walks on"
    (line,) = lines
    assert line.startswith(f"backend Bus: OSError: bus gone ({LINE}); the robot holds")


def test_a_bus_that_stays_away_ends_it_in_one_line_with_the_motors_off() -> None:
    loop, bus, lines = broken(Walker(lambda goal: goal))
    loop.run(0.5)
    bus.cut = {"read"}
    with pytest.raises(OlympianError) as ended:
        loop.run(2.0 * HOLD_S)
    assert str(ended.value) == f"backend Bus: OSError: bus gone ({LINE}); the loop ended"
    bus.cut = set()
    assert not bus.read().torque_on.any()
    assert len(lines) == 1


def test_a_bus_that_never_answers_is_one_line() -> None:
    loop, bus, _ = broken(Walker(lambda goal: goal))
    bus.cut = {"read", "write"}
    with pytest.raises(OlympianError, match=r"backend Bus: OSError: bus gone .*; the loop ended"):
        loop.tick()


def test_whoever_watches_the_physics_and_fails_watches_no_more(
    caplog: pytest.LogCaptureFixture,
) -> None:
    simulation = Simulation(ROBOT, seed=1)
    simulation.breaker.strict = False
    seen: list[float] = []
    simulation.after_step += [fail, lambda: seen.append(simulation.t)]
    with caplog.at_level(logging.ERROR):
        simulation.advance()
        simulation.advance()
    (record,) = caplog.records
    assert record.getMessage() == f"watcher fail: OSError: bus gone ({LINE}); out of service"
    assert len(seen) == 2 * simulation.options.substeps


def test_at_the_command_line_a_body_that_does_not_answer_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(Breaker, "strict", False)
    monkeypatch.setattr("olympian.backend.FaultyBackend.read", lambda _: fail())
    assert main(["play", "--headless", "--seconds", "0.1"]) == 2
    (*_, line) = capsys.readouterr().err.strip().splitlines()
    assert line.endswith(f"backend FaultyBackend: OSError: bus gone ({LINE}); the loop ended")


def test_strict_loops_raise() -> None:
    loop, _, _ = broken(Walker(lambda _: fail()))
    loop.breaker.strict = True
    with pytest.raises(OSError, match="bus gone"):
        loop.run(1.0)
