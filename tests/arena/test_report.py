"""Games on one process and on two, the report they leave, and folders that are safe."""

import json
import re
from io import BytesIO
from pathlib import Path

import msgspec
import pytest
from PIL import Image

from olympian.arena import MARKER, Games, Result, write_report
from olympian.arena.folder import check_folder, save_folder
from olympian.errors import OlympianError
from olympian.seeds import TUNING

SEEDS = TUNING.take(2, 5)
# a fumanoid begins at once; a bioloid would first find out what is wrong with it


@pytest.fixture(scope="module")
def results() -> list[Result]:
    return Games("fumanoid", ("getup_front", "getup_side"), SEEDS, film=True).run()


def test_trials_have_their_own_seeds_in_order(results: list[Result]) -> None:
    for result in results:
        assert [outcome.trial.seed for outcome in result.outcomes] == [5, 6]
        assert [outcome.trial.conditions.seed for outcome in result.outcomes] == [5, 6]
    side = results[1].score
    assert set(msgspec.to_builtins(side)["time_s"]) == {"left", "right"}


def test_two_processes_find_the_same_as_one(results: list[Result]) -> None:
    told: list[tuple[str, int, int]] = []
    again = Games("fumanoid", ("getup_front", "getup_side"), SEEDS, jobs=2).run(
        lambda *news: told.append(news)
    )
    for one, two in zip(results, again, strict=True):
        assert one.score == two.score
        assert [o.trial for o in one.outcomes] == [o.trial for o in two.outcomes]
    assert [done for _, done, _ in told] == [1, 2, 3, 4]
    assert {total for _, _, total in told} == {4}


def test_a_report_is_a_page_with_everything_it_shows(results: list[Result], tmp_path: Path) -> None:
    folder = tmp_path / "new" / "report"
    write_report(folder, "bio<loid", results, SEEDS, "a & b")
    page = (folder / "index.html").read_text(encoding="utf-8")
    assert "bio&lt;loid" in page
    assert "a &amp; b" in page
    assert "at least 20 seeds" in page
    assert "Tuning seeds 5–6." in page
    shown = set(re.findall(r'src="([^"]+)"', page))
    assert shown == {
        f"getup_{s}.{kind}" for s in ("front", "side") for kind in ("png", "jpg", "webp")
    }
    for name in shown:
        with Image.open(folder / name) as picture:
            assert min(picture.size) >= 200
    assert "http" not in page
    scores = json.loads((folder / "results.json").read_text())
    assert scores == {r.event.name: msgspec.to_builtins(r.score) for r in results}
    assert [path.name for path in folder.parent.iterdir()] == ["report"]


def test_a_clip_moves_and_is_small(results: list[Result]) -> None:
    film = results[0].outcomes[0].film
    assert film is not None
    assert len(film.clip) < 400_000
    with Image.open(BytesIO(film.clip)) as clip:
        assert getattr(clip, "n_frames", 1) > 20
    assert results[0].outcomes[1].film is None


def test_failures_are_listed_with_their_conditions(results: list[Result], tmp_path: Path) -> None:
    outcome = results[0].outcomes[0]
    lost = msgspec.structs.replace(outcome.trial, success=False, note="tripped <over>")
    outcomes = (type(outcome)(lost, outcome.records), *results[0].outcomes[1:])
    event = results[0].event
    score = event.score([one.trial for one in outcomes])
    write_report(
        tmp_path / "r", "bioloid", [Result(event, score, outcomes)], SEEDS, "", "No pictures: x."
    )
    page = (tmp_path / "r" / "index.html").read_text(encoding="utf-8")
    assert "tripped &lt;over&gt;" in page
    assert f"{lost.conditions.friction:.2f}" in page
    assert "No pictures: x." in page
    assert "webp" not in page


# --- folders


def test_an_older_report_is_replaced_whole(tmp_path: Path) -> None:
    folder = tmp_path / "report"
    save_folder(folder, {"a": b"1", "old": b"2"}, MARKER)
    save_folder(folder, {"a": b"3"}, MARKER)
    assert sorted(path.name for path in folder.iterdir()) == [MARKER, "a"]
    assert (folder / "a").read_bytes() == b"3"
    assert [path.name for path in tmp_path.iterdir()] == ["report"]


def test_an_empty_folder_will_do(tmp_path: Path) -> None:
    check_folder(tmp_path, MARKER)
    save_folder(tmp_path / "empty", {"a": b"1"}, MARKER)


@pytest.mark.parametrize("mine", ["thesis.tex", "report/thesis.tex", "report"])
def test_nobody_loses_a_file_to_a_report(mine: str, tmp_path: Path) -> None:
    """Neither beside other files, nor in an older report, nor in place of a file."""
    folder = tmp_path if mine == "thesis.tex" else tmp_path / "report"
    if "/" in mine:
        save_folder(folder, {"a": b"1"}, MARKER)
    (tmp_path / mine).write_text("years")
    with pytest.raises(OlympianError, match=r"thesis.tex|is a file"):
        save_folder(folder, {"b": b"2"}, MARKER)
    assert (tmp_path / mine).read_text() == "years"
    assert not (folder / "b").exists()


def test_what_cannot_be_written_leaves_nothing_behind(tmp_path: Path) -> None:
    save_folder(tmp_path / "report", {"a": b"1"}, MARKER)
    with pytest.raises(OlympianError, match="cannot be written"):
        save_folder(tmp_path / "report", {"a": b"2", "no/such/folder": b"3"}, MARKER)
    assert (tmp_path / "report" / "a").read_bytes() == b"1"
    assert [path.name for path in tmp_path.iterdir()] == ["report"]
