"""Eyes in the loop: a match, its truth, and a score that knows right from wrong."""

from dataclasses import replace
from math import hypot

import numpy as np
import pytest

from drills.gl import needs_gl
from olympian.arena.football.closed_loop import seen_by_shape
from olympian.arena.football.match import Glimpse, Match
from olympian.arena.football.match_score import TASKS, Tally, crossings_of, score
from olympian.arena.football.match_truth import FOOT_M, STUB_M, MatchTruth, post_shown
from olympian.geometry import Mat4, Place, T_from, inverse
from olympian.vision import BallDisc, BallPlace, Seen, SeenPost, Thing
from olympian.vision.camera import Lens, Pinhole, pixels_of_field
from olympian.vision.shape import Crossing, CrossingKind, FieldLine
from olympian.world import MODERN

LENS = Pinhole.of_view(640, 480, 45.0)
DOWN = np.array([[0.0, -0.5, 0.75**0.5], [-1.0, 0.0, 0.0], [0.0, -(0.75**0.5), -0.5]])
EYE: Mat4 = T_from((0.1, 0.0, 0.6), R=DOWN)
"""A camera that looks ahead and 30° down, over the centre spot."""


def truth(**more: object) -> MatchTruth:
    things = np.full((480, 640), Thing.FIELD, dtype=np.uint8)
    plain = MatchTruth(Place(), EYE, things, None, (9.0, 9.0), (), (), (), ())
    return replace(plain, **more)


def judged(seen: Seen, true: MatchTruth) -> dict[str, Tally]:
    frame = np.zeros((480, 640, 3), dtype=np.uint8)
    lens: Lens = LENS
    return score([Glimpse(1.0, frame, seen, true)], "modern", lens)


def test_a_ball_is_hit_missed_or_made_up() -> None:
    disc = BallDisc(320.0, 240.0, 30.0, 1.0)
    true = truth(ball=disc, ball_at=(1.0, 0.0))
    place = BallPlace(1.03, 0.0, 0.0, 0.0, replace(disc, x=325.0))
    seen = Seen(t=1.0, T_place_camera=EYE, ball=place)
    hit = judged(seen, true)["ball to 3 m"]
    assert (hit.wanted, hit.found, hit.claimed, hit.right) == (1, 1, 1, 1)
    assert hit.px == [5.0]
    assert hit.own_m == pytest.approx([0.03])
    beside = judged(replace(seen, ball=replace(place, disc=replace(disc, x=350.0))), true)
    assert (beside["ball to 3 m"].found, beside["ball to 3 m"].right) == (0, 0)
    missed = judged(replace(seen, ball=None), true)["ball to 3 m"]
    assert (missed.wanted, missed.found, missed.claimed) == (1, 0, 0)
    hidden = judged(seen, replace(true, ball=replace(disc, visible=0.5)))["ball to 3 m"]
    assert (hidden.wanted, hidden.claimed, hidden.right) == (0, 1, 1), "it need not be seen"


def test_a_post_counts_where_it_stands_and_nowhere_else() -> None:
    spots = ((2.0, 0.5), (2.0, -0.5))
    true = truth(posts=spots[:1], all_posts=spots)

    def at(*place: tuple[float, float]) -> Tally:
        posts = tuple(SeenPost(*one, *one, "white", (0.0, 0.0), 1.0) for one in place)
        return judged(Seen(t=1.0, T_place_camera=EYE, posts=posts), true)["posts"]

    both = at((2.05, 0.5), (2.0, -0.5))
    assert (both.wanted, both.found, both.claimed, both.right) == (1, 1, 2, 2)
    wrong = at((2.0, 1.0))
    assert (wrong.found, wrong.claimed, wrong.right) == (0, 1, 0)


def test_a_post_is_in_sight_as_far_as_the_picture_shows_its_foot_and_what_is_above() -> None:
    things = np.full((480, 640), Thing.FIELD, dtype=np.uint8)
    spot = (1.2, 0.0)

    def shown(high: float) -> float:
        return post_shown(spot, high, 0.1, LENS, EYE, things)

    assert shown(STUB_M) == 0.0
    u, foot = np.rint(pixels_of_field(LENS, EYE, np.array(spot))).astype(int)
    _, top = np.rint(pixels_of_field(LENS, EYE, np.array([*spot, STUB_M]))).astype(int)
    things[top : foot + 1, u - 60 : u + 60] = Thing.GOAL
    assert shown(FOOT_M) == shown(STUB_M) == 1.0
    things[(top + foot) // 2 :] = Thing.ROBOT  # its foot is hidden
    assert shown(FOOT_M) == 0.0
    assert 0.4 < shown(STUB_M) < 0.6
    assert post_shown((3.0, 0.0), STUB_M, 0.1, LENS, EYE, things) == 0.0, "above the picture"


def painted(things: np.ndarray, x0: float, x1: float, y0: float, y1: float) -> None:
    """A line on the ground, metres ahead and left."""
    spots = np.array([(x, y) for x in np.arange(x0, x1, 0.0015) for y in np.arange(y0, y1, 0.0015)])
    pixels = pixels_of_field(LENS, EYE, spots)
    pixels = np.rint(pixels[np.isfinite(pixels).all(axis=1)]).astype(int)
    things[pixels[:, 1], pixels[:, 0]] = Thing.LINE


def test_a_crossing_has_to_be_found_where_both_of_its_lines_are_in_sight() -> None:
    x, y = MODERN.length / 2, MODERN.width / 2
    true = truth(here=Place(x - 1.0, y, 0.0))  # the corner is a metre ahead
    seen = Seen(t=1.0, T_place_camera=EYE)
    painted(true.things, 0.5, 1.02, -0.025, 0.025)
    assert judged(seen, true)["crossings"].wanted == 0, "one of them could end there"
    painted(true.things, 0.975, 1.025, -0.1, 0.025)
    assert judged(seen, true)["crossings"].wanted == 0, "a bump on a line"
    painted(true.things, 0.975, 1.025, -0.2, 0.025)
    tally = judged(seen, true)["crossings"]
    assert (tally.wanted, tally.found, tally.claimed) == (1, 0, 0)
    at = Crossing(np.array([1.0, 0.02]), CrossingKind.L)
    tally = judged(replace(seen, crossings=(at,)), true)["crossings"]
    assert (tally.found, tally.right) == (1, 1)


def test_a_camera_that_is_elsewhere_is_not_held_against_the_eyes() -> None:
    """It believes to look higher up; what it sees in the picture is right all the same."""
    spot = (2.0, 0.0)
    tilted = EYE @ T_from((0.0, 0.0, 0.0), (0.03, 0.0, 0.0))
    x, y = pixels_of_field(LENS, EYE, np.array(spot)).tolist()
    fall = tilted[:3, :3] @ LENS.rays(np.array([x, y]))
    believed = tilted[:2, 3] + fall[:2] * (tilted[2, 3] / -fall[2])
    post = SeenPost(*believed.tolist(), 0.0, 0.0, "white", (x, y), 1.0)
    seen = Seen(t=1.0, T_place_camera=tilted, posts=(post,))
    tally = judged(seen, truth(posts=(spot,), all_posts=(spot,)))["posts"]
    assert (tally.found, tally.right) == (1, 1)
    assert tally.true_m == pytest.approx([0.0], abs=1e-6)
    assert tally.own_m[0] > 0.1


def test_lines_are_scored_by_their_length() -> None:
    true = truth()
    painted = np.array([[x, y] for y in np.arange(-0.3, 0.3, 0.002) for x in (0.59, 0.6, 0.61)])
    pixels = np.rint(pixels_of_field(LENS, EYE, painted)).astype(int)
    true.things[pixels[:, 1], pixels[:, 0]] = Thing.LINE
    # the robot stands 0.6 m behind the middle line
    true = replace(true, here=Place(-0.6, 0.0, 0.0))
    line = FieldLine(np.array([0.6, -0.3]), np.array([0.6, 0.3]), 20)
    good = judged(Seen(t=1.0, T_place_camera=EYE, lines=(line,)), true)["lines"]
    assert good.recall > 0.9
    assert good.precision == 1.0
    off = FieldLine(np.array([0.76, -0.3]), np.array([0.76, 0.3]), 20)
    bad = judged(Seen(t=1.0, T_place_camera=EYE, lines=(off,)), true)["lines"]
    assert bad.precision == 0.0


def test_the_lines_of_a_field_meet_where_they_do() -> None:
    found = crossings_of(MODERN)
    assert len(found) == 4 + 2 + 2 * 2 * (2 + 2) + 2, "two on the circle"
    assert {(0.0, 3.0), (0.0, 0.75)} <= set(found)


@needs_gl
def test_a_match_shows_what_the_referee_knows() -> None:
    match = Match("2010", 3)
    glimpses = list(match.glimpses(1.5, every=3))
    lens = match.lens
    match.close()
    assert len(glimpses) >= 4
    for glimpse in glimpses:
        believed, true = glimpse.seen.T_place_camera, glimpse.truth.T_place_camera
        if believed is not None:
            turn = (inverse(believed) @ true)[:3, :3]
            assert np.degrees(np.arccos((np.trace(turn) - 1) / 2)) < 8.0, "the same picture"
        ball = glimpse.truth.ball
        if ball is not None and ball.visible > 0.9:
            at = lens.project(inverse(true)[:3] @ [*glimpse.truth.ball_at, 0.033, 1.0])
            assert hypot(at[0] - ball.x, at[1] - ball.y) < 1.0
    assert set(score(glimpses, "2010", lens)) == set(TASKS)
    by_shape = list(seen_by_shape(glimpses, lens, "2010"))
    assert [one.t for one, _ in by_shape] == [one.t for one in glimpses]
    assert all(seconds > 0.0 for _, seconds in by_shape)
    for (one, _), glimpse in zip(by_shape, glimpses, strict=True):
        assert one.seen.lines is glimpse.seen.lines, "nothing but the ball is looked for anew"
        assert one.seen.ball is None or one.seen.ball is not glimpse.seen.ball
