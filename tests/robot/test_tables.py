"""The library's robots against the tables they were taken from: thesis, HOly, Wolfgang, Atlas."""

import numpy as np
import pytest

from describe.bioloid import TABLE_ANGLES
from describe.table import read_joints, read_links
from olympian.geometry import Mat4, R_from_axis_angle, T_from, inverse, pose_error
from olympian.robot import Robot, load_robot


def random_q(robot: Robot, seed: int) -> np.ndarray:
    return np.random.default_rng(seed).uniform(robot.lower, robot.upper)


# Thesis Table 6.1: (d mm, θ offset °, r mm, α °) with T = Trans_z(d)·Rot_z(θ)·Trans_x(r)·Rot_x(α).
LEFT_COLUMN = (
    *((35, -90, 0, 90), (0, 90, 0, -90), (43, 0, 96, 90), (-10, -90, 0, 90), (-111, 90, 0, -90)),
    *((0, 90, 0, -90), (-65, 0, 0, 180), (65, 180, 0, 90), (0, -90, 0, -90), (111, -90, 0, -90)),
    *((10, -90, 96, -90), (-43, 0, 0, 90), (0, 90, 0, 90), (35, 0, 0, 90)),
)
RIGHT_COLUMN = tuple((-d if abs(d) in (10, 65) else d, *rest) for d, *rest in LEFT_COLUMN)
TRUNK_ROWS = 7
UPWARDS = (
    *(("ankle_pitch", -1), ("ankle_roll", -1), ("knee", -1)),
    *(("hip_yaw", 1), ("hip_roll", -1), ("hip_pitch", 1)),
)
"""Joints of the stance leg from the foot up with the sign of their θ."""
DOWNWARDS = (
    *(("hip_pitch", 1), ("hip_roll", 1), ("hip_yaw", -1)),
    *(("knee", -1), ("ankle_roll", 1), ("ankle_pitch", -1)),
)
"""Joints of the swing leg from the trunk down."""
# The table's end frames have their own axes; these constants turn them into ours.
T_SOLE_BASE = T_from(R=np.array([[0.0, 1, 0], [-1, 0, 0], [0, 0, 1]]))
T_COM_TORSO = T_from(R=np.array([[0.0, 0, 1], [1, 0, 0], [0, 1, 0]]))
T_SWING_SOLE = T_from(R=np.array([[1.0, 0, 0], [0, 0, -1], [0, 1, 0]]))


def dh(row: tuple[float, ...], angle: float) -> Mat4:
    d, offset, r, alpha = row
    z, x = np.array([0.0, 0.0, 1.0]), np.array([1.0, 0.0, 0.0])
    T_z = T_from((0, 0, d / 1000), R=R_from_axis_angle(z, np.radians(offset) + angle))
    return T_z @ T_from((r / 1000, 0, 0), R=R_from_axis_angle(x, np.radians(alpha)))


@pytest.mark.parametrize(
    ("column", "stance", "swing"),
    [(LEFT_COLUMN, "right", "left"), (RIGHT_COLUMN, "left", "right")],
)
@pytest.mark.parametrize("seed", range(20))
def test_fumanoid_is_table_6_1(column: tuple, stance: str, swing: str, seed: int):
    """With knees ahead the 'left' column stands on the right foot; see fumanoid.py."""
    robot = load_robot("fumanoid")
    q = random_q(robot, seed)
    joints = [(f"{stance}_{name}", sign) for name, sign in UPWARDS]
    joints += [(f"{swing}_{name}", sign) for name, sign in DOWNWARDS]
    angles = [0.0, *(sign * q[robot.joint_index[name]] for name, sign in joints), 0.0]
    T = T_SOLE_BASE
    T_stance_trunk = T
    for place, (row, angle) in enumerate(zip(column, angles, strict=True), 1):
        T = T @ dh(row, angle)
        if place == TRUNK_ROWS:
            T_stance_trunk = T @ T_COM_TORSO
    T_torso_stance = robot.forward(f"{stance}_sole", q)
    T_torso_swing = robot.forward(f"{swing}_sole", q)
    for expected, actual in (
        (inverse(T_torso_stance), T_stance_trunk),
        (inverse(T_torso_stance) @ T_torso_swing, T @ T_SWING_SOLE),
    ):
        distance, angle = pose_error(expected, actual)
        assert distance < 1e-12
        assert angle < 1e-9


# HOly's table: x right, y ahead. This turns its axes into ours.
T_OURS_HOLY = T_from(R=np.array([[0.0, 1, 0], [-1, 0, 0], [0, 0, 1]]))


@pytest.mark.parametrize("side", ["left", "right"])
@pytest.mark.parametrize("limb", ["arm", "leg"])
@pytest.mark.parametrize("seed", range(5))
def test_bioloid_turns_as_holys_table(side: str, limb: str, seed: int):
    """Every limb is turned as the table says; arms also end where the table's do."""
    robot = load_robot("bioloid")
    q = random_q(robot, seed)
    rows = {row.name: row for row in read_joints("bioloid_holy_joints.csv")}
    chain = robot.limbs[f"{side}_{limb}"].chain
    T = T_OURS_HOLY
    for joint in chain.joint_names:
        name, sign, zero = TABLE_ANGLES[joint]
        row = rows[name]
        angle = sign * q[robot.joint_index[joint]] + zero
        T = T @ T_from(row.at, row.rpy) @ T_from(R=R_from_axis_angle(np.array(row.axis), angle))
    link = robot.tree.parent_joint[chain.tip].parent
    actual = robot.forward(link, q)
    np.testing.assert_allclose(actual[:3, :3], (T @ inverse(T_OURS_HOLY))[:3, :3], atol=1e-9)
    if limb == "arm":
        np.testing.assert_allclose(actual[:3, 3], T[:3, 3], atol=1e-9)


def test_bioloid_limits_are_the_measured_ones():
    robot = load_robot("bioloid")
    rows = {row.name: row.limits for row in read_joints("bioloid_holy_joints.csv")}
    for joint, (row, sign, zero) in TABLE_ANGLES.items():
        measured, index = rows[row], robot.joint_index[joint]
        assert measured is not None
        back = sorted(sign * angle + zero for angle in (robot.lower[index], robot.upper[index]))
        if "shoulder_pitch" in joint:  # no stops on the robot: the servo's own travel counts
            np.testing.assert_allclose(back, np.radians([-150, 150]), atol=1e-9)
        else:
            np.testing.assert_allclose(back, [measured.lower, measured.upper], atol=1e-9)


@pytest.mark.parametrize(("name", "table"), [("wolfgang", "wolfgang_op"), ("atlas", "atlas_v4")])
def test_published_tables_are_kept(name: str, table: str):
    robot = load_robot(name)
    for row in read_joints(f"{table}_joints.csv"):
        joint = robot.tree.joint_by_name[row.name]
        assert (joint.parent, joint.child) == (row.parent, row.child)
        np.testing.assert_allclose(joint.T_parent_joint, T_from(row.at, row.rpy), atol=1e-15)
        if row.limits is not None:
            given = (row.limits.lower, row.limits.upper, row.limits.effort, row.limits.velocity)
            np.testing.assert_array_equal(joint.axis, row.axis)
            assert (joint.lower, joint.upper, joint.effort, joint.velocity) == given
    links = read_links(f"{table}_links.csv")
    assert robot.tree.mass == pytest.approx(sum(link.mass for link in links.values()))
    for link, published in links.items():
        kept = robot.tree.link_by_name.get(link)
        if kept is None or "foot" in link:  # Wolfgang's cleats are folded into its feet
            continue
        assert kept.inertial is not None
        assert kept.inertial.mass == pytest.approx(published.mass)
        np.testing.assert_allclose(kept.inertial.com_in_link, published.com_in_link, atol=1e-9)
        np.testing.assert_allclose(kept.inertial.inertia, published.inertia, rtol=1e-5, atol=1e-11)
