"""The modes of the Bioloid in the simulation: noise, latency and weak servos on."""

import numpy as np
import pytest

from olympian.backend import Lie, Start
from olympian.cockpit import Session
from olympian.cockpit.terminal.drive import drive_by_text
from olympian.records import Semantic


def silent(_: str) -> None:
    """Nobody listens."""


def test_a_walk_by_keys_gets_somewhere_and_stands_at_its_end() -> None:
    session = Session.open("bioloid", "flat", seed=3)
    result = drive_by_text(session, ".2w....... ...q", silent)
    assert result.falls == 0
    assert result.moved_m > 0.25
    assert abs(result.turned_deg) < 8
    assert (result.mode, result.state) == ("walk", "idle")


def test_it_turns_both_ways_in_place() -> None:
    for keys, sign in ((".2a..... ...q", 1), (".2d..... ...q", -1)):
        result = drive_by_text(Session.open("bioloid", "flat", seed=4), keys, silent)
        assert result.falls == 0
        assert sign * result.turned_deg > 30
        assert result.moved_m < 0.08


def test_frozen_in_mid_walk_it_stands_and_then_goes_on() -> None:
    for dots in ("..", "...", "...."):
        session = Session.open("bioloid", "flat", seed=5)
        result = drive_by_text(session, f".2w{dots}f.....q", silent)
        assert (result.state, result.falls) == ("frozen", 0)
        assert session.humanoid.machine.in_action
        assert drive_by_text(session, "f.. ...q", silent).falls == 0
        assert session.humanoid.machine.state == "idle"


def test_a_fight_ends_upright() -> None:
    session = Session.open("bioloid", "flat", seed=6)
    result = drive_by_text(session, ".4..jj......l...1...q", silent)
    assert result.falls == 0
    assert (result.mode, result.state) == ("stand", "standing")


@pytest.mark.parametrize("lie", [Lie.FRONT, Lie.BACK, Lie.LEFT, Lie.RIGHT])
def test_it_gets_up_from_every_side_with_the_movement_for_it(lie: Lie) -> None:
    session = Session.open("bioloid", "flat", seed=7)
    session.simulation.starts = (Start(lie=lie),)
    session.reset()
    while session.humanoid.hcm.situation.state is not Semantic.GETTING_UP:
        session.tick()
        assert session.simulation.t < 3.0
    assert session.humanoid.hcm.situation.reason == f"from its {lie.name.lower()}, attempt 1"
    session.humanoid.machine.press("cheer")
    assert session.humanoid.machine.message.startswith("cheer not done: ")
    while session.humanoid.hcm.situation.state is not Semantic.CONTROLLABLE:
        session.tick()
        assert session.simulation.t < 8.0
    drive_by_text(session, ".q", silent)
    assert (session.humanoid.machine.mode, session.humanoid.machine.state) == ("stand", "standing")
    assert session.simulation.true_pose(session.humanoid.robot.torso)[2, 2] > np.cos(
        np.radians(15.0)
    )


def test_a_fall_in_mid_walk_stops_the_walk_and_it_gets_up_by_itself() -> None:
    session = Session.open("bioloid", "flat", seed=8)
    drive_by_text(session, ".2w..q", silent)
    session.push(0.0, 12 * session.fair_push)
    drive_by_text(session, ".q", silent)
    assert session.watch.fell
    assert session.humanoid.hcm.situation.state.is_down
    assert not session.humanoid.machine.in_action
    result = drive_by_text(session, "w....2w... ....q", silent)
    assert (result.mode, result.falls) == ("walk", 1)
    assert session.humanoid.hcm.situation.state is Semantic.CONTROLLABLE
    assert not session.watch.fell
