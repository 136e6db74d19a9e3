"""Rays that draw frames: compiled against their plain twin."""

import numpy as np
import pytest

from olympian.vision.synthetic import random_scene
from olympian.vision.synthetic.draw import cast_of
from olympian.vision.synthetic.rays import cast
from olympian.vision.truth import Thing
from twins import vision_drawn as twin


@pytest.mark.parametrize("size", [(1, 1), (1, 37), (53, 1), (133, 101), (160, 120)])
def test_rays_are_those_of_the_twin(size: tuple[int, int]) -> None:
    """Colours of a pixel in a thousand may differ: where rounding decides about a grain."""
    seen: set[int] = set()
    for seed in range(3, 7):
        scene = random_scene(seed, *size, ball=seed % 2 == 0 and min(size) > 60)
        shape = (scene.view.height, scene.view.width)
        out, things = np.zeros((*shape, 3), dtype=np.float32), np.zeros(shape, dtype=np.uint8)
        owner = np.full(shape, -1, dtype=np.int16)
        cast(*cast_of(scene), out, things, owner)
        colours, plain_things, plain_owner = twin.Drawing(*cast_of(scene)).cast(*shape)
        assert np.array_equal(things, plain_things)
        assert np.array_equal(owner, plain_owner)
        assert np.mean(np.abs(out - colours).max(axis=2) > 0.01) < 0.001
        seen |= set(things.ravel().tolist())
    if min(size) > 60:
        assert {Thing.FIELD, Thing.LINE, Thing.BALL, Thing.NOTHING} < seen
