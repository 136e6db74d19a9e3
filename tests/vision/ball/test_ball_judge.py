"""Which candidate is the ball: the likeliest that could be so large there, and is white."""

import numpy as np
import pytest

from olympian.vision.ball import BallJudge
from olympian.vision.camera import Pinhole, pixels_of_field
from olympian.vision.colour import ColourScan, game_table
from olympian.vision.truth import BallDisc

LENS = Pinhole(640, 480, (579.0, 579.0), (319.5, 239.5))
TABLE = game_table()
GREEN, WHITE, GREY = (30, 130, 45), (225, 225, 225), (95, 95, 95)
T = np.eye(4)
T[:3, :3] = np.array([[0, -0.5, 0.75**0.5], [-1, 0, 0], [0, -(0.75**0.5), -0.5]])
T[2, 3] = 0.45
MODERN, SMALL = 0.07, 0.033


class Told:
    """A network that is sure of certain places, whatever they look like."""

    def __init__(self, *sure: tuple[float, float, float, float]) -> None:
        self.sure = np.array(sure)

    def __call__(self, _: np.ndarray, places: np.ndarray) -> np.ndarray:
        """A place that is none of these is no ball."""
        if len(places) == 1:
            near = np.hypot(*(self.sure[:, 1:3] - places[0, 1:3]).T).argmin()
            return self.sure[near : near + 1]
        return self.sure


def paint(frame: np.ndarray, left: float, radius: float, colour: tuple[int, int, int]) -> BallDisc:
    centre = np.array([0.9, left, radius])
    x, y = pixels_of_field(LENS, T, centre).tolist()
    size = 579.0 * radius / float((centre - T[:3, 3]) @ T[:3, 2])
    rows, columns = np.mgrid[:480, :640]
    frame[np.hypot(columns - x, rows - y) < size] = colour
    return BallDisc(x, y, size, 1.0)


def judged(frame: np.ndarray, radius: float, *sure: tuple[float, BallDisc]) -> BallDisc | None:
    judge = BallJudge(LENS, TABLE, radius)
    told = [(certainty, disc.x, disc.y, disc.radius) for certainty, disc in sure]
    judge._network = Told(*told)  # pyright: ignore[reportAttributeAccessIssue]
    sight = ColourScan(TABLE, field="green")(frame)
    assert sight.border is not None
    return judge(frame, T, sight.border, sight.regions)[0]


@pytest.fixture
def carpet() -> np.ndarray:
    return np.full((480, 640, 3), GREEN, dtype=np.uint8)


def test_a_grey_foot_that_looks_like_a_patterned_ball_is_none(carpet: np.ndarray) -> None:
    foot, ball = paint(carpet, 0.2, MODERN, GREY), paint(carpet, -0.2, MODERN, WHITE)
    assert judged(carpet, MODERN, (0.99, foot), (0.9, ball)) == ball
    assert judged(carpet, MODERN, (0.99, foot), (0.01, ball)) is None


def test_a_ball_at_the_pictures_edge_is_judged_by_what_is_in_it(carpet: np.ndarray) -> None:
    ball = paint(carpet, 0.5, MODERN, WHITE)
    assert ball.x - ball.radius < 0.0
    other = paint(carpet, -0.2, MODERN, GREY)
    assert judged(carpet, MODERN, (0.9, ball), (0.8, other)) == ball


def test_a_small_ball_has_its_colour_by_the_rules_and_need_not_be_white(carpet: np.ndarray) -> None:
    ball, more = paint(carpet, 0.2, SMALL, (230, 90, 20)), paint(carpet, -0.2, SMALL, (230, 90, 20))
    assert judged(carpet, SMALL, (0.9, ball), (0.6, more)) == ball


def test_what_is_too_large_for_its_place_is_none(carpet: np.ndarray) -> None:
    ball = paint(carpet, 0.2, MODERN, WHITE)
    paint(carpet, -0.2, MODERN, WHITE)
    huge = BallDisc(ball.x, ball.y, 3.0 * ball.radius, 1.0)
    assert judged(carpet, MODERN, (0.99, huge), (0.1, ball)) is None
