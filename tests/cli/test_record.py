"""`--record`, `olympian replay` and `olympian log`: what they leave, and what they refuse."""

import csv
import json
from pathlib import Path

import pytest

from olympian.cli.main import main


@pytest.fixture
def olympian(capsys: pytest.CaptureFixture[str]):
    """Runs a command; gives back exit code, stdout, stderr."""

    def call(*words: object) -> tuple[int, str, str]:
        code = main([str(word) for word in words])
        said = capsys.readouterr()
        return code, said.out, said.err

    return call


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Half a second of a robot that stands."""
    path = tmp_path_factory.mktemp("cli") / "run.mcap"
    assert main(["play", "--headless", "--seconds", "0.5", "--record", str(path), "--json"]) == 0
    return path


def test_a_run_is_replayed_and_told_of(olympian, run: Path, tmp_path: Path) -> None:
    code, out, _ = olympian("replay", run, "--json")
    found = json.loads(out)
    assert code == 0
    assert (found["ticks"], found["decides"], found["differs_at_s"]) == (50, True, None)
    assert "bit for bit" in olympian("replay", run)[1]
    info = json.loads(olympian("log", "info", run, "--json")[1])
    assert info["about"]["robot"] == "bioloid"
    assert {row["topic"]: row["messages"] for row in info["topics"]}["/joint_states"] == 50
    table, picture = tmp_path / "run.csv", tmp_path / "run.png"
    assert olympian("log", "csv", run, "--out", table)[0] == 0
    with table.open() as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 50
    assert rows[-1]["state"] == "controllable"
    assert abs(float(rows[-1]["q.left_knee"]) - float(rows[-1]["q_goal.left_knee"])) < 0.2
    assert olympian("log", "plot", run, "--out", picture)[0] == 0
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_two_robots_have_two_files(olympian, tmp_path: Path) -> None:
    path = tmp_path / "pair.mcap"
    words = ("play", "--headless", "--world", "ring", "--seconds", 0.1, "--record", path)
    code, _, err = olympian(*words)
    assert code == 0
    assert err.splitlines()[-2:] == [f"recorded {path}", f"recorded {tmp_path / 'pair-2.mcap'}"]
    assert (tmp_path / "pair-2.mcap").exists()


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("replay", "no.mcap"), "cannot be read"),
        (("replay", __file__), "not an MCAP file"),
        (("log", "info", __file__), "not an MCAP file"),
        (("log", "plot", "no.mcap", "--out", "x.bmp"), "choose from pdf, png, svg"),
        (("log", "video", "no.mcap", "--out", "x.mp4"), "choose from .webp, .gif"),
        (("play", "--record-camera"), "needs --record"),
        (("play", "--everywhere"), "needs --foxglove"),
        (("play", "--record", "no/run.mcap"), "folder that exists"),
        (("juggle", "--bounces", 1, "--record", "none.mcap"), "no robot went through its loop"),
        (("play", "--ros2", 300), "less than or equal to 101"),
    ],
)
def test_one_line_says_what_is_wrong(
    olympian, words: tuple, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    code, _, err = olympian(*words)
    assert code == 2
    assert why in err
    assert len(err.splitlines()) == 1
    assert not list(tmp_path.iterdir())


def test_files_of_others_are_told_of_and_not_replayed(olympian, tmp_path: Path) -> None:
    from mcap.writer import CompressionType, Writer

    for compression, why in ((CompressionType.ZSTD, "no recording of Olympian"),
                             (CompressionType.LZ4, "compressed with lz4")):  # fmt: skip
        path = tmp_path / f"{compression.name}.mcap"
        with path.open("wb") as file:
            writer = Writer(file, compression=compression)
            writer.start()
            number = writer.register_channel("/x", "json", writer.register_schema("X", "", b""))
            writer.add_message(number, 5, b"{}", 5)
            writer.finish()
        code, _, err = olympian("replay", path)
        assert code == 2
        assert why in err
    code, out, _ = olympian("log", "info", tmp_path / "ZSTD.mcap", "--json")
    assert code == 0
    assert json.loads(out)["messages"] == 1
