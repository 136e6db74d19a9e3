"""Goal posts in drawn pictures, and the search for them against its plain twin."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from olympian.geometry import T_from
from olympian.vision.camera import Pinhole, pixels_of_field
from olympian.vision.colour import FieldBorder, game_table
from olympian.vision.goal_posts import ROOM, RUN, PostFinder, post_runs
from twins import vision_posts as twin

LENS = Pinhole.of_view(640, 480, 45.0)
AHEAD = np.array([[0.0, -0.17, 0.985], [-1.0, 0.0, 0.0], [0.0, -0.985, -0.17]])
EYE = T_from((0.0, 0.0, 0.45), R=AHEAD)
"""A camera that looks ahead and 10° down."""
TABLE = game_table()
GREEN, GREY, WHITE, YELLOW = (40, 130, 60), (120, 115, 110), (225, 225, 225), (225, 195, 30)
CARPET_ENDS = 4.0


def pixel(x: float, y: float, z: float = 0.0) -> tuple[float, float]:
    u, v = pixels_of_field(LENS, EYE, np.array([x, y, z]), beyond=True).tolist()
    return u, v


def hall() -> tuple[Image.Image, FieldBorder]:
    """A carpet before a wall."""
    edge = round(pixel(CARPET_ENDS, 0.0)[1])
    picture = Image.new("RGB", (640, 480), GREY)
    ImageDraw.Draw(picture).rectangle((0, edge, 640, 480), fill=GREEN)
    columns = np.arange(4, 640, 8)
    return picture, FieldBorder(columns, np.full(len(columns), edge), np.full(640, float(edge)))


def stand(picture: Image.Image, at: tuple[float, float], height: float, wide: float = 0.1,
          colour: tuple[int, int, int] = WHITE, low: float = 0.0) -> None:  # fmt: skip
    x, y = at
    corners = [pixel(x - wide / 2, y + side * wide / 2, z)
               for side, z in ((-1, low), (1, low), (1, height), (-1, height))]  # fmt: skip
    ImageDraw.Draw(picture).polygon(corners, fill=colour)


def found(picture: Image.Image, border: FieldBorder) -> list[tuple[str, tuple[float, float]]]:
    posts = PostFinder(LENS, TABLE)(np.asarray(picture), border, EYE)
    return [(post.colour, post.at) for post in posts]


@pytest.mark.parametrize(("name", "colour"), [("white", WHITE), ("yellow", YELLOW)])
def test_posts_are_where_they_stand(name: str, colour: tuple[int, int, int]) -> None:
    picture, border = hall()
    line = [pixel(2.95, 3), pixel(2.95, -3), pixel(3.0, -3), pixel(3.0, 3)]
    ImageDraw.Draw(picture).polygon(line, fill=WHITE)
    places = (3.0, 0.8), (3.0, -0.4)
    for at in places:
        stand(picture, at, 1.1, colour=colour)
    posts = sorted(found(picture, border), key=lambda post: -post[1][1])
    assert [which for which, _ in posts] == [name, name]
    for (_, at), expected in zip(posts, places, strict=True):
        assert at == pytest.approx(expected, abs=0.12)


@pytest.mark.parametrize("end", [(3.4, 1.9), (3.9, 0.4), (2.2, 1.8)])
def test_a_line_that_runs_into_a_post_does_not_lift_its_foot(end: tuple[float, float]) -> None:
    picture, border = hall()
    at = (3.0, 0.3)
    stand(picture, at, 1.1)
    ImageDraw.Draw(picture).line([pixel(*at), pixel(*end)], fill=WHITE, width=9)
    ((_, where),) = found(picture, border)
    assert where == pytest.approx(at, abs=0.1)


def test_a_post_whose_foot_is_hidden_is_not_told_of() -> None:
    picture, border = hall()
    stand(picture, (3.0, 0.3), 1.1)
    assert len(found(picture, border)) == 1
    stand(picture, (2.7, 0.3), 0.1, wide=0.4, colour=(90, 80, 80))  # a robot before it
    assert found(picture, border) == []


LOW = T_from((0.0, 0.0, 0.45), R=AHEAD) @ T_from((0.0, 0.0, 0.0), (-0.33, 0.0, 0.0))
"""A camera that looks further down: what it sees ends before the carpet does."""


def below(*corners: tuple[float, float, float], colour: tuple[int, int, int] = WHITE,
          ) -> list[tuple[str, tuple[float, float]]]:  # fmt: skip
    """What is found in a picture of nothing but carpet and one thing. Args: corners: of it."""
    picture = Image.new("RGB", (640, 480), GREEN)
    spots = pixels_of_field(LENS, LOW, np.array(corners), beyond=True)
    ImageDraw.Draw(picture).polygon([(u, v) for u, v in spots.tolist()], fill=colour)
    columns = np.arange(4, 640, 8)
    border = FieldBorder(columns, np.zeros(len(columns), dtype=np.int64), np.zeros(640))
    posts = PostFinder(LENS, TABLE)(np.asarray(picture), border, LOW)
    return [(post.colour, post.at) for post in posts]


def test_the_foot_of_a_post_is_enough_where_the_picture_ends_above_it() -> None:
    """A line that runs away out of the picture is half as wide."""
    x, y = 2.5, 0.2  # 0.17 m of it
    post = ((x, y + 0.05, 0.0), (x, y - 0.05, 0.0), (x, y - 0.05, 1.0), (x, y + 0.05, 1.0))
    ((colour, at),) = below(*post)
    assert colour == "white"
    assert at == pytest.approx((x, y), abs=0.1)
    line = (x, y + 0.025, 0.0), (x, y - 0.025, 0.0), (6.0, y - 0.025, 0.0), (6.0, y + 0.025, 0.0)
    assert below(*line) == []
    assert below(*post, colour=YELLOW) == [], "it may be a band of a pole"


def test_a_white_post_that_a_side_cuts_off_stands_where_it_does() -> None:
    picture, border = hall()
    for side in (1.0, -1.0):
        at = (3.0, side * 309.0 / LENS.focal[0] * (0.985 * 3.0 + 0.17 * 0.45))
        stand(picture, at, 1.1)
        ((_, where),) = found(picture, border)
        assert where == pytest.approx(at, abs=0.15)
        picture, border = hall()


def test_what_is_no_post_is_none() -> None:
    picture, border = hall()
    stand(picture, (3.0, 1.0), 0.45)  # low: its head is not above the eye
    stand(picture, (3.0, -0.9), 1.1, wide=0.3)  # a locker
    stand(picture, (4.3, 0.2), 1.8, colour=WHITE)  # a person behind the carpet
    for k, colour in enumerate(((225, 195, 30), (30, 60, 190), (225, 195, 30))):
        stand(picture, (3.0, 0.0), 0.2 * (k + 1), colour=colour, low=0.2 * k)  # a pole in bands
    assert found(picture, border) == []
    assert PostFinder(LENS, TABLE)(np.asarray(picture), None, EYE) == []


def scene(seed: int) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
    """Bars and specks of white on green, and a border that slopes."""
    rng = np.random.default_rng(seed)
    height, width = int(rng.integers(10, 70)), int(rng.integers(10, 90))
    picture = Image.new("RGB", (width, height), GREEN)
    pen = ImageDraw.Draw(picture)
    for _ in range(rng.integers(0, 9)):
        x, y, w, h = rng.integers((0, 0, 1, 1), (width, height, 12, height))
        pen.rectangle((int(x), int(y), int(x + w), int(y + h)), fill=WHITE)
    pixels = np.array(picture)
    pixels[rng.random((height, width)) < 0.02] = WHITE
    rows = np.linspace(*rng.uniform(-3, height * 0.6, 2), width)
    rows[rng.random(width) < 0.02] = np.inf
    return pixels, rows


@given(st.integers(0, 10_000))
@settings(max_examples=150, deadline=None)
def test_runs_are_those_of_the_twin(seed: int) -> None:
    frame, rows = scene(seed)
    runs, code = np.empty((ROOM, RUN)), TABLE.code("white")
    count = post_runs(frame, TABLE.codes, rows, code, runs)
    expected = twin.post_runs(TABLE.classify(frame) == code, rows)
    assert np.allclose(runs[:count], np.array(expected).reshape(-1, RUN))
