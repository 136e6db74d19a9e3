"""Stacked tasks: what cannot be is refused, and the culprit is named."""

import re
from dataclasses import replace

import numpy as np
import pytest

from drills.task import DT, aims_at, juggler
from olympian.errors import OlympianError
from olympian.kinematics.tasks import (
    Aim,
    ComTask,
    HeadTask,
    MiddlePull,
    PoseTask,
    PositionTask,
    PostureTask,
    TaskStack,
)
from olympian.robot import JointKind, Robot, load_robot


@pytest.fixture(scope="module")
def atlas() -> Robot:
    return load_robot("atlas")


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda r: TaskStack(r, "tail", (ComTask(),)), "unknown link 'tail'"),
        (lambda r: TaskStack(r, "pelvis", (PoseTask("tail"),)), "unknown link 'tail'"),
        (lambda r: TaskStack(r, "pelvis", (ComTask(),), ["tail"]), "unknown joint 'tail'"),
        (lambda r: TaskStack(r, "pelvis", (ComTask(),), ["neck_ry"] * 2), "each joint once"),
        (lambda r: TaskStack(r, "pelvis", ()), "at least one task"),
        (lambda r: TaskStack(r, "pelvis", (ComTask(),), damping=0.0), "damping 0.0"),
        (lambda r: TaskStack(r, "pelvis", (ComTask(),), gain=-1.0), "gain -1.0"),
        (lambda r: juggler(r, joint_weights={"l_arm_elx": 2.0}), "'l_arm_elx'"),
        (lambda r: juggler(r, joint_weights={"neck_ry": 0.0}), "'neck_ry' 0.0"),
        (lambda r: juggler(r, secondary=PostureTask(("l_arm_elx",))), "'l_arm_elx'"),
        (lambda r: juggler(r, secondary=PostureTask(q=np.zeros(3))), "23 joints"),
        (lambda r: TaskStack(r, "pelvis", (PostureTask(("x",)),)), "unknown joint 'x'"),
        (lambda r: TaskStack(r, "pelvis", (PoseTask("pelvis"),)), "no joint"),
        (lambda _: HeadTask("head", "xx"), "HeadTask: axes 'xx'"),
        (lambda _: PositionTask("head", ""), "PositionTask: axes ''"),
        (lambda _: ComTask("w"), "ComTask: axes 'w'"),
        (lambda _: PoseTask("head", weight=0.0), "PoseTask: weight 0.0"),
        (lambda _: MiddlePull(float("nan")), "gain nan"),
    ],
)
def test_what_cannot_be_is_said(atlas: Robot, make: object, message: str):
    with pytest.raises(OlympianError, match=re.escape(message)):
        make(atlas)  # type: ignore[operator]


def test_wrong_aims_are_named(atlas: Robot):
    stack, q = juggler(atlas), np.array(atlas.ready)
    fine = aims_at(stack, q)
    with pytest.raises(OlympianError, match="2 aims for 3 tasks"):
        stack.step(q, fine[:2], DT)
    with pytest.raises(OlympianError, match=r"aim 1, PoseTask\('right_hand'\).*\(3,\).*\(4, 4\)"):
        stack.step(q, [fine[0], Aim(np.zeros(3)), fine[2]], DT)
    with pytest.raises(OlympianError, match=r"aim 2, HeadTask\('head'\): a twist.*\(6,\)"):
        stack.step(q, [*fine[:2], Aim(fine[2].target, np.zeros(3))], DT)
    with pytest.raises(OlympianError, match=r"aim 0, PoseTask\('left_sole'\).*finite"):
        stack.step(q, [Aim(np.full((4, 4), np.nan)), *fine[1:]], DT)
    with pytest.raises(OlympianError, match=r"aim 1, PoseTask\('right_hand'\).*rotation"):
        stack.step(q, [fine[0], Aim(np.zeros((4, 4))), fine[2]], DT)
    with pytest.raises(OlympianError, match=r"aim 2, HeadTask\('head'\).*finite"):
        stack.step(q, [*fine[:2], Aim(fine[2].target, np.full(6, np.inf))], DT)
    with pytest.raises(OlympianError, match="joint angle"):
        stack.step(np.full(30, np.nan), fine, DT)
    with pytest.raises(OlympianError, match="dt should be"):
        stack.step(q, fine, 0.0)
    with pytest.raises(OlympianError, match="no secondary posture"):
        stack.step(q, fine, DT, rest=q)


def test_sliding_joints_and_weightless_robots_are_refused(atlas: Robot):
    tree = atlas.tree
    sliding = replace(tree.joints[0], kind=JointKind.PRISMATIC)
    with pytest.raises(OlympianError, match=f"'{sliding.name}' slides"):
        juggler(replace(atlas, tree=replace(tree, joints=(sliding, *tree.joints[1:]))))
    bare = replace(tree, links=tuple(replace(link, inertial=None) for link in tree.links))
    with pytest.raises(OlympianError, match="no link has a mass"):
        TaskStack(replace(atlas, tree=bare), "pelvis", (ComTask(),))
