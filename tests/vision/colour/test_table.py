"""Colour tables: the same bits as OpenCV, four ways to fill them, files that come back the same."""

import cv2
import numpy as np
import pytest
import typer
from hypothesis import given, settings
from hypothesis import strategies as st

from olympian.cli.vision import calibrate as vision_calibrate
from olympian.errors import OlympianError
from olympian.vision import Colour
from olympian.vision.camera import Pinhole
from olympian.vision.camera.dataset_writer import write_dataset
from olympian.vision.colour import (
    Click,
    ColourBox,
    ColourRule,
    ColourScan,
    ColourTable,
    analytic_table,
    box_table,
    cluster_colours,
    count_colours,
    count_labels,
    fit_boxes,
    game_table,
    read_table,
    score_classes,
    table_from_clicks,
    table_from_clusters,
    table_from_votes,
    write_table,
)
from olympian.vision.colour.ycrcb import cell_centres, pack_frame
from olympian.vision.synthetic import draw, random_scene
from twins import vision_colour as twin

PAINTS = {
    "red": (235, 110, 30), "blue": (40, 70, 190), "yellow": (220, 205, 40), "cyan": (30, 180, 210),
    "magenta": (220, 30, 160), "black": (30, 30, 35), "white": (235, 235, 230),
    "green": (40, 130, 50),
}  # fmt: skip
IDENTITY = ColourTable.numeric([f"c{k}" for k in range(1, 256)], np.arange(4096) % 256)


def every_colour(step: int) -> np.ndarray:
    """A frame of all colours whose channels are multiples of `step`, and of 255."""
    levels = np.unique([*range(0, 256, step), 255]).astype(np.uint8)
    cube = np.stack(np.meshgrid(levels, levels, levels, indexing="ij"), axis=-1)
    return np.ascontiguousarray(cube.reshape(len(levels), -1, 3))


def test_cells_are_the_upper_bits_of_opencv_for_every_colour():
    for red in range(256):  # all 2²⁴ colours
        green, blue = np.meshgrid(np.arange(256), np.arange(256), indexing="ij")
        frame = np.stack([np.full_like(green, red), green, blue], axis=-1).astype(np.uint8)
        high = cv2.cvtColor(frame, cv2.COLOR_RGB2YCrCb).astype(int) >> 4
        expected = high[..., 0] << 8 | high[..., 1] << 4 | high[..., 2]
        assert np.array_equal(IDENTITY.classify(frame), expected % 256)
        if red % 51 == 0:
            assert np.array_equal(pack_frame(frame), expected)


@pytest.mark.parametrize("width", [1, 2, 63, 64, 65, 127, 128, 129, 640])
def test_a_line_of_any_width_is_classified_as_its_pixels_are(width):
    random = np.random.default_rng(width)
    frame = random.integers(0, 256, (5, width, 3), dtype=np.uint8)
    frame[0] = 255
    frame[1] = 0
    assert np.array_equal(IDENTITY.classify(frame), twin.pack(frame) % 256)
    window = np.full((9, width + 7, 3), 99, dtype=np.uint8)[2:7, 3 : 3 + width]
    window[...] = frame  # no longer in one piece
    assert np.array_equal(IDENTITY.classify(window), twin.pack(frame) % 256)
    assert IDENTITY.classify(frame[:0]).shape == (0, width)


@pytest.mark.parametrize("red_first", [False, True])
@pytest.mark.parametrize("size", [(1, 1), (3, 2), (4, 7), (6, 64), (0, 4)])
def test_frames_of_4_2_2_share_the_colour_of_two_pixels(size, red_first):
    frame = np.random.default_rng(1).integers(0, 256, (*size, 2), dtype=np.uint8)
    expected = twin.pack_yuv(frame, red_first) % 256
    assert np.array_equal(IDENTITY.classify_yuv(frame, red_first=red_first), expected)
    table = game_table()
    codes = table.codes[twin.pack_yuv(frame, red_first)]
    found = ColourScan(table).yuv(frame, red_first=red_first).regions
    assert sorted(map(tuple, found.rows.tolist())) == twin.regions(codes, 8)


def test_the_formula_names_the_colours_of_the_game():
    for fuzzy in (False, True):
        table = game_table(fuzzy=fuzzy)
        for name, rgb in PAINTS.items():
            code = table.classify(np.array([[rgb]], dtype=np.uint8))[0, 0]
            assert table.names[code - 1] == name
            assert code == Colour[name.upper()]


def test_fuzzy_and_binary_agree_where_one_class_ends():
    rule = ColourRule("red", (90, 140), (30, 256), (40, 200))
    fuzzy, binary = analytic_table([rule]), analytic_table([rule], fuzzy=False)
    assert np.array_equal(fuzzy.codes, binary.codes)
    assert set(np.unique(binary.degrees)) == {0, 255}
    between = (fuzzy.degrees > 0) & (fuzzy.degrees < 255)
    assert between.sum() > 20
    assert np.array_equal(fuzzy.degrees[0] >= 128, fuzzy.codes == 1)


def test_a_hue_window_may_pass_through_zero():
    blue = ColourRule("blue", (310, 20), (28, 256))
    centres = cell_centres()
    hue = np.degrees(np.arctan2(centres[:, 1] - 128, centres[:, 2] - 128)) % 360
    inside = (hue >= 310) | (hue <= 20)
    colourful = np.hypot(centres[:, 1] - 128, centres[:, 2] - 128) >= 28
    assert np.array_equal(blue.degrees(centres, fuzzy=False) == 1, inside & colourful)


def test_lists_of_cells_and_boxes_are_tables_too():
    table = ColourTable.cells({"a": [(0, 8, 8), (1, 8, 8)], "b": [(15, 8, 8)]})
    assert table.codes.nonzero()[0].tolist() == [0x088, 0x188, 0xF88]
    assert [table.code("a"), table.code("b")] == [1, 2]
    boxes = [ColourBox("a", (0, 3), (4, 6), (2, 2)), ColourBox("b", (0, 3), (7, 9), (2, 2))]
    codes = box_table(boxes).codes.reshape(16, 16, 16)
    assert (codes == 1).sum() == 12
    assert (boxes[0].lower, boxes[0].upper) == ((0, 64, 32), (63, 111, 47))
    with pytest.raises(OlympianError, match="boxes 'a' and 'b' overlap"):
        box_table([boxes[0], ColourBox("b", (3, 3), (5, 5), (2, 2))])


def test_boxes_fitted_to_labels_hold_what_is_labelled():
    pictures = [draw(random_scene(seed, 160, 120)) for seed in range(12)]
    votes = count_labels([(p.frame, p.truth.colours) for p in pictures], 8)
    kept = [Colour.GREEN, Colour.WHITE]
    rest = [code for code in range(9) if code not in kept]
    table = box_table(fit_boxes(["green", "white"], votes[kept], votes[rest].sum(axis=0)))
    relabel = np.zeros(9, dtype=np.uint8)
    relabel[kept] = (1, 2)
    other = [draw(random_scene(seed, 160, 120)) for seed in range(1000, 1006)]
    pairs = [(table.classify(p.frame), relabel[p.truth.colours]) for p in other]
    green, white = score_classes(table.names, pairs)
    assert green.recall is not None
    assert green.recall > 0.95
    assert white.recall is not None
    assert white.recall > 0.4


def test_clicks_speak_for_their_neighbours_in_colour_space():
    frame = np.zeros((2, 2, 3), dtype=np.uint8)
    frame[0, 0], frame[0, 1] = PAINTS["red"], PAINTS["green"]
    clicks = [(frame, Click(0, 0, "ball")), (frame, Click(1, 0, "field"))]
    narrow, wide = table_from_clicks(clicks, 0.0), table_from_clicks(clicks, 1.5)
    assert narrow.names == ("ball", "field")
    assert (narrow.codes > 0).sum() == 2
    assert (wide.codes == 1).sum() > 20
    ball, field = pack_frame(frame)[0]
    assert wide.codes[[ball, field]].tolist() == [1, 2]
    assert wide.degrees[0, ball] == 255
    assert wide.codes[ball + 1] == 1
    assert 0 < wide.degrees[0, ball + 2] < wide.degrees[0, ball + 1] < 255
    with pytest.raises(OlympianError, match=r"'2,0=ball' lies outside a picture of 2 × 2"):
        table_from_clicks([(frame, Click(2, 0, "ball"))])
    with pytest.raises(OlympianError, match="no pixel was named"):
        table_from_clicks([])


def test_a_cell_seen_in_two_classes_belongs_to_both_by_degree():
    votes = np.zeros((2, 4096))
    votes[0, 100], votes[1, 100] = 30, 10
    votes[0, 200], votes[1, 300] = 70, 90
    table = table_from_votes(["a", "b"], votes, spread=0.0)
    assert table.codes[[100, 200, 300]].tolist() == [1, 1, 2]
    assert table.degrees[:, 100].sum() in (254, 255, 256)
    assert table.degrees[0, 100] > table.degrees[1, 100] > 0


def test_a_table_learnt_from_labels_is_right_on_other_frames():
    def pictures(first: int, count: int) -> list:
        return [draw(random_scene(first + k, 320, 240)) for k in range(count)]

    votes = count_labels([(p.frame, p.truth.colours) for p in pictures(0, 30)], 8)
    table = table_from_votes(game_table().names, votes[1:], votes[0])
    pairs = [(table.classify(p.frame), p.truth.colours) for p in pictures(1000, 8)]
    scores = {score.name: score for score in score_classes(table.names, pairs)}
    assert scores["green"].recall is not None
    assert scores["green"].recall > 0.98
    for name in ("white", "black"):
        assert scores[name].recall is not None
        assert scores[name].recall > 0.8


def test_scores_count_pixels():
    found = np.array([[1, 1, 2, 0]], dtype=np.uint8)
    labels = np.array([[1, 2, 2, 2]], dtype=np.uint8)
    a, b, c = score_classes(["a", "b", "c"], [(found, labels)])
    assert (a.recall, a.precision, a.pixels) == (1.0, 0.5, 1)
    assert (b.recall, b.precision, b.pixels) == (1 / 3, 1.0, 3)
    assert (c.recall, c.precision, c.pixels) == (None, None, 0)


def test_clusters_find_the_paints_of_a_picture_and_their_names():
    random = np.random.default_rng(0)
    bands = np.repeat(np.array(list(PAINTS.values())), 40, axis=0)[:, None].repeat(50, axis=1)
    frame = np.clip(bands + random.normal(0, 4, bands.shape), 0, 255).astype(np.uint8)
    counts = count_colours([frame])
    clusters = cluster_colours(counts, 8, np.random.default_rng(3))
    assert sorted(cluster.name or "" for cluster in clusters) == sorted(PAINTS)
    assert sum(cluster.share for cluster in clusters) == pytest.approx(1.0)
    table = table_from_clusters(clusters)
    expected = np.repeat([table.code(name) for name in PAINTS], 40)
    assert np.mean(table.classify(frame) == expected[:, None]) > 0.97
    again = cluster_colours(counts, 8, np.random.default_rng(3))
    assert again == clusters
    with pytest.raises(OlympianError, match="1 clusters of 0 colours"):
        cluster_colours(np.zeros(4096), 1, random)


@settings(deadline=None, max_examples=25)
@given(st.integers(1, 255), st.integers(0, 10**6), st.booleans())
def test_a_table_comes_back_from_its_file_as_it_was(tmp_path_factory, classes, seed, fuzzy):
    random = np.random.default_rng(seed)
    names = [f"class {k}" for k in range(min(classes, 12))] if fuzzy else range(classes)
    names = [str(name) for name in names]
    if fuzzy:
        table = ColourTable(tuple(names), random.integers(0, 256, (len(names), 4096)))
    else:
        table = ColourTable.numeric(names, random.integers(0, classes + 1, 4096))
    path = tmp_path_factory.mktemp("table") / "table.toml"
    write_table(path, table)
    back = read_table(path)
    assert back.names == table.names
    assert np.array_equal(back.codes, table.codes)
    assert np.array_equal(back.degrees, table.degrees)


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("olympian colour table 1", "paint", r"table.toml:3: format: 'paint' is not"),
        ('["red"', '["red", "red"', r"table.toml:4: classes: each class needs a name"),
        ("..", "", r"table.toml:5: cells: has 4095 cells, not 4096"),
        ("..", "zz", r"cells: 'zz' at Y 0, Cr 0, Cb 0 is not 00 to 08 or \.\."),
        ("..", "09", r"cells: '09' at Y 0, Cr 0, Cb 0 is not 00 to 08"),
        ("cells =", "cels =", "table.toml:5"),
        ("format =", "format", r"table.toml:3: not valid TOML"),
        ("classes = [", "classes = 3 #", "classes"),
        ("..", "01", r"1 cells are not the class of their highest degree, first Y 0, Cr 0, Cb 0"),
    ],
)
def test_a_bad_file_is_one_line_that_names_the_culprit(tmp_path, old, new, complaint):
    path = tmp_path / "table.toml"
    write_table(path, game_table())
    text = path.read_text()
    head, cells = text.split("format", 1)
    path.write_text(head + ("format" + cells).replace(old, new, 1))
    with pytest.raises(OlympianError, match=complaint) as caught:
        read_table(path)
    assert "\n" not in str(caught.value)


def test_a_missing_file_and_bad_classes_are_named(tmp_path):
    with pytest.raises(OlympianError, match=r"no such file; give a colour table"):
        read_table(tmp_path / "none.toml")
    with pytest.raises(OlympianError, match="256 classes; a colour table has 1 to 255"):
        ColourTable(tuple(map(str, range(256))), np.zeros((256, 4096)))
    with pytest.raises(OlympianError, match="names of their own"):
        ColourTable(("a", "a"), np.zeros((2, 4096)))
    with pytest.raises(OlympianError, match=r"cell \(16, 0, 0\) is outside 0 to 15"):
        ColourTable.cells({"a": [(16, 0, 0)]})


@pytest.fixture
def dataset(tmp_path):
    """A labelled folder of small drawn frames."""
    pictures = [draw(random_scene(seed, 160, 120, ball=True)) for seed in range(6)]
    view = pictures[0].scene.view
    lens = Pinhole(160, 120, (view.focal_px, view.focal_px), (79.5, 59.5))
    frames = [(picture.frame, picture.truth, {}) for picture in pictures]
    write_dataset(tmp_path / "frames", frames, lens, field="2010", robot="none", seed=0)
    return tmp_path / "frames"


def calibrate(*words: str) -> None:
    app = typer.Typer()
    vision_calibrate.register(app)
    app([*map(str, words)], standalone_mode=False)


def test_calibrate_writes_a_table_and_says_how_good_it_is(dataset, tmp_path, capsys):
    import json

    out = tmp_path / "table.toml"
    calibrate(dataset, "--out", out, "--truth", "--json")
    value = json.loads(capsys.readouterr().out)
    assert value["way"] == "truth"
    green = next(row for row in value["classes"] if row["name"] == "green")
    assert green["recall"] > 0.97
    table = read_table(out)
    assert table.names == game_table().names
    assert int((table.codes == table.code("green")).sum()) == green["cells"]


def test_calibrate_clusters_samples_and_formula(dataset, tmp_path, capsys):
    picture = dataset / "0000.png"
    calibrate(picture, "--out", tmp_path / "a.toml", "--clusters", "6")
    assert "green" in capsys.readouterr().out
    assert "green" in read_table(tmp_path / "a.toml").names
    samples = ["--samples", "80,110=field", "--samples", "80,2=rest"]
    calibrate(picture, "--out", tmp_path / "b.toml", *samples)
    assert read_table(tmp_path / "b.toml").names == ("field", "rest")
    calibrate(picture, "--out", tmp_path / "c.toml")
    assert np.array_equal(read_table(tmp_path / "c.toml").degrees, game_table().degrees)


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--truth", "--clusters", "3"], "--clusters and --truth exclude each other"),
        (["--samples", "3,4"], "sample '3,4' is not X,Y=NAME"),
        (["--samples", "3;4=red"], "is not X,Y=NAME"),
        (["--samples", "3,4= "], "is not X,Y=NAME"),
        (["--samples", "900,4=red"], "lies outside a picture of 160 × 120"),
        (["--truth"], r"0000.png: is not a dataset; --truth needs one"),
        (["--clusters", "200"], "200 clusters of"),
    ],
)
def test_calibrate_names_mistakes(dataset, tmp_path, words, complaint):
    with pytest.raises(OlympianError, match=complaint):
        calibrate(dataset / "0000.png", "--out", tmp_path / "table.toml", *words)
    assert not (tmp_path / "table.toml").exists()


def test_calibrate_keeps_a_table_that_is_there(dataset, tmp_path):
    out = tmp_path / "table.toml"
    calibrate(dataset, "--out", out)
    with pytest.raises(OlympianError, match="exists already"):
        calibrate(dataset, "--out", out)
    calibrate(dataset, "--out", out, "--force")
    with pytest.raises(OlympianError, match="no such file"):
        calibrate(tmp_path / "none.png", "--out", tmp_path / "other.toml", "--clusters", "3")
