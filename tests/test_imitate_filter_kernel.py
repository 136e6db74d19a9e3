"""The filter's compiled arithmetic against plain NumPy."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from olympian.motion.imitate.filter_kernel import LIMBS, TRUNK, kernels

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
def test_smoothing_is_the_one_euro_filter(seed: int) -> None:
    places, last = frames(seed)
    velocity = np.random.default_rng(seed).normal(0.0, 0.3, (15, 3))
    dt, (rest, per_speed, jitter, speed_hz) = 0.02, (2.0, 12.0, 0.12, 1.5)
    before = np.where(np.isfinite(last).all(axis=1, keepdims=True), last, places)

    def share(cutoff_hz: np.ndarray | float) -> np.ndarray | float:
        return 2 * np.pi * cutoff_hz * dt / (2 * np.pi * cutoff_hz * dt + 1)

    speeds = velocity + share(speed_hz) * (np.nan_to_num((places - before) / dt) - velocity)
    fast = np.maximum(np.linalg.norm(speeds, axis=1, keepdims=True) - jitter, 0.0)
    wanted = before + share(rest + per_speed * fast) * (places - before)
    out = np.empty((15, 3))
    kernels().smooth(places, last, velocity, out, dt, (rest, per_speed, jitter, speed_hz))
    np.testing.assert_allclose(velocity, speeds, atol=1e-14)
    np.testing.assert_allclose(out, wanted, atol=1e-14)
