"""Skills of others: what they need, what they get, how they end, and how they are plugged in."""

from dataclasses import replace
from math import nan
from pathlib import Path

import numpy as np
import pytest

from olympian import (
    Humanoid,
    JointGoal,
    KinematicBackend,
    OlympianError,
    RobotState,
    Semantic,
    SkillStatus,
    Stop,
    Twist,
    load_robot,
)
from olympian.breaker import Breaker
from olympian.decision import JobStatus
from olympian.decision.hcm import SkillClaimant
from olympian.goal import Urgency
from olympian.kinematics import Kinematics
from olympian.motion.animate.self_collision import SelfCollision
from olympian.motion.skills import make_skill, skill_names
from olympian.motion.wave import Wave
from olympian.robot import Robot

FUMANOID = load_robot("fumanoid")
NOD = {"neck_pitch": 0.3}


class Held:
    """Takes some joints to some angles within a second, and is done after another."""

    def __init__(self, angles: dict[str, float], lasts: float = 2.0, robot: Robot = FUMANOID):
        self._robot, self._angles, self._lasts = robot, angles, lasts
        self.ends_as = SkillStatus.DONE
        self.reset()

    def reset(self) -> None:
        self._t, self.status = 0.0, SkillStatus.RUNNING

    def step(self, state: RobotState, dt: float) -> JointGoal:  # noqa: ARG002
        self._t += dt
        if self._t >= self._lasts:
            self.status = self.ends_as
        ready, share = self._robot.ready, min(self._t, 1.0)
        goal = JointGoal.of(self._robot, self._angles)
        return replace(goal, q=ready + share * (goal.q - ready))


def humanoid(**options) -> Humanoid:
    return Humanoid(FUMANOID, KinematicBackend(FUMANOID), **options)


def owners(robot: Humanoid) -> dict[str, str]:
    assert robot.hcm.verdict is not None
    return dict(robot.hcm.verdict.owners)


def log(robot: Humanoid) -> str:
    return "\n".join(robot.log.since(0))


def test_goals_by_the_names_of_joints() -> None:
    goal = JointGoal.of(FUMANOID, {"left_elbow": -0.4, "neck_pitch": 0.1})
    rows = FUMANOID.indices(["left_elbow", "neck_pitch"])
    assert goal.q[rows].tolist() == [-0.4, 0.1]
    assert np.flatnonzero(goal.mask).tolist() == sorted(rows)
    with pytest.raises(OlympianError, match="joint 'left_elbo', did you mean 'left_elbow'"):
        JointGoal.of(FUMANOID, {"left_elbo": 0.4})
    for bad in (nan, "0.4", None):
        with pytest.raises(OlympianError, match=r"angle of joint 'left_elbow' is .*not a number"):
            JointGoal.of(FUMANOID, {"left_elbow": bad})  # type: ignore[dict-item]


@pytest.mark.parametrize(
    ("parts", "urgency", "said"),
    [
        ("head", "skill", "urgency of 'Held' is 'skill'; choose from Urgency.KICK, "),
        ("head", Urgency.PROTECTION, "choose from Urgency.KICK"),
        ("tail", None, "unknown part of 'fumanoid' 'tail'"),
        (("head", "trunk"), None, "'trunk'; choose from head, left_arm, legs, right_arm"),
        (None, None, "skill 'Held' says no parts; choose from legs, left_arm, right_arm, head"),
    ],
)
def test_what_could_never_be_granted_is_refused_at_once(parts, urgency, said) -> None:
    with pytest.raises(OlympianError, match=said.replace("(", r"\(")) as caught:
        SkillClaimant(FUMANOID, Held(NOD), parts, urgency)
    assert "\n" not in str(caught.value)
    with pytest.raises(OlympianError, match=said):
        humanoid().perform(Held(NOD), parts, urgency)


def test_a_claimant_of_another_kind_is_refused_at_once_too() -> None:
    claimant = SkillClaimant(FUMANOID, Held(NOD), "head")
    claimant.urgency = "look"  # type: ignore[assignment]
    with pytest.raises(OlympianError, match="urgency of 'Held' is 'look'"):
        humanoid(skills=[claimant])
    claimant.urgency, claimant.name = Urgency.LOOK, "protection"
    with pytest.raises(OlympianError, match="name of its own"):
        humanoid(skills=[claimant])


@pytest.mark.parametrize("speed", [0.0, 0.2])
def test_an_arm_waves_whatever_the_legs_do(speed: float) -> None:
    robot = humanoid()
    walk = robot.walk(Twist(forward=speed))
    robot.run(1.0)
    state = robot.situation.state
    wave = robot.perform(Wave(FUMANOID, times=0), name="wave").run(1.0)
    assert owners(robot) == dict.fromkeys(owners(robot), "modes") | {"right_arm": "wave"}
    assert robot.situation.state is state
    assert wave.wait(10.0).done, wave
    assert walk.running == (speed > 0.0)
    robot.run(0.05)
    assert set(owners(robot).values()) == {"modes"}
    assert "does not get" not in log(robot)


def test_a_whole_body_may_be_imitated_by_the_arms_alone() -> None:
    robot = humanoid()
    person = Held({"left_elbow": -1.5, "right_elbow": -1.5, "left_knee": 1.2, "neck_pitch": 0.3})
    person.parts = ("legs", "left_arm", "right_arm", "head")  # type: ignore[attr-defined]
    robot.walk(Twist(forward=0.2)).run(1.0)
    arms = robot.perform(person, ("left_arm", "right_arm"), name="imitate").run(1.5)
    assert arms.running, arms
    assert owners(robot) == {
        **{"legs": "modes", "head": "modes"},
        **{"left_arm": "imitate", "right_arm": "imitate"},
    }
    assert robot.hcm._board.q_goal[FUMANOID.joint_index["left_elbow"]] == pytest.approx(-1.5)
    assert robot.situation.state is Semantic.WALKING


def test_it_nods_while_something_else_is_played() -> None:
    robot = humanoid()
    legs = Held({"left_knee": 1.2, "right_knee": 1.2}, 1.0)
    kick = robot.perform(legs, ("legs", "left_arm"), Urgency.KICK, "kick")
    robot.run(0.3)
    nod = robot.perform(Held(NOD, 0.4), "head", name="nod").run(0.2)
    assert robot.situation.state is Semantic.KICKING
    assert (owners(robot)["legs"], owners(robot)["head"]) == ("kick", "nod")
    assert nod.wait(2.0).done
    assert kick.wait(2.0).done


def test_it_ends_with_a_reason() -> None:
    robot = humanoid()
    failing = Held(NOD, 0.1)
    failing.ends_as, failing.reason = SkillStatus.FAILED, "the neck is stiff"  # type: ignore[attr-defined]
    assert robot.perform(failing, "head").wait(2.0).reason == "the neck is stiff"
    first = robot.perform(Held(NOD), "head", name="nod").run(0.1)
    second = robot.perform(Held(NOD), "head", name="nod").wait(1.0)
    assert second.reason == "head: nod has it (skill)"
    assert first.running
    first.cancel("enough")
    robot.run(0.02)
    assert first.status is JobStatus.CANCELLED
    assert "nod" not in owners(robot).values()
    lost = robot.perform(Held(NOD), "head", name="nod").run(1.5)
    robot.hcm.wishes.stop = Stop.SOFT
    assert lost.wait(1.0).reason == "cannot perform nod: stopped: stop: soft"
    assert robot.perform(Held(NOD), "head").reason == "cannot perform Held: stopped: stop: soft"
    assert f"perform nod: failed: {lost.reason}" in log(robot)


def test_one_that_persists_goes_on_after_a_stop() -> None:
    robot = humanoid()
    squat = robot.perform(Held({"left_knee": 1.2}), "body", name="squat", persistent=True)
    robot.run(1.5)
    assert set(owners(robot)) == {"legs", "left_arm", "right_arm", "head"}
    assert owners(robot)["legs"] == "squat"
    robot.hcm.wishes.stop = Stop.SOFT
    robot.run(1.0)
    assert squat.running
    assert not owners(robot)
    robot.hcm.wishes.stop = None
    robot.run(2.5)
    assert owners(robot)["legs"] == "squat"
    assert squat.wait(5.0).done
    broken = robot.perform(Held(NOD), "head", name="nod").run(0.1)
    assert broken.running
    second = robot.perform(Held(NOD), "head", name="second", persistent=True).wait(1.0)
    assert second.reason == "head: nod has it (skill)", "what others have is not waited for"


def test_what_it_had_goes_gently_back() -> None:
    robot = humanoid()
    for parts, angles in (("left_arm", {"left_elbow": -2.0}), ("legs", {"left_knee": 1.2})):
        (joint,) = angles
        row = FUMANOID.joint_index[joint]
        robot.perform(Held(angles), parts).run(1.5).cancel()
        goals = []
        for _ in range(150):
            robot.tick()
            goals.append(robot.hcm._board.q_goal[row])
        assert abs(goals[0] - angles[joint]) < 0.05
        assert np.abs(np.diff(goals)).max() < 0.05, "rad per tick: 5 rad/s"
        assert goals[-1] == pytest.approx(FUMANOID.ready[row])
        again = robot.perform(Held(angles, 0.1), parts).wait(5.0)
        assert again.done, "and may be had again"


def test_one_for_the_legs_begins_from_a_stand_and_ends_with_the_next_command() -> None:
    robot = humanoid()
    walk = robot.walk(Twist(forward=0.2)).run(1.0)
    squat = robot.perform(Held({"left_knee": 1.2}, 9.0), "legs", name="squat")
    assert walk.status is JobStatus.CANCELLED
    robot.run(3.0)
    assert owners(robot)["legs"] == "squat"
    robot.drive(Twist(forward=0.2))
    robot.run(0.3)
    assert owners(robot)["legs"] == "squat", "nobody walks off in mid squat"
    assert "modes does not get legs: squat has it (skill)" in log(robot)
    robot.stop()
    assert squat.status is JobStatus.CANCELLED


def test_a_skill_that_is_always_there_asks_again_and_says_once_what_it_lacks() -> None:
    legs = SkillClaimant(FUMANOID, Held({"left_knee": 0.5}), "legs", Urgency.IDLE, "fidget")
    robot = humanoid(skills=[legs])
    robot.walk(Twist(forward=0.2)).run(3.0)
    line = "fidget does not get legs: state walking leaves it to walk, not to idle"
    assert log(robot).count(line) == 1
    assert sum(robot.hcm.mutex.counts[told] for told in robot.hcm.mutex.counts) > 100


@pytest.mark.parametrize("wrong", ["raises", "moves more"])
def test_one_that_is_wrong_fails_and_the_walk_goes_on(wrong: str) -> None:
    class Wrong(Held):
        def step(self, state: RobotState, dt: float) -> JointGoal:
            if wrong == "raises":
                raise RuntimeError("boom")
            return super().step(state, dt)

    robot = humanoid(breaker=Breaker(lambda _: None, strict=False))
    robot.walk(Twist(forward=0.2)).run(1.0)
    command = robot.perform(Wrong({"left_knee": 1.0}), "left_arm").wait(1.0)
    said = {"raises": "RuntimeError: boom", "moves more": "asks for left_arm and moves 'left_knee'"}
    assert said[wrong] in command.reason
    assert __file__ in command.reason
    robot.run(0.5)
    assert robot.situation.state is Semantic.WALKING
    fresh = robot.perform(Held({"left_elbow": -1.0}, 0.2), "left_arm", name="Wrong")
    assert fresh.wait(2.0).done, "another one of that name is not to blame"


def test_joints_that_push_are_handed_on_from_where_they_are() -> None:
    class Push(Held):
        def step(self, state: RobotState, dt: float) -> JointGoal:
            goal = super().step(state, dt)
            q = np.where(goal.mask, nan, goal.q)
            return JointGoal(q, goal.mask, torque=np.where(goal.mask, 0.1, nan))

    robot = humanoid()
    state = robot.run(0.3)
    robot.perform(Push({"left_elbow": -1.0}), "left_arm")
    goal = robot.hcm.step(state, 0.01)
    assert owners(robot)["left_arm"] == "Push"
    assert np.isnan(goal.q).any()
    assert np.isfinite(robot.hcm._board.q_goal).all()
    robot.hcm.wishes.stop = Stop.FREEZE
    goal = robot.hcm.step(state, 0.01)
    elbow = FUMANOID.joint_index["left_elbow"]
    assert not owners(robot)
    assert goal.torque is None, "or it would push on for ever"
    assert np.flatnonzero(goal.mask).tolist() == [elbow]
    assert goal.q[elbow] == pytest.approx(state.q[elbow])
    assert not robot.hcm.step(state, 0.01).mask.any()


@pytest.mark.parametrize("name", ["fumanoid", "bioloid", "wolfgang"])
def test_every_small_robot_waves(name: str) -> None:
    robot = load_robot(name)
    body = Humanoid(robot, KinematicBackend(robot))
    state = body.tick()
    touching = SelfCollision(Kinematics(robot))
    for arm in robot.arms:
        wave, q, heights = Wave(robot, arm.name, times=1), np.array(robot.ready), list[float]()
        while wave.status is SkillStatus.RUNNING:
            goal = wave.step(state, 0.02)
            assert (np.abs(goal.q - q)[goal.mask] < 0.15).all(), "rad per tick"
            q = np.where(goal.mask, goal.q, q)
            assert touching.at(q) is None
            heights.append(arm.chain.forward(q[robot.indices(arm.chain.joint_names)])[2, 3])
        assert max(heights) > arm.chain.screw_axes()[1][1][2] + 0.05, "over the shoulder"
        np.testing.assert_allclose(q, robot.ready, atol=1e-9)
    with pytest.raises(OlympianError, match=f"arm of '{name}' 'tail'"):
        Wave(robot, "tail")


def test_an_arm_that_cannot_wave_says_why() -> None:
    with pytest.raises(OlympianError, match="cannot wave: it has 7 joints"):
        Wave(load_robot("atlas"))


@pytest.fixture
def plugged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An installed package with one good skill, one without parts and one that raises."""
    (tmp_path / "guest_skill.py").write_text(
        "from olympian.motion.wave import Wave\n"
        "from olympian import OlympianError\n"
        "class Bare:\n"
        "    status = step = reset = None\n"
        "    def __init__(self, robot): pass\n"
        "def fail(robot):\n"
        "    raise ValueError('no such\\nluck')\n"
        "def unfit(robot):\n"
        "    raise OlympianError('needs a tail')\n"
    )
    about = tmp_path / "guest_skill-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: guest-skill\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(
        "[olympian.skills]\nhello = guest_skill:Wave\nbare = guest_skill:Bare\n"
        "failing = guest_skill:fail\nunfit = guest_skill:unfit\n"
    )
    monkeypatch.syspath_prepend(tmp_path)


@pytest.mark.usefixtures("plugged")
def test_plug_ins_join_and_say_in_one_line_what_is_wrong_with_them() -> None:
    assert {"wave", "hello", "bare", "failing", "unfit"} <= set(skill_names())
    assert humanoid().perform("hello").run(0.3).running
    with pytest.raises(OlympianError, match=r"skill 'failing' .*no such luck .*guest_skill.py:7"):
        make_skill(FUMANOID, "failing")
    with pytest.raises(OlympianError, match=r"makes a Bare without parts"):
        make_skill(FUMANOID, "bare")
    with pytest.raises(OlympianError, match=r"^skill 'unfit': needs a tail$"):
        make_skill(FUMANOID, "unfit")
    with pytest.raises(OlympianError, match=r"unknown skill 'helo', did you mean 'hello'"):
        humanoid().perform("helo")
