"""Juggling in physics: the ball bounces as said, torques do what they should, the ball stays up."""

import mujoco
import numpy as np
import pytest

from olympian import Humanoid, Semantic, Stop
from olympian.arena.juggling.physics import DT, Physics
from olympian.arena.juggling.scene import BALL, RADIUS
from olympian.arena.juggling.sight import Sight
from olympian.arena.juggling.stage import JugglingStage
from olympian.arena.juggling.trial import JuggleTrial
from olympian.geometry import GRAVITY
from olympian.kinematics import Kinematics
from olympian.motion.juggle import PADDLE, Juggler, equipped, stance
from olympian.motion.juggle.computed_torque import ComputedTorque
from olympian.records import JointGoal
from olympian.robot import Robot, load_robot


@pytest.fixture(scope="module")
def robot() -> Robot:
    return equipped(load_robot("atlas"), stance())


def placed(robot: Robot, ball: np.ndarray) -> tuple[JugglingStage, np.ndarray]:
    juggler = Juggler(robot, stance(), balanced=True)
    stage = JugglingStage(robot, stance().support, juggler.q)
    stage.place(juggler.q, juggler.stack.pelvis(juggler.q, np.eye(4)), ball)
    return stage, juggler.q


def push(stage: JugglingStage, torque: np.ndarray) -> None:
    """Let a tick pass with these torques, as far as the servos can give them."""
    everywhere = np.ones(len(torque), dtype=np.bool_)
    stage.actors[0].write(JointGoal(stage.q_true, everywhere, torque=torque))


def rebound(robot: Robot, height: float) -> float:
    """Restitution of a ball dropped on the floor from `height`, by how high it rises again."""
    stage, _ = placed(robot, np.array([2.0, 2.0, height + RADIUS]))
    fallen, highest = np.sqrt(2 * height / GRAVITY) + 0.02, 0.0
    for _ in range(950):
        mujoco.mj_step(stage.model, stage.data)
        if stage.data.time > fallen:
            highest = max(highest, stage.ball[2] - RADIUS)
    return float(np.sqrt(highest / height))


def test_the_ball_bounces_as_the_scene_says(robot: Robot) -> None:
    found = [rebound(robot, height) for height in np.linspace(0.8, 0.82, 4)]
    assert 0.85 < min(found) <= max(found) < 0.895
    assert np.mean(found) == pytest.approx(0.864, abs=0.015)


def test_computed_torques_are_mass_times_acceleration_and_the_slope_of_the_weight(
    robot: Robot,
) -> None:
    support, kinematics = stance().support, Kinematics(robot)
    model, q = kinematics.model, stance().posture(robot)
    armature = np.linspace(0.1, 2.0, robot.dof)
    wanted = np.random.default_rng(3).standard_normal(robot.dof)
    posture = kinematics.standing(q, support)
    moved, slope = np.zeros((robot.dof, model.nv)), np.zeros(robot.dof)
    for joint, turn in enumerate(1e-6 * np.eye(robot.dof)):
        ahead, behind = (kinematics.standing(q + way * turn, support) for way in (1, -1))
        mujoco.mj_differentiatePos(model, moved[joint], 2e-6, behind.qpos, ahead.qpos)
        slope[joint] = robot.tree.mass * GRAVITY * (ahead.com[2] - behind.com[2]) / 2e-6
    data, M = mujoco.MjData(model), np.zeros((model.nv, model.nv))
    data.qpos[:] = posture.qpos
    mujoco.mj_forward(model, data)
    mujoco.mj_fullM(model, data, M)
    expected = moved @ M @ moved.T @ wanted + slope + armature * wanted
    computed = ComputedTorque(robot, support, armature).torque(q, np.zeros(robot.dof), wanted)
    np.testing.assert_allclose(computed, expected, atol=0.02)


def test_servos_give_no_more_than_the_efforts_of_the_urdf(robot: Robot) -> None:
    stage, _ = placed(robot, np.array([2.0, 2.0, 1.0]))
    for _ in range(2):  # it acts a tick later
        push(stage, np.full(robot.dof, 1e4))
    effort = np.array([joint.effort for joint in robot.tree.movable])
    assert (stage.data.actuator_force <= 1.02 * effort).all()  # the winding's, before 1 % friction
    assert (stage.data.actuator_force > 0.9 * effort).all()


def test_the_ball_is_seen_late_and_blurred() -> None:
    sight, seen = Sight(np.random.default_rng(0)), []
    for tick in range(2000):
        t = tick * DT
        sight.take(t, np.array([t, 0.0, 0.0]))
        for when, place in sight.arrived(t):
            assert t - when >= 0.02 - 1e-9
            seen.append(place - np.array([when, 0.0, 0.0]))
    assert len(seen) == 398  # every 10 ms, the last two still on their way
    assert np.std(seen) == pytest.approx(0.005, rel=0.1)


def test_a_touch_is_counted_once(robot: Robot) -> None:
    stage, q = placed(robot, np.zeros(3) + 2.0)
    top = stage.true_pose(PADDLE)[:3, 3]
    stage.place(q, stage.true_pose(robot.tree.root), top + np.array([0.0, 0.0, RADIUS + 0.1]))
    armature = stage.actors[0].servos.armature
    dynamics = ComputedTorque(robot, stance().support, armature)
    hold = dynamics.torque(q, np.zeros(robot.dof), np.zeros(robot.dof))
    for _ in range(round((np.sqrt(0.2 / GRAVITY) + 0.05) / DT)):
        push(stage, hold)
    assert stage.bounces == 1
    assert stage.data.qvel[stage.model.joint(BALL).dofadr[0] + 2] > 0.5


@pytest.mark.parametrize("free", [False, True])
def test_atlas_keeps_the_ball_up_in_physics(free: bool) -> None:
    trial = JuggleTrial(bounces=6, plate=1.1, physics=True, free=free)
    result = trial.run(11)
    assert (result.bounces, result.drops) == (6, 0)
    assert result.welded is not free
    assert result.plate_tilt_deg_max < 3.0
    assert result.plate_height_error_m < 0.02
    assert result.support_foot_slip_m < (0.02 if free else 0.002)
    assert result.joint_limit_violations == 0


def test_the_module_holds_atlas_when_told_and_sees_its_fall(robot: Robot) -> None:
    """It stands by its angles when nobody pushes any more; once it lies it knows no way up."""
    show = Physics(robot, stance(), 1.05, 3, free=True)
    whole = show.humanoid
    assert isinstance(whole, Humanoid)
    for _ in range(300):
        show.tick()
    assert whole.hcm.verdict is not None
    assert set(whole.hcm.verdict.owners.values()) == {"juggle"}
    whole.hcm.wishes.stop = Stop.FREEZE
    assert whole.run(1.0).R_world_torso[2, 2] > 0.8
    assert whole.situation.state is Semantic.STOPPED
    whole.hcm.wishes.stop = None
    whole.run(0.1)
    show.stage.push((0.0, 900.0, 0.0), 0.2)
    whole.run(3.5)
    assert any("falling: falls on its" in line for line in whole.log.since(0))
    assert whole.situation.state is Semantic.FALLEN
    assert whole.situation.reason.startswith("knows no way up from its")


def test_a_ball_nobody_strikes_is_dropped(robot: Robot) -> None:
    show = Physics(robot, stance(), 1.05, 0)
    at = int(show.model.joint(BALL).qposadr[0])
    show.stage.data.qpos[at : at + 3] = (1.5, 1.0, 1.0)
    for _ in range(500):
        show.tick()
    assert show.dropped
    assert show.t < 0.9
    assert show.result().bounces == 0
    stopped = show.t
    show.tick()
    assert show.t == stopped


def test_a_ball_that_only_lies_on_the_paddle_counts_as_dropped(robot: Robot) -> None:
    show = Physics(robot, stance(), 1.05, 0)
    show.model.geom_solref[show.model.geom(BALL).id] = (-2000.0, -400.0)  # dough, not a ball
    for _ in range(3000):
        show.tick()
        if show.dropped:
            break
    assert show.dropped
    assert show.bounces < 5


def test_a_skill_that_is_reset_juggles_as_at_first(robot: Robot) -> None:
    show = Physics(robot, stance(), 1.05, 3)
    state, torques = show.humanoid.tick(), []
    for _ in range(2):
        show.skill.reset()
        torques.append([show.skill.step(state, DT).torque for _ in range(3)])
    np.testing.assert_array_equal(*torques)
    assert not np.array_equal(torques[0][0], torques[0][1])
