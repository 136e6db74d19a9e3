"""Running as a mode: keys become velocities, and a freeze becomes a stop."""

import numpy as np
import pytest

from drills.mode import Drill
from olympian.backend import KinematicBackend, Simulation
from olympian.cockpit import Session
from olympian.cockpit.terminal.drive import drive_by_text
from olympian.decision.modes import ModeMachine, mode_machine
from olympian.decision.modes.direction import Direction
from olympian.errors import OlympianError
from olympian.loop import Loop
from olympian.motion.walk import DynamicWalk
from olympian.records import Twist
from olympian.robot import load_robot
from olympian.servo import ServoBank


class RunDrill(Drill):
    """A fumanoid's machine, on joints that go where they are told or in the simulation."""

    def __init__(self, simulated: bool = False) -> None:
        self.robot = load_robot("fumanoid")
        self.machine: ModeMachine = mode_machine(self.robot)
        body = Simulation(self.robot).actors[0] if simulated else KinematicBackend(self.robot)
        self.loop = Loop(body, self.machine)
        self.machine.select("run")

    @property
    def walk(self) -> DynamicWalk:
        walk = self.machine.body.walk()
        assert isinstance(walk, DynamicWalk)
        return walk

    def speed(self, *commands: str) -> Twist:
        """What is asked of the feet once the walk has come up to speed."""
        for command in commands:
            self.machine.press(command)
        self.run(4.0)
        return self.walk.speed


def test_a_robot_with_only_a_walk_stands_and_runs() -> None:
    assert mode_machine(load_robot("fumanoid")).modes == ("stand", "run")


def test_without_a_dynamic_walk_there_is_no_run() -> None:
    with pytest.raises(OlympianError, match=r"no mode 'run': a dynamic walk .*tune walk"):
        mode_machine(load_robot("atlas")).select("run")


def test_a_walk_chosen_by_name_runs() -> None:
    machine = mode_machine(load_robot("bioloid"), walk="static")
    machine.select("run")
    assert machine.body.walk().top_speed.ahead < 0.1


def test_it_goes_from_idle_through_run_to_stop() -> None:
    drill = RunDrill(simulated=True)
    assert drill.run(0.1) == ["run idle"]
    drill.machine.press("forward")
    assert drill.run(3.0) == ["run run"]
    drill.machine.press("stop")
    assert drill.until_idle() == ["run stop", "run idle"]


def test_keys_go_together_and_end_when_they_are_let_go() -> None:
    drill = RunDrill(simulated=True)
    speed = drill.speed("forward", "left", "turn_right")
    assert speed.forward > 0.0
    assert speed.left > 0.0
    assert speed.turn < 0.0
    drill.machine.release("left")
    drill.machine.release("turn_right")
    speed = drill.speed()
    assert speed.left == speed.turn == 0.0
    assert speed.forward > 0.0
    drill.machine.release("forward")
    assert drill.until_idle()[-1] == "run idle"


def test_speed_is_a_share_of_the_top_speed_both_ways() -> None:
    drill = RunDrill()
    top = drill.walk.top_speed
    assert drill.speed("forward").forward == pytest.approx(0.5 * top.ahead)
    assert drill.speed(*["faster"] * 9).forward == pytest.approx(top.ahead)
    assert drill.machine.message == "speed 100 %"
    assert drill.speed("backward").forward == pytest.approx(-top.back)
    assert drill.speed("stop", "turn_more", "turn_left").turn == pytest.approx(0.6 * top.turn)
    assert [one.text for one in drill.machine.parameters] == ["speed 100 %", "turning 60 %"]


def test_a_freeze_comes_to_a_stop_says_so_and_goes_on() -> None:
    drill = RunDrill(simulated=True)
    drill.machine.press("forward")
    drill.run(2.0)
    drill.machine.press("freeze")
    assert "cannot stop at an instant" in drill.machine.message
    assert drill.until_idle() == ["run stop", "run idle"]
    drill.machine.press("left")
    assert drill.run(0.5) == ["run idle"]
    drill.machine.press("freeze")
    assert drill.run(2.0)[-1] == "run run"
    assert drill.walk.speed.left > 0.0


def test_what_was_frozen_before_a_run_does_not_move_until_it_goes_on() -> None:
    drill = RunDrill()
    drill.machine.select("stand")
    drill.machine.press("freeze")
    drill.machine.select("run")
    drill.machine.press("forward")
    before = drill.machine.body.q
    assert drill.run(1.0) == ["run frozen"]
    np.testing.assert_array_equal(drill.machine.body.q, before)
    drill.machine.press("freeze")
    assert drill.run(1.0) == ["run run"]


def test_another_mode_waits_for_the_stop_and_takes_over_without_a_jump() -> None:
    drill = RunDrill(simulated=True)
    drill.machine.press("forward")
    drill.run(2.0)
    drill.machine.select("stand")
    assert drill.machine.message == "stand when the run has ended"
    assert drill.until_idle() == ["run stop", "stand standing"]
    reach = ServoBank.of(drill.robot).no_load * drill.loop.backend.dt
    drill.machine.press("ready")
    before = drill.machine.body.q
    while drill.machine.in_action:
        drill.run(0.01)
        assert (np.abs(drill.machine.body.q - before) <= reach).all()
        before = drill.machine.body.q
    np.testing.assert_allclose(before, drill.robot.ready, atol=1e-6)


def test_reset_forgets_everything() -> None:
    drill = RunDrill()
    drill.machine.press("forward")
    drill.machine.press("freeze")
    drill.run(0.5)
    drill.machine.reset()
    assert (drill.machine.mode, drill.machine.in_action) == ("stand", False)
    drill.machine.select("run")
    drill.machine.press("forward")
    assert drill.run(0.5) == ["run run"]


def test_opposite_keys_cancel() -> None:
    left, right = Direction(left=1), Direction(left=-1)
    assert Direction(ahead=1).blended(left) == Direction(ahead=1, left=1)
    assert left.blended(right) == Direction()
    assert left.blended(Direction(turn=1)).blended(left) == Direction(left=1, turn=1)


def test_it_is_driven_by_keys_in_the_simulation() -> None:
    told: list[str] = []
    result = drive_by_text(Session.open("fumanoid", "flat"), ".5w.... ....q", told.append)
    assert (result.mode, result.state, result.falls) == ("run", "idle", 0)
    assert result.moved_m > 0.4
    assert any("run stop" in line for line in told)
