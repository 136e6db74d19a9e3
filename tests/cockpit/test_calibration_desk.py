"""A person calibrates a robot at the page: a simulated body, and servos at the end of a bus."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from olympian.backend import Dynamixel, KinematicBackend
from olympian.cockpit import Session
from olympian.cockpit.page.status import limbs_of
from olympian.errors import OlympianError
from olympian.humanoid import Humanoid
from olympian.records import Semantic
from olympian.robot import load_robot, robot_names
from olympian.virtual import VirtualRobot

BARE = Path(__file__).parents[1] / "data" / "biped.urdf"
JOINT = "left_shoulder_roll"


def run(session: Session, seconds: float) -> None:
    for _ in range(round(seconds / session.humanoid.body.dt)):
        session.tick()


@pytest.fixture(params=["simulation", "dynamixel"])
def session(request: pytest.FixtureRequest) -> Iterator[Session]:
    """Standing, on either body."""
    if request.param == "simulation":
        one = Session.open("bioloid", "flat")
        run(one, 1.0)
        yield one
        return
    virtual = VirtualRobot("bioloid", seed=3)
    body = Dynamixel(virtual.robot, virtual.port())
    one = Session.open("bioloid", "flat", body=body)
    run(one, 0.5)
    yield one
    body.close()
    virtual.close()


def test_joints_come_into_a_persons_hands_and_go_back(
    session: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    desk, robot = session.desk, session.humanoid.robot
    row = robot.joint_index[JOINT]
    with pytest.raises(OlympianError, match="press Calibrate first"):
        desk.seek([JOINT])
    desk.begin()
    with pytest.raises(OlympianError, match="nothing was found"):
        desk.write("mine")
    run(session, 0.3)
    assert session.humanoid.state.sensors.torque_on.all(), "nothing falls down"

    arm = robot.limbs["left_arm"].chain.joint_names
    desk.power(False, arm)
    run(session, 0.5)
    sensors = session.humanoid.state.sensors
    assert sorted(np.flatnonzero(~sensors.torque_on)) == sorted(robot.indices(arm))
    desk.set_home([JOINT])
    turned = np.degrees(sensors.q[row])
    assert desk.zeros[JOINT] == pytest.approx(
        robot.servos[JOINT].zero_deg + robot.servos[JOINT].sign * turned
    )
    assert desk.angle_deg(JOINT) == pytest.approx(0.0, abs=1e-6)
    desk.set_home(["left_elbow"], "ready")
    ready = np.degrees(robot.ready[robot.joint_index["left_elbow"]])
    assert desk.angle_deg("left_elbow") == pytest.approx(ready, abs=1e-6)

    desk.power(True, arm)
    run(session, 0.5)
    assert session.humanoid.state.sensors.torque_on.all()
    desk.seek([JOINT])
    while not desk.limits and session.humanoid.state.t < 60.0:
        run(session, 0.5)
    low, high = np.add(desk.limits[JOINT], turned)
    assert np.degrees(robot.upper[row]) - 8.0 < high < np.degrees(robot.upper[row])
    assert np.degrees(robot.lower[row]) < low

    file = desk.write("mine")
    again = load_robot(file)
    assert file == Path("mine/robot.toml")
    assert again.servos[JOINT].zero_deg == pytest.approx(desk.zeros[JOINT], abs=0.01)
    assert np.degrees(again.upper[row]) == pytest.approx(desk.limits[JOINT][1], abs=0.01)
    with pytest.raises(OlympianError, match="exists already"):
        desk.write("mine")
    with pytest.raises(OlympianError, match="has a slash in it"):
        desk.write("../mine")

    desk.end()
    run(session, 2.0)
    assert session.humanoid.situation.state is Semantic.CONTROLLABLE
    assert not session.watch.fell


def test_an_aborted_search_and_a_new_start_leave_nothing_behind() -> None:
    session = Session.open("bioloid", "flat")
    run(session, 0.5)
    servos = session.simulation.actors[0].servos
    before = servos.registers.read("torque_limit")
    session.desk.begin()
    session.desk.seek([JOINT])
    run(session, 0.3)
    assert session.desk.searching == JOINT
    session.desk.stop()
    run(session, 0.1)
    assert session.desk.searching == ""
    assert not servos.torque_on[session.humanoid.robot.joint_index[JOINT]]
    session.set_joint("left_elbow", 0.3)
    run(session, 1.5)
    elbow = session.humanoid.robot.joint_index["left_elbow"]
    assert session.humanoid.state.sensors.q[elbow] == pytest.approx(0.3, abs=0.06)
    session.reset()
    run(session, 0.5)
    assert not session.desk.open
    assert servos.torque_on.all()
    assert (servos.registers.read("torque_limit") == before).all()


def test_a_body_without_servos_is_not_calibrated() -> None:
    robot = load_robot("bioloid")
    session = Session.open("bioloid", "flat", body=KinematicBackend(robot))
    with pytest.raises(OlympianError, match="this body has no servos"):
        session.desk.begin()
    with pytest.raises(OlympianError, match="no servo in"):
        Session.open(str(BARE), "flat").desk.begin()


def test_a_robot_that_its_program_moves_is_not_taken_over() -> None:
    session = Session(Humanoid("bioloid"))
    session.desk.refusal = "its own program moves the robot"
    with pytest.raises(OlympianError, match="its own program"):
        session.desk.begin()
    assert session.desk.needs_folder, "it came from the library, by whatever way"


def test_every_joint_is_in_one_limb() -> None:
    for name in robot_names():
        robot = load_robot(name)
        joints = [joint for limb in limbs_of(robot).values() for joint in limb]
        assert sorted(joints) == sorted(robot.joint_names)
