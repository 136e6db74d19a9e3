"""Stacked tasks: Jacobians are derivatives, a step is the damped inverse, aims are reached."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drills.task import DT, aims_at, juggler
from olympian.geometry import R_from_axis_angle, T_from, inverse, rotation_vector, skew
from olympian.kinematics import Kinematics
from olympian.kinematics.tasks import (
    Aim,
    ComTask,
    HeadTask,
    MiddlePull,
    OrientationTask,
    PoseTask,
    PositionTask,
    PostureTask,
    TaskStack,
)
from olympian.robot import Robot, load_robot

ROBOTS = ("bioloid", "fumanoid", "wolfgang", "atlas")
SUPPORTS = ("right_sole", "left_sole", "left_hand")
POINT = (0.02, -0.03, 0.05)
SEEDS = st.integers(0, 2**32 - 1)


@pytest.fixture(scope="module", params=ROBOTS)
def kinematics(request: pytest.FixtureRequest) -> Kinematics:
    return Kinematics(load_robot(request.param))


@pytest.fixture(scope="module")
def atlas() -> Robot:
    return load_robot("atlas")


def posture(robot: Robot, seed: int) -> np.ndarray:
    return np.random.default_rng(seed).uniform(robot.lower, robot.upper)


def every_kind(robot: Robot, support: str) -> TaskStack:
    foot = "left_sole" if support == "right_sole" else "right_sole"
    tasks = (
        PoseTask(foot),
        PositionTask("right_hand", "zx", POINT),
        OrientationTask(robot.torso),
        HeadTask("head"),
        ComTask("xy"),
        PostureTask(robot.joint_names[:2]),
    )
    return TaskStack(robot, support, tasks)


def test_where_and_com_agree_with_mujoco(kinematics: Kinematics):
    robot = kinematics.robot
    for seed, support in enumerate(SUPPORTS):
        q = posture(robot, seed)
        there, stack = kinematics.at(q), every_kind(robot, support)
        for link in robot.tree.links:
            expected = there.relative(support, link.name)
            np.testing.assert_allclose(stack.where(q, link.name), expected, atol=1e-12)
        com = inverse(there.pose(support)) @ np.append(there.com, 1.0)
        np.testing.assert_allclose(stack.com(q), com[:3], atol=1e-4)  # MuJoCo adds feathers


def test_pelvis_follows_from_the_support(kinematics: Kinematics):
    robot, T_world_support = kinematics.robot, T_from((0.3, -0.2, 0.1), (0.1, -0.2, 2.0))
    q = posture(robot, 3)
    T_world_base = every_kind(robot, "right_sole").pelvis(q, T_world_support)
    there = kinematics.at(q, T_world_base)
    np.testing.assert_allclose(there.pose("right_sole"), T_world_support, atol=1e-12)


@settings(max_examples=6, deadline=None)
@given(seed=SEEDS)
def test_jacobians_are_the_derivatives(kinematics: Kinematics, seed: int):
    """Against differences of MuJoCo's kinematics: all tasks, feet and a hand as support."""
    robot, h = kinematics.robot, 1e-6
    q = posture(robot, seed)
    for support in SUPPORTS:
        stack = every_kind(robot, support)
        J = stack.jacobian(q)
        assert J.shape == (stack.rows, robot.dof)
        for k in range(robot.dof):
            step = np.zeros(robot.dof)
            step[k] = h
            ahead, behind = (features(kinematics, stack, q + way * step) for way in (1, -1))
            np.testing.assert_allclose(J[:, k], difference(ahead, behind) / (2 * h), atol=1e-7)


def features(kinematics: Kinematics, stack: TaskStack, q: np.ndarray) -> tuple:
    """What the rows of `every_kind` measure, from MuJoCo, except for the feathery mass centre."""
    there = kinematics.at(q)
    poses = {task.link: there.relative(stack.support, task.link) for task in stack.tasks[:4]}
    return poses, stack.com(q), q[:2]


def difference(ahead: tuple, behind: tuple) -> np.ndarray:
    (poses, com, q), (poses_b, com_b, q_b) = ahead, behind
    foot, hand, torso, head = (pair for pair in zip(poses.values(), poses_b.values(), strict=True))
    turn = lambda pair: rotation_vector(pair[0][:3, :3] @ pair[1][:3, :3].T)  # noqa: E731
    moved = lambda pair, point: (pair[0] - pair[1])[:3] @ np.append(point, 1.0)  # noqa: E731
    zeros = np.zeros(3)
    return np.concatenate(
        [
            moved(foot, zeros),
            turn(foot),
            moved(hand, POINT)[[2, 0]],
            turn(torso),
            moved(head, zeros)[:2],
            turn(head),
            (com - com_b)[:2],
            q - q_b,
        ]
    )


def test_the_papers_relative_jacobian(atlas: Robot):
    """From Jacobians of the pelvis frame: J_r − J_f + [p_r − p_f]× J_f^ω, in the foot's axes."""
    kinematics, stack, q = Kinematics(atlas), juggler(atlas), posture(atlas, 7)
    there = kinematics.at(q)
    foot, hand = there.pose("right_sole"), there.pose("right_hand")
    J_f, J_r = there.jacobian("right_sole"), there.jacobian("right_hand")
    linear = J_r[:3] - J_f[:3] + skew(hand[:3, 3] - foot[:3, 3]) @ J_f[3:]
    expected = np.vstack([foot[:3, :3].T @ linear, foot[:3, :3].T @ (J_r[3:] - J_f[3:])])
    places = atlas.indices(stack.joint_names)
    np.testing.assert_allclose(stack.jacobian(q)[6:12], expected[:, places], atol=1e-12)


def test_the_papers_problem_has_17_rows_and_23_joints(atlas: Robot):
    stack = juggler(atlas)
    assert (stack.rows, len(stack.joint_names)) == (17, 23)
    assert not any(name.startswith("l_arm") for name in stack.joint_names)


def damped_by_svd(M: np.ndarray, gamma: float) -> np.ndarray:
    U, s, Vt = np.linalg.svd(M, full_matrices=False)
    return Vt.T @ np.diag(s / (s**2 + gamma**2)) @ U.T


@settings(max_examples=15, deadline=None)
@given(seed=SEEDS)
def test_a_step_is_the_weighted_damped_svd_inverse(atlas: Robot, seed: int):
    """Far from limits: J#·v plus the pull through I − J#·J, weights and all."""
    random, gamma, gain = np.random.default_rng(seed), 0.01, 20.0
    middle = 0.5 * (atlas.lower + atlas.upper)
    q = middle + 0.2 * (atlas.upper - middle) * random.uniform(-1, 1, atlas.dof)
    joint_weights = {"back_bkz": 3.0, "r_leg_kny": 0.5}
    tasks = (PoseTask("left_sole", 2.0, 0.7), PoseTask("right_hand"), HeadTask("head", weight=0.3))
    stack = TaskStack(
        atlas, "right_sole", tasks, [n for n in juggler(atlas).joint_names if "wry2" not in n],
        gamma, gain, MiddlePull(0.5), joint_weights,
    )  # fmt: skip
    places = atlas.indices(stack.joint_names)
    twists = random.uniform(-0.02, 0.02, (3, 6))
    aims = [Aim(aim.target, twist) for aim, twist in zip(aims_at(stack, q), twists, strict=True)]
    W = np.array([2.0] * 3 + [0.7] * 3 + [1.0] * 6 + [0.3] * 2 + [1.0] * 3)
    u = np.array([joint_weights.get(name, 1.0) for name in stack.joint_names])
    M = W[:, None] * stack.jacobian(q) / u
    v = W * np.concatenate([twists[0], twists[1], twists[2][:2], twists[2][3:]])
    pull = u * (0.5 * (middle - q) / (atlas.upper - atlas.lower))[places]
    inverted = damped_by_svd(M, gamma)
    expected = (inverted @ v + pull - inverted @ (M @ pull)) / u
    step = stack.step(q, aims, 1e-3)
    assert (step.clamped, step.pace) == ((), 1.0)
    np.testing.assert_allclose(step.dq[places], expected, atol=1e-9)
    np.testing.assert_allclose(step.errors, 0.0, atol=1e-12)


@settings(max_examples=10, deadline=None)
@given(seed=SEEDS)
def test_reachable_aims_are_reached(kinematics: Kinematics, seed: int):
    """All rows at once, from the ready pose to whatever a nearby posture shows."""
    robot = kinematics.robot
    random = np.random.default_rng(seed)
    goal = np.clip(robot.ready + random.uniform(-0.2, 0.2, robot.dof), robot.lower, robot.upper)
    stack = TaskStack(robot, "right_sole", (PoseTask("left_sole"), PositionTask("right_hand")))
    aims = [Aim(stack.where(goal, "left_sole")), Aim(stack.where(goal, "right_hand")[:3, 3])]
    q = np.array(robot.ready)
    for _ in range(300):
        step = stack.step(q, aims, DT)
        q = step.q
    assert np.all(step.errors < 1e-6), step


@pytest.mark.parametrize("axes", ["x", "xy", "zyx"])
def test_the_centre_of_mass_goes_where_it_should(kinematics: Kinematics, axes: str):
    robot = kinematics.robot
    stack = TaskStack(robot, "left_sole", (ComTask(axes), PoseTask("right_sole")))
    q = np.array(robot.ready)
    com, T_foot = stack.com(q), stack.where(q, "right_sole")
    kept = ["xyz".index(axis) for axis in axes]
    goal = com + np.array([0.01, -0.01, -0.01])
    for _ in range(200):
        q = stack.step(q, [Aim(goal), Aim(T_foot)], DT).q
    np.testing.assert_allclose(stack.com(q)[kept], goal[kept], atol=1e-6)
    np.testing.assert_allclose(stack.where(q, "right_sole"), T_foot, atol=1e-6)


def test_orientations_turn_the_short_way_also_by_nearly_half_a_turn(atlas: Robot):
    stack = TaskStack(atlas, "utorso", (OrientationTask("right_hand"),))
    q = np.array(atlas.ready)
    R = R_from_axis_angle(np.array([0.6, 0.0, 0.8]), 3.1) @ stack.where(q, "right_hand")[:3, :3]
    step = stack.step(q, [Aim(R)], DT)
    assert step.errors[0] == pytest.approx([0.0, 3.1], abs=1e-9)


def test_a_pulled_joint_uses_only_what_the_tasks_leave(atlas: Robot):
    """Everything moves towards the middle; foot, hand and head stay where they are."""
    stack, still = juggler(atlas, secondary=MiddlePull(2.0)), np.array(atlas.ready)
    aims, q = aims_at(stack, still), still
    for _ in range(500):
        step = stack.step(q, aims, DT)
        q = step.q
    assert np.all(step.errors < 1e-4)
    middle, width = 0.5 * (atlas.lower + atlas.upper), atlas.upper - atlas.lower
    apart = [float(np.sum((at - middle) ** 2 / width)) for at in (still, q)]
    assert apart[1] < 0.9 * apart[0]


def test_narrow_intervals_pull_harder(atlas: Robot):
    """A task that sees no joint of interest leaves the pull alone: gain · distance / width."""
    names = ["back_bkz", "l_leg_kny"]
    stack = TaskStack(atlas, "utorso", (PoseTask("head"),), names, secondary=MiddlePull(0.5))
    q = np.array(atlas.ready)
    q[atlas.indices(names)] += 0.1
    step = stack.step(q, aims_at(stack, q), DT)
    for k in atlas.indices(names):
        middle, width = 0.5 * (atlas.lower[k] + atlas.upper[k]), atlas.upper[k] - atlas.lower[k]
        assert step.dq[k] == pytest.approx(0.5 * (middle - q[k]) / width)


def test_a_secondary_posture_pulls_where_tasks_do_not_mind(atlas: Robot):
    names = ("l_arm_elx", "l_arm_shx")
    goal = np.array([1.2, -1.0])
    stack = TaskStack(
        atlas, "right_sole", (PoseTask("left_sole"),), [*juggler(atlas).joint_names, *names],
        secondary=PostureTask(names, goal, gain=5.0),
    )  # fmt: skip
    q = np.array(atlas.ready)
    for _ in range(300):
        q = stack.step(q, aims_at(stack, atlas.ready), DT).q
    np.testing.assert_allclose(q[atlas.indices(names)], goal, atol=1e-4)
    rest = atlas.joint_vector({"l_arm_elx": 0.7, "l_arm_shx": -0.7})
    for _ in range(300):
        q = stack.step(q, aims_at(stack, atlas.ready), DT, rest).q
    np.testing.assert_allclose(q[atlas.indices(names)], [0.7, -0.7], atol=1e-4)
    again = stack.step(q, aims_at(stack, atlas.ready), DT).dq[atlas.indices(names)]
    np.testing.assert_allclose(again, 5.0 * (goal - q[atlas.indices(names)]), atol=1e-6)


def test_a_posture_is_a_task_like_others(atlas: Robot):
    stack = TaskStack(atlas, "pelvis", (PostureTask(("neck_ry", "back_bkz")),))
    q = np.array(atlas.ready)
    for _ in range(200):
        q = stack.step(q, [Aim(np.array([0.3, -0.2]))], DT).q
    np.testing.assert_allclose(q[atlas.indices(["neck_ry", "back_bkz"])], [0.3, -0.2], atol=1e-4)
    assert np.count_nonzero(q != atlas.ready) == 2


def test_feed_forward_keeps_up_with_a_moving_target(atlas: Robot):
    """A gain alone lags by speed / gain; the twist takes that away."""
    lag = []
    for known in (False, True):
        stack, q = juggler(atlas, gain=5.0), np.array(atlas.ready)
        aims = aims_at(stack, q)
        for k in range(100):
            T = aims[0].target.copy()
            T[:3, 3] += (0.0, 0.0, 0.1 * k * DT)
            twist = np.array([0.0, 0.0, 0.1, 0.0, 0.0, 0.0]) if known else None
            step = stack.step(q, [Aim(T, twist), *aims[1:]], DT)
            q = step.q
        lag.append(step.errors[0, 0])
    assert lag[0] == pytest.approx(0.1 / 5.0, rel=0.05)
    assert lag[1] < 1e-3


def test_only_chosen_joints_move(atlas: Robot):
    stack = juggler(atlas, joints=["l_leg_kny", "neck_ry"])
    q = np.array(atlas.ready)
    aims = aims_at(stack, posture(atlas, 1))
    moved = np.flatnonzero(stack.step(q, aims, DT).q != q)
    assert set(moved) == set(atlas.indices(["l_leg_kny", "neck_ry"]))
