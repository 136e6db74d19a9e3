"""Movements that feel: waits for joints and effort, soles that are tilted under weight."""

from dataclasses import replace

import numpy as np
import pytest

from drills.animate import bent, frames_until, goals, made
from olympian.geometry import GRAVITY, Vec
from olympian.motion import SkillStatus
from olympian.motion.animate import (
    Animator,
    BuiltSet,
    Wait,
)
from olympian.records import RobotState
from olympian.robot import Robot

DT = 0.01


def test_a_wait_ends_when_the_joints_arrive(bioloid: Robot, rest: RobotState) -> None:
    wait = Wait(joints=["left_arm"], tolerance_deg=3.0, timeout_s=1.0)
    built = made(bioloid, "reach", bent("out", 30.0, wait=wait), bent("in", 0.0))
    animator = Animator(bioloid, [built])
    animator.play("reach")
    assert frames_until(animator, rest, 0.8) == ["out"]
    there = replace(rest, q=built.frames[0].q)
    assert frames_until(animator, there, 0.5) == ["in"]
    assert animator.status is SkillStatus.DONE


def test_a_wait_in_vain_fails_and_says_why(
    bioloid: Robot, walk: BuiltSet, rest: RobotState
) -> None:
    wait = Wait(joints=["left_elbow"], tolerance_deg=3.0, timeout_s=0.5)
    built = made(bioloid, "reach", bent("out", 30.0, wait=wait), bent("in", 0.0))
    animator = Animator(bioloid, [built, walk])
    animator.play("reach")
    animator.play("walk")
    assert frames_until(animator, rest) == ["out"]
    assert animator.status is SkillStatus.FAILED
    for word in ("reach", "out", "left_elbow", "52.0°", "0.5 s"):
        assert word in animator.reason
    assert animator.queued is None
    np.testing.assert_array_equal(goals(animator, rest, DT)[0], built.frames[0].q)
    animator.play("walk", 1)
    assert animator.status is SkillStatus.RUNNING


@pytest.mark.parametrize(
    ("wait", "load", "met"),
    [
        (Wait(joints=["left_elbow"], load_above=0.3, timeout_s=0.2), 0.4, True),
        (Wait(joints=["left_elbow"], load_above=0.3, timeout_s=0.2), -0.4, True),
        (Wait(joints=["left_elbow"], load_above=0.3, timeout_s=0.2), 0.2, False),
        (Wait(joints=["right_elbow"], load_above=0.3, timeout_s=0.2), 0.4, False),
        (Wait(joints=["left_elbow"], load_below=0.3, timeout_s=0.2), 0.4, False),
        (Wait(load_below=0.3, timeout_s=0.2), 0.2, True),
        (Wait(load_below=0.3, tolerance_deg=1.0, timeout_s=0.2), 0.2, False),
    ],
)
def test_waits_feel_effort(
    bioloid: Robot, rest: RobotState, wait: Wait, load: float, met: bool
) -> None:
    loads = np.zeros(bioloid.dof)
    loads[bioloid.joint_index["left_elbow"]] = load
    state = replace(rest, sensors=replace(rest.sensors, load=loads))
    animator = Animator(bioloid, [made(bioloid, "push", bent("push", 30.0, wait=wait))])
    animator.play("push")
    frames_until(animator, state, 1.0)
    assert animator.status is (SkillStatus.DONE if met else SkillStatus.FAILED)


def share_of_weight(robot: Robot, *shares: float) -> list[float]:
    """Newtons on each of eight cells."""
    return [share * GRAVITY * robot.tree.mass / 8 for share in shares]


def _soles(robot: Robot, q: Vec) -> list[Vec]:
    return [robot.forward(foot.link, q)[:3, :3] for foot in robot.feet]


def test_soles_are_tilted_about_the_torsos_axes_once_they_carry(
    bioloid: Robot, rest: RobotState
) -> None:
    animator = Animator(
        bioloid, [made(bioloid, "a", bent("one", -20.0), tilts_soles=True)], bioloid.ready
    )
    animator.play("a", loops=1)
    animator.tilt_soles(np.radians([1.0, 3.0]))
    on_its_hands, standing = (
        replace(rest, loads=np.full(2, 4.0 * newtons))
        for newtons in share_of_weight(bioloid, 0.3, 1.0)
    )
    goals = []
    for state in (on_its_hands, standing):
        for _ in range(30):
            goal = animator.step(state, DT)
        assert goal is not None
        goals.append(goal.q)
    for before, after in zip(*(_soles(bioloid, q) for q in goals), strict=True):
        turned = after @ before.T
        felt = 0.5 * np.array([turned[2, 1] - turned[1, 2], turned[0, 2] - turned[2, 0]])
        np.testing.assert_allclose(np.degrees(felt), (1.0, 3.0), atol=0.1)
    np.testing.assert_allclose(goals[0], animator.q)


def test_the_next_set_is_played_on_flat_soles(bioloid: Robot, rest: RobotState) -> None:
    sets = [made(bioloid, name, bent("one", -20.0), tilts_soles=True) for name in ("a", "b")]
    animator = Animator(bioloid, sets, bioloid.ready)
    animator.play("a", loops=1)
    animator.tilt_soles(np.radians([1.0, 3.0]))
    standing = replace(rest, loads=np.full(2, 36.0))
    for _ in range(30):
        animator.step(standing, DT)
    animator.play("b", loops=1)
    goal = animator.step(standing, DT)
    assert goal is not None
    np.testing.assert_allclose(goal.q, animator.q)
