"""Mass properties the generator computes for the robots it composes from primitives."""

import numpy as np

from describe.inertia import inertial_of
from describe.part import box, cylinder, sphere


def test_parallel_axes_add_up():
    """Two halves weigh and turn like the whole, wherever they are cut and however they lie."""
    whole = inertial_of([box((0.2, 0.1, 0.06), (0.3, -0.2, 0.1), mass=1.2)])
    halves = inertial_of(
        [
            box((0.08, 0.1, 0.06), (0.24, -0.2, 0.1), mass=0.48),
            box((0.1, 0.12, 0.06), (0.34, -0.2, 0.1), mass=0.72, rpy=(0.0, 0.0, np.pi / 2)),
        ]
    )
    assert whole is not None
    assert halves is not None
    np.testing.assert_allclose(halves.com_in_link, whole.com_in_link)
    np.testing.assert_allclose(halves.inertia, whole.inertia, atol=1e-15)


def test_inertias_of_primitives_by_sampling():
    """The formulas agree with a million random points inside each solid, within their noise."""
    points = np.random.default_rng(1).uniform(-1, 1, (1_000_000, 3))
    disc = np.hypot(points[:, 0], points[:, 1]) < 1
    ball = np.linalg.norm(points, axis=1) < 1
    for part, inside, scale in (
        (box((0.2, 0.4, 0.6), (0, 0, 0), mass=2.0), points, (0.1, 0.2, 0.3)),
        (cylinder(0.2, 0.8, (0, 0, 0), mass=2.0), points[disc], (0.2, 0.2, 0.4)),
        (sphere(0.3, (0, 0, 0), mass=2.0), points[ball], (0.3, 0.3, 0.3)),
    ):
        inertial = inertial_of([part])
        assert inertial is not None
        second = np.cov((inside * scale).T, bias=True) * 2.0
        sampled = np.trace(second) * np.eye(3) - second
        np.testing.assert_allclose(np.diag(inertial.inertia), np.diag(sampled), rtol=0.01)
