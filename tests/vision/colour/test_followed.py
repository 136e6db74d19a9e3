"""Colours under a light that changes: white and green are learnt, and what has no light stays."""

import numpy as np
import pytest
from numpy.typing import NDArray

from olympian.vision.colour import game_table
from olympian.vision.colour.table.followed import FollowedColours
from olympian.vision.synthetic import Picture, draw, random_scene
from olympian.vision.truth import Thing

Frame = NDArray[np.uint8]
TINTS = ((1.0, 1.0), (1.5, 0.67), (0.67, 1.5))
"""Red and blue light by green: neutral, a lamp's, an overcast day's."""


@pytest.fixture(scope="module")
def pictures() -> list[Picture]:
    return [draw(random_scene(seed, ball=False)) for seed in range(40, 52)]


def tinted(frame: Frame, red: float, blue: float, dark: float = 1.0) -> Frame:
    """The same under another light, by a camera that does not balance its white."""
    level = np.linspace(0.0, 1.0, 256) ** 2.2
    curves = [
        np.rint(255 * np.clip(dark * part * level, 0, 1) ** (1 / 2.2)) for part in (red, 1.0, blue)
    ]
    return np.stack([curve[frame[..., k]] for k, curve in enumerate(curves)], axis=-1).astype(
        np.uint8
    )


def shares(
    followed: FollowedColours | None, pictures: list[Picture], *light: float
) -> tuple[float, float]:
    """Parts of lines that are white, and of the field that is green, in the last pictures."""
    told = []
    for index, one in enumerate(pictures):
        frame = tinted(one.frame, *light)
        table = game_table() if followed is None else followed.step(frame, 0)
        codes = table.classify(frame)
        told += [(codes[one.truth.things == thing] == table.code(name))
                 for thing, name in ((Thing.LINE, "white"), (Thing.FIELD, "green"))
                 if index >= len(pictures) // 2]  # fmt: skip
    return float(np.mean(np.concatenate(told[::2]))), float(np.mean(np.concatenate(told[1::2])))


@pytest.mark.parametrize("light", TINTS)
def test_white_and_green_are_known_under_any_light(
    pictures: list[Picture], light: tuple[float, float]
) -> None:
    white, green = shares(FollowedColours(), pictures, *light)
    assert white > 0.6
    assert green > 0.9
    if light != TINTS[0]:
        assert shares(None, pictures, *light)[0] < 0.3, "the formula alone loses the lines"


def test_the_light_may_change_on_the_way_and_is_forgotten(pictures: list[Picture]) -> None:
    followed = FollowedColours()
    shares(followed, pictures, *TINTS[1])
    assert followed.table is not None
    white, _ = shares(followed, 3 * pictures, *TINTS[2])
    assert white > 0.6
    followed.reset()
    assert np.array_equal(followed.table.codes, game_table().codes)


def test_pictures_without_a_field_teach_nothing() -> None:
    followed, before = FollowedColours(), game_table().codes
    rng = np.random.default_rng(0)
    for frame in (
        np.zeros((48, 64, 3)),
        np.full((48, 64, 3), 255),
        rng.integers(90, 160, (480, 640, 3)),
    ):
        for _ in range(12):
            followed.step(frame.astype(np.uint8), 0)
    assert np.array_equal(followed.table.codes, before)


def test_a_sky_over_the_carpet_is_not_what_is_white() -> None:
    frame = np.full((480, 640, 3), (36, 130, 50), dtype=np.uint8)
    frame[:180] = 165, 195, 230
    frame[180:200] = 120, 115, 110  # a wall
    frame[300:312] = 255
    followed = FollowedColours()
    for _ in range(12):
        codes = followed.step(frame, 0).classify(frame)
    assert (codes[300:312] == game_table().code("white")).all()
