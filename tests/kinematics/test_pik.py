"""Pseudo inverse kinematics: matrix 6.5, what its parameters do, the way back, and its range."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from olympian.errors import OlympianError
from olympian.geometry import rotation_vector
from olympian.kinematics import Kinematics, PikParameters, PseudoInverseKinematics, validity
from olympian.kinematics.leg.roles import LegRole, leg_roles
from olympian.kinematics.pik import MATRIX_6_5
from olympian.robot import load_robot

ROBOTS = ("fumanoid", "bioloid", "wolfgang", "atlas")
ANGLES = st.lists(st.floats(-0.5, 0.5), min_size=8, max_size=8)


@pytest.mark.parametrize("robot", ROBOTS)
@pytest.mark.parametrize("stance", ["left", "right"])
def test_magnitudes_are_those_of_the_thesis(robot: str, stance: str):
    pik = PseudoInverseKinematics(load_robot(robot), stance)
    np.testing.assert_array_equal(np.abs(pik.matrix), np.abs(MATRIX_6_5))


@given(values=ANGLES)
def test_there_and_back(values: list[float]):
    pik = PseudoInverseKinematics(load_robot("bioloid"))
    parameters, dummies = pik.parameters(pik.joints(PikParameters(*values)))
    np.testing.assert_allclose(parameters.vector(), values, atol=1e-12)
    np.testing.assert_allclose(dummies, 0.0, atol=1e-12)


def test_both_ways_back_of_the_thesis_agree():
    """With orthonormal dummies the inverse contains the pseudo-inverse: the best match."""
    pik = PseudoInverseKinematics(load_robot("fumanoid"))
    robot = pik.robot
    q = robot.ready + np.random.default_rng(1).uniform(-0.2, 0.2, robot.dof)
    parameters, dummies = pik.parameters(q)
    offset = (q - robot.ready)[pik.places]
    np.testing.assert_allclose(parameters.vector(), np.linalg.pinv(pik.matrix) @ offset, atol=1e-12)
    np.testing.assert_allclose(pik.completed @ np.append(parameters.vector(), dummies), offset)


def motion(robot_name: str, stance: str, parameter: str) -> tuple[np.ndarray, np.ndarray]:
    """Movement of stance and swing foot against the trunk per radian: (2, 3) shift, (2, 3) turn.

    From the zero pose, where axes have the directions that the roles were recognised by.
    """
    robot = replace_ready(robot_name)
    pik, kinematics = PseudoInverseKinematics(robot, stance), Kinematics(robot)
    h = 1e-6
    shift, turn = np.zeros((2, 3)), np.zeros((2, 3))
    ahead = kinematics.at(pik.joints(replace(PikParameters(), **{parameter: h})))
    behind = kinematics.at(pik.joints(replace(PikParameters(), **{parameter: -h})))
    for foot, limb in enumerate((pik.stance_leg, pik.swing_leg)):
        after, before = (c.relative(robot.torso, limb.chain.tip) for c in (ahead, behind))
        shift[foot] = (after[:3, 3] - before[:3, 3]) / (2 * h)
        turn[foot] = rotation_vector(after[:3, :3] @ before[:3, :3].T) / (2 * h)
    return shift, turn


def replace_ready(name: str):
    """The robot with bent knees but no roll or yaw in its neutral posture."""
    robot = load_robot(name)
    q = np.zeros(robot.dof)
    for leg in robot.legs:
        roles = leg_roles(robot, leg)
        for role, angle in (
            (LegRole.HIP_PITCH, -0.3),
            (LegRole.KNEE, 0.6),
            (LegRole.ANKLE_PITCH, -0.3),
        ):
            q[roles[role].place] = roles[role].sign * angle
    return replace(robot, ready=q)


@pytest.mark.parametrize("robot", ROBOTS)
@pytest.mark.parametrize("stance", ["left", "right"])
def test_every_parameter_does_what_its_name_says(robot: str, stance: str):
    outwards = 1.0 if stance == "right" else -1.0  # y of the swing side
    level = {"atol": 1e-6}
    for name, foot in (("stance_leg_length", 0), ("swing_leg_length", 1)):
        shift, turn = motion(robot, stance, name)
        np.testing.assert_allclose(turn, 0.0, **level)
        np.testing.assert_allclose(shift[1 - foot], 0.0, **level)
        assert shift[foot, 2] > 0.01  # the foot comes up
    shift, turn = motion(robot, stance, "lateral_com_shift")
    np.testing.assert_allclose(turn, 0.0, **level)
    assert np.all(shift[:, 0] < -0.05)  # feet stay behind
    shift, turn = motion(robot, stance, "lateral_step_length")
    np.testing.assert_allclose(turn, 0.0, **level)
    assert shift[1, 0] > 0.05
    assert np.all(shift[0] == 0.0)
    shift, _ = motion(robot, stance, "frontal_com_shift")
    assert np.all(outwards * shift[:, 1] > 0.05)  # trunk to the stance foot, feet the other way
    shift, _ = motion(robot, stance, "frontal_step_length")
    assert outwards * shift[1, 1] > 0.05
    _, turn = motion(robot, stance, "body_rotation")
    assert turn[0, 2] * turn[1, 2] < 0.0
    assert outwards * turn[1, 2] > 0.5
    _, turn = motion(robot, stance, "torso_angle")
    np.testing.assert_allclose(turn[:, 1], -1.0, atol=1e-6)  # legs lag behind the trunk that leans


def test_the_printed_frontal_step_would_tilt_the_sole():
    """Why the sign of one entry is not taken from the print: hip and ankle roll must cancel."""
    column = MATRIX_6_5[:, 4]
    shift = MATRIX_6_5[:, 2]
    assert shift[3] * shift[11] < 0  # swing hip and ankle roll cancel in the shift …
    assert column[3] * column[11] > 0  # … and add up in the step


def test_ranges_are_finite_and_contain_the_ready_pose():
    rows = validity(load_robot("bioloid"))
    assert [row.parameter for row in rows] == list(PikParameters.names())
    for row in rows:
        assert row.lowest_rad < 0.0 < row.highest_rad
        assert row.joint_error_deg < 20.0
    by_name = {row.parameter: row for row in rows}
    assert by_name["torso_angle"].highest_rad > 1.0  # exact by construction
    assert by_name["swing_leg_length"].highest_rad < 0.5  # a cosine is no straight line
    assert 0.01 < by_name["lateral_step_length"].highest_m < 0.1


def test_robots_without_such_legs_are_refused():
    robot = load_robot("bioloid")
    with pytest.raises(OlympianError, match="stance leg 'middle'"):
        PseudoInverseKinematics(robot, "middle")
    arm_as_leg = replace(robot.limb("left_arm"), kind="leg", name="left_leg")
    with pytest.raises(OlympianError, match="2 roll, 1 pitch and 0 yaw"):
        leg_roles(robot, arm_as_leg)
