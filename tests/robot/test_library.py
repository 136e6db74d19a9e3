"""The four robots of the library against the facts they were written from."""

import mujoco
import numpy as np
import pytest

from describe.robots import DESCRIPTIONS
from describe.stance import centre_of_mass, soles_in_torso
from olympian.geometry import convex_hull, inverse, signed_margin
from olympian.robot import Robot, load_robot
from olympian.robot.library import LIBRARY, robot_names
from olympian.robot.mujoco_model import build_spec
from olympian.robot.posture import Posture
from olympian.robot.tree import Inertial, ShapeKind

NAMES = ("atlas", "bioloid", "fumanoid", "wolfgang")
SERVO_TYPES = {"ax-12a", "rx-28", "rx-64", "mx-64", "mx-106", "xh540-w270", "hydraulic"}
MIRROR = np.diag([1.0, -1.0, 1.0, 1.0])
SAGITTAL = ("pitch", "knee")
"""Joints that turn the same way on both sides; roll, yaw and sideways elbows turn opposite ways."""


@pytest.fixture(params=NAMES)
def robot(request: pytest.FixtureRequest) -> Robot:
    return load_robot(request.param)


def random_q(robot: Robot, seed: int) -> np.ndarray:
    return np.random.default_rng(seed).uniform(robot.lower, robot.upper)


def test_the_library_holds_the_four_robots():
    assert set(NAMES) <= set(robot_names())
    assert set(NAMES) == set(DESCRIPTIONS)


@pytest.mark.parametrize("name", NAMES)
def test_files_are_what_the_generator_writes(name: str):
    for path, text in DESCRIPTIONS[name]().files(LIBRARY):
        assert path.read_text(encoding="utf-8") == text, (
            f"run 'python -m describe {name}' in tools/"
        )


@pytest.mark.parametrize(
    ("name", "dof", "lightest", "heaviest", "lowest", "highest"),
    [
        ("bioloid", 18, 1.7, 1.9, 0.97 * 0.40, 1.03 * 0.40),
        ("fumanoid", 20, 4.395, 4.405, 0.97 * 0.60, 1.03 * 0.60),
        ("wolfgang", 20, 6.1, 7.5, 0.97 * 0.80, 1.03 * 0.80),
        ("atlas", 30, 181.5, 182.5, 1.75, 1.88),
    ],
)
def test_size(name: str, dof: int, lightest: float, heaviest: float, lowest: float, highest: float):
    robot = load_robot(name)
    extent = Posture(robot.tree, robot.ready).span(np.array([0.0, 0.0, 1.0]))
    assert extent is not None
    assert robot.dof == dof
    assert lightest <= robot.tree.mass <= heaviest
    assert lowest <= extent[1] - extent[0] <= highest


def test_inertias_could_be_real(robot: Robot):
    assert robot.tree.warnings == ()
    for joint in robot.tree.movable:
        inertial = robot.tree.link_by_name[joint.child].inertial
        assert inertial is not None, joint.child
    for link in robot.tree.links:
        assert link.inertial is None or link.inertial.consistent, link.name


def test_every_joint_has_one_servo_and_one_group(robot: Robot):
    grouped = [joint for group in robot.groups.values() for joint in group]
    assert sorted(grouped) == sorted(robot.joint_names)
    assert set(robot.servos) == set(robot.joint_names)
    assert {"head", "left_arm", "right_arm", "legs"} <= set(robot.groups)
    ids = [servo.id for servo in robot.servos.values()]
    assert len(set(ids)) == robot.dof
    assert {servo.type for servo in robot.servos.values()} <= SERVO_TYPES


def test_servos_reach_the_joint_limits(robot: Robot):
    """Position mode spans ±150° (AX, RX) or ±180° (MX, XH) about the servo's centre."""
    for joint, lower, upper in zip(robot.joint_names, robot.lower, robot.upper, strict=True):
        servo = robot.servos[joint]
        travel = 150.0 if servo.type in ("ax-12a", "rx-28", "rx-64") else 180.0
        ends = servo.sign * np.degrees([lower, upper]) + servo.zero_deg
        assert np.abs(ends).max() <= travel + 0.01, joint


def test_limbs_have_their_names_and_tips(robot: Robot):
    tips = {name: limb.chain.tip for name, limb in robot.limbs.items()}
    for side in ("left", "right"):
        assert tips[f"{side}_leg"] == f"{side}_sole"
        assert tips[f"{side}_arm"] == f"{side}_hand"
        assert robot.limbs[f"{side}_leg"].chain.dof == 6
    assert tips["head"] == "camera"


def test_ready_pose_is_inside_the_limits(robot: Robot):
    assert np.all(robot.ready >= robot.lower)
    assert np.all(robot.ready <= robot.upper)
    legs = robot.indices(robot.groups["legs"])
    slack = np.minimum(robot.ready - robot.lower, robot.upper - robot.ready)[legs]
    assert slack.min() > np.radians(3), "legs need room to balance"


def test_soles_are_flat_and_carry_the_centre_of_mass(robot: Robot):
    corners = soles_in_torso(robot, robot.ready)
    assert np.ptp(corners[..., 2]) < 0.5e-3
    for foot in robot.feet:
        up = robot.forward(foot.link, robot.ready)[:3, 2]
        assert np.degrees(np.arccos(min(1.0, up[2]))) < 0.2
    hull = convex_hull(corners[..., :2].reshape(-1, 2))
    margin = signed_margin(hull, centre_of_mass(robot, robot.ready)[:2])
    assert margin > (0.015 if robot.name in ("bioloid", "fumanoid") else 0.020)


def test_sole_is_the_underside_of_the_foot(robot: Robot):
    """The plate that collides has the outline's size and ends at z = 0 of the sole frame."""
    for foot in robot.feet:
        joint = robot.tree.parent_joint[foot.link]
        T_sole_foot = np.eye(4)
        while not robot.tree.link_by_name[joint.parent].collisions:
            T_sole_foot = T_sole_foot @ inverse(joint.T_parent_joint)
            joint = robot.tree.parent_joint[joint.parent]
        T_sole_foot = T_sole_foot @ inverse(joint.T_parent_joint)
        (plate,) = robot.tree.link_by_name[joint.parent].collisions
        assert plate.kind is ShapeKind.BOX
        T = T_sole_foot @ plate.T_link_shape
        half = np.abs(T[:3, :3] @ np.array(plate.size)) / 2
        np.testing.assert_allclose(T[:2, 3] - half[:2], foot.outline.min(axis=0), atol=2e-6)
        np.testing.assert_allclose(T[:2, 3] + half[:2], foot.outline.max(axis=0), atol=2e-6)
        assert T[2, 3] - half[2] == pytest.approx(0.0, abs=2e-6)
        sensors = [signed_margin(convex_hull(foot.outline), point) for point in foot.pressure]
        assert min(sensors) > 0.002


def test_nothing_touches_at_zero_or_ready(robot: Robot):
    """The MuJoCo model excludes pairs that touch in these poses; there should be none."""
    assert [(pair.bodyname1, pair.bodyname2) for pair in build_spec(robot).excludes] == []


def test_mujoco_reads_the_file_the_same_way(robot: Robot):
    """MuJoCo's own URDF reader, which shares no code with ours, puts every link in one place."""
    model = mujoco.MjModel.from_xml_path(str(LIBRARY / robot.name / f"{robot.name}.urdf"))
    data = mujoco.MjData(model)
    q = random_q(robot, 5)
    for name, angle in zip(robot.joint_names, q, strict=True):
        data.joint(name).qpos[0] = angle
    mujoco.mj_kinematics(model, data)
    posture = Posture(robot.tree, q)
    for joint in robot.tree.movable:
        expected = posture.T_root_link[joint.child]
        np.testing.assert_allclose(data.body(joint.child).xpos, expected[:3, 3], atol=1e-9)
        turned = data.body(joint.child).xmat.reshape(3, 3)
        np.testing.assert_allclose(turned, expected[:3, :3], atol=1e-9)


@pytest.mark.parametrize("name", ["bioloid", "fumanoid"])
def test_sides_are_mirror_images(name: str):
    robot = load_robot(name)
    q = random_q(robot, 6)
    mirrored = q.copy()
    for joint, index in robot.joint_index.items():
        twin = _twin(joint)
        mirrored[robot.joint_index[twin]] = q[index] * _mirror_sign(name, joint)
    for link in robot.tree.link_by_name:
        T = robot.forward(link, q)
        T_twin = robot.forward(_twin(link), mirrored)
        np.testing.assert_allclose(T_twin, MIRROR @ T @ MIRROR, atol=1e-12, err_msg=link)
        _assert_mirrored(
            robot.tree.link_by_name[link].inertial, robot.tree.link_by_name[_twin(link)].inertial
        )


def _twin(name: str) -> str:
    side, _, rest = name.partition("_")
    if side not in ("left", "right"):
        return name
    return f"{'right' if side == 'left' else 'left'}_{rest}"


def _mirror_sign(robot: str, joint: str) -> int:
    same = any(word in joint for word in SAGITTAL) or (robot == "fumanoid" and "elbow" in joint)
    return 1 if same else -1


def _assert_mirrored(one: Inertial | None, other: Inertial | None) -> None:
    assert (one is None) == (other is None)
    if one is not None and other is not None:
        M = MIRROR[:3, :3]
        assert one.mass == other.mass
        np.testing.assert_allclose(M @ one.com_in_link, other.com_in_link, atol=1e-9)
        np.testing.assert_allclose(M @ one.inertia @ M, other.inertia, atol=1e-9)
