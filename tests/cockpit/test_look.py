"""Where a driver has the head look, while the legs walk and fall."""

import numpy as np
import pytest

from drills.browser import eventually, free_port
from drills.head import off_axis
from drills.talker import talking
from olympian.cockpit import Session
from olympian.cockpit.page.serve import Cockpit
from olympian.records import Semantic


def run(session: Session, seconds: float) -> None:
    for _ in range(round(seconds / session.humanoid.body.dt)):
        session.tick()


def walking(robot: str) -> Session:
    session = Session.open(robot, "flat", seed=1)
    run(session, 0.5)
    session.pilot.down("5")
    session.pilot.down("w")
    run(session, 1.5)
    assert session.humanoid.hcm.situation.state is Semantic.WALKING
    return session


def aside(session: Session, point: np.ndarray) -> float:
    """rad between the camera's axis and a point of the world, as they truly are."""
    T = session.simulation.true_pose(session.humanoid.robot.torso)
    in_torso = T[:3, :3].T @ (point - T[:3, 3])
    assert session.humanoid.state is not None
    return off_axis(session.humanoid.robot, session.humanoid.state.q, in_torso)


@pytest.mark.parametrize("robot", ["fumanoid", "wolfgang"])
def test_it_looks_at_a_point_and_follows_it_while_walking(robot: str) -> None:
    session = walking(robot)
    point = np.array([2.0, 0.8, 0.2])
    session.pilot.ask("look_at", [str(value) for value in point])
    run(session, 1.0)
    errors = []
    for _ in range(100):
        session.tick()
        errors.append(aside(session, point))
    assert np.median(errors) < 0.12, "in the middle of the picture"
    assert max(errors) < 0.3
    verdict = session.humanoid.hcm.verdict
    assert verdict is not None
    assert verdict.owners["head"] == "head"
    assert verdict.owners["legs"] == "modes"
    assert session.falls == 0


def test_it_searches_and_looks_ahead_by_keys() -> None:
    session = walking("fumanoid")
    neck = session.humanoid.robot.indices(session.humanoid.robot.limb("head").chain.joint_names)
    session.pilot.down("/")
    seen = []
    for _ in range(300):
        session.tick()
        assert session.humanoid.state is not None
        seen.append(session.humanoid.state.q[neck])
    assert np.ptp(np.array(seen), axis=0)[0] > np.radians(60.0)
    session.pilot.down("k")
    run(session, 1.5)
    assert session.humanoid.state.q[neck] == pytest.approx(
        session.humanoid.robot.ready[neck], abs=0.05
    )
    assert session.humanoid.hcm.situation.state is Semantic.WALKING


def test_it_goes_on_looking_after_a_halt_and_says_what_it_cannot_see() -> None:
    session = walking("fumanoid")
    head = session.commander.head
    assert head is not None
    session.pilot.ask("look_at", ["-3", "0", "0"])
    run(session, 1.0)
    assert head.text.startswith("looks at (-3.00, 0.00, 0.00): point ")
    assert "out of reach" in head.text
    session.pilot.down("7")
    run(session, 3.0)
    assert session.humanoid.hcm.situation.state is Semantic.STOPPED
    assert session.humanoid.hcm.verdict is not None
    assert session.humanoid.hcm.verdict.owners.get("head") != "head", "stopped is stopped"
    session.pilot.down("7")
    session.pilot.ask("look_at", ["5", "0", "0"])
    run(session, 2.0)
    assert aside(session, np.array([5.0, 0.0, 0.0])) < 0.12


def test_a_slider_takes_the_head_without_a_jerk() -> None:
    session = Session.open("fumanoid", "flat")
    run(session, 0.5)
    session.pilot.ask("look_at", ["1", "1", "0.3"])
    run(session, 1.0)
    assert session.humanoid.state is not None
    yaw, pitch = session.humanoid.robot.limb("head").chain.joint_names
    before = session.humanoid.state.q[session.humanoid.robot.joint_index[yaw]]
    assert before > 0.4
    session.set_joint(pitch, 0.3)
    run(session, 1.0)
    assert session.humanoid.state.q[session.humanoid.robot.joint_index[pitch]] == pytest.approx(
        0.3, abs=0.05
    )
    assert session.humanoid.state.q[session.humanoid.robot.joint_index[yaw]] == pytest.approx(
        before, abs=0.05
    )
    assert session.commander.head is not None
    assert session.commander.head.text == ""


def test_the_page_has_fields_for_those_who_can_look() -> None:
    cockpit = Cockpit(Session.open("fumanoid", "flat"), "127.0.0.1", free_port())
    head = cockpit.session.commander.head
    assert head is not None
    with talking(cockpit) as driver:
        driver.say(do="ask", command="look_at", words=["1", "0", "0"])
        assert eventually(lambda: head.text == "looks at (1.00, 0.00, 0.00)")
        assert driver.told("about")["patterns"]
        driver.say(do="choose", robot="bioloid", world="flat")
        assert eventually(lambda: cockpit.session.humanoid.robot.name == "bioloid")
        assert eventually(lambda: driver.told("about")["robot"] == "bioloid")
        assert driver.told("about")["patterns"] == []
        assert driver.told("about")["goes"]


def test_a_robot_without_a_neck_says_so() -> None:
    session = Session.open("bioloid", "flat")
    session.pilot.down("/")
    assert session.humanoid.machine.message == (
        "robot 'bioloid' has no head joints: it cannot look around"
    )
    assert {one.command for one in session.pilot.bindings() if one.kind == "ask"} == {
        "go_to",
        "cancel",
    }
