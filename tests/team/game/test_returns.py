"""Answers to a GameController, byte by byte."""

from math import isclose

import numpy as np
import pytest

from olympian.errors import OlympianError
from olympian.team import GameReturn, build_game_return, parse_game_return

ANSWER = GameReturn(5, 2, True, (1.5, -2.0, 0.5), 0.25, (1.0, -0.5))
BYTES = bytes.fromhex(
    "52477274 04 02 05 01"  # "RGrt", version, player, team, fallen
    "0080bb44 0000fac4 0000003f"  # 1500, −2000, 0.5
    "0000803e 00007a44 0000fac3"  # 0.25, 1000, −500
)


def test_an_answer_is_32_bytes_with_the_player_first() -> None:
    assert build_game_return(ANSWER) == BYTES
    read = parse_game_return(BYTES)
    assert (read.team, read.player, read.fallen, read.ball_age) == (5, 2, True, 0.25)
    assert read.pose == pytest.approx(ANSWER.pose)
    assert read.ball == pytest.approx(ANSWER.ball)


def test_a_ball_that_was_never_seen_is_minus_one_second_old() -> None:
    data = build_game_return(GameReturn(5, 2))
    assert data[20:24] == bytes.fromhex("000080bf")
    assert parse_game_return(data).ball_age is None


def test_the_legacy_answer_is_8_bytes_with_the_team_first() -> None:
    data = build_game_return(ANSWER, 2)
    assert data == b"RGrt" + bytes((2, 5, 2, 2))
    assert parse_game_return(data) == GameReturn(5, 2)


def test_what_is_no_answer_is_refused() -> None:
    for bad in (b"", BYTES[:-1], b"RGme" + BYTES[4:], BYTES[:4] + b"\3" + BYTES[5:]):
        with pytest.raises(OlympianError):
            parse_game_return(bad)
    with pytest.raises(OlympianError, match="version 3"):
        build_game_return(ANSWER, 3)
    rng, read = np.random.default_rng(0), 0
    for _ in range(5000):
        data = BYTES[:8] + rng.bytes(24)
        try:
            read += isclose(parse_game_return(data).pose[0], 0.0, abs_tol=1e-3)
        except OlympianError:
            read += 1
    assert read > 100
