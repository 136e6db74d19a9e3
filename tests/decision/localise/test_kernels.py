"""Every compiled kernel of the particle filter against NumPy, and what it must do by itself."""

import numpy as np
import pytest

from olympian.arena.localisation import plain_kernels
from olympian.decision.localise import Evidence, ParticleFilter, PitchMap, particle_kernel
from olympian.decision.localise.evidence import LINE
from olympian.decision.localise.pitch_map import CELL, FAR, Layer
from olympian.geometry import Place
from olympian.world import MODERN, TWENTY_TEN

COUNT = 37
FRAME = np.array([*PitchMap.of(MODERN).corner, CELL, FAR])
RULE = np.array([3.0, 0.3, MODERN.circle_radius])


def particles(chance: np.random.Generator) -> np.ndarray:
    found = chance.normal(0.0, [3.0, 2.0, 3.0, 0.02, 0.02], (COUNT, 5))
    found[0, :2] = 30.0, -30.0  # far beyond the map
    return found


@pytest.mark.parametrize("seed", range(4))
def test_moving_is_the_same(seed: int) -> None:
    chance = np.random.default_rng(seed)
    one = particles(chance)
    other, noise = one.copy(), chance.standard_normal(one.shape)
    spread = np.tril(chance.normal(0.0, 0.1, (3, 3)))
    how = (np.array([0.2, -0.1, 0.3]), spread, noise, 0.9, 0.01)
    particle_kernel.move_kernel(one, *how)
    plain_kernels.move_kernel(other, *how)
    np.testing.assert_allclose(one, other, atol=1e-12)


@pytest.mark.parametrize("count", [0, 1, 25])
def test_costs_are_the_same(count: int) -> None:
    chance = np.random.default_rng(count)
    one = particles(chance)
    points = np.column_stack([chance.normal(1.0, 1.0, (count, 2)), chance.uniform(1, 300, count)])
    points = np.column_stack([points, chance.uniform(0, 2, count)])
    layers = chance.integers(-1, len(Layer), count)
    angles = chance.uniform(0, 7, count)
    ways = np.column_stack([np.cos(angles), np.sin(angles)]) * (layers < 0)[:, None]
    eye, grids = np.array([0.05, 0.01, 0.5]), PitchMap.of(MODERN).distance
    costs = [np.full(COUNT, np.nan) for _ in range(2)]
    for kernels, found in zip((particle_kernel, plain_kernels), costs, strict=True):
        kernels.cost_kernel(one, points, layers, ways, eye, grids, FRAME, RULE, found)
    np.testing.assert_allclose(costs[0], costs[1], rtol=1e-9, atol=1e-9)
    assert (costs[0] >= 0.0).all()


@pytest.mark.parametrize("sharp", [0.01, 5.0])
def test_drawing_is_the_same(sharp: float) -> None:
    chance = np.random.default_rng(7)
    one = particles(chance)
    other, costs = one.copy(), sharp * chance.random(COUNT)
    weights = [np.full(COUNT, 1.0 / COUNT) for _ in range(2)]
    counts = [
        kernels.draw_kernel(some, weight, costs, 0.4, np.empty_like(some))
        for kernels, some, weight in zip(
            (particle_kernel, plain_kernels), (one, other), weights, strict=True
        )
    ]
    assert counts[0] == pytest.approx(counts[1])
    assert (counts[0] > COUNT / 2) == (sharp < 1.0), "one case draws, the other does not"
    np.testing.assert_allclose(one, other)
    np.testing.assert_allclose(weights[0], weights[1])
    assert weights[0].sum() == pytest.approx(1.0)


def test_beliefs_are_the_same_across_the_cut_of_the_angle() -> None:
    chance = np.random.default_rng(3)
    one = particles(chance)
    one[5:30, :3] = [1.0, -1.0, np.pi] + 0.1 * chance.standard_normal((25, 3))
    one[5:15, 2] -= 2 * np.pi
    weights = chance.random(COUNT)
    weights /= weights.sum()
    found = []
    for kernels in (particle_kernel, plain_kernels):
        mean, covariance = np.empty(3), np.empty((3, 3))
        share = kernels.belief_kernel(one, weights, (0.6, 0.5), mean, covariance)
        found.append(np.concatenate([[share], mean, covariance.ravel()]))
    np.testing.assert_allclose(found[0], found[1], atol=1e-9)
    assert found[0][1:3] == pytest.approx([1.0, -1.0], abs=0.15)
    assert np.cos(found[0][3]) < -0.98


def test_a_tilt_that_the_sensor_does_not_show_is_learnt() -> None:
    """Of two particles at one place, the one whose tilt explains the points costs less."""
    field = PitchMap.of(MODERN)
    found = ParticleFilter(field, count=3)
    found.reset(Place(), (0.0, 0.0, 0.0))
    found.particles[:] = 0.0
    found.particles[:, 4] = 0.0, 0.05, -0.05
    eye, ahead, pitch = np.array([0.0, 0.0, 0.5]), 2.0, 0.05
    # a ray that is believed to meet the ground there truly goes pitch lower
    down = np.arctan2(eye[2], ahead)
    true = eye[2] / np.tan(down + pitch)
    found.particles[:, 0] = MODERN.length / 2 - true
    point = np.array([[ahead, 0.0, 400.0, 1.0]])
    way = np.array([[0.0, 1.0]])
    costs = found.costs(Evidence(0.0, point, np.array([LINE]), way, eye), found.particles)
    assert costs.argmin() == 1, "a positive pitch looks down"
    assert costs[1] < 0.2 * costs[0]
    assert costs[1] < 0.2 * costs[2]


@pytest.mark.parametrize("pitch", [MODERN, TWENTY_TEN])
def test_the_map_knows_where_lines_and_crossings_are(pitch) -> None:
    field = PitchMap.of(pitch)

    def far(layer: Layer, x: float, y: float) -> float:
        i, j = round((x - field.corner[0]) / CELL), round((y - field.corner[1]) / CELL)
        return float(field.distance[layer, i, j])

    x, y = pitch.length / 2, pitch.width / 2
    assert far(Layer.ALONG_X, 1.0, y) == pytest.approx(0.0, abs=1e-6)
    assert far(Layer.ALONG_Y, 0.0, 0.4 * y) == pytest.approx(0.0, abs=1e-6)
    assert far(Layer.ALONG_X, 1.0, y - 0.3) == pytest.approx(0.3, abs=0.03)
    assert far(Layer.ALONG_Y, 0.9, 0.0) == pytest.approx(0.9, abs=0.03)
    assert far(Layer.L, x, y) == pytest.approx(0.0, abs=1e-6)
    assert far(Layer.T, 0.0, -y) == pytest.approx(0.0, abs=1e-6)
    assert far(Layer.X, 0.0, pitch.circle_radius) == pytest.approx(0.0, abs=1e-6)
    assert far(Layer.CENTRE, 0.0, 0.5) == pytest.approx(0.5, abs=0.03)
    assert far(Layer.OPPONENT_GOAL, x, pitch.goal_width / 2) == pytest.approx(0.0, abs=0.03)
    assert far(Layer.OWN_GOAL, x, pitch.goal_width / 2) == FAR
    assert PitchMap.of(pitch) is field
