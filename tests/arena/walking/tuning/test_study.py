"""A study's file: what is begun is gone on with, and nobody's work is lost or mixed up."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from olympian.arena.crew import Alone
from olympian.arena.walking.tuning import (
    Candidate,
    Drill,
    Marks,
    Range,
    Study,
    Tops,
    WalkHeader,
    open_study,
    read_study,
)
from olympian.arena.walking.tuning.exercise import EXERCISES
from olympian.arena.walking.tuning.finals import hold_finals
from olympian.errors import OlympianError
from olympian.motion.walk import WalkConfig
from olympian.seeds import CHOOSING

SPACE = (
    Range("pattern.lift", 0.0, 0.1, 0.03),
    Range("capture.gain.0", -1.0, 2.0, 0.0),
    Range("length.steepness", 5.0, 60.0, 10.0, log=True),
)
HEADER = WalkHeader("a1", "nobody", WalkConfig(), SPACE, EXERCISES, 1, 7, 6, 0.15)


def bowl(candidate: Candidate) -> Marks:
    """An objective whose least value is known: 0 at lift 0.07, gain 1 and steepness 20."""
    lift, gain, steepness = (candidate.values[one.key] for one in SPACE)
    return Marks((10 * (lift - 0.07)) ** 2 + (gain - 1) ** 2 + (steepness / 20 - 1) ** 2)


def go_on(study: Study, trials: int) -> None:
    while (done := len(study.done())) < trials:
        for candidate in study.batch(trials - done):
            study.tell(candidate, bowl(candidate))


def table(study: Study) -> list[tuple[int, dict[str, float], float]]:
    return [
        (one.generation, dict(one.values), one.marks.value) for one in study.done() if one.marks
    ]


def test_it_begins_at_the_start_and_comes_close_to_the_best(tmp_path: Path) -> None:
    with open_study(tmp_path / "bowl.study", HEADER) as study:
        go_on(study, 73)
        start, best = study.done()[0], study.best()
    assert start.values == {one.key: one.start for one in SPACE}
    assert start.marks is not None
    assert best is not None
    assert best.marks is not None
    assert start.marks.value > 1.0
    assert best.marks.value < 0.1


def test_finals_are_held_on_seeds_to_choose_by(tmp_path: Path) -> None:
    seen: list[int] = []

    def drill(_: Candidate, seeds: tuple[tuple[int, ...], ...]) -> Drill:
        seen.extend(seeds[0])
        return Drill("nobody", HEADER.start, Tops.of(HEADER.start), EXERCISES, seeds)

    with open_study(tmp_path / "bowl.study", HEADER) as study:
        go_on(study, 3)
        finals = hold_finals(study, drill, Alone(), finalists=1, rounds=2)
    assert len(finals.values) == 2
    assert len(seen) == 2 * 2 * len(EXERCISES)
    assert all(seed in CHOOSING for seed in seen)


def test_a_generation_is_proposed_at_once_after_the_start_alone(tmp_path: Path) -> None:
    with open_study(tmp_path / "bowl.study", HEADER) as study:
        go_on(study, 1 + 6 + 2)
        assert [one.generation for one in study.done()] == [0] + 6 * [1] + 2 * [2]
        assert len(study.batch(100)) == 4


def test_whoever_is_killed_goes_on_as_if_nothing_had_been(tmp_path: Path) -> None:
    with open_study(tmp_path / "whole.study", HEADER) as study:
        go_on(study, 25)
        whole = table(study)
    path = tmp_path / "killed.study"
    with open_study(path, HEADER) as study:
        go_on(study, 9)
        first, second, *_ = study.batch(16)
        # the last come first, as with processes of different speed
        study.tell(second, bowl(second))
    assert first.generation == 2
    # as left by a process killed while it wrote
    with path.open("a") as file:
        file.write('{"line":"told","number":1')
    with open_study(path, replace(HEADER, identity="another run")) as study:
        assert len(study.done()) == 10
        go_on(study, 25)
        assert table(study) == whole
        assert study.header.identity == HEADER.identity


def test_a_candidate_that_was_not_yet_whole_is_proposed_anew(tmp_path: Path) -> None:
    path = tmp_path / "cut.study"
    with open_study(path, HEADER) as study:
        go_on(study, 1)
        study.batch(6)
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join(lines[:-1]))
    with open_study(path, HEADER) as study:
        go_on(study, 13)
        assert [one.generation for one in study.done()] == [0] + 6 * [1] + 6 * [2]


def test_two_at_one_study_are_one_too_many(tmp_path: Path) -> None:
    path = tmp_path / "bowl.study"
    with (
        open_study(path, HEADER),
        pytest.raises(OlympianError, match="another process is at this study"),
        open_study(path, HEADER),
    ):
        pass


def test_looking_needs_no_lock_and_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "bowl.study"
    with open_study(path, HEADER) as study:
        go_on(study, 3)
        before = path.read_bytes()
        assert table(read_study(path, WalkHeader)) == table(study)
        assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("change", "name"),
    [
        ({"robot": "somebody"}, "robot: nobody, not somebody"),
        ({"seed": 8}, "--seed: 7, not 8"),
        ({"space": SPACE[:2]}, "search space, see length.steepness"),
        ({"exercises": EXERCISES[1:]}, "scenarios, see ahead"),
        ({"start": WalkConfig(description="other")}, "start"),
    ],
)
def test_another_study_is_not_gone_on_with(tmp_path: Path, change: dict, name: str) -> None:
    path = tmp_path / "bowl.study"
    with open_study(path, HEADER):
        pass
    with (
        pytest.raises(OlympianError, match=f"begun with another {name}"),
        open_study(path, replace(HEADER, **change)),
    ):
        pass


@contextmanager
def _read(path: Path) -> Iterator[Study]:
    yield read_study(path, WalkHeader)


@pytest.mark.parametrize("way", [lambda path: open_study(path, HEADER), _read])
@pytest.mark.parametrize(
    "content", ["[robot]\nname = 'mine'\n", "{}\n", "\x00\n", "[1, 2]\n", "[" * 60_000 + "\n"]
)
def test_what_is_no_study_is_refused_and_left_alone(
    tmp_path: Path, way: Callable, content: str
) -> None:
    path = tmp_path / "robot.toml"
    path.write_text(content)
    with pytest.raises(OlympianError, match=r"robot\.toml: is not a study"), way(path):
        pass
    assert path.read_text() == content
    assert [file.name for file in tmp_path.iterdir()] == ["robot.toml"]


def test_a_study_that_is_not_there_is_not_made_by_looking(tmp_path: Path) -> None:
    with pytest.raises(OlympianError, match="no such study"):
        read_study(tmp_path / "none.study", WalkHeader)
    with pytest.raises(OlympianError, match="is not a file"):
        read_study(tmp_path, WalkHeader)
    assert not list(tmp_path.iterdir())


def test_a_study_of_pickles_is_refused_unread(tmp_path: Path) -> None:
    """Optuna's journals hold pickled samplers, which run code when they are opened."""
    path = tmp_path / "optuna.study"
    path.write_text('{"op_code": 0, "worker_id": "x", "study_name": "walk", "directions": [1]}\n')
    with pytest.raises(OlympianError, match="is not a study of this version"):
        read_study(path, WalkHeader)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ('{"line":"told","number":99,"marks":{"value":1.0}}', ":9: .*nobody proposed candidate 99"),
        ('{"line":"proposed","number":3,"generation":1,"values":{}}', ":9: .*not the next one"),
        (
            '{"line":"proposed","number":7,"generation":2,"values":{"pattern.lift":1e300,'
            '"capture.gain.0":0.0,"length.steepness":-1.0}}',
            ":9: .*candidate 7 is not",
        ),
        ('{"line":"told","number":1,"marks":{"value":"low"}}', ":9: .*damaged"),
        ("[" * 60_000, ":9: .*damaged"),
        ('{"line":"run","code":"import os"}', ":9: .*damaged"),
    ],
)
def test_a_damaged_study_names_its_line(tmp_path: Path, line: str, says: str) -> None:
    path = tmp_path / "bowl.study"
    with open_study(path, HEADER) as study:
        go_on(study, 1)
        first, *_ = study.batch(6)
        study.tell(first, bowl(first))
    lines = path.read_text().splitlines()[:8]
    path.write_text("\n".join([*lines, line, ""]))
    with pytest.raises(OlympianError, match=says):
        read_study(path, WalkHeader)
