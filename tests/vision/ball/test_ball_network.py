"""The network that knows balls: what it sees, what it says, how it learns."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from olympian.errors import OlympianError
from olympian.vision.ball import SIDE, BallNetwork, BallPatches, cut_patch, train, write_weights
from olympian.vision.ball.network import SHAPES, read_weights
from olympian.vision.ball.training import _slopes, forward
from twins import vision_ball_patch as twin

PLACES = st.tuples(st.floats(-20, 90), st.floats(-20, 70), st.floats(1.0, 60.0))


def noise(seed: int) -> np.ndarray:
    return np.random.default_rng(seed).integers(0, 256, (47, 65, 3), dtype=np.uint8)


@given(PLACES, st.integers(0, 99))
@settings(max_examples=60, deadline=None)
def test_a_patch_and_what_is_told_of_it_are_the_twin_s(place, seed):
    frame, patch = noise(seed), np.empty((SIDE, SIDE, 3), dtype=np.float32)
    cut_patch(frame, *place, patch)
    plain = twin.patch(frame, *place)
    assert patch == pytest.approx(plain, abs=1e-5)
    certainty, x, y, radius = BallNetwork()(frame, np.array([[0.0, *place]]))[0].tolist()
    out = twin.told(read_weights(), plain)
    assert certainty == pytest.approx(1 / (1 + np.exp(-out[0])), abs=1e-4)
    assert (x, y) == pytest.approx(place[:2] + out[1:3] * place[2], rel=1e-3, abs=1e-2)
    assert radius == pytest.approx(place[2] * np.exp(out[3].clip(-1, 1)), rel=1e-3)


def test_slopes_are_those_of_the_loss():
    chance = np.random.default_rng(3)
    weights = [chance.normal(0.0, 0.1, shape).astype(np.float32) for shape in SHAPES]
    patches = chance.normal(0.0, 1.0, (6, SIDE, SIDE, 3)).astype(np.float32)
    is_ball, offsets = np.arange(6) % 2 == 0, np.zeros((6, 3), dtype=np.float32)
    weights[-2] *= 0.05  # beyond 0.3 radii an offset's slope grows no more
    wide = [one.astype(np.float64) for one in weights]
    _, slopes = _slopes(wide, patches, is_ball, offsets)

    def loss():
        said = forward(wide, patches)[0]
        share = 1 / (1 + np.exp(-said[:, 0]))
        sure = -np.log(np.where(is_ball, share, 1 - share)).mean()
        return sure + 2.0 * ((said[:, 1:] * is_ball[:, None]) ** 2).sum() / len(patches)

    for one, slope in zip(wide, slopes, strict=True):
        at = tuple(int(chance.integers(size)) for size in one.shape)
        before = one[at]
        one[at] = before + 1e-5
        more = loss()
        one[at] = before - 1e-5
        less = loss()
        one[at] = before
        assert slope[at] == pytest.approx((more - less) / 2e-5, rel=2e-2, abs=1e-5)


def test_it_learns_to_tell_discs_from_lines_and_where_they_are(tmp_path):
    chance = np.random.default_rng(1)
    count, grid = 1300, np.arange(SIDE) - 7.5
    is_ball = chance.random(count) < 0.5
    off = chance.uniform(-0.4, 0.4, (count, 2))
    patches = np.empty((count, SIDE, SIDE, 3), dtype=np.float32)
    for k in range(count):
        across, down = grid - off[k, 0] * 4.7, grid[:, None] - off[k, 1] * 4.7
        far = np.hypot(across, down) if is_ball[k] else 2 * abs(across + 0 * down)
        patches[k] = np.where(far < 4.7, 0.8, -0.4)[..., None]
    offsets = np.column_stack([off, np.zeros(count)]).astype(np.float32)
    examples = BallPatches(patches, is_ball, offsets, np.ones(count, dtype=bool))
    told: list[str] = []
    weights = train(examples, 30, 0, told.append)
    said = forward(weights, patches)[0]
    assert len(told) == 30
    assert np.mean((said[:, 0] > 0) == is_ball) > 0.95
    assert np.abs(said[is_ball, 1:3] - off[is_ball]).mean() < 0.1
    write_weights(tmp_path / "w.npz", weights)
    assert (tmp_path / "w.npz").stat().st_size < 300_000


def test_weights_of_another_network_are_refused():
    with pytest.raises(OlympianError, match="weights of shapes"):
        BallNetwork([np.zeros(3, dtype=np.float32)])
