"""Pointing: exact within the limits, as near as can be and honest beyond them."""

from dataclasses import replace
from math import atan2

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drills.head import HEADS, camera_in_torso, off_axis, robot_called
from olympian.decision.head import Pointing, head_of
from olympian.errors import OlympianError
from olympian.geometry import inverse, transform_points
from olympian.robot import CameraConfig


@pytest.mark.parametrize("name", HEADS)
@given(data=st.data())
def test_inside_the_limits_it_points_exactly(name: str, data: st.DataObject) -> None:
    """Any gaze that the joints allow, at any distance, with any posture of the back."""
    robot = robot_called(name)
    head = head_of(robot)
    q = np.array(robot.ready)
    q[head.spine_rows] = [data.draw(st.floats(-0.3, 0.3)) for _ in head.spine_rows]
    shares = [data.draw(st.floats(0.001, 0.999)) for _ in head.rows]
    q[head.rows] = head.neck.lower + np.array(shares) * (head.neck.upper - head.neck.lower)
    far = data.draw(st.floats(0.15, 8.0))
    point = transform_points(camera_in_torso(robot, q), np.array([far, 0.0, 0.0]))
    gaze = Pointing(head).at(head.in_base(point, q))
    assert gaze.reason == ""
    assert gaze.error < 1e-6
    q[head.rows] = gaze.angles
    assert off_axis(robot, q, point) < 1e-6
    np.testing.assert_array_equal(gaze.angles, head.inside(gaze.angles))


@pytest.mark.parametrize("name", HEADS)
@given(point=st.tuples(*[st.floats(-5.0, 5.0)] * 3))
def test_whatever_the_point_angles_are_within_limits_and_the_error_is_true(
    name: str, point: tuple[float, float, float]
) -> None:
    robot = robot_called(name)
    head = head_of(robot)
    gaze = Pointing(head).at(np.array(point))
    lower, upper = head.neck.lower, head.neck.upper
    assert (lower <= gaze.angles).all()
    assert (gaze.angles <= upper).all()
    T = head.T_base_camera(gaze.angles)
    x, y, z = transform_points(inverse(T), np.array(point))
    assert gaze.error == pytest.approx(atan2(np.hypot(y, z), x), abs=1e-9)
    assert (gaze.reason == "") == (gaze.error <= 1e-6)


def test_heads_of_any_shape_are_solved() -> None:
    """Offset, slanted and rolled cameras; the optical axis stays in the plane of the last joint."""
    rng = np.random.default_rng(4)
    robot = robot_called("wolfgang")
    for _ in range(50):
        camera = CameraConfig(
            link="camera",
            xyz=tuple(rng.uniform(-0.05, 0.05, 3)),
            rpy=(rng.uniform(-0.5, 0.5), rng.uniform(-0.5, 0.5), 0.0),
        )
        other = replace(robot, camera=camera)
        head = head_of(other)
        angles = rng.uniform(head.neck.lower, head.neck.upper)
        T = head.T_base_camera(angles)
        gaze = Pointing(head).at(T[:3, 3] + rng.uniform(0.3, 3.0) * T[:3, 0])
        assert gaze.error < 1e-6


def test_a_camera_that_looks_askew_is_refused() -> None:
    robot = robot_called("wolfgang")
    askew = CameraConfig(link="camera", rpy=(0.0, 0.0, 0.3))
    with pytest.raises(OlympianError, match="right angles to joint 'HeadTilt'"):
        Pointing(head_of(replace(robot, camera=askew)))
    foot = CameraConfig(link=robot.feet[0].link)
    with pytest.raises(OlympianError, match=r"is not (on its head|above)"):
        head_of(replace(robot, camera=foot))
