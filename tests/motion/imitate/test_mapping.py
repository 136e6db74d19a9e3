"""HOly's equations, the arms of three robots, the crouch, and the whole body's balance."""

from dataclasses import replace
from math import acos, cos, sin

import numpy as np
import pytest

from drills.imitate import arms_of, robot_of, unit
from olympian import Humanoid, Semantic, Twist
from olympian.arena.imitation.clips import clip
from olympian.arena.imitation.person import ArmHold, Person, PersonStance
from olympian.arena.imitation.trial import ImitationTrial, TrialBody, imitate
from olympian.errors import OlympianError
from olympian.geometry import convex_hull, signed_margin
from olympian.kinematics import Kinematics
from olympian.motion.animate.self_collision import SelfCollision
from olympian.motion.imitate import Imitate, Recorded, make_mapping
from olympian.motion.imitate.arms.steering import steer
from olympian.motion.imitate.body.crouch import Crouch
from olympian.motion.imitate.body.squat import SquatLegs
from olympian.motion.imitate.glide import Glide
from olympian.motion.imitate.guard import CollisionGuard
from olympian.motion.imitate.whole_body import WholeBodyMapping
from olympian.robot import Robot, load_robot

ROBOTS = ("bioloid", "fumanoid", "wolfgang")


@pytest.mark.parametrize("side", ["left", "right"])
def test_an_arm_does_not_swing_to_and_fro_while_its_direction_is_out_of_reach(side: str) -> None:
    """A forearm is turned across the chest and behind the back, further than the joints can."""
    arm, across = arms_of("fumanoid").arms[side], -1.0 if side == "left" else 1.0
    q = np.radians([-23.0, -68.0 * across, -130.0])
    upper, far, swings = arm.bones.upper_arm(q), 0, 0.0
    for yaw in np.radians(np.linspace(40.0, 150.0, 45)):
        fore = unit((cos(yaw), across * sin(yaw), 0.4))
        found = arm.point(fore, arm.bend(q[2]), upper, q)
        if not found.reached:
            far, swings = far + 1, max(swings, np.abs(found.q - q).max())
        q = found.q
    assert far > 20
    assert np.degrees(swings) < 45.0


def crouching(depth: float, t: float) -> object:
    return Person().skeleton(t, PersonStance(pelvis=(0.0, 0.0, -depth)).numbers())


def test_the_crouch_learns_its_range_in_the_first_seconds() -> None:
    crouch = Crouch()
    shares = [crouch.step(crouching(0.4 * min(t, 4.0 - t) / 2.0, t)) for t in np.arange(0, 4, 0.1)]
    assert shares[0] == pytest.approx(0.0, abs=1e-6)
    assert crouch.step(crouching(0.0, 4.5)) == pytest.approx(0.0, abs=0.02)
    assert crouch.step(crouching(0.4, 5.0)) == pytest.approx(1.0, abs=0.02)
    assert crouch.step(crouching(0.2, 5.5)) == pytest.approx(0.5, abs=0.03)
    crouch.step(crouching(0.0, 60.0))
    assert crouch.step(crouching(0.5, 61.0)) == 1.0, "deeper than ever seen is cut off"


def test_a_person_who_never_crouched_has_a_range_all_the_same() -> None:
    crouch = Crouch()
    for t in np.arange(0.0, 10.0, 0.1):
        assert crouch.step(crouching(0.0, float(t))) == pytest.approx(0.0, abs=1e-6)
    assert 0.5 < crouch.step(crouching(0.25, 11.0)) < 1.0


def test_a_lifted_foot_is_no_crouch_for_the_whole_body() -> None:
    crouch = Crouch()
    person = Person()
    crouch.step(person.skeleton(0.0, PersonStance().numbers()), both=False)
    lifted = person.skeleton(1.0, PersonStance(left_foot=(0.0, 0.0, 0.2)).numbers())
    assert crouch.step(lifted, both=False) == pytest.approx(0.0, abs=0.02)


@pytest.mark.parametrize("name", ROBOTS)
def test_every_robot_can_squat_with_its_weight_over_its_feet(name: str) -> None:
    robot = robot_of(name)
    squat = SquatLegs(robot)
    height = -robot.forward(robot.feet[0].link, robot.ready)[2, 3]
    assert squat.deepest > 0.15 * height
    for share in (0.3, 0.6, 1.0):
        q = np.array(robot.ready)
        assert squat.apply(q, share * squat.deepest)
        assert squat.margin(q) > 0.01
        for foot in robot.feet:
            sole = robot.forward(foot.link, q)
            np.testing.assert_allclose(sole[2, 3], -height + share * squat.deepest, atol=2e-3)


@pytest.mark.parametrize("name", ROBOTS)
def test_no_posture_that_leaves_the_guard_touches_itself(name: str) -> None:
    robot = robot_of(name)
    guard, judge = CollisionGuard(robot), SelfCollision(Kinematics(robot))
    chance = np.random.default_rng(1)
    arms = robot.indices([joint for arm in robot.arms for joint in arm.chain.joint_names])
    q = np.array(robot.ready)
    for _ in range(60):
        wanted = np.array(q)
        wanted[arms] = chance.uniform(robot.lower[arms], robot.upper[arms])
        for share in np.linspace(0.1, 1.0, 6):
            q = guard.step(q + share * (wanted - q), q)
            assert judge.at(q) is None
    assert guard.blocked > 0 or name != "bioloid", "its arms reach its body; the others' do not"


@pytest.mark.parametrize("name", ROBOTS)
def test_the_whole_body_keeps_its_weight_over_its_feet(name: str) -> None:
    """Kinematics alone: soles stay flat and the centre of mass over them, on one foot too."""
    robot, kinematics = robot_of(name), Kinematics(robot_of(name))
    trial = ImitationTrial(
        robot, Recorded(iter(clip("left_leg_up"))), "whole-body", TrialBody.KINEMATIC
    )
    mapping = trial.mapping
    assert isinstance(mapping, WholeBodyMapping)
    phases, worst, lifted = set(), np.inf, 0.0
    while trial.ticks < 850:
        trial.tick()
        phases.add(mapping.footing.phase.value)
        if trial.ticks % 20 == 0:
            one = mapping.footing.phase.value in ("single", "lower")
            carrying = [f for f in robot.feet if not one or mapping.footing.side in f.limb]
            worst = min(worst, margin(kinematics, trial.skill.q, carrying))
            lifted = max(lifted, sole_heights(robot, kinematics, trial.skill.q))
    assert {"both", "shift", "single"} <= phases
    assert worst > 0.008
    assert lifted > 0.01, "the foot did leave the ground"


def margin(kinematics: Kinematics, q, feet) -> float:
    standing = kinematics.standing(q, feet[0].link)
    corners = []
    for foot in feet:
        T = standing.pose(foot.link)
        corners += [(T @ (*corner, 0.0, 1.0))[:2] for corner in foot.outline]
    return signed_margin(convex_hull(corners), standing.com[:2])


def sole_heights(robot: Robot, kinematics: Kinematics, q) -> float:
    standing = kinematics.standing(q, robot.feet[1].link)
    return float(standing.pose(robot.feet[0].link)[2, 3])


def test_head_and_trunk_follow_too() -> None:
    robot = robot_of("fumanoid")
    turned = PersonStance(lean_deg=(0.0, 12.0, 0.0), head_deg=(30.0, 0.0))
    person = [Person().skeleton(i / 30, turned.numbers()) for i in range(60)]
    straight = [Person().skeleton(i / 30, PersonStance().numbers()) for i in range(3)]
    stream = iter([*straight, *(replace(one, t=one.t + 0.1) for one in person)])
    trial = ImitationTrial(robot, Recorded(stream), "whole-body", TrialBody.KINEMATIC)
    while trial.ticks < 200:
        trial.tick()
    q = trial.skill.q
    assert np.degrees(q[robot.joint_index["neck_yaw"]]) == pytest.approx(30.0, abs=2.0)
    sole = robot.forward(robot.feet[0].link, q)
    lean_deg = np.degrees(np.arctan2(sole[0, 2], sole[2, 2]))
    assert abs(lean_deg) == pytest.approx(0.7 * 12.0, abs=1.5)


BRISK_CLIPS = [("jumping_jacks", "bioloid"), ("range_of_motion", "wolfgang")]


@pytest.mark.parametrize(("name", "robot"), BRISK_CLIPS)
def test_arms_on_the_move_are_where_the_person_s_are(name: str, robot: str) -> None:
    """No filter, follower or detour may make them late: 3° in the median, 8° in nine of ten."""
    stream = [one for one in clip(name, 7, camera=False) if one.t < 4.0]
    trial = ImitationTrial(robot_of(robot), Recorded(iter(stream)), "holy", TrialBody.KINEMATIC)
    moving = imitate(trial, 4.0).arms.moving
    assert moving.frames > 200
    assert moving.median_deg is not None
    assert moving.p90_deg is not None
    assert moving.median_deg < 3.0
    assert moving.p90_deg < 8.0


def test_a_follower_goes_along_with_a_target_on_the_move() -> None:
    glide, speed, dt = Glide(np.zeros(1), 8.0, 300.0, 50.0), 5.0, 0.01
    for tick in range(1, 40):
        glide.step(np.array([speed * tick * dt]), dt, drift=speed)
    assert abs(glide.at[0] - speed * 39 * dt) < 0.01, "to brake for it would cost 0.1 rad"


@pytest.mark.parametrize("name", ROBOTS)
def test_an_arm_that_cannot_be_there_yet_points_right(name: str) -> None:
    """From the other way of holding an arm in the same direction, or near it."""
    arm = arms_of(name).arms["left"]
    chain = arm.limb.chain
    q = robot_of(name).ready[arm.places] + np.array([-0.4, 0.3, 0.0])
    q = np.clip(q, chain.lower + 0.2, chain.upper - 0.2)
    turned = arm.bones.forearm(q + np.array([0.03, 0.03, -0.02]))
    far = arm.arm.solve_direction(arm._R_base_torso @ turned, float(q[2]) + 0.3, False)
    assert len(far)
    found = steer(arm.bones, q, far[0], q - 0.1, q + 0.1)
    assert ((found >= q - 0.1 - 1e-12) & (found <= q + 0.1 + 1e-12)).all()
    assert np.degrees(acos(np.clip(arm.bones.forearm(found) @ turned, -1, 1))) < 0.5


def test_physics_bioloid_points_its_arms_falls_gets_up_and_goes_on() -> None:
    stream = [one for one in clip("reach") if one.t < 4.5]
    trial = ImitationTrial(robot_of("bioloid"), Recorded(iter(stream)), "holy", TrialBody.PHYSICS)
    assert imitate(trial, 3.0).falls == 0
    assert trial.simulation is not None
    trial.simulation.push((12.0, 0.0, 0.0), 0.2)
    result = imitate(trial, 10.0)
    assert (result.falls, result.alarms) == (1, 1)
    assert result.frames == len(stream), "the person waits for a robot that gets up"
    assert result.followed_s > 4.4
    assert result.arms.moving.median_deg is not None
    assert result.arms.moving.median_deg < 5.0
    assert result.latency_ticks <= 1


def test_same_seed_same_run() -> None:
    def run() -> np.ndarray:
        stream = Recorded(iter(clip("box", 4)[:60]))
        trial = ImitationTrial(robot_of("bioloid"), stream, "whole-body", TrialBody.PHYSICS, 4)
        while trial.ticks < 150:
            trial.tick()
        return np.array(trial.skill.q)

    np.testing.assert_array_equal(run(), run())


def test_methods_by_name() -> None:
    with pytest.raises(OlympianError, match="did you mean 'holy'"):
        make_mapping("holi", robot_of("bioloid"))
    with pytest.raises(OlympianError, match="cannot imitate"):
        make_mapping("holy", load_robot("atlas"))


def test_arm_holds_have_outwards_on_both_sides() -> None:
    out = PersonStance(ArmHold((0, 1, 0), (0, 1, 0)), ArmHold((0, 1, 0), (0, 1, 0)))
    person = Person().skeleton(0.0, out.numbers())
    assert person.vector("left_elbow", "left_hand")[1] > 0.2
    assert person.vector("right_elbow", "right_hand")[1] < -0.2


def test_a_person_lost_while_on_one_foot_leaves_the_robot_on_two() -> None:
    """The foot comes down before the weight goes back, whatever the stream does."""
    robot, kinematics = robot_of("bioloid"), Kinematics(robot_of("bioloid"))
    whole = clip("left_leg_up")
    stream = [one for one in whole if one.t < 6.0]
    endless = iter([*stream, replace(stream[-1], t=60.0)])
    trial = ImitationTrial(robot, Recorded(endless), "whole-body", TrialBody.KINEMATIC)
    mapping = trial.mapping
    assert isinstance(mapping, WholeBodyMapping)
    alone, worst = 0, np.inf
    while trial.ticks < 1200:
        trial.tick()
        one = mapping.footing.phase.value in ("single", "lower")
        alone += one
        feet = [f for f in robot.feet if not one or mapping.footing.side in f.limb]
        if trial.ticks % 20 == 0:
            worst = min(worst, margin(kinematics, trial.skill.q, feet))
    assert alone > 50
    assert worst > 0.008
    np.testing.assert_allclose(trial.skill.q, robot.ready, atol=0.02)


def test_arms_imitate_while_the_legs_walk() -> None:
    humanoid = Humanoid("fumanoid", seed=1)
    robot = humanoid.robot
    arms = tuple(arm.name for arm in robot.arms)
    stream = Recorded(iter(clip("wave")))
    skill = Imitate(robot, stream, make_mapping("holy", robot))
    humanoid.walk(Twist(forward=0.2)).run(1.0)
    command = humanoid.perform(skill, arms)
    state = humanoid.run(2.5)
    assert command.running, command
    assert humanoid.situation.state is Semantic.WALKING
    assert humanoid.place.x > 0.2
    moved = robot.indices(robot.limb(arms[1]).chain.joint_names)
    assert np.abs(state.q[moved] - robot.ready[moved]).max() > 0.5
