"""`olympian vision`, as people call it, and what its bench adds to those of colour and shape."""

import json

import numpy as np
import pytest
from PIL import Image

from drills.gl import needs_gl
from olympian.cli.main import main
from olympian.cli.vision.show import ABREAST, GAP, LABEL
from olympian.errors import OlympianError
from olympian.lab.vision import bench_eyes, bench_shape
from olympian.vision.synthetic import draw, random_scene


@pytest.fixture(scope="module")
def dataset(tmp_path_factory):
    folder = tmp_path_factory.mktemp("frames") / "set"
    assert main(["vision", "dataset", "--out", str(folder), "--frames", "2", "--seed", "7"]) == 0
    return folder


@needs_gl
def test_every_stage_of_a_dataset_s_frame_is_a_picture_of_its_size(dataset, tmp_path, capsys):
    capsys.readouterr()
    order = ["vision", "show", str(dataset), "--out", str(tmp_path / "out"), "--frame", "1"]
    assert main([*order, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    names = told["pictures"]
    assert told["search_calls"] > 0
    assert {"classes.png", "regions.png", "grid.png", "objects.png", "straight.png"} < set(names)
    assert {"representers.png", "traces.png", "markings.png", "ball.png", "sheet.png"} < set(names)
    for name in names:
        with Image.open(tmp_path / "out" / name) as picture:
            assert picture.size == (640, 480) or name == "sheet.png"


def test_a_plain_picture_of_any_size_has_all_stages_but_the_markings(tmp_path):
    Image.fromarray(draw(random_scene(3, 97, 61)).frame).save(tmp_path / "a.png")
    assert main(["vision", "show", str(tmp_path / "a.png"), "--out", str(tmp_path / "b")]) == 0
    made = sorted(path.name for path in (tmp_path / "b").iterdir())
    assert "ball.png" in made
    assert "markings.png" not in made


def test_a_photograph_s_things_are_told_with_how_sure_they_are(tmp_path, capsys):
    scene = random_scene(4)
    Image.fromarray(draw(scene).frame).save(tmp_path / "a.png")
    T = scene.view.T_field_camera
    tilt = np.degrees(np.arcsin(-T[2, 2]))
    order = ["vision", "show", str(tmp_path / "a.png"), "--out", str(tmp_path / "b"), "--json"]
    view = 2 * np.degrees(np.arctan(240 / scene.view.focal_px))
    known = ["--height", str(T[2, 3]), "--tilt", str(tilt), "--view", str(view), "--field", "2010"]
    capsys.readouterr()
    assert main([*order, *known]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["placed"]
    assert "sights.png" in told["pictures"]
    lines = [one for one in told["sights"] if one["thing"] == "line" and one["word"] == "sure"]
    assert len(lines) >= 2
    assert all(one["ahead"] > 0 and one["certainty"] >= 0.9 for one in lines)
    assert main(order) == 0
    plain = json.loads(capsys.readouterr().out)
    assert not plain["placed"]
    assert all(one["word"] != "sure" and one["ahead"] is None for one in plain["sights"])
    assert main([*order, "--field", "moon"]) == 2


def test_every_picture_of_the_sheet_stands_under_its_name(tmp_path):
    Image.fromarray(draw(random_scene(3, 160, 120)).frame).save(tmp_path / "a.png")
    assert main(["vision", "show", str(tmp_path / "a.png"), "--out", str(tmp_path / "b")]) == 0
    count = len(list((tmp_path / "b").iterdir())) - 1
    sheet = np.asarray(Image.open(tmp_path / "b" / "sheet.png"))
    across, down = 80 + GAP, LABEL + 60 + GAP
    labels = []
    for k in range(count):
        top, left = k // ABREAST * down, k % ABREAST * across
        labels.append(sheet[top : top + LABEL, left : left + 80].tobytes())
        assert (sheet[top : top + LABEL, left : left + 80] < 100).any(), k
    assert len(set(labels)) == count


def test_calls_of_the_ball_search_are_told_frame_by_frame(tmp_path, capsys):
    for seed in range(3):
        frame = draw(random_scene(seed, 97 + seed, 61, ball=True)).frame
        Image.fromarray(frame).save(tmp_path / f"{seed}.png")
    black = np.zeros((40, 50, 3), dtype=np.uint8)
    Image.fromarray(black).save(tmp_path / "black.png")
    assert main(["vision", "explain", str(tmp_path), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    frames = told["frames"]
    assert [one["frame"] for one in frames] == [0, 1, 2, 3]
    calls = [one["search_calls"] for one in frames]
    assert calls[3] == 1  # one look at the whole frame, which has no edges
    assert max(calls) > 9
    assert told["search_calls"]["most"] == max(calls)
    assert all(one["windows"] <= one["search_calls"] for one in frames)
    assert main(["vision", "explain", str(tmp_path), "--frames", "2"]) == 0
    assert "search calls per frame" in capsys.readouterr().out
    assert main(["vision", "explain", str(tmp_path / "nothing")]) == 2
    assert "nothing" in capsys.readouterr().err


@needs_gl
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["nowhere.png"], "nowhere.png"),
        (["{set}", "--frame", "9"], "it has 2"),
        (["{set}", "--table", "nothing.toml"], "nothing.toml"),
    ],
)
def test_what_is_not_there_is_one_line_and_code_2(dataset, tmp_path, capsys, arguments, said):
    words = [word.replace("{set}", str(dataset)) for word in arguments]
    capsys.readouterr()
    assert main(["vision", "show", *words, "--out", str(tmp_path / "out")]) == 2
    complaint = capsys.readouterr().err
    assert said in complaint
    assert complaint.count("\n") == 1
    assert not (tmp_path / "out").exists()


@needs_gl
def test_the_whole_pipeline_has_a_row(dataset):
    (row,) = bench_eyes.measure("modern", dataset, dataset, rounds=2)
    assert row.task == "whole pipeline"
    assert "640x480, 2 frames, field modern" in row.input
    assert 0 < row.min_us <= row.median_us < 1e6


def test_balls_cannot_be_scored_without_any_in_sight():
    empty = bench_shape.synthetic_cases(range(3), 96, 96, ball=False)
    with pytest.raises(OlympianError, match="no ball"):
        bench_shape.race_balls(empty, empty, "empty", 1, "no seeds")


@needs_gl
def test_balls_are_learnt_from_generated_frames(tmp_path, capsys):
    out = tmp_path / "balls.npz"
    order = ["vision", "train-ball", "--out", str(out), "--epochs", "1", "--matches", "0"]
    assert main([*order, "--frames", "2", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["bytes"] == out.stat().st_size < 300_000
    assert told["examples"] > 0
    assert main(order) == 2, "weights are not replaced by themselves"
