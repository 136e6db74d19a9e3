"""Every fault and every change of state is one dated line, on the page and in the terminal."""

import pytest

from olympian.backend import Fault
from olympian.cockpit import Session
from olympian.cockpit.terminal.drive import drive_by_text
from olympian.humanoid.event_log import KEPT, faults_in
from olympian.records import HealthReport

LEG = "left_leg"
BACK = 15.0
"""Seconds within which it is back: one that sat down because of a fault has to rise again."""
FAULTS = {
    "servo left_knee does not answer": Fault.servo_missing("left_knee"),
    "left_leg: no servo answers": Fault.bus_lost(LEG),
    "inertial sensor repeats itself": Fault.imu_frozen(),
    "sole left_leg repeats itself": Fault.pressure_stuck(LEG),
    "servo left_knee gave up: overload": Fault.overload("left_knee"),
    "servo left_knee is too hot": Fault.overheating("left_knee"),
    "battery low": Fault.voltage_low(8.8),
}


def lines(session: Session) -> list[str]:
    return [line.split(" s  ")[1] for line in session.humanoid.log.since(0)]


def run(session: Session, seconds: float) -> None:
    for _ in range(round(seconds / session.humanoid.body.dt)):
        session.tick()


@pytest.mark.parametrize("said", FAULTS)
def test_a_fault_comes_and_goes_in_one_line_each(said: str) -> None:
    session = Session.open("bioloid", "flat")
    run(session, 0.5)
    session.humanoid.body.inject(FAULTS[said])
    run(session, 1.0)
    assert lines(session).count(f"fault: {said}") == 1
    assert "hardware problem: " + said in lines(session)
    session.humanoid.body.clear(FAULTS[said])
    until = session.simulation.t + BACK
    while lines(session)[-1] != "controllable" and session.simulation.t < until:
        run(session, 0.1)
    assert lines(session).count(f"fault over: {said}") == 1
    came = [line for line in lines(session) if line.startswith("fault: ")]
    went = [line for line in lines(session) if line.startswith("fault over: ")]
    assert came[0] == f"fault: {said}"
    # a limb need not come back in one tick: the servo that is last is told apart
    assert len(came) == len(went) <= 2
    assert lines(session)[-1] == "controllable"


def test_two_faults_are_two_although_the_state_names_one() -> None:
    session = Session.open("bioloid", "flat")
    run(session, 0.5)
    session.humanoid.body.inject(Fault.servo_missing("left_knee"))
    session.humanoid.body.inject(Fault.imu_frozen())
    run(session, 1.0)
    assert "fault: servo left_knee does not answer" in lines(session)
    assert "fault: inertial sensor repeats itself" in lines(session)


def test_lines_are_dated_and_a_terminal_hears_each_once() -> None:
    session, told = Session.open("bioloid", "flat"), list[str]()
    drive_by_text(session, "..7.7.", told.append)
    states = [line for line in told if "stop: soft" in line and "stopped" in line]
    assert states == ["   2.01 s  stopped: stop: soft"]
    assert sum(line.endswith("s  controllable") for line in told) == 2


def test_a_new_start_clears_faults_and_keeps_the_log() -> None:
    session = Session.open("bioloid", "flat")
    run(session, 0.5)
    session.humanoid.body.inject(Fault.imu_frozen())
    run(session, 1.0)
    written = session.humanoid.log.written
    session.reset()
    run(session, 1.0)
    assert session.humanoid.body.faults == ()
    assert [line.split(" s  ")[1] for line in session.humanoid.log.since(written)] == [
        "startup: waits for its sensors",
        "controllable",
    ]


def test_servos_of_a_lost_limb_are_one_fault() -> None:
    session = Session.open("bioloid", "flat")
    joints = session.humanoid.robot.limb(LEG).chain.joint_names
    report = HealthReport(11.0, missing=(*joints, "left_elbow"), lost_limbs=(LEG,))
    assert faults_in(session.humanoid.robot, report) == (
        "left_leg: no servo answers",
        "servo left_elbow does not answer",
    )
    assert faults_in(session.humanoid.robot, HealthReport(11.0)) == ()


def test_the_oldest_lines_are_forgotten() -> None:
    log = Session.open("bioloid", "flat").humanoid.log
    for number in range(KEPT + 50):
        log.write(float(number), f"line <{number}>")
    kept = list(log.since(0))
    assert len(kept) == KEPT
    assert list(log.since(log.written - 2)) == kept[-2:]
    assert kept[-1].endswith("line <249>")
    assert kept[0].endswith("line <50>")
