"""Stacked tasks within limits: the best step there is inside them, and never one outside."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from olympian.geometry import R_from_rpy, T_from
from olympian.kinematics.tasks import (
    Aim,
    ComTask,
    HeadTask,
    MiddlePull,
    PoseTask,
    PositionTask,
    TaskStack,
)
from olympian.kinematics.tasks.solve_kernel import solve_bounded
from olympian.robot import Robot, load_robot

ROBOTS = {name: load_robot(name) for name in ("bioloid", "fumanoid", "wolfgang", "atlas")}
SEEDS = st.integers(0, 2**32 - 1)
DT = 0.01


def random_aims(stack: TaskStack, random: np.random.Generator) -> list[Aim]:
    """Reachable or not: places up to two metres away, any orientation, any twist."""
    aims = []
    for task in stack.tasks:
        place = random.uniform(-2, 2, 3)
        twist = random.uniform(-5, 5, 6)
        if isinstance(task, ComTask | PositionTask):
            aims.append(Aim(place, twist[:3]))
        else:
            aims.append(Aim(T_from(place, random.uniform(-3, 3, 3)), twist))
    return aims


def whole_body(robot: Robot) -> TaskStack:
    tasks = (PoseTask("left_sole"), PositionTask("right_hand"), HeadTask("head"), ComTask("xy"))
    return TaskStack(robot, "right_sole", tasks, secondary=MiddlePull(2.0), gain=50.0)


STACKS = {name: whole_body(robot) for name, robot in ROBOTS.items()}


@pytest.mark.parametrize("name", ROBOTS)
@settings(max_examples=40, deadline=None)
@given(seed=SEEDS)
def test_no_joint_ever_leaves_its_limits(name: str, seed: int):
    robot, stack, random = ROBOTS[name], STACKS[name], np.random.default_rng(seed)
    speed = np.array([joint.velocity for joint in robot.tree.movable])
    q, aims = random.uniform(robot.lower, robot.upper), random_aims(stack, random)
    for _ in range(30):
        step = stack.step(q, aims, DT)
        assert np.all((step.q >= robot.lower) & (step.q <= robot.upper))
        assert np.all(np.abs(step.dq) <= speed * (1 + 1e-9))
        np.testing.assert_allclose(step.q, q + DT * step.dq, atol=1e-12)
        q = step.q


@pytest.mark.parametrize("name", ROBOTS)
@settings(max_examples=20, deadline=None)
@given(seed=SEEDS)
def test_a_start_outside_comes_back_as_fast_as_the_joint_can(name: str, seed: int):
    robot, stack, random = ROBOTS[name], STACKS[name], np.random.default_rng(seed)
    speed = np.array([joint.velocity for joint in robot.tree.movable])
    beyond = random.uniform(0.0, 1.0, robot.dof) * random.choice([-1, 0, 1], robot.dof)
    q = np.where(beyond < 0, robot.lower, robot.upper) + beyond
    q = np.where(beyond == 0, 0.5 * (robot.lower + robot.upper), q)
    aims = random_aims(stack, random)
    for _ in range(3):
        step = stack.step(q, aims, DT)
        outside = np.maximum(q - robot.upper, 0.0) - np.minimum(q - robot.lower, 0.0)
        after = np.maximum(step.q - robot.upper, 0.0) - np.minimum(step.q - robot.lower, 0.0)
        np.testing.assert_allclose(after, np.maximum(outside - speed * DT, 0.0), atol=1e-12)
        q = step.q


@settings(max_examples=150, deadline=None)
@given(seed=SEEDS, rows=st.integers(1, 20), columns=st.integers(1, 25), tight=st.floats(0.02, 2))
def test_the_bounded_solution_is_the_optimum(seed: int, rows: int, columns: int, tight: float):
    """First-order conditions of a convex problem: free joints are at rest, held ones push out."""
    random, gamma = np.random.default_rng(seed), 0.05
    J = random.normal(size=(columns, rows)) * (random.random((columns, rows)) < 0.7)
    v, drift = random.normal(size=rows), 0.3 * random.normal(size=columns)
    low, high = -tight * random.random(columns), tight * random.random(columns)
    sides, x = np.zeros(columns, dtype=np.int64), np.zeros(columns)
    speed, U = np.full(columns, np.inf), np.zeros((rows, rows))
    pace = solve_bounded(
        J, v, drift, low, high, speed, gamma, sides, x, np.zeros(rows), U, np.zeros(columns)
    )
    assert pace == 1.0
    assert np.all((x >= low - 1e-9) & (x <= high + 1e-9))
    slope = J @ (J.T @ x - v) + gamma**2 * (x - drift)
    np.testing.assert_allclose(slope[sides == 0], 0.0, atol=1e-8)
    assert np.all(slope[sides > 0] <= 1e-8)
    assert np.all(slope[sides < 0] >= -1e-8)


def test_held_joints_let_go_when_the_aim_comes_back():
    """A hand sent out of reach and recalled arrives: nothing stays locked for good."""
    robot = ROBOTS["atlas"]
    stack = TaskStack(robot, "utorso", (PositionTask("right_hand"),))
    q = np.array(robot.ready)
    home = stack.where(q, "right_hand")[:3, 3]
    clamped = set()
    for _ in range(200):
        step = stack.step(q, [Aim(home + np.array([0.0, 3.0, 1.0]))], DT)
        q, clamped = step.q, clamped | set(step.clamped)
    assert clamped
    assert step.errors[0, 0] > 1.0
    for _ in range(400):
        step = stack.step(q, [Aim(home)], DT)
        q = step.q
    assert step.errors[0, 0] < 1e-4


def test_others_make_up_for_a_joint_at_its_limit():
    """With the elbow at its end the hand still arrives, which cutting the step off would not do."""
    robot = ROBOTS["atlas"]
    stack = TaskStack(robot, "utorso", (PositionTask("right_hand"),), gain=1e9, damping=1e-4)
    elbow = robot.joint_index["r_arm_elx"]
    q = robot.joint_vector({"r_arm_elx": robot.upper[elbow]}, robot.ready)
    outwards = stack.jacobian(q)[:, stack.joint_names.index("r_arm_elx")]
    goal = stack.where(q, "right_hand")[:3, 3] + 0.005 * outwards
    step = stack.step(q, [Aim(goal)], DT)
    assert step.clamped == ("r_arm_elx",)
    assert stack.step(step.q, [Aim(goal)], DT).errors[0, 0] < 1e-4


def test_speed_limits_shorten_the_step_and_keep_its_direction():
    robot = ROBOTS["atlas"]
    stack = TaskStack(robot, "right_sole", (PoseTask("left_sole"),), gain=1e9)
    speed = np.array([joint.velocity for joint in robot.tree.movable])
    q = np.array(robot.ready)
    T = stack.where(q, "left_sole")
    T[:3, :3] = T[:3, :3] @ R_from_rpy(0.05, 0.02, -0.03)
    slow, fast = stack.step(q, [Aim(T)], 1.0), stack.step(q, [Aim(T)], 1e-4)
    assert slow.pace == 1.0
    assert fast.pace < 1.0
    assert np.max(np.abs(fast.dq) / speed) == pytest.approx(1.0)
    np.testing.assert_allclose(fast.dq, fast.pace * slow.dq * 1e4, atol=1e-9)


def test_a_far_aim_holds_no_joint_that_the_step_does_not_bring_to_its_end():
    """Two metres away the whole error would take every joint past its end; one tick does not."""
    robot = ROBOTS["wolfgang"]
    stack = TaskStack(robot, "torso", (PositionTask("right_hand"),), gain=1e9)
    q = robot.joint_vector({"RShoulderPitch": 0.5, "RShoulderRoll": 1.0, "RElbow": 0.5})
    step = stack.step(q, [Aim(stack.where(q, "right_hand")[:3, 3] + 2.0)], DT)
    assert step.pace < 0.1
    assert step.clamped == ()


def test_a_joint_at_its_end_does_not_slow_the_others_down():
    """Atlas's last wrist joint has 0.1° and 1 rad/s; the arm does without it at full speed."""
    robot = ROBOTS["atlas"]
    stack = TaskStack(robot, "utorso", (PoseTask("right_hand"),), gain=1e9)
    q = np.array(robot.ready)
    T = stack.where(q, "right_hand")
    T[:3, :3] = T[:3, :3] @ R_from_rpy(0.0, 0.08, 0.0)
    step = stack.step(q, [Aim(T)], DT)
    assert "r_arm_wry2" in step.clamped
    assert step.pace == 1.0
