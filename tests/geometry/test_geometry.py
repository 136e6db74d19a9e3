"""Laws of rotations, transforms and polygons."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from olympian.geometry import (
    R_from_axis_angle,
    R_from_quaternion_wxyz,
    R_from_rpy,
    T_from,
    convex_hull,
    frozen,
    inverse,
    pose_error,
    quaternion_wxyz_from_R,
    rotation_vector,
    rpy_from_R,
    signed_margin,
    skew,
    transform_points,
)
from twins import polygon as polygon_twin

angles = st.floats(-np.pi, np.pi)
lengths = st.floats(-2.0, 2.0)
rotations = st.builds(R_from_rpy, angles, angles, angles)
transforms = st.builds(
    lambda x, y, z, R: T_from((x, y, z), R=R), lengths, lengths, lengths, rotations
)


@given(rotations)
def test_rotations_are_orthogonal_and_right_handed(R: np.ndarray) -> None:
    assert np.allclose(R @ R.T, np.eye(3), atol=1e-12)
    assert np.linalg.det(R) == pytest.approx(1.0)


@given(rotations)
def test_every_notation_comes_back_to_the_same_rotation(R: np.ndarray) -> None:
    assert np.allclose(R_from_rpy(*rpy_from_R(R)), R, atol=1e-14)
    assert np.allclose(R_from_quaternion_wxyz(quaternion_wxyz_from_R(R)), R, atol=1e-12)
    vector = rotation_vector(R)
    angle = float(np.linalg.norm(vector))
    axis = vector / angle if angle > 0 else np.array([1.0, 0.0, 0.0])
    assert np.allclose(R_from_axis_angle(axis, angle), R, atol=1e-7)


steep = st.floats(-4, 4) | st.sampled_from([np.pi / 2, -np.pi / 2, 1.5708, -1.5708, 1.57079])


@given(angles, steep, angles)
def test_rpy_survives_looking_straight_up_and_down(roll: float, pitch: float, yaw: float) -> None:
    R = R_from_rpy(roll, pitch, yaw)
    assert np.allclose(R_from_rpy(*rpy_from_R(R)), R, rtol=0, atol=1e-14)


def test_rpy_turns_about_fixed_axes_x_then_y_then_z() -> None:
    R_z, R_y, R_x = (
        R_from_axis_angle(axis, a) for axis, a in zip(np.eye(3)[::-1], (0.3, 0.2, 0.1), strict=True)
    )
    assert np.allclose(R_from_rpy(0.1, 0.2, 0.3), R_z @ R_y @ R_x)


@given(transforms, transforms)
def test_inverse_undoes_and_points_follow(T_a_b: np.ndarray, T_b_c: np.ndarray) -> None:
    assert np.allclose(inverse(T_a_b) @ T_a_b, np.eye(4), atol=1e-12)
    points = np.array([[0.1, 0.2, 0.3], [-1.0, 0.0, 2.0]])
    chained = transform_points(T_a_b, transform_points(T_b_c, points))
    assert np.allclose(chained, transform_points(T_a_b @ T_b_c, points), atol=1e-9)


def test_pose_error_is_distance_and_angle() -> None:
    distance, angle = pose_error(T_from((0.3, 0.4, 0), (0, 0, 0.2)), np.eye(4))
    assert distance == pytest.approx(0.5)
    assert angle == pytest.approx(0.2)


def test_skew_is_the_cross_product() -> None:
    a, b = np.array([1.0, 2.0, 3.0]), np.array([-0.5, 0.7, 0.1])
    assert np.allclose(skew(a) @ b, np.cross(a, b))


@given(st.lists(st.tuples(lengths, lengths), min_size=1, max_size=30))
def test_hull_contains_every_point(points: list[tuple[float, float]]) -> None:
    hull = convex_hull(points)
    for point in points:
        assert signed_margin(hull, np.array(point)) >= -1e-6


def test_margin_is_the_distance_to_the_nearest_edge() -> None:
    square = convex_hull([(0, 0), (2, 0), (2, 1), (0, 1), (1, 0.5)])
    assert len(square) == 4
    assert signed_margin(square, np.array([1.0, 0.4])) == pytest.approx(0.4)
    assert signed_margin(square, np.array([3.0, 0.5])) == pytest.approx(-1.0)
    assert signed_margin(square, np.array([3.0, 2.0])) == pytest.approx(-np.sqrt(2))
    assert signed_margin(np.zeros((0, 2)), np.zeros(2)) == -np.inf


@given(
    st.lists(st.tuples(st.integers(-3, 3), st.integers(-3, 3)), max_size=20),
    st.lists(st.tuples(lengths, lengths), max_size=20),
    st.tuples(lengths, lengths),
)
def test_compiled_polygons_and_their_twin_agree(
    on_a_grid: list[tuple[int, int]],
    anywhere: list[tuple[float, float]],
    point: tuple[float, float],
) -> None:
    for points in (on_a_grid, anywhere, on_a_grid + anywhere):
        given_points = np.array(points, dtype=float).reshape(-1, 2)
        hull = convex_hull(given_points)
        assert np.array_equal(hull, polygon_twin.convex_hull(given_points))
        expected = polygon_twin.signed_margin(hull, np.array(point))
        assert signed_margin(hull, point) == pytest.approx(expected, rel=1e-14, abs=1e-300)


def test_frozen_arrays_cannot_be_changed() -> None:
    array = frozen([1.0, 2.0])
    with pytest.raises(ValueError, match="read-only"):
        array[0] = 3.0
    with pytest.raises(ValueError, match="shape"):
        frozen([1.0, 2.0], (3,))
