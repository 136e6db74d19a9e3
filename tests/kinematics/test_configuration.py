"""Forward kinematics, Jacobians, centre of mass: MuJoCo, kernels and plain Python agree."""

import numpy as np
import pytest

from olympian.errors import OlympianError
from olympian.geometry import R_from_axis_angle, T_from, rotation_vector
from olympian.kinematics import ChainKernel, Kinematics
from olympian.robot import Robot, load_robot
from twins.dh import dh_forward, thesis_table

ROBOTS = ("fumanoid", "bioloid", "wolfgang", "atlas")
BASE = T_from((0.3, -0.2, 0.5), (0.2, -0.4, 1.1))


@pytest.fixture(scope="module", params=ROBOTS)
def kinematics(request: pytest.FixtureRequest) -> Kinematics:
    return Kinematics(load_robot(request.param))


def posture(robot: Robot, seed: int) -> np.ndarray:
    return np.random.default_rng(seed).uniform(
        np.maximum(robot.lower, -1), np.minimum(robot.upper, 1)
    )


def test_poses_agree_with_plain_python(kinematics: Kinematics):
    robot = kinematics.robot
    q = posture(robot, 1)
    there = kinematics.at(q, BASE)
    np.testing.assert_allclose(there.pose(robot.tree.root), BASE, atol=1e-12)
    for link in robot.tree.links:
        plain = robot.forward(link.name, q)
        np.testing.assert_allclose(there.relative(robot.torso, link.name), plain, atol=1e-12)


def test_chain_kernel_agrees_with_its_plain_twin_and_mujoco(kinematics: Kinematics):
    robot = kinematics.robot
    q = posture(robot, 2)
    there = kinematics.at(q, BASE)
    for limb in robot.limbs.values():
        chain = limb.chain
        places = robot.indices(list(chain.joint_names))
        T, J = ChainKernel(chain).jacobian(q[places])
        np.testing.assert_allclose(T, chain.forward(q[places]), atol=1e-14)
        np.testing.assert_allclose(T, ChainKernel(chain).forward(q[places]), atol=0)
        np.testing.assert_allclose(T, there.relative(chain.base, chain.tip), atol=1e-12)
        R = there.pose(chain.base)[:3, :3]
        world = there.jacobian(chain.tip)[:, places]
        np.testing.assert_allclose(np.kron(np.eye(2), R) @ J, world, atol=1e-12)


def test_jacobians_are_the_derivatives(kinematics: Kinematics):
    robot, h = kinematics.robot, 1e-6
    q = posture(robot, 3)
    there = kinematics.at(q, BASE)
    links = [limb.chain.tip for limb in robot.limbs.values()] + [robot.torso]
    for k in range(robot.dof):
        step = np.zeros(robot.dof)
        step[k] = h
        ahead, behind = kinematics.at(q + step, BASE), kinematics.at(q - step, BASE)
        np.testing.assert_allclose(
            there.com_jacobian()[:, k], (ahead.com - behind.com) / (2 * h), atol=1e-7
        )
        for link in links:
            twist = _twist(ahead.pose(link), behind.pose(link), h)
            np.testing.assert_allclose(there.jacobian(link)[:, k], twist, atol=1e-7)


def test_base_jacobians_are_the_derivatives(kinematics: Kinematics):
    """A twist of the root link: linear at its origin, angular about world axes."""
    robot, h = kinematics.robot, 1e-6
    q = posture(robot, 4)
    there = kinematics.at(q, BASE)
    link = robot.legs[0].chain.tip
    for k in range(6):
        moved = [kinematics.at(q, _pushed(BASE, k, sign * h)) for sign in (1, -1)]
        twist = _twist(moved[0].pose(link), moved[1].pose(link), h)
        np.testing.assert_allclose(there.base_jacobian(link)[:, k], twist, atol=1e-7)
        slope = (moved[0].com - moved[1].com) / (2 * h)
        np.testing.assert_allclose(there.base_com_jacobian()[:, k], slope, atol=1e-7)


def _twist(ahead: np.ndarray, behind: np.ndarray, h: float) -> np.ndarray:
    turn = rotation_vector(ahead[:3, :3] @ behind[:3, :3].T)
    return np.concatenate([ahead[:3, 3] - behind[:3, 3], turn]) / (2 * h)


def _pushed(T: np.ndarray, k: int, h: float) -> np.ndarray:
    moved = T.copy()
    if k < 3:
        moved[k, 3] += h
    else:
        moved[:3, :3] = R_from_axis_angle(np.eye(3)[k - 3], h) @ moved[:3, :3]
    return moved


def test_centre_of_mass_is_the_weighted_mean(kinematics: Kinematics):
    robot = kinematics.robot
    there = kinematics.at(posture(robot, 5), BASE)
    total, mass = np.zeros(3), 0.0
    for link in robot.tree.links:
        if link.inertial:
            T = there.pose(link.name)
            total += link.inertial.mass * (T[:3, :3] @ link.inertial.com_in_link + T[:3, 3])
            mass += link.inertial.mass
    np.testing.assert_allclose(there.com, total / mass, atol=1e-4)


def test_configurations_do_not_change_when_others_are_made(kinematics: Kinematics):
    robot = kinematics.robot
    first = kinematics.at(robot.ready)
    tip = robot.legs[0].chain.tip
    pose, J = first.pose(tip), first.jacobian(tip)
    other = kinematics.at(posture(robot, 6), BASE)
    assert not np.allclose(other.jacobian(tip), J)
    np.testing.assert_array_equal(first.pose(tip), pose)
    np.testing.assert_array_equal(first.jacobian(tip), J)


def test_standing_puts_a_link_where_it_should_be(kinematics: Kinematics):
    robot = kinematics.robot
    tip = robot.legs[0].chain.tip
    there = kinematics.standing(robot.ready, tip, BASE)
    np.testing.assert_allclose(there.pose(tip), BASE, atol=1e-12)


def test_unknown_links_are_named(kinematics: Kinematics):
    with pytest.raises(OlympianError, match="unknown link 'tail'"):
        kinematics.at(kinematics.robot.ready).pose("tail")
    with pytest.raises(ValueError, match="joint angles"):
        kinematics.at(np.zeros(3))


@pytest.mark.parametrize(("stance", "swing"), [("left", "right"), ("right", "left")])
def test_thesis_table_and_urdf_are_the_same_robot(stance: str, swing: str):
    robot = load_robot("fumanoid")
    kinematics, table = Kinematics(robot), thesis_table(stance)
    for seed in range(20):
        q = posture(robot, seed)
        q_stance = q[robot.indices([f"{stance}_{name}" for name in table.stance_joints])]
        q_swing = q[robot.indices([f"{swing}_{name}" for name in table.swing_joints])]
        there = kinematics.at(q)
        trunk, foot = table.trunk(q_stance), table.swing(q_stance, q_swing)
        np.testing.assert_allclose(there.relative(f"{stance}_sole", "torso"), trunk, atol=1e-9)
        np.testing.assert_allclose(
            there.relative(f"{stance}_sole", f"{swing}_sole"), foot, atol=1e-9
        )


def test_the_length_of_the_thesis_leg_depends_on_the_knee_alone():
    """|L|² = 23486 + 9546·cos θ3 − 21312·sin θ3 in mm² (papers/README.md, after 6.28)."""
    rows = thesis_table("right").to_trunk[1:6]
    random = np.random.default_rng(7)
    for theta in random.uniform(-1, 1, (20, 5)):
        ankle_to_hip = dh_forward(rows, theta)[:3, 3] * 1e3
        knee = theta[2] + rows[2].theta_offset
        square = 23486 + 9546 * np.cos(knee) - 21312 * np.sin(knee)
        assert ankle_to_hip @ ankle_to_hip == pytest.approx(square, abs=1e-6)


def test_unknown_stance_is_named():
    with pytest.raises(OlympianError, match=r"'middle'.*left, right"):
        thesis_table("middle")
