"""A joint between two stops, driven by a search; the page's workbench on a whole body."""

from math import radians

import numpy as np
import pytest

from olympian.backend import Simulation, UnlimitedBackend
from olympian.errors import OlympianError
from olympian.humanoid import BareHumanoid
from olympian.motion import SkillStatus
from olympian.motion.calibrate import WEAK, LimitSearch, Workbench
from olympian.robot import load_robot

DT = 0.01


class Joint:
    """Follows its goal at once between two stops."""

    def __init__(self, low: float, high: float, load: float = WEAK) -> None:
        self.low, self.high, self.load = low, high, load
        self.angle, self.goals = 0.0, [0.0]

    def run(self, search: LimitSearch) -> None:
        for _ in range(10_000):
            held_up = abs(self.goals[-1] - self.angle) > 1e-9
            self.goals.append(search.step(self.angle, self.load * held_up, DT))
            self.angle = min(max(self.goals[-1], self.low), self.high)
            if search.status is not SkillStatus.RUNNING:
                return
        raise AssertionError("it goes on for ever")


def test_both_stops_are_found_and_the_joint_comes_back() -> None:
    search, joint = LimitSearch(-2.6, 2.6), Joint(-0.7, 1.1)
    joint.run(search)
    assert search.found is not None
    assert search.found.low == pytest.approx(-0.7 + radians(2.0))
    assert search.found.high == pytest.approx(1.1 - radians(2.0))
    assert search.found.free == (False, False)
    assert joint.angle == 0.0
    assert np.abs(np.diff(joint.goals)).max() < radians(15.0), "no goal jumps"
    assert min(joint.goals) > -0.7 - radians(12.0), "nor leads the joint by more than it needs"


def test_the_end_of_what_a_servo_counts_is_no_stop() -> None:
    search, joint = LimitSearch(-1.0, 1.0), Joint(-5.0, 5.0)
    joint.run(search)
    assert search.found == (-1.0, 1.0, (True, True))


@pytest.mark.parametrize(
    ("joint", "why"),
    [
        (Joint(-0.7, 0.7, load=0.0), "is its motor on?"),
        (Joint(-0.05, 0.05), "hardly moves"),
    ],
)
def test_what_is_no_stop_is_told(joint: Joint, why: str) -> None:
    search = LimitSearch(-2.6, 2.6)
    joint.run(search)
    assert search.status is SkillStatus.FAILED
    assert why in search.reason
    assert search.found is None


class Held:
    """A robot on its feet, its joints in a person's hands."""

    def __init__(self) -> None:
        self.simulation = Simulation([load_robot("bioloid")], seed=1)
        actor = self.simulation.actors[0]
        self.servos = actor.servos
        body = UnlimitedBackend(actor, actor.servos)
        self.bench, self.robot = Workbench(body.robot), body.robot
        self.one = BareHumanoid(body.robot, self.bench, body)
        self.row = self.robot.joint_index["left_elbow"]

    def torque_limit(self, row: int | None = None) -> int:
        limits = self.servos.registers.read("torque_limit")
        return int(limits[self.row if row is None else row])


@pytest.fixture
def held() -> Held:
    one = Held()
    one.one.run(0.1)
    return one


def test_a_joint_is_let_go_sent_and_held(held: Held) -> None:
    bench, row = held.bench, held.row
    before = held.one.state.sensors.q[row]
    bench.send("left_elbow", before + 0.5)
    held.one.run(0.3)
    assert held.one.state.sensors.q[row] - before < 0.32, "it glides there"
    held.one.run(1.0)
    assert held.one.state.sensors.q[row] == pytest.approx(before + 0.5, abs=0.06)
    bench.power(False, ["left_elbow"])
    held.one.run(0.1)
    assert list(np.flatnonzero(~held.servos.torque_on)) == [row]
    with pytest.raises(OlympianError, match="motor of left_elbow is off"):
        bench.send("left_elbow", 0.0)
    held.one.run(1.0)
    fallen = held.one.state.sensors.q[row]
    bench.power(True, ["left_elbow"])
    held.one.run(0.5)
    assert held.servos.torque_on.all()
    assert held.one.state.sensors.q[row] == pytest.approx(fallen, abs=0.06), "where it was"


def test_stops_are_looked_for_weakly_and_all_is_put_back(held: Held) -> None:
    bench, joint = held.bench, "left_shoulder_roll"
    row, full = held.robot.joint_index[joint], held.torque_limit()
    bench.seek([joint])
    held.one.run(0.5)
    assert bench.searching == joint
    assert held.torque_limit(row) == int(WEAK * full)
    with pytest.raises(OlympianError, match="looks for its stops"):
        bench.send(joint, 0.0)
    while bench.searching and held.one.state.t < 60.0:
        held.one.run(0.1)
    low, high, _ = bench.stops[joint]
    top = held.simulation.robots[0].upper[row]
    assert top - radians(8.0) < high < top
    assert low > held.simulation.robots[0].lower[row]
    held.one.run(0.05)
    assert held.torque_limit(row) == full
    assert held.servos.torque_on.all()


def test_a_search_that_is_stopped_lets_go_at_once(held: Held) -> None:
    bench, full = held.bench, held.torque_limit()
    bench.seek(["left_elbow", "right_elbow"])
    held.one.run(0.5)
    bench.stop()
    held.one.run(0.05)
    assert bench.searching == ""
    assert not bench.stops
    assert list(np.flatnonzero(~held.servos.torque_on)) == [held.row]
    assert held.torque_limit() == full
    held.one.run(1.0)
    assert bench.searching == "", "and the next one does not begin"


def test_a_motor_that_is_switched_off_ends_its_search(held: Held) -> None:
    bench = held.bench
    bench.seek(["left_elbow", "right_elbow"])
    held.one.run(0.5)
    held.servos.torque(False, np.arange(held.robot.dof) == held.row)
    held.one.run(0.1)
    assert bench.trouble.startswith("left_elbow lost its motor")
    assert bench.searching == ""
