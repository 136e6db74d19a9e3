"""Whatever a stranger's code raises while the robot walks: it is named once, the rest goes on."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import nan

import numpy as np
import pytest

from olympian.arena.walking.scenario import WalkConditions
from olympian.backend import Simulation
from olympian.breaker import Breaker, Failure
from olympian.decision.dsd import Action, Stack, read_tree_text
from olympian.decision.hcm import Stop
from olympian.geometry import Vec
from olympian.goal import PROTECTION, Refusal, Urgency
from olympian.humanoid import Humanoid
from olympian.records import JointGoal, RobotState, Semantic, Support, Twist
from olympian.robot import Robot, load_robot

ARM = "left_arm"
HOLDS = 0.1
"""Seconds for which a stranger has the arm before it does something wrong."""


def fail() -> None:
    raise RuntimeError("boom")


LINE = f"{__file__}:{fail.__code__.co_firstlineno + 1}"


class Grab(Action):
    """An element of a stranger's tree."""

    def perform(self) -> None:
        fail()


def goal_of(robot: Robot, wrong: str) -> object:
    """The arm held where it is ready, with one thing wrong."""
    joints = robot.limb(ARM).chain.joint_names
    q, mask = np.array(robot.ready), np.zeros(robot.dof, dtype=np.bool_)
    mask[robot.indices(joints)] = True
    if wrong == "refused":
        mask[robot.indices(robot.limb("left_leg").chain.joint_names)] = True
    support = Support(np.ones(3, dtype=np.bool_), np.zeros(3))
    goals: dict[str, Callable[[], object]] = {
        "nan": lambda: JointGoal(np.where(mask, nan, q), mask),
        "shape": lambda: JointGoal(q[:-1], mask[:-1]),
        "angles": lambda: JointGoal(q.tolist(), mask),  # type: ignore[arg-type]
        "mask": lambda: JointGoal(q, mask.astype(int)),  # type: ignore[arg-type]
        "speed": lambda: JointGoal(q, mask, speed=np.ones(3)),
        "support": lambda: JointGoal(q, mask, support=support),
        "type": lambda: q,
    }
    return goals.get(wrong, lambda: JointGoal(q, mask))()


@dataclass
class Stranger:
    """Asks for an arm from `t` on, and soon does one thing wrong."""

    robot: Robot
    t: float
    wrong: str

    def __post_init__(self) -> None:
        self._now = 0.0
        self.failed = 0
        self._stack = Stack(read_tree_text("-->Grabber\n@Grab\n"), [Grab])

    @property
    def _due(self) -> bool:
        return self._now >= self.t + HOLDS

    def _do(self, what: str) -> None:
        if what == self.wrong and self._due:
            self.failed += 1
            fail()

    @property
    def name(self) -> str:
        return type(self).__name__

    @property
    def urgency(self) -> Urgency:
        self._do("urgency")
        own = {"protection": Urgency.PROTECTION, "word": "arm"}
        return own.get(self.wrong if self._due else "", Urgency.SKILL)  # type: ignore[return-value]

    @property
    def wants(self) -> bool:
        self._do("wants")
        return self._now >= self.t

    def step(self, state: RobotState, dt: float) -> JointGoal | None:  # noqa: ARG002
        self._now = state.t
        if self._now < self.t or self.wrong in ORDERS:
            return None
        self._do("step")
        if self.wrong == "element" and self._due:
            self.failed += 1
            self._stack.step(state.t)
        return goal_of(self.robot, self.wrong if self._due else "")  # type: ignore[return-value]

    def refused(self, parts: Mapping[str, Refusal]) -> None:  # noqa: ARG002
        self._do("refused")

    def finish(self) -> None:
        self._do("finish")

    def interrupt(self, why: str) -> None:  # noqa: ARG002
        self._do("interrupt")

    def begin_at(self, q: Vec) -> None:  # noqa: ARG002
        self._do("begin_at")


ORDERS = ("wants", "finish", "interrupt", "begin_at")
"""What a stop and its end ask of claimants."""
RAISE = ("step", "urgency", "refused", "element")
URGENCIES = ("protection", "word")
GOALS = ("nan", "shape", "angles", "mask", "speed", "support", "type")
ASKING = (*RAISE, *URGENCIES, *GOALS)


class Outing:
    """A walk of a robot on which strangers ask for its arm, one after the other."""

    def __init__(self, robot: Robot, wrongs: tuple[str, ...]) -> None:
        self.lines: list[str] = []
        breaker = Breaker(lambda failure: self.lines.append(str(failure)), strict=False)
        self.strangers = {
            wrong: type(wrong.capitalize(), (Stranger,), {})(robot, 1.0 + 2 * HOLDS * place, wrong)
            for place, wrong in enumerate(wrongs)
        }
        specimen = WalkConditions.of(3, robot).specimen
        self.simulation = Simulation(robot, seed=3, specimens=[specimen])
        body, everyone = self.simulation.actors[0], self.strangers.values()
        self.humanoid = Humanoid(robot, body, skills=everyone, breaker=breaker)
        self.hcm = self.humanoid.hcm
        self.states: set[Semantic] = set()
        self.owners: dict[str, str | None] = {}
        """Of the arm, in the tick in which a stranger failed."""

    def go(self, seconds: float) -> None:
        for _ in range(round(seconds / self.humanoid.body.dt)):
            self.humanoid.drive(Twist(0.2))
            before = len(self.lines)
            self.humanoid.tick()
            self.states.add(self.hcm.situation.state)
            if len(self.lines) > before and self.hcm.verdict is not None:
                self.owners[self.lines[-1].split(":")[0]] = self.hcm.verdict.owners.get(ARM)

    @property
    def upright(self) -> bool:
        torso = self.simulation.robots[0].torso
        return bool(self.simulation.true_pose(torso)[2, 2] > 0.9)


@pytest.fixture(scope="module")
def outing() -> Outing:
    """All strangers on one walk, with a stop in between."""
    outing = Outing(load_robot("fumanoid"), (*ASKING, *ORDERS))
    outing.go(1.2 + 2 * HOLDS * len(ASKING) + 0.8)
    outing.hcm.wishes.stop = Stop.SOFT
    outing.go(2.0)
    outing.hcm.wishes.stop = None
    outing.go(2.0)
    return outing


@pytest.mark.parametrize("wrong", [*ASKING, *ORDERS])
def test_a_claimant_that_fails_is_named_once_and_out_of_service(outing: Outing, wrong: str) -> None:
    culprit = f"claimant {wrong.capitalize()}"
    (line,) = [line for line in outing.lines if line.startswith(f"{culprit}:")]
    assert "out of service, the module keeps its joints" in line
    if wrong in (*RAISE, *ORDERS):
        assert "RuntimeError: boom" in line
        assert LINE in line
        assert outing.strangers[wrong].failed == 1, "it is not called again"
    else:
        assert f"{__file__}:{Stranger.step.__code__.co_firstlineno}" in line
    if wrong == "element":
        assert "@Grab" in line


@pytest.mark.parametrize("wrong", [*ASKING])
def test_the_module_takes_the_joints_of_one_that_fails(outing: Outing, wrong: str) -> None:
    told = wrong == "refused"  # after the goals of a tick went out
    owner = "Refused" if told else PROTECTION
    assert outing.owners[f"claimant {wrong.capitalize()}"] == owner


def test_the_walk_goes_on_whoever_fails(outing: Outing) -> None:
    assert outing.hcm.situation.state is Semantic.WALKING
    assert not outing.states & {Semantic.FALLING, Semantic.HARDWARE_PROBLEM}
    assert outing.upright
    assert outing.humanoid.place.x > 0.4
    assert len(outing.lines) == len((*ASKING, *ORDERS)), outing.lines


def test_a_walk_that_dies_in_mid_step_puts_both_feet_down() -> None:
    outing = Outing(load_robot("fumanoid"), ())
    outing.go(2.07)
    outing.humanoid.machine.body.walk().step = lambda _state, _dt: fail()  # type: ignore[method-assign]
    outing.go(2.0)
    (line,) = outing.lines
    assert line.startswith("claimant modes: RuntimeError: boom (")
    assert LINE in line
    assert outing.upright
    assert outing.hcm.situation.state is Semantic.CONTROLLABLE
    robot = outing.simulation.robots[0]
    np.testing.assert_allclose(outing.simulation.actors[0].servos.goal, robot.ready, atol=0.2)


def test_the_module_still_protects_a_robot_whose_walk_died() -> None:
    outing = Outing(load_robot("bioloid"), ())
    outing.go(1.0)
    outing.humanoid.machine.body.walk().step = lambda _state, _dt: fail()  # type: ignore[method-assign]
    outing.go(0.5)
    outing.simulation.push(np.array([40.0, 0.0, 0.0]), 0.1)
    outing.go(6.0)
    assert {Semantic.FALLING, Semantic.FALLEN, Semantic.GETTING_UP} <= outing.states
    assert outing.upright
    assert len(outing.lines) == 1


def test_reset_puts_everybody_back_into_service() -> None:
    breaker = Breaker(lambda _: None, strict=False)
    assert breaker.call("x", fail) is None
    assert breaker.call("x", lambda: 1) is None
    breaker.reset()
    assert breaker.call("x", lambda: 1) == 1


def test_strict_raises_and_ctrl_c_passes() -> None:
    with pytest.raises(RuntimeError, match="boom"):
        Breaker(strict=True).call("x", fail)

    def leave() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Breaker(strict=False).call("x", leave)


def test_a_failure_is_logged_unless_somebody_else_is_told(caplog: pytest.LogCaptureFixture) -> None:
    Breaker(strict=False).call("x", fail)
    told: list[Failure] = []
    Breaker(told.append, strict=False).call("y", fail)
    Breaker(lambda _: fail(), strict=False).call("z", fail)
    assert [failure.culprit for failure in told] == ["y"]
    first, second, third = [record.getMessage() for record in caplog.records]
    assert first == f"x: RuntimeError: boom ({LINE}); out of service"
    assert second.startswith("z:")
    assert third.startswith("whoever is told of failures: RuntimeError: boom")


def test_the_line_is_the_stranger_s_and_not_that_of_a_library_it_calls() -> None:
    told: list[Failure] = []
    robot = load_robot("bioloid")

    def ours() -> None:
        robot.indices(["no such joint"])

    def numpy_s() -> None:
        np.linalg.inv(np.zeros((2, 2)))

    for function in (ours, numpy_s):
        Breaker(told.append, strict=False).call("x", function)
        assert told[-1].where == f"{__file__}:{function.__code__.co_firstlineno + 1}"
