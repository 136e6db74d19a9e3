"""The filter's compiled arithmetic against plain NumPy."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from olympian.motion.imitate.filter.kernel import LIMBS, TRUNK, kernels

SEEDS = st.integers(0, 10_000)


def frames(seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Two frames of fifteen joints, some of which are not seen."""
    chance = np.random.default_rng(seed)
    last = chance.normal(0.0, 0.5, (15, 3))
    places = last + chance.normal(0.0, 0.1, (15, 3))
    for frame in (places, last):
        frame[chance.random(15) < 0.2] = np.nan
    return places, last


def plain_middle(places: np.ndarray, last: np.ndarray) -> np.ndarray:
    way = (places - last)[TRUNK]
    seen = np.isfinite(way).all(axis=1)
    return way[seen].mean(axis=0) if seen.any() else np.zeros(3)


@given(SEEDS)
def test_the_trunk_and_the_joints_go_as_far(seed: int) -> None:
    places, last = frames(seed)
    middle, ways = np.empty(3), np.empty(15)
    kernels().move_middle(places, last, middle)
    np.testing.assert_allclose(middle, plain_middle(places, last), atol=1e-15)
    kernels().ways(places, last, middle, ways)
    np.testing.assert_allclose(ways, np.linalg.norm(places - last - middle, axis=1), atol=1e-15)


@pytest.mark.parametrize("group", [0, 1])
@given(SEEDS)
def test_swapped_limbs_are_told_apart(group: int, seed: int) -> None:
    places, last = frames(seed)
    places, last = np.nan_to_num(places), np.nan_to_num(last)
    middle, both = plain_middle(places, last), LIMBS[group].reshape(-1)
    crossed = LIMBS[group, ::-1].reshape(-1)
    swapped = kernels().swapped

    def apart(rows: np.ndarray) -> float:
        return float(np.linalg.norm(places[rows] - last[both] - middle, axis=1).sum())

    wanted = apart(both) > 0.25 and apart(crossed) < 0.4 * apart(both)
    assert swapped(places, last, middle, group, 0.4, 0.25) == wanted
    places[both] = last[crossed]
    assert swapped(places, last, np.zeros(3), group, 0.4, 0.25)
    places[both[0]] = np.nan
    assert not swapped(places, last, np.zeros(3), group, 0.4, 0.25)


@given(SEEDS)
def test_tracking_is_a_predictor_that_is_corrected(seed: int) -> None:
    """Its gains are those of the steady Kalman filter of a body that is pushed at random."""
    places, last = frames(seed)
    chance = np.random.default_rng(seed)
    velocity = chance.normal(0.0, 0.3, (15, 3))
    dt, jitter = 0.02, float(chance.uniform(0.0005, 0.01))
    numbers = (rest, per_speed, still, moves, fastest) = (0.12, 10.0, 16.0, 5.0, 0.9)
    known = np.isfinite(last).all(axis=1, keepdims=True)
    both = known & np.isfinite(places).all(axis=1, keepdims=True)
    foreseen = np.where(known, last + dt * velocity, places)
    start = np.where(both, velocity, 0.0)
    off = np.nan_to_num(places - foreseen)
    speed = np.maximum(np.linalg.norm(start, axis=1) - still * jitter, 0.0)
    index = (rest + per_speed * speed) * dt**2 / jitter
    index = index + np.maximum(np.linalg.norm(off, axis=1) / jitter - moves, 0.0)
    out, tracked = np.empty((15, 3)), velocity.copy()
    kernels().track(places, last, tracked, out, dt, jitter, numbers)
    for joint in np.flatnonzero(both):
        alpha, beta = gains(index[joint])
        np.testing.assert_allclose(out[joint], foreseen[joint] + alpha * off[joint], atol=1e-9)
        wanted = start[joint] + beta * off[joint] / dt
        wanted *= min(1.0, fastest / np.linalg.norm(wanted))
        np.testing.assert_allclose(tracked[joint], wanted, atol=1e-6)
    assert (tracked[~both[:, 0]] == 0.0).all()
    new = ~known[:, 0]
    np.testing.assert_array_equal(out[new], places[new])


def gains(index: float) -> tuple[float, float]:
    """α and β of the steady Kalman filter for a tracking index, by iterating its covariance."""
    move, noise = np.array([[1.0, 1.0], [0.0, 1.0]]), index**2 * np.outer([0.5, 1.0], [0.5, 1.0])
    covariance, gain = np.eye(2), np.zeros(2)
    for _ in range(400):
        covariance = move @ covariance @ move.T + noise
        gain = covariance[:, 0] / (covariance[0, 0] + 1.0)
        covariance = covariance - np.outer(gain, covariance[0])
    return float(gain[0]), min(float(gain[1]), 1.0)
