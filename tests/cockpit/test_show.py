"""The show that a visitor sees first, who ends it, and somebody to fight in the ring."""

import numpy as np
import pytest

from drills.browser import eventually, free_port
from drills.talker import talking
from olympian.cockpit import Session
from olympian.cockpit.page import show
from olympian.cockpit.page.line import PageLine
from olympian.cockpit.page.serve import Cockpit
from olympian.cockpit.page.show import TO_DRIVE, Show, acts
from olympian.robot import robot_names


def run(session: Session, seconds: float, playing: Show | None = None) -> None:
    for _ in range(round(seconds / session.humanoid.body.dt)):
        if playing is not None:
            playing.step()
        session.tick()


def until(playing: Show, session: Session, words: str, seconds: float = 60.0) -> None:
    while words not in playing.caption:
        assert session.simulation.t < seconds, playing.caption
        playing.step()
        session.tick()


def test_it_walks_is_shoved_falls_gets_up_and_begins_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(show, "PAUSE", 0.1)
    session = Session.open("bioloid", "flat")
    playing = Show(session)
    until(playing, session, "A shove from its left")
    assert session.track.place.x > 0.3
    until(playing, session, "A hard shove")
    assert session.falls == 0, "the first shove is one that it takes"
    until(playing, session, "It cheers")
    assert session.falls == 1
    assert not session.humanoid.hcm.situation.state.is_down
    assert playing.caption.startswith(TO_DRIVE)
    until(playing, session, "It begins again in")
    until(playing, session, "It walks: hold w.")
    assert session.simulation.t < 1.0, "from the start"


def test_whoever_takes_over_has_it_at_once_and_for_good() -> None:
    session = Session.open("fumanoid", "flat")
    playing = Show(session)
    until(playing, session, "It walks: hold w.")
    run(session, 1.0, playing)
    playing.end()
    session.pilot.down("s")
    run(session, 5.5, playing)
    assert playing.caption == ""
    assert session.humanoid.machine.mode == "run"
    before = session.track.place
    run(session, 1.0, playing)
    assert before.inverse().then(session.track.place).x < -0.05, "back, as s says"


@pytest.mark.parametrize("robot", robot_names())
def test_every_robot_has_something_to_show(robot: str) -> None:
    session = Session.open(robot, "flat")
    captions = [act.caption for act in acts(session)]
    walks = "run" in session.humanoid.machine.modes
    assert any("It walks" in one for one in captions) == walks
    assert any("no walk (olympian tune walk" in one for one in captions) != walks


def test_a_robot_that_cannot_walk_moves_its_arms_and_stays_up() -> None:
    session = Session.open("atlas", "flat")
    playing = Show(session)
    row = session.humanoid.robot.joint_index["l_arm_shx"]
    until(playing, session, "And lowers them")
    assert session.humanoid.state is not None
    assert abs(session.humanoid.state.q[row] - session.humanoid.robot.ready[row]) > 0.5
    until(playing, session, "It begins again in")
    assert session.falls == 0


def test_it_waits_for_a_visitor_and_any_click_ends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    cockpit = Cockpit(Session.open("bioloid", "flat"), "127.0.0.1", free_port(), show=True)
    cockpit.run(0.3)
    assert cockpit.show is not None
    assert cockpit.show.caption == TO_DRIVE
    monkeypatch.setattr(PageLine, "watched", True)
    cockpit.run(0.3)
    assert "It walks" in cockpit.show.caption
    monkeypatch.undo()
    with talking(cockpit) as driver:
        assert "It walks" in driver.told("bar")["show"]
        assert cockpit.show is not None, "to look is not to drive"
        driver.say(do="ask", command="go_to", words=["1", "0", "0"])
        assert eventually(lambda: cockpit.show is None)
        cockpit.choose("fumanoid", "flat")
        assert eventually(lambda: cockpit.session.humanoid.robot.name == "fumanoid")
        assert cockpit.show is None, "no other robot brings it back"


def test_the_opponent_answers_a_blow_gets_up_and_starts_again() -> None:
    session = Session.open("bioloid", "ring")
    opponent = session.opponent
    assert opponent is not None
    run(session, 3.0)
    assert (opponent.machine.mode, opponent.text) == ("fight", "stance")
    session.simulation.push(np.array([6.0, 0.0, 0.0]), 0.1, robot=1)  # backwards, and it stays up
    run(session, 1.0)
    assert opponent.machine.state == "punch_right", "it fights back"
    session.simulation.push(np.array([40.0, 0.0, 0.0]), 0.1, robot=1)
    run(session, 1.0)
    assert opponent.hcm.situation.state.is_down
    while opponent.text != "stance" and session.simulation.t < 20.0:
        session.tick()
    assert opponent.text == "stance", "up again, and in its guard"
    session.reset()
    session.tick()
    assert opponent.machine.mode == "stand"
    assert Session.open("bioloid", "flat").opponent is None
