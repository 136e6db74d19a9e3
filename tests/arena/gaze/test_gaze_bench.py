"""The bench of the gaze: what is counted, the ball that is shoved, and one short match."""

from math import nan

import numpy as np
import pytest

from drills.gl import needs_gl
from olympian import Simulation, load_robot, parse_world
from olympian.arena.gaze import LOOKS, GazeMatch
from olympian.arena.gaze.bench import row
from olympian.arena.gaze.gaze_match import NOWHERE, WARM_S, Known
from olympian.backend.simulation import BALL
from olympian.errors import OlympianError


def test_a_ball_that_is_not_known_counts_as_far_off_and_one_off_the_field_does_not() -> None:
    ticks = [
        Known(0.1, 0.05, (0.2, 0.4)),
        Known(0.2, 0.05, ()),
        Known(NOWHERE, 0.15, (0.1,)),
        Known(nan, 0.05, (NOWHERE,)),
    ]
    found = row("somehow", ticks, "seeds")
    assert (found.ball_m_median, found.ball_known) == (0.2, pytest.approx(2 / 3, abs=1e-3))
    assert found.ball_m_p95 > 4.0
    assert found.place_m_median == 0.05
    assert found.robots_known == 0.5
    assert found.ticks == 4


def test_a_ball_is_shoved_by_its_impulse_and_needs_to_be_there() -> None:
    simulation = Simulation(load_robot("bioloid"), parse_world("field"))
    assert simulation.world.ball is not None
    simulation.push_ball(np.array([0.0, simulation.world.ball.mass / 0.1, 0.0]), 0.1)
    for _ in range(12):
        simulation.advance()
    speed = simulation.data.body(BALL).cvel[3:]
    assert 0.5 < speed[1] < 1.0, "1 m/s, of which rolling takes a part"
    simulation.close()
    without = Simulation(load_robot("bioloid"))
    with pytest.raises(OlympianError, match="no ball to push in world 'flat'"):
        without.push_ball(np.zeros(3), 0.1)
    without.close()


@needs_gl
def test_a_short_match_is_played_by_its_own_eyes() -> None:
    match = GazeMatch("modern", 7, next(iter(LOOKS)))
    match._shove_at = 1.0
    before = match._simulation.data.body(BALL).xpos[:2].copy()
    found = match.play(WARM_S + 0.1)
    after = match._simulation.data.body(BALL).xpos[:2]
    match.close()
    assert 8 <= len(found) <= 11
    assert all(0.0 <= one.place < 0.3 for one in found), "it knows its place on the field"
    assert np.hypot(*(after - before)) > 0.1, "the referee has shoved the ball"
    assert match._robot.head is not None
    assert match._robot.head.text == "looks where it is unsure"
