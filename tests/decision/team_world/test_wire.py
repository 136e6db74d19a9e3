"""What a player tells arrives as it was said, within the steps of the code; nothing else does."""

from contextlib import suppress
from dataclasses import replace
from math import inf, nan, pi

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from olympian.decision.localise import Certainty
from olympian.decision.team_world import (
    MOST_BYTES,
    SharedBall,
    SharedRobot,
    SharedWorld,
    decode,
    encode,
)
from olympian.decision.team_world.wire import RATIO
from olympian.decision.world_model import Allegiance
from olympian.errors import OlympianError
from olympian.geometry import Place

metres, shares = st.floats(-19.0, 19.0), st.floats(0.0, 1.0)
spreads, seeds = st.floats(0.002, 5.0), st.integers(0, 10**6)


def spread_out(deviations, seed: int) -> np.ndarray:
    """A covariance with these standard deviations, and correlations that are possible."""
    count = len(deviations)
    root = np.random.default_rng(seed).standard_normal((count, count + 2))
    P = root @ root.T
    scale = np.array(deviations) / np.sqrt(np.diag(P))
    return P * np.outer(scale, scale)


balls = st.builds(
    lambda x, y, vx, vy, sx, sy, seed, fast, age, share: SharedBall(
        x, y, vx, vy, spread_out((sx, sy), seed), fast, age, share, 3
    ),
    metres, metres, st.floats(-6, 6), st.floats(-6, 6), spreads, spreads, seeds, spreads,
    st.floats(0, 25), shares,
)  # fmt: skip
robots = st.builds(
    SharedRobot, metres, metres, st.floats(0.05, 2.9), st.sampled_from(Allegiance), shares
)
worlds = st.builds(
    lambda player, t, x, y, yaw, deviations, seed, word, ball, robots: SharedWorld(
        player, t, Place(x, y, yaw), spread_out(deviations, seed), word, ball, tuple(robots)
    ),
    st.integers(1, 255), st.floats(0, 1e6), metres, metres, st.floats(-10, 10),
    st.tuples(spreads, spreads, spreads), seeds, st.sampled_from(Certainty),
    st.none() | balls, st.lists(robots, max_size=7),
)  # fmt: skip


@given(worlds)
def test_what_is_told_arrives_within_the_steps_of_the_code(world: SharedWorld) -> None:
    message = encode(world)
    assert len(message) <= MOST_BYTES <= 60
    got = decode(message)
    assert got.player == world.player
    assert got.certainty is world.certainty
    assert got.t == pytest.approx(world.t, abs=0.0006)
    assert got.place[:2] == pytest.approx(world.place[:2], abs=0.0006)
    turn = (got.place.yaw - world.place.yaw + pi) % (2 * pi) - pi
    assert abs(turn) < 1e-4
    same_spread(got.covariance, world.covariance)
    assert (got.ball is None) == (world.ball is None)
    if got.ball is not None and world.ball is not None:
        same_ball(got.ball, replace(world.ball, seen_by=world.player))
    for one, other in zip(got.robots, world.robots, strict=True):
        assert (one.x, one.y) == pytest.approx((other.x, other.y), abs=0.0051)
        assert one.allegiance is other.allegiance
        assert one.certainty == pytest.approx(other.certainty, abs=0.072)
        assert 1 / 1.35 < one.spread / other.spread < 1.35


def same_spread(one: np.ndarray, other: np.ndarray) -> None:
    a, b = np.sqrt(np.diag(one)), np.sqrt(np.diag(other))
    assert (np.maximum(a / b, b / a) < RATIO * 1.02).all()
    np.testing.assert_allclose(one / np.outer(a, a), other / np.outer(b, b), atol=0.03)
    assert np.linalg.eigvalsh(one)[0] > 0.0


def same_ball(one: SharedBall, other: SharedBall) -> None:
    assert (one.x, one.y) == pytest.approx((other.x, other.y), abs=0.0006)
    assert (one.vx, one.vy) == pytest.approx((other.vx, other.vy), abs=0.0251)
    same_spread(one.covariance, other.covariance)
    assert one.age == pytest.approx(other.age, abs=0.0501)
    assert one.certainty == pytest.approx(other.certainty, abs=0.0021)
    assert one.v_spread == pytest.approx(other.v_spread, rel=0.03)
    assert one.seen_by == other.seen_by


@given(worlds)
def test_to_tell_again_what_one_heard_changes_no_byte_of_places(world: SharedWorld) -> None:
    once = decode(encode(world))
    again = decode(encode(once))
    assert again.place[:2] == once.place[:2]
    assert again.robots == once.robots


@given(st.binary(max_size=200))
def test_other_bytes_are_refused_with_one_error_or_mean_something(message: bytes) -> None:
    try:
        world = decode(message)
    except OlympianError:
        return
    assert encode(world) is not None
    assert np.linalg.eigvalsh(world.covariance)[0] > 0.0


@given(worlds, st.integers(0, 58), st.integers(1, 255))
def test_a_message_with_a_wrong_byte_raises_nothing_else(world, at: int, change: int) -> None:
    message = bytearray(encode(world))
    message[at % len(message)] ^= change
    with suppress(OlympianError):
        decode(bytes(message))


@given(worlds, st.integers(1, 58))
def test_a_message_that_was_cut_is_refused(world, cut: int) -> None:
    message = encode(world)
    with pytest.raises(OlympianError, match="no message of a player's world"):
        decode(message[: max(len(message) - cut, 0)])
    with pytest.raises(OlympianError, match="no message of a player's world"):
        decode(message + b"\0")


HERE = SharedWorld(1, 0.0, Place(), np.eye(3), Certainty.SURE)


@pytest.mark.parametrize("wrong", [nan, inf])
def test_what_is_no_number_is_not_sent(wrong: float) -> None:
    for bad in (
        replace(HERE, place=Place(wrong)),
        replace(HERE, covariance=np.diag([wrong, 1.0, 1.0])),
        replace(HERE, ball=SharedBall(0, wrong, 0, 0, np.eye(2), 1.0, 0.0, 1.0, 1)),
        replace(HERE, robots=(SharedRobot(0, 0, wrong, Allegiance.OWN, 1.0),)),
    ):
        with pytest.raises(OlympianError, match="no number"):
            encode(bad)


def test_players_have_numbers_and_robots_room() -> None:
    one = SharedRobot(0, 0, 0.1, Allegiance.OWN, 1.0)
    for bad in (
        replace(HERE, player=0),
        replace(HERE, player=256),
        replace(HERE, robots=(one,) * 8),
    ):
        with pytest.raises(OlympianError, match="players are 1 to 255"):
            encode(bad)


def test_what_lies_far_beyond_the_field_is_told_to_lie_at_the_end_of_the_scale() -> None:
    far = replace(HERE, place=Place(1e6, -1e6))
    assert decode(encode(far)).place[:2] == pytest.approx((32.767, -32.767))
