"""Walking as a mode: its states, steering, and HOly's parameters turned on the way."""

from math import radians

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drills.mode import GAIT, Drill
from olympian.decision.modes.direction import DIRECTIONS, Direction
from olympian.decision.modes.tuning import GaitTuning
from olympian.geometry import Vec, inverse, rpy_from_R
from olympian.kinematics import Kinematics
from olympian.robot import load_robot

signs = st.integers(-1, 1)


def walking(*commands: str) -> Drill:
    drill = Drill()
    drill.machine.select("walk")
    for command in commands:
        drill.machine.press(command)
    return drill


ROBOT = load_robot("bioloid")
KINEMATICS = Kinematics(ROBOT)


def feet_apart(q: Vec) -> Vec:
    """How far the left sole is ahead, to the left and turned, seen from the right one."""
    at = KINEMATICS.at(q)
    T = {foot.limb: at.relative(ROBOT.torso, foot.link) for foot in ROBOT.feet}
    T_right_left = inverse(T["right_leg"]) @ T["left_leg"]
    return np.array([*T_right_left[:2, 3], rpy_from_R(T_right_left[:3, :3])[2]])


def furthest(drill: Drill, seconds: float) -> Vec:
    """How far the feet came apart: ahead, sideways and turned from standing side by side."""
    apart = []
    for _ in range(round(seconds / 0.1)):
        drill.run(0.1)
        apart.append(np.abs(feet_apart(drill.machine.body.q) - feet_apart(ROBOT.ready)))
    return np.max(apart, axis=0)


def test_it_goes_from_idle_through_init_and_loop_to_stop() -> None:
    drill = walking("forward")
    assert drill.run(4.0) == ["walk init", "walk loop"]
    drill.machine.press("stop")
    assert drill.until_idle() == ["walk loop", "walk stop", "walk idle"]


def test_choosing_another_mode_ends_the_walk_first() -> None:
    drill = walking("forward")
    drill.run(2.0)
    drill.machine.select("stand")
    assert drill.machine.message == "stand when the walk has ended"
    assert drill.until_idle() == ["walk loop", "walk stop", "stand standing"]


@pytest.mark.parametrize(
    ("command", "axis", "expected"),
    [
        ("forward", 0, GAIT.length),
        ("backward", 0, GAIT.length),
        ("left", 1, GAIT.side),
        ("right", 1, GAIT.side),
        ("turn_left", 2, radians(GAIT.turn_deg)),
        ("turn_right", 2, radians(GAIT.turn_deg)),
    ],
)
def test_every_way_opens_the_feet_as_far_as_the_gait_says(
    command: str, axis: int, expected: float
) -> None:
    found = furthest(walking(command), 5.0)
    assert found[axis] == pytest.approx(expected, rel=0.05)


def test_a_parameter_acts_at_the_next_step() -> None:
    drill = walking("forward")
    assert furthest(drill, 4.0)[0] == pytest.approx(GAIT.length, rel=0.05)
    for _ in range(2):
        drill.machine.press("longer")
    assert furthest(drill, 5.0)[0] == pytest.approx(1.2 * GAIT.length, rel=0.05)
    assert drill.machine.parameters[0].text == "step length 24 mm"
    drill.machine.press("longer")
    assert drill.machine.message == "step length 24 mm, no further"


def test_quicker_is_quicker_and_every_parameter_has_its_two_commands() -> None:
    drill = walking()
    labels = [parameter.label for parameter in drill.machine.parameters]
    assert labels == ["step length", "step height", "turn per step", "acceleration"]
    pairs = [("longer", "shorter"), ("higher", "lower"), ("turn_more", "turn_less")]
    for index, (more, less) in enumerate([*pairs, ("quicker", "slower")]):
        before = drill.machine.parameters[index].value
        drill.machine.press(more)
        assert drill.machine.parameters[index].value == pytest.approx(1.1 * before)
        drill.machine.press(less)
        assert drill.machine.parameters[index].value == pytest.approx(before)


def test_turning_joins_walking_and_steers_like_a_wheel() -> None:
    drill = walking("forward", "turn_left")
    ahead, _, turned = furthest(drill, 5.0)
    assert ahead > 0.8 * GAIT.length
    assert turned == pytest.approx(radians(GAIT.turn_deg), rel=0.05)
    wheel = Direction()
    for command, turn in [("turn_left", 1), ("turn_left", 1), ("turn_right", 0)]:
        wheel = wheel.joined(DIRECTIONS[command])
        assert wheel.turn == turn
    assert wheel.joined(DIRECTIONS["turn_right"]).turn == -1


@pytest.mark.parametrize("after", ["backward", "left"])
def test_another_way_begins_after_a_stop(after: str) -> None:
    drill = walking("forward")
    drill.run(3.0)
    drill.machine.press(after)
    seen = drill.run(6.0)
    assert seen[:4] == ["walk loop", "walk stop", "walk init", "walk loop"]
    assert furthest(drill, 4.0)[0] < 1.05 * GAIT.length


def test_letting_go_of_the_last_key_stops() -> None:
    drill = walking("forward", "turn_left")
    drill.run(3.0)
    drill.machine.release("turn_left")
    assert drill.run(2.0) == ["walk loop"]
    drill.machine.release("forward")
    assert drill.until_idle()[-1] == "walk idle"


def test_a_step_out_of_reach_ends_the_walk_and_says_so() -> None:
    """Noticed when it is planned: the feet close, and a step that can be taken may follow."""
    drill = walking("forward")
    drill.run(2.0)
    drill.machine.body.stepper().walk(5.0)
    seen = drill.run(4.0)
    assert "cannot reach" in drill.machine.message
    assert seen[-1] == "walk idle"
    assert not drill.machine.in_action
    drill.machine.press("forward")
    assert drill.run(3.0)[-1] == "walk loop"


@given(signs, signs, signs, st.sampled_from(sorted(DIRECTIONS)))
def test_a_key_pressed_and_let_go_leaves_nothing_of_it(
    ahead: int, left: int, turn: int, command: str
) -> None:
    way = DIRECTIONS[command]
    before = Direction(0, left, 0) if left else Direction(ahead, 0, turn)
    after = before.joined(way).without(way)
    assert not (way.ahead and after.ahead == way.ahead)
    assert not (way.left and after.left == way.left)
    assert not (way.turn and after.turn == way.turn)


@given(st.lists(st.sampled_from([-1, 1]), max_size=40))
def test_a_tuned_gait_stays_within_its_ends(turns: list[int]) -> None:
    tuning = GaitTuning(GAIT)
    for steps in turns:
        tuning.turn("height", steps)
        parameter = tuning.parameter("height")
        assert parameter.low - 1e-12 <= tuning.gait.height <= parameter.high + 1e-12
