"""Whatever a stranger sends: no line, packet or file stops the robot, and no flood delays it."""

import json
import os
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from olympian.arena.imitation.trial import ImitationTrial, TrialBody
from olympian.cli.main import app
from olympian.errors import OlympianError
from olympian.motion.imitate import (
    Intake,
    LiveLines,
    Skeleton,
    Trouble,
    Troubles,
    UdpStream,
    open_lines,
)
from olympian.motion.imitate.skeleton import JOINTS
from olympian.motion.imitate.source.json_line import Header, read_line, write_line
from olympian.robot import load_robot

DATA = Path(__file__).parents[2] / "data/imitate"
LINES = (DATA / "wave_ours.jsonl").read_bytes().splitlines()
HEADER, FRAMES = LINES[0], LINES[1:]
LONG = "9" * 400
HOSTILE = {
    "a number of 400 digits": f'{{"t": 1, "joints": {{"head": [{LONG}, 0, 0]}}}}',
    "a time of 400 digits": f'{{"t": {LONG}, "joints": {{}}}}',
    "60,000 brackets": "[" * 60_000,
    "brackets in a line": '{"t": 1, "joints": ' + "[" * 8_000 + "]" * 8_000 + "}",
    "a header of brackets": '{"stream": ' + "[" * 8_000 + "]" * 8_000 + "}",
    "a late time": '{"t": 1e308, "joints": {"head": [0, 0, 0]}}',
    "a far place": '{"t": 1, "joints": {"head": [1e308, -1e308, 0]}}',
    "an endless name": '{"t": 1, "joints": {"' + "h" * 9_000 + '": [0, 0, 0]}}',
    "2,000 joints": '{"t":1,"joints":{' + ",".join(f'"left{n}":0' for n in range(1_400)) + "}}",
    "a truth for a time": '{"t": true, "joints": {}}',
    "words": '{"t": 1, "joints": {"head": ["a", "b", "c"]}, "gaze": [NaN, Infinity, 0]}',
    "half a sign": '{"t": 1, "joints": {"\ud800": [0, 0, 0]}}',
    "no size": write_line(Skeleton.of(1.0, dict.fromkeys(JOINTS, (0.0, 0.0, 0.0)))),
}


@contextmanager
def live_lines(troubles: Troubles) -> Iterator[tuple[LiveLines, Callable[[bytes], None]]]:
    """A stream, and what writes into its pipe; nothing closes it."""
    end, start = os.pipe()
    with os.fdopen(end) as pipe, os.fdopen(start, "wb", buffering=0) as feed:
        yield (
            LiveLines(pipe, Intake(troubles)),
            lambda data: feed.close() if not data else (None, feed.write(data))[0],
        )


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_line_is_at_most_a_trouble(name: str) -> None:
    troubles = Troubles()
    data = HOSTILE[name].encode(errors="surrogatepass")
    for intake in (Intake(troubles), Intake(troubles)):
        assert intake.line(data, 0.0) is None
        assert intake.line(HOSTILE[name], 0.0) is None
        intake.line(HEADER, 0.0)
        found = intake.line(data, 0.0)
        assert found is None or not (np.abs(found.places) > 1e6).any()
    assert troubles.counts.total() >= 4
    news = troubles.news()
    assert len(news) <= 2, "one line a kind"
    assert all(len(line) < 300 and line.isprintable() for line in news)


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.integers(10**300, 10**310)
    | st.floats()
    | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=5) | st.dictionaries(st.sampled_from(JOINTS), inner, max_size=5)
    ),
    max_leaves=12,
)


@settings(max_examples=60, deadline=None)
@given(
    line=st.fixed_dictionaries(
        {},
        optional={
            "t": json_values,
            "joints": st.dictionaries(st.sampled_from(JOINTS), json_values) | json_values,
            "landmarks": json_values,
            "gaze": json_values,
            "stream": st.sampled_from(["ours", "nite"]) | json_values,
            "units": json_values,
            "up": json_values,
        },
    )
)
def test_lines_of_wrong_types_are_skeletons_or_errors(line: dict[str, object]) -> None:
    with suppress(OlympianError):
        read = read_line(json.dumps(line))
        if isinstance(read, Header):
            return
        assert np.isfinite(read.t)
        assert not (np.abs(read.places) > 1e6).any()


@settings(max_examples=40, deadline=None)
@given(
    data=st.binary(max_size=200),
    places=st.lists(
        st.sampled_from([0.0, 1.0, -1.0, 1e-300, 1e6, float("nan")]), min_size=45, max_size=45
    ),
)
def test_no_bytes_and_no_body_however_bent_stop_the_robot(
    hostile_trial: tuple[ImitationTrial, "Fed"], data: bytes, places: list[float]
) -> None:
    trial, fed = hostile_trial
    body = Skeleton(trial.ticks * trial.dt, np.reshape(places, (15, 3)), np.ones(15))
    fed.data += [data, HEADER, write_line(body).encode()]
    for _ in range(2):
        trial.tick()
        assert np.isfinite(trial.skill.q).all()


class Fed:
    """A stream that brings what it is given."""

    ended = False

    def __init__(self, troubles: Troubles) -> None:
        self.data: list[bytes] = []
        self._intake = Intake(troubles)

    def take(self, now: float) -> list[Skeleton]:
        data, self.data = self.data, []
        return self._intake.lines(b"\n".join(data), now)

    def close(self) -> None:
        pass


@pytest.fixture(scope="module", params=["holy", "whole-body"])
def hostile_trial(request: pytest.FixtureRequest) -> tuple[ImitationTrial, Fed]:
    troubles = Troubles()
    fed = Fed(troubles)
    robot = load_robot("bioloid")
    return ImitationTrial(robot, fed, request.param, TrialBody.KINEMATIC, 0, troubles), fed


def flood_udp(stream: UdpStream, lines: list[bytes]) -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
        for line in lines:
            sender.sendto(line, ("127.0.0.1", stream.port))


def tick_times(trial: ImitationTrial, flood: Callable[[], None], ticks: int) -> list[float]:
    """Seconds of this process, which nobody else's load can lengthen."""
    times = []
    for _ in range(ticks):
        flood()
        begun = time.process_time()
        trial.tick()
        times.append(time.process_time() - begun)
    return times


FLOODS = {
    "short": [b"{}"] * 400,
    "one packet": [b"\n".join([b"7"] * 30_000)],
    "whole": FRAMES * 3,
    "slow": [
        json.dumps({"t": 1, "joints": {f"left{n}_{k}x": [0, 0, 0] for k in range(100)}}).encode()
        for n in range(40)
    ],
}


@pytest.mark.parametrize("kind", FLOODS)
def test_a_tick_in_a_flood_stays_below_5_ms(kind: str) -> None:
    troubles = Troubles()
    stream = UdpStream(0, Intake(troubles))
    trial = ImitationTrial(load_robot("bioloid"), stream, "holy", TrialBody.KINEMATIC, 0, troubles)
    try:
        flood_udp(stream, [HEADER, *FRAMES[:5]])
        trial.tick()
        times = tick_times(trial, lambda: flood_udp(stream, FLOODS[kind]), 15)
    finally:
        stream.close()
    assert np.median(times) < 5e-3
    assert troubles.counts[Trouble.FLOOD] > 100, "what was left out is counted"
    assert len(troubles.news()) <= 4, "and said once"


def test_a_flooded_pipe_takes_no_longer() -> None:
    troubles = Troubles()
    with live_lines(troubles) as (live, feed):
        robot = load_robot("bioloid")
        trial = ImitationTrial(robot, live, "holy", TrialBody.KINEMATIC, 0, troubles)
        feed(HEADER + b"\n" + FRAMES[0] + b"\n")
        trial.tick()
        times = tick_times(trial, lambda: feed(b"{}\n" * 20_000), 15)
        assert np.median(times) < 5e-3
        assert troubles.counts[Trouble.FLOOD] > 15 * 19_000
        feed(b"[" * 40_000)
        trial.tick()
        feed(b"]" * 40_000)
        trial.tick()
        feed(b"\n" + FRAMES[1] + b"\n")
        trial.tick()
        assert trial.skill.shown.fresh == 1
        feed(b"")
        trial.tick()
        assert live.ended


def test_a_recording_of_bad_lines_takes_no_longer() -> None:
    troubles = Troubles()
    lines = [*LINES[:3], *[b"{}"] * 20_000, *LINES[3:]]
    stream = open_lines(lines, "flood", troubles)
    trial = ImitationTrial(load_robot("bioloid"), stream, "holy", TrialBody.KINEMATIC, 0, troubles)
    assert np.median(tick_times(trial, lambda: None, 40)) < 5e-3
    assert 300 < troubles.counts[Trouble.MALFORMED] < 2_000
    assert not stream.ended


def test_the_newest_packet_wins_and_a_header_is_not_lost() -> None:
    troubles = Troubles()
    stream = UdpStream(0, Intake(troubles))
    flood_udp(stream, [FRAMES[0], HEADER, *FRAMES[:59]])
    seen = stream.take(0.0)
    stream.close()
    newest = [read_line(line) for line in FRAMES[51:59]]
    assert [one.t for one in seen] == [one.t for one in newest if isinstance(one, Skeleton)]
    np.testing.assert_array_equal(seen[-1].places, newest[-1].places)  # type: ignore[union-attr]
    assert troubles.counts[Trouble.FLOOD] == 52


def test_what_a_stranger_sends_does_not_reach_the_terminal_raw() -> None:
    troubles = Troubles()
    Intake(troubles).line('{"\\u001b]0;owned\\u0007": "' + "x" * 5_000 + '", "t": 1}', 0.0)
    (line,) = troubles.news()
    assert "owned" in line
    assert line.isprintable()
    assert len(line) < 300


def test_a_trouble_is_told_again_with_its_count() -> None:
    troubles = Troubles()
    for tick in range(700):
        troubles.note(Trouble.MALFORMED, 0.01 * tick, "no JSON")
    first, again = troubles.news()
    assert first == "0.00 s: a line is not a skeleton: it is left out (no JSON)"
    assert again == "5.00 s: a line is not a skeleton: it is left out (no JSON; 501 times so far)"


@pytest.mark.parametrize("name", ["60,000 brackets", "a time of 400 digits"])
def test_the_command_goes_on_after_a_hostile_line(tmp_path: Path, name: str) -> None:
    file = tmp_path / "mixed.jsonl"
    lines = [line.decode() for line in LINES]
    file.write_text("\n".join([*lines[:5], *[HOSTILE[name]] * 20, *lines[5:30]]))
    answer = CliRunner().invoke(app, ["imitate", str(file), "--kinematic", "--seconds", "1"])
    assert answer.exit_code == 0, answer.output
    assert answer.output.count("mixed.jsonl:6") <= 1
    assert "malformed 20" in answer.output
