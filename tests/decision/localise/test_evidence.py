"""What counts of a picture: whole lines that are near, and not chords of a circle."""

from dataclasses import replace

import numpy as np
import pytest

from drills.football.pitch import EYE, seen_from
from olympian.decision.localise import Evidence, PitchMap
from olympian.decision.localise.evidence import LINE
from olympian.decision.localise.guess import guesses, side_lines
from olympian.decision.localise.pitch_map import Layer
from olympian.decision.localise.way import PastOdometry
from olympian.geometry import Place, T_from, frozen
from olympian.records import Odometry
from olympian.vision import Seen, SeenPost
from olympian.vision.shape import Crossing, CrossingKind, FieldLine
from olympian.world import MODERN

EYES = T_from((0.0, 0.0, EYE))


def of(*lines: FieldLine, **more) -> Evidence:
    found = Evidence.of(Seen(t=1.0, T_place_camera=EYES, lines=lines, **more))
    assert found is not None
    return found


def line(start: tuple[float, float], end: tuple[float, float], points: int = 60) -> FieldLine:
    return FieldLine(np.array(start), np.array(end), points)


def test_without_a_foot_on_the_ground_nothing_is_known() -> None:
    assert Evidence.of(Seen(t=1.0, T_place_camera=None, lines=(line((1, -1), (1, 1)),))) is None


def test_a_line_that_rests_on_few_edges_counts_nothing() -> None:
    assert len(of(line((1.0, -0.5), (1.0, 0.5), 120))) == 4
    assert len(of(line((1.0, -0.5), (1.0, 0.5), 16))) == 0
    half = of(line((1.0, -0.5), (1.0, 0.5), 40)).points[0, 3]
    assert 0.1 < half < 0.9


def test_what_is_far_ahead_is_less_certain_than_what_runs_along_the_view() -> None:
    near, far = (of(line((x, -0.3), (x, 0.3))).points[0, 2] for x in (0.8, 2.0))
    assert near > 4.0 * far
    along = of(line((1.7, 0.0), (2.3, 0.0))).points[0, 2]
    assert along > 4.0 * far
    assert len(of(line((5.0, -0.3), (5.0, 0.3)))) == 0, "beyond its reach"


def test_points_wear_their_kind_and_all_of_a_picture_counts_like_a_few() -> None:
    crossing = Crossing(np.array([1.0, 0.2]), CrossingKind.T)
    found = of(line((1, -1), (1, 1)), crossings=(crossing,))
    assert found.layers.tolist() == [LINE] * (len(found) - 1) + [Layer.T]
    many = of(*[line((1 + 0.01 * k, -1), (1 + 0.01 * k, 1)) for k in range(9)])
    assert many.points[:, 3].sum() == pytest.approx(5.0)


def test_coloured_goals_are_told_apart_and_others_are_not_believed() -> None:
    goals = {"blue": Layer.OWN_GOAL, "yellow": Layer.OPPONENT_GOAL}
    layers = []
    for colour in ("blue", "yellow", "white"):
        post = SeenPost(2.0, 0.5, 2.0, 0.5, colour, (320.0, 200.0), 0.95)
        found = Evidence.of(Seen(t=1.0, T_place_camera=EYES, posts=(post,)), goals=goals)
        assert found is not None
        layers.append(found.layers.tolist())
    assert layers == [[Layer.OWN_GOAL], [Layer.OPPONENT_GOAL], []]


def test_guesses_hold_the_truth_and_never_its_mirror_image() -> None:
    chance, true = np.random.default_rng(0), Place(-2.6, 1.4, 2.0)
    seen = seen_from(MODERN, true, 0.3, 1.0, chance)
    found = Evidence.of(replace(seen, T_place_camera=EYES))
    assert found is not None
    places = guesses(PitchMap.of(MODERN), found, true.yaw + 0.2, 0.1, 400, chance)
    apart = np.hypot(*(places[:, :2] - true[:2]).T)
    assert (apart < 0.4).sum() >= 4
    assert (np.abs(places[:, 2] - true.yaw) < 0.9).all()
    doubtful = guesses(PitchMap.of(MODERN), found, true.yaw + 0.3, 0.5, 400, chance)
    assert len(doubtful) > 50
    assert (np.abs(doubtful[:, 2] - true.yaw - 0.3) < 0.71).all(), "no line of the other axis"
    nearest = places[apart.argmin()]
    assert nearest[2] == pytest.approx(true.yaw, abs=0.25)


def test_robots_come_in_over_both_side_lines_of_their_half() -> None:
    places = side_lines(PitchMap.of(MODERN), 100, np.random.default_rng(0))
    assert (places[:, 0] <= 0.0).all()
    assert (np.abs(places[:, 1]) > 2.0).all()
    assert 0.4 < (places[:, 1] > 0).mean() < 0.6
    assert (np.sin(places[:, 2]) * places[:, 1] < 0).all(), "they face the field"


def test_the_way_between_pictures_has_the_covariance_of_its_steps() -> None:
    past, covariance = PastOdometry(), np.zeros((3, 3))
    x = 0.0
    for tick in range(20):
        x += 0.01
        if tick % 10 == 9:  # a foot lands
            F = np.eye(3)
            F[1, 2] = 0.1
            covariance = F @ covariance @ F.T + np.diag([1e-4, 4e-4, 1e-5])
        past.step(0.01 * tick, Odometry(Place(x, 0.0, 0.0), frozen(covariance)))
        covariance = past._landed.covariance if tick % 10 != 9 and past._landed else covariance
    moved = past.until(0.19)
    assert moved is not None
    assert moved.way.x == pytest.approx(0.19)
    assert past.until(0.19) is None, "it is there already"
    ahead, left = moved.covariance[0, 0], moved.covariance[1, 1]
    assert 2.0e-4 < ahead < 1.0e-3
    assert left > 2.0 * ahead
