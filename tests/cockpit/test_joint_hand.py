"""A person at a slider: joints go where they are sent, never with a jerk."""

import numpy as np
import pytest

from olympian.cockpit import Session
from olympian.cockpit.joint_hand import SPEED

JOINT = "left_shoulder_pitch"


def run(session: Session, seconds: float) -> list[float]:
    """Goals of the joint, tick by tick, degrees."""
    goals, row = [], session.humanoid.robot.joint_index[JOINT]
    for _ in range(round(seconds / session.humanoid.body.dt)):
        session.tick()
        verdict = session.humanoid.hcm.verdict
        assert verdict is not None
        goals.append(float(np.degrees(verdict.goal.q[row])))
    return goals


@pytest.mark.parametrize("since", [1.22, 1.73])
def test_a_far_goal_is_reached_without_a_jump(since: float) -> None:
    session = Session.open("bioloid", "flat")
    run(session, since)
    session.set_joint_deg(JOINT, -40.0)
    goals = run(session, 1.5)
    assert goals[-1] == pytest.approx(-40.0)
    most = np.degrees(SPEED) * session.humanoid.body.dt
    assert np.abs(np.diff(goals)).max() <= most + 1e-6
    assert abs(goals[0]) >= 0.9 * most, "it begins at once"
    assert session.humanoid.situation.state.value == "controllable"


def test_who_chooses_otherwise_has_it() -> None:
    session = Session.open("bioloid", "flat")
    run(session, 0.5)
    session.set_joint_deg(JOINT, -90.0)
    run(session, 0.2)
    session.ready()
    assert run(session, 2.0)[-1] == pytest.approx(0.0, abs=0.1)
    session.set_joint_deg(JOINT, -90.0)
    run(session, 0.1)
    session.pilot.down("2")
    goals = run(session, 0.5)
    assert min(goals) > -40.0, "a mode was chosen: it goes no further"
    session.set_joint_deg(JOINT, -90.0)
    assert session.humanoid.machine.message == "no pose in mode walk: select stand"
