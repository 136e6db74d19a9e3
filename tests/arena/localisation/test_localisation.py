"""The bench of the place: what is recorded, how it is scored, and who is measured against it."""

from dataclasses import replace
from math import pi

import numpy as np
import pytest

from drills.bad_camera import BadCamera
from drills.gl import needs_gl
from olympian import load_robot
from olympian.arena.hand import OF_ROBOT, CarryingHand
from olympian.arena.localisation import (
    BelievedTrack,
    Logbook,
    OdometryAlone,
    Outing,
    record,
    replay,
    score,
)
from olympian.arena.localisation.bench import compare, outings
from olympian.arena.localisation.unscented import UnscentedLocaliser
from olympian.decision.localise import Certainty, PitchLocaliser
from olympian.errors import OlympianError
from olympian.geometry import Place
from olympian.humanoid import Humanoid
from olympian.seeds import JUDGING
from olympian.world import MODERN

TICKS = 1000


def logbook(**changes) -> Logbook:
    """A robot that stands at (1, 2) for ten seconds."""
    zeros = np.zeros((TICKS, 3))
    log = Logbook(
        pitch=MODERN,
        start=Place(1.0, 2.0, 0.5),
        dt=0.01,
        t=0.01 * np.arange(TICKS),
        odometry=zeros,
        covariance=np.zeros((TICKS, 3, 3)),
        upright=np.ones(TICKS),
        lost_feet=np.zeros(TICKS, dtype=np.bool_),
        carried=np.zeros(TICKS, dtype=np.bool_),
        true=np.full((TICKS, 3), (1.0, 2.0, 0.5)),
        down=np.zeros(TICKS, dtype=np.bool_),
        told=(),
    )
    return replace(log, **changes)


def track(log: Logbook, off: np.ndarray, word: Certainty = Certainty.SURE) -> BelievedTrack:
    return BelievedTrack(log.true + off, (word,) * TICKS, ("",) * TICKS, np.array([100.0]))


def test_errors_count_on_its_feet_only() -> None:
    off = np.zeros((TICKS, 3))
    off[:, 0], off[:, 2] = 0.3, np.radians(10.0)
    off[500:, 0] = 9.0
    log = logbook(down=np.arange(TICKS) >= 500)
    found = score(log, track(log, off))
    assert (found.error_m_median, found.error_m_p95) == (0.3, 0.3)
    assert found.error_deg_median == 10.0
    assert (found.flips, found.sure, found.sure_but_wrong) == (0, 1.0, 0.0)


def test_a_flip_lasts_and_a_wrong_place_that_it_is_sure_of_is_told() -> None:
    off = np.zeros((TICKS, 3))
    off[100:150, 2] = pi  # half a second is none
    off[300:450, 2] = pi - 0.1
    off[600:800, 0] = 1.0
    found = score(logbook(), track(logbook(), off))
    assert found.flips == 1
    assert found.sure_but_wrong == 0.2
    unsure = score(logbook(), track(logbook(), off, Certainty.UNSURE))
    assert (unsure.sure, unsure.sure_but_wrong) == (0.0, 0.0)


def test_recovery_is_the_time_on_its_feet_until_it_stays_found() -> None:
    off = np.zeros((TICKS, 3))
    off[200:500, 0] = 3.0
    down = np.zeros(TICKS, dtype=np.bool_)
    down[250:300] = True
    log = logbook(set_down=(200, 700), down=down)
    off[700:, 0] = 3.0
    found = score(log, track(log, off))
    assert (found.carried, found.recovered) == (2, 1)
    assert found.recovery_s_median == pytest.approx(2.5)
    assert found.error_m_p95 == 0.0, "what is being looked for is not an error yet"


def test_seeds_of_the_bench_are_judging_seeds_and_all_differ() -> None:
    plan = outings("fumanoid", 60.0, 3)
    seeds = [outing.seed for outing in plan.values()]
    assert len(set(seeds)) == 4
    assert all(seed in JUDGING for seed in seeds)
    assert [outing.seconds for outing in plan.values()] == [60.0, 24.0, 20.0, 20.0]
    assert [outing.look for outing in plan.values()] == ["field", "field", "field", None]


@needs_gl
def test_an_outing_is_recorded_and_all_localisers_can_go_on_it() -> None:
    wrap = BadCamera.with_flaw("black", 1.0)
    outing = Outing(7, seconds=1.6, shoved=0.8, wrap=wrap)
    log = record(outing)
    assert len(log.t) == pytest.approx(160, abs=2)
    assert np.hypot(*(log.true[0, :2] - [-0.4, 0.0])) < 0.01
    lines = {one.seen.t < 1.0: len(one.seen.lines) for one in log.told if one.seen.lines}
    assert lines.get(True)
    assert False not in lines, "the lens cap is on"
    rows = compare(log, "short")
    assert [row.localiser for row in rows][-1] == "odometry alone"
    assert all(row.error_m_p95 < 0.15 for row in rows)
    ours, plain = rows[:2]
    assert ours.error_m_median == plain.error_m_median, "the same filter"
    moved = replay(log, OdometryAlone(log.start)).places[-1] - log.true[-1]
    assert np.hypot(moved[0], moved[1]) < 0.1


def test_a_hand_puts_a_robot_down_elsewhere_and_the_gyro_feels_the_turn() -> None:
    one = Humanoid(load_robot("fumanoid"), seed=1)
    one.run(0.5)
    hand = CarryingHand.of_robot(one.simulation, one.robot)
    before = one.simulation.true_pose(one.robot.torso)
    hand.carry(np.array([0.6, -0.4]), 0.8)
    heights = []
    for _ in range(round(OF_ROBOT.all_s / 0.01) + 60):
        one.tick()
        heights.append(one.simulation.true_pose(one.robot.torso)[2, 3])
    after = one.simulation.true_pose(one.robot.torso)
    assert max(heights) > before[2, 3] + 0.15
    assert after[2, 3] == pytest.approx(before[2, 3], abs=0.02)
    np.testing.assert_allclose(after[:2, 3] - before[:2, 3], [0.6, -0.4], atol=0.06)
    assert one.place.yaw == pytest.approx(0.8, abs=0.1)
    assert not hand.busy
    one.close()


def test_without_filterpy_the_bench_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "filterpy.kalman", None)
    with pytest.raises(OlympianError, match=r"needs filterpy: pip install .*bench"):
        UnscentedLocaliser(MODERN, Place())


def test_both_kinds_of_filter_stand_still_where_nothing_moves() -> None:
    log = logbook()
    for localiser in (PitchLocaliser(MODERN, log.start), UnscentedLocaliser(MODERN, log.start)):
        off = np.abs(replay(log, localiser).places - log.true)
        assert off.max() < 0.05
