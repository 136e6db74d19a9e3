"""Poses become joint angles: forward kinematics finds the pose again, or an error says why not."""

from dataclasses import replace
from math import radians

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from olympian.errors import OlympianError
from olympian.geometry import R_from_rpy
from olympian.kinematics import closed_form_arm
from olympian.motion.pose import LimbMethod, LimbPose, RoboPose, default_pose, solve_pose
from olympian.robot import Chain, Limb, Robot, load_robot

ROBOTS = {name: load_robot(name) for name in ("bioloid", "fumanoid", "wolfgang", "atlas")}
BIOLOID = ROBOTS["bioloid"]
ARMED = ("bioloid", "fumanoid", "wolfgang")
SMALL = st.floats(-0.015, 0.015)
TURN = st.floats(-0.2, 0.2)
ANGLE = st.floats(-3.2, 3.2)


@pytest.mark.parametrize("name", ROBOTS)
def test_the_default_is_the_ready_pose(name: str) -> None:
    robot = ROBOTS[name]
    solution = solve_pose(robot, default_pose(robot))
    np.testing.assert_allclose(solution.q, robot.ready, atol=1e-9)
    assert set(solution.limbs) == {"left_leg", "right_leg"}
    assert all(limb.method is LimbMethod.CLOSED_FORM for limb in solution.limbs.values())


def test_the_bioloid_stands_as_holy_did() -> None:
    """Facts: feet ±35 mm, ankles 0.20 m below the base (the sole is 30 mm below the ankle)."""
    left = default_pose(BIOLOID).limbs["left_leg"]
    assert left.y == pytest.approx(0.035, abs=2e-5)
    assert left.z == pytest.approx(-0.230, abs=2e-5)
    assert default_pose(BIOLOID).mirrored().is_close(default_pose(BIOLOID), 1e-4)


@pytest.mark.parametrize("name", ROBOTS)
@given(st.tuples(TURN, TURN, TURN, SMALL, SMALL, st.floats(0.0, 0.02)))
def test_soles_go_where_they_should(name: str, change: tuple[float, ...]) -> None:
    robot = ROBOTS[name]
    pose = default_pose(robot) + RoboPose("", {"left_leg": LimbPose(*change)})
    try:
        solution = solve_pose(robot, pose)
    except OlympianError as error:
        assert "left_leg: outside limits: it needs " in str(error)  # noqa: PT017
        return
    tip = robot.limb("left_leg").chain.tip
    np.testing.assert_allclose(
        robot.forward(tip, solution.q), pose.limbs["left_leg"].transform, atol=1e-8
    )
    untouched = robot.indices(robot.limb("right_leg").chain.joint_names)
    np.testing.assert_allclose(solution.q[untouched], robot.ready[untouched], atol=1e-9)


@given(st.tuples(*[st.floats(-4, 4)] * 3, *[st.floats(-0.3, 0.3)] * 3))
def test_any_pose_is_solved_or_refused_in_one_line(values: tuple[float, ...]) -> None:
    for limb in ("left_leg", "right_arm"):
        try:
            solution = solve_pose(BIOLOID, RoboPose("wild", {limb: LimbPose(*values)}))
        except OlympianError as error:
            message = str(error)
            assert message.startswith(f"pose 'wild', {limb}: ")
            assert "unreachable: " in message or " at " in message
            assert "\n" not in message
        else:
            assert np.all(solution.q >= BIOLOID.lower - 1e-9)
            assert np.all(solution.q <= BIOLOID.upper + 1e-9)


@pytest.mark.parametrize("name", ARMED)
@given(ANGLE, ANGLE, ANGLE)
def test_forearms_point_where_they_should(name: str, roll: float, pitch: float, yaw: float):
    robot = ROBOTS[name]
    for side in ("left_arm", "right_arm"):
        pose = RoboPose("point", {side: LimbPose(roll, pitch, yaw)})
        try:
            solution = solve_pose(robot, pose)
        except OlympianError as error:
            assert f"'point', {side}: outside limits" in str(error)  # noqa: PT017
            continue
        arm = closed_form_arm(robot.limb(side).chain)
        assert arm is not None
        forearm = arm.forearm(solution.limbs[side].q)
        np.testing.assert_allclose(forearm, R_from_rpy(roll, pitch, yaw) @ [0, 0, -1], atol=1e-7)


@pytest.mark.parametrize("name", ARMED)
def test_an_arm_without_angles_hangs_straight(name: str) -> None:
    """The elbow is straight where that is: the hand hangs as low as the arm is long."""
    robot = ROBOTS[name]
    solution = solve_pose(robot, RoboPose("hang", {"left_arm": LimbPose()}))
    tip = robot.limb("left_arm").chain.tip
    lowest = robot.forward(tip, solution.q)[2, 3]
    elbow = robot.limb("left_arm").chain.joint_names[2]
    for bend in (-0.3, 0.3):
        q = robot.joint_vector({elbow: solution.q[robot.joint_index[elbow]] + bend}, solution.q)
        assert robot.forward(tip, q)[2, 3] > lowest


def test_the_elbow_can_be_chosen() -> None:
    pose = RoboPose("p", {"left_arm": LimbPose(pitch=-0.5), "right_arm": LimbPose(pitch=-0.5)})
    elbows = BIOLOID.indices(["left_elbow", "right_elbow"])
    assert solve_pose(BIOLOID, pose).q[elbows] == pytest.approx([0.0, 0.0])
    assert solve_pose(BIOLOID, pose, elbow=0.1).q[elbows] == pytest.approx([0.1, 0.1])
    by_arm = solve_pose(BIOLOID, pose, elbow={"left_arm": -0.2})
    assert by_arm.q[elbows] == pytest.approx([-0.2, 0.0])


def test_unset_is_the_default_and_unnamed_is_left_alone() -> None:
    q_near = BIOLOID.joint_vector({"right_elbow": 1.0, "left_elbow": 0.7}, BIOLOID.ready)
    pose = RoboPose("p", {"left_leg": LimbPose(x=0.01), "left_arm": LimbPose(pitch=-0.5)})
    solution = solve_pose(BIOLOID, pose, q_near)
    sole = LimbPose.from_transform(BIOLOID.forward("left_sole", solution.q))
    default = default_pose(BIOLOID).limbs["left_leg"]
    assert sole.is_close(replace(default, x=0.01), 1e-9)
    right = BIOLOID.indices(["right_elbow", "right_knee"])
    np.testing.assert_array_equal(solution.q[right], q_near[right])
    assert not solution.q.flags.writeable


def test_mirrored_poses_have_mirrored_soles() -> None:
    change = RoboPose("p", {"left_leg": LimbPose(0.1, 0.05, 0.2, 0.01, 0.01, 0.02)})
    left = solve_pose(BIOLOID, default_pose(BIOLOID) + change)
    right = solve_pose(BIOLOID, default_pose(BIOLOID) + change.mirrored())
    sole = LimbPose.from_transform(BIOLOID.forward("left_sole", left.q))
    other = LimbPose.from_transform(BIOLOID.forward("right_sole", right.q))
    assert sole.mirrored().is_close(other, 1e-4)  # ready angles are rounded to 0.01°


@pytest.mark.parametrize(
    ("limb", "pose", "message"),
    [
        ("left_leg", LimbPose(z=-0.5), "'p', left_leg: unreachable: no joint angles"),
        ("left_leg", LimbPose(yaw=2.0), "'p', left_leg: outside limits: it needs left_hip_yaw at"),
        ("left_arm", LimbPose(-1.0, 1.57), "left_arm: outside limits: it needs left_shoulder_roll"),
        ("head", LimbPose(), "'p': unknown limb 'head'; choose from left_arm, left_leg"),
        ("left_lge", LimbPose(), "unknown limb 'left_lge', did you mean 'left_leg'"),
    ],
)
def test_what_cannot_be_is_told(limb: str, pose: LimbPose, message: str) -> None:
    with pytest.raises(OlympianError, match=message):
        solve_pose(BIOLOID, RoboPose("p", {limb: pose}))


def test_arms_that_cannot_be_pointed_are_refused() -> None:
    with pytest.raises(OlympianError, match=r"'p', left_arm: 'atlas' cannot point .* 7 joints"):
        solve_pose(ROBOTS["atlas"], RoboPose("p", {"left_arm": LimbPose()}))


def test_elbows_and_starts_must_make_sense() -> None:
    pose = RoboPose("p", {"left_arm": LimbPose()})
    with pytest.raises(OlympianError, match=r"left_elbow at 171\.9° "):
        solve_pose(BIOLOID, pose, elbow=3.0)
    with pytest.raises(OlympianError, match="needs 18 finite angles"):
        solve_pose(BIOLOID, pose, np.zeros(3))


def five_joint_leg() -> Robot:
    """A leg that starts below the hip yaw: no closed form, and its base is not the torso."""
    base = BIOLOID.tree.joint_by_name["left_hip_yaw"].child
    chain = Chain.between(BIOLOID.tree, base, "left_sole")
    yaw = BIOLOID.joint_vector({"left_hip_yaw": radians(10)}, BIOLOID.ready)
    return replace(BIOLOID, limbs={"left_leg": Limb("left_leg", "leg", chain)}, ready=yaw)


def test_a_leg_without_a_closed_form_is_solved_numerically_and_says_so() -> None:
    robot = five_joint_leg()
    pose = default_pose(robot) + RoboPose("", {"left_leg": LimbPose(z=0.02)})
    solution = solve_pose(robot, pose)
    assert solution.limbs["left_leg"].method is LimbMethod.PSEUDO_INVERSE
    assert solution.limbs["left_leg"].error_m <= 1e-4
    reached = robot.forward("left_sole", solution.q)
    np.testing.assert_allclose(reached, pose.limbs["left_leg"].transform, atol=2e-3)
    far = default_pose(robot) + RoboPose("", {"left_leg": LimbPose(z=-0.5)})
    with pytest.raises(OlympianError, match="'default', left_leg: not reached: the pseudo inverse"):
        solve_pose(robot, far)
