"""The three layers: which mode may begin when, and what a mode does with commands."""

import numpy as np
import pytest

from drills.mode import Drill
from olympian.decision.modes import mode_machine
from olympian.errors import OlympianError
from olympian.geometry import R_from_rpy
from olympian.motion import SkillStatus
from olympian.robot import load_robot
from olympian.servo import ServoBank
from olympian.state.torso import is_lying, side_down


def test_it_stands_at_first_and_plays_what_needs_no_mode() -> None:
    drill = Drill()
    assert (drill.machine.mode, drill.machine.state) == ("stand", "standing")
    assert drill.machine.status is SkillStatus.DONE
    assert set(drill.machine.commands()) == {"ready", "cheer", "freeze"}
    drill.machine.press("cheer")
    assert drill.run(0.1) == ["stand cheer"]
    assert drill.machine.status is SkillStatus.RUNNING
    assert drill.until_idle()[-1] == "stand standing"


def test_modes_without_their_movements_are_not_offered_and_say_what_is_missing() -> None:
    drill = Drill(movements=("cheer", "fight_stance"), gaits=())
    assert drill.machine.modes == ("stand",)
    with pytest.raises(OlympianError, match=r"'fight'.*movement 'fight_end'.*choose from stand"):
        drill.machine.select("fight")
    with pytest.raises(OlympianError, match="gait 'walk' is missing"):
        drill.machine.select("walk")
    with pytest.raises(OlympianError, match="unknown mode 'dance'"):
        drill.machine.select("dance")


def test_an_unknown_command_names_those_there_are() -> None:
    with pytest.raises(OlympianError, match="unknown command of mode 'stand' 'forward'"):
        Drill().machine.press("forward")


def test_a_mode_chosen_in_mid_action_is_kept_and_begins_at_its_end() -> None:
    drill = Drill()
    drill.machine.press("cheer")
    drill.run(0.05)
    drill.machine.select("fight")
    assert drill.machine.message == "fight when cheer has ended"
    assert (drill.machine.mode, drill.machine.asked) == ("stand", "fight")
    drill.machine.press("cheer")
    assert drill.machine.message == "cheer not done: fight is next"
    assert drill.until_idle() == [
        "stand cheer",
        "fight fight_stance",
        "fight stance",
    ]


def test_a_request_can_be_taken_back() -> None:
    drill = Drill()
    drill.machine.press("cheer")
    drill.run(0.05)
    drill.machine.select("fight")
    drill.machine.select("stand")
    assert drill.until_idle() == ["stand cheer", "stand standing"]


def test_a_command_in_mid_action_is_kept_and_the_last_one_counts() -> None:
    drill = Drill()
    drill.machine.select("fight")
    drill.until_idle()
    drill.machine.press("punch_left")
    drill.run(0.05)
    drill.machine.press("kick_left")
    drill.machine.press("punch_right")
    assert drill.machine.message == "punch_right when punch_left has ended"
    assert drill.until_idle() == ["fight punch_left", "fight punch_right", "fight stance"]


def test_the_same_punch_again_becomes_its_lever() -> None:
    drill = Drill()
    drill.machine.select("fight")
    drill.until_idle()
    drill.machine.press("punch_left")
    drill.run(0.05)
    drill.machine.press("punch_left")
    assert drill.until_idle() == ["fight punch_left", "fight lever_left", "fight stance"]
    drill.machine.press("punch_right")
    drill.run(0.05)
    drill.machine.press("punch_right")  # without a lever on this side it is one more punch
    assert "fight punch_right" in drill.until_idle()
    assert set(drill.machine.commands()) >= {"punch_left", "punch_right", "kick_left", "forward"}
    assert "uppercut_left" not in drill.machine.commands()


def test_fighting_rises_from_its_stance_before_another_mode_begins() -> None:
    drill = Drill()
    drill.machine.select("fight")
    drill.until_idle()
    drill.machine.select("walk")
    assert drill.until_idle() == ["fight fight_end", "walk idle"]


def test_fighting_takes_single_steps() -> None:
    drill = Drill()
    drill.machine.select("fight")
    drill.until_idle()
    for command in ("forward", "left", "turn_right", "backward"):
        drill.machine.press(command)
        assert drill.until_idle() == [f"fight {command}", "fight stance"]
    drill.machine.press("punch_left")
    assert drill.until_idle() == ["fight punch_left", "fight stance"]


def test_freezing_stops_at_this_instant_and_goes_on_from_there() -> None:
    drill = Drill()
    drill.machine.press("cheer")
    drill.run(0.05)
    drill.machine.press("freeze")
    before = drill.machine.body.q
    assert drill.run(1.0) == ["stand frozen"]
    np.testing.assert_array_equal(drill.machine.body.q, before)
    assert drill.machine.in_action
    drill.machine.press("freeze")
    assert drill.until_idle() == ["stand cheer", "stand standing"]


def test_a_pose_by_hand_is_held_only_while_standing() -> None:
    drill = Drill()
    raised = drill.robot.joint_vector({"left_elbow": -0.5}, drill.robot.ready)
    drill.machine.pose(raised)
    drill.run(1.0)
    np.testing.assert_allclose(drill.loop.backend.read().q, raised)
    drill.machine.press("cheer")
    drill.machine.pose(drill.robot.ready)
    assert drill.machine.message == "no pose while cheer is under way"
    drill.until_idle()
    drill.machine.select("walk")
    drill.machine.pose(raised)
    assert "select stand" in drill.machine.message


def test_every_player_begins_where_the_last_goals_were() -> None:
    """No joint jumps when a movement follows steps, or steps follow a movement."""
    drill = Drill()
    reach = ServoBank.of(drill.robot).no_load * drill.loop.backend.dt
    before = drill.machine.body.q
    for press in (("select", "fight"), ("press", "forward"), ("press", "punch_left")):
        getattr(drill.machine, press[0])(press[1])
        while drill.machine.in_action:
            drill.run(0.01)
            after = drill.machine.body.q
            assert (np.abs(after - before) < 1.05 * reach).all(), press
            before = after


def test_reset_forgets_everything() -> None:
    drill = Drill()
    drill.machine.select("walk")
    drill.machine.press("forward")
    drill.run(0.5)
    drill.machine.reset()
    assert (drill.machine.mode, drill.machine.in_action) == ("stand", False)
    np.testing.assert_array_equal(drill.machine.body.q, drill.robot.ready)


def test_registers_are_put_back_when_a_movement_is_dropped() -> None:
    """A fall in mid walk must not leave the servos soft."""
    drill = Drill()
    state = drill.loop.tick()
    drill.machine.select("walk")
    drill.machine.press("forward")
    drill.run(0.3)
    assert drill.machine.step(state, 0.01).settings is not None
    drill.machine.reset()
    assert drill.machine.step(state, 0.01).settings is None


@pytest.mark.parametrize(
    ("roll_deg", "pitch_deg", "down"),
    [(0, 90, "front"), (0, -90, "back"), (-90, 0, "left"), (90, 0, "right"), (20, 70, "front")],
)
def test_the_side_that_is_down_is_found_from_the_attitude(
    roll_deg: float, pitch_deg: float, down: str
) -> None:
    for yaw_deg in (0.0, 130.0):
        R = R_from_rpy(*np.radians([roll_deg, pitch_deg, yaw_deg]))
        assert is_lying(R)
        assert side_down(R) == down


def test_a_standing_or_leaning_robot_does_not_lie() -> None:
    assert not is_lying(np.eye(3))
    assert not is_lying(R_from_rpy(*np.radians([0.0, 40.0, 0.0])))


def test_a_robot_without_a_library_has_the_standing_mode() -> None:
    machine = mode_machine(load_robot("fumanoid"))
    assert "stand" in machine.modes


def test_stairs_are_climbed_as_the_driver_says_they_are_built() -> None:
    drill = Drill(gaits=("stairs_up", "stairs_down"))
    machine = drill.machine
    assert "walk" not in machine.modes
    machine.select("stairs")
    for command in ("fewer", "fewer", "lower", "nearer", "deeper"):
        machine.press(command)
    texts = [parameter.text for parameter in machine.parameters]
    assert texts == ["steps 1", "height 25 mm", "depth 160 mm", "first edge in 240 mm"]
    machine.press("up")
    drill.run(1.0)
    machine.press("down")
    assert machine.message == "down when up has ended"
    assert drill.until_idle(120.0) == ["stairs up", "stairs down", "stairs idle"]


def test_no_driver_is_offered_what_fighters_play() -> None:
    offered = mode_machine(load_robot("bioloid")).commands()
    assert "cheer" in offered
    assert not {"fight_guard", "fight_reach", "fight_low"} & set(offered)
