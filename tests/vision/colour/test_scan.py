"""Regions, grid and border: one pass over the pixels says what plain floods and counts say."""

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from olympian.errors import OlympianError
from olympian.vision import Colour
from olympian.vision.colour import (
    THESIS_LIMIT,
    ColourScan,
    ColourTable,
    Denoise,
    Denoiser,
    GridRule,
    Regions,
    game_table,
)
from olympian.vision.synthetic import draw, random_scene
from twins import vision_colour as twin

NAMES = tuple("abcde")
SIZES = [(1, 1), (1, 64), (7, 63), (9, 65), (31, 129), (24, 32), (48, 640), (3, 1)]
KINDS = ("noise", "blobs", "black", "white", "saturated")


def some_frame(seed: int, size: tuple[int, int], kind: str) -> NDArray[np.uint8]:
    random = np.random.default_rng(seed)
    noise = random.integers(0, 256, (*size, 3), dtype=np.uint8)
    match kind:
        case "blobs":
            return cv2.GaussianBlur(noise, (7, 7), 2.5).reshape(*size, 3)
        case "black":
            return np.zeros_like(noise)
        case "white":
            return np.full_like(noise, 255)
        case "saturated":
            return np.where(noise > 127, 255, 0).astype(np.uint8)
    return noise


def some_table(seed: int, classes: int = 5) -> ColourTable:
    random = np.random.default_rng([seed, 5])
    return ColourTable.numeric(NAMES[:classes], random.integers(0, classes + 1, 4096))


def some_codes(seed: int, size: tuple[int, int], classes: int = 3) -> NDArray[np.uint8]:
    """Blobs of classes with specks in them."""
    random = np.random.default_rng([seed, 9])
    coarse = random.integers(0, classes + 1, (size[0] // 4 + 1, size[1] // 4 + 1))
    codes = np.kron(coarse, np.ones((4, 4), dtype=int))[: size[0], : size[1]]
    specks = random.random(size) < 0.2
    return np.where(specks, random.integers(0, classes + 1, size), codes).astype(np.uint8)


def rows_of(regions: Regions) -> list[tuple[int, ...]]:
    return sorted(map(tuple, regions.rows.tolist()))


def opencv_rows(codes: NDArray[np.uint8], classes: int, connectivity: int) -> list[tuple[int, ...]]:
    rows = []
    for code in range(1, classes + 1):
        mask = (codes == code).astype(np.uint8)
        count, _, stats, centres = cv2.connectedComponentsWithStats(mask, connectivity=connectivity)
        for k in range(1, count):
            x, y, width, height, area = map(int, stats[k])
            sums = round(centres[k][0] * area), round(centres[k][1] * area)
            rows.append((code, area, *sums, x, y, x + width - 1, y + height - 1))
    return sorted(rows)


@pytest.mark.parametrize("connectivity", [4, 8])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("kind", KINDS)
def test_regions_are_those_of_opencv_and_of_a_flood(kind, size, connectivity):
    for seed in range(3):
        frame, table = some_frame(seed, size, kind), some_table(seed)
        codes = table.codes[twin.pack(frame)]
        found = ColourScan(table, connectivity)(frame).regions
        assert rows_of(found) == opencv_rows(codes, 5, connectivity)
        if frame.size < 4000:
            assert rows_of(found) == twin.regions(codes, connectivity)


@pytest.mark.parametrize("seed", [1, 1000, 1001])
def test_regions_of_drawn_games_are_those_of_opencv(seed):
    table, frame = game_table(), draw(random_scene(seed)).frame
    codes = table.classify(frame)
    for connectivity in (4, 8):
        found = ColourScan(table, connectivity)(frame).regions
        assert rows_of(found) == opencv_rows(codes, 8, connectivity)


@settings(deadline=None, max_examples=60)
@given(st.integers(1, 12), st.integers(1, 12), st.integers(0, 10**6), st.sampled_from([4, 8]))
def test_any_small_image_of_classes_gives_the_regions_of_a_flood(height, width, seed, connectivity):
    codes = np.random.default_rng(seed).integers(0, 3, (height, width)).astype(np.uint8)
    found = ColourScan(some_table(0), connectivity).codes(codes).regions
    assert rows_of(found) == twin.regions(codes, connectivity)


def test_shapes_that_merge_late_and_often_are_one_region():
    comb = np.zeros((9, 129), dtype=np.uint8)
    comb[:, ::2] = 1
    comb[-1] = 1
    spiral = np.zeros((9, 9), dtype=np.uint8)
    for inset in range(0, 4, 2):
        spiral[inset : 9 - inset, inset : 9 - inset] = 1
        spiral[inset + 1 : 8 - inset, inset + 1 : 8 - inset] = 0
    spiral[1, 4] = 1
    for codes, connectivity in ((comb, 4), (comb[::-1], 4), (spiral, 4), (spiral.T, 8)):
        found = ColourScan(some_table(0), connectivity).codes(np.ascontiguousarray(codes)).regions
        assert rows_of(found) == twin.regions(codes, connectivity)
    assert len(ColourScan(some_table(0), 4).codes(comb).regions) == 1


def test_a_frame_without_lines_or_columns_has_no_regions():
    scan = ColourScan(game_table(), grid=GridRule(), field="green")
    for size in ((0, 40), (40, 0), (0, 0)):
        sight = scan(np.zeros((*size, 3), dtype=np.uint8))
        assert len(sight.regions) == 0
        assert sight.grid is not None
        assert not sight.grid.cells.any()
        assert sight.border is not None
        assert not sight.border.holds(0, 0)


@pytest.mark.parametrize("lines", [1, 3])
def test_lines_fed_one_by_one_give_what_the_whole_frame_gives(lines):
    table, frame = game_table(), draw(random_scene(3, 200, 150)).frame
    whole = ColourScan(table, grid=GridRule(), field="green")(frame)
    scan = ColourScan(table, grid=GridRule(), field="green")
    codes = table.classify(frame)
    for _ in range(2):  # the second frame must not remember the first
        scan.start(*codes.shape)
        for y in range(0, len(codes), lines):
            scan.feed(codes[y : y + lines] if lines > 1 else codes[y])
        fed = scan.finish()
        assert np.array_equal(fed.regions.rows, whole.regions.rows)
        assert fed.grid is not None
        assert whole.grid is not None
        assert np.array_equal(fed.grid.cells, whole.grid.cells)
        assert fed.border is not None
        assert whole.border is not None
        assert np.array_equal(fed.border.rows, whole.border.rows)


def test_more_regions_than_there_was_room_for_lose_nothing():
    checks = np.indices((300, 300)).sum(axis=0) % 2
    found = ColourScan(some_table(0), 4).codes(checks.astype(np.uint8)).regions
    assert len(found) == checks.sum() == 45000
    assert found.lost == 0


@pytest.mark.parametrize("limit", [1, 3, THESIS_LIMIT])
@pytest.mark.parametrize("connectivity", [4, 8])
def test_with_little_room_the_smallest_regions_are_lost_and_counted(limit, connectivity):
    for seed in range(12):
        codes = some_codes(seed, (24, 40))
        found = ColourScan(some_table(0), connectivity, limit).codes(codes).regions
        rows, lost, lost_area = twin.limited_regions(codes, connectivity, limit)
        assert rows_of(found) == rows
        assert (found.lost, found.lost_area) == (lost, lost_area)
        assert found.areas.sum() + lost_area == (codes != 0).sum()


def test_a_ball_is_not_lost_among_specks_with_sixteen_regions():
    random = np.random.default_rng(2)
    codes = (random.random((240, 320)) < 0.03).astype(np.uint8)
    ball = np.hypot(*(np.indices(codes.shape) - np.array([[[150]], [[200]]]))) < 12
    codes[ball] = 2
    found = ColourScan(some_table(0), 8, THESIS_LIMIT).codes(codes).regions
    assert found.lost > 100
    largest = max(found, key=lambda region: region.area)
    assert largest.code == 2
    assert largest.area > 0.8 * ball.sum()


def test_smaller_regions_than_asked_for_are_left_out():
    codes = some_codes(4, (60, 80))
    every = ColourScan(some_table(0)).codes(codes).regions
    large = ColourScan(some_table(0), least_area=10).codes(codes).regions
    assert rows_of(large) == [row for row in rows_of(every) if row[1] >= 10]
    assert large.lost == 0


@pytest.mark.parametrize(("least_area", "most"), [(1, 1000), (3, 5), (2, 1), (10_000, 3)])
def test_the_largest_of_many_classes_are_those_of_each(least_area, most):
    codes = np.random.default_rng(3).integers(0, 6, (40, 70)).astype(np.uint8)
    regions = ColourScan(some_table(0)).codes(codes).regions
    assert len(regions) > 400
    found = regions.largest([1, 3, 4], least_area, most)
    assert found == {code: regions.of(code, least_area, most) for code in (1, 3, 4)}


def test_regions_know_their_middle_box_and_order():
    codes = np.zeros((10, 12), dtype=np.uint8)
    codes[2:5, 3:9] = 2
    codes[7, 1:3] = 2
    regions = ColourScan(some_table(0)).codes(codes).regions
    large, small = regions.of(2)
    assert (large.x, large.y, large.width, large.height, large.fill) == (5.5, 3.0, 6, 3, 1.0)
    assert (small.left, small.top, small.right, small.bottom) == (1, 7, 2, 7)
    assert regions.of(2, least_area=3) == [large]
    assert regions.of(2, most=1) == [large]
    assert regions.of(1) == []
    assert np.array_equal(regions.boxes, [[3, 2, 8, 4], [1, 7, 2, 7]])


@pytest.mark.parametrize("size", [(24, 32), (120, 160), (101, 203), (10, 20), (1, 1), (480, 640)])
def test_the_grid_holds_the_most_important_classes_of_each_cell(size):
    for seed in range(3):
        codes = some_codes(seed, size, 8)
        rule = GridRule()
        sight = ColourScan(game_table(), grid=rule).codes(codes)
        assert sight.grid is not None
        least = rule.least_pixels(*size)
        orders = (tuple(rule.foreground), tuple(rule.background))
        assert np.array_equal(sight.grid.cells, twin.grid(codes, (24, 32), *orders, least))


def test_the_grid_follows_table_10_2():
    green, white, black, red, blue = (
        Colour.GREEN,
        Colour.WHITE,
        Colour.BLACK,
        Colour.RED,
        Colour.BLUE,
    )
    cells = [(green, black, white), (green, black, red), (green, blue, white)]
    codes = np.zeros((120, 160), dtype=np.uint8)
    for k, classes in enumerate(cells):  # figure 10.5, cells of 5 × 5 pixels
        codes[0:2, 5 * k : 5 * k + 5], codes[2:4, 5 * k : 5 * k + 5] = classes[:2]
        codes[4, 5 * k : 5 * k + 5] = classes[2]
    grid = ColourScan(game_table(), grid=GridRule()).codes(codes).grid
    assert grid is not None
    assert grid.background[0, :3].tolist() == [green, green, green]
    assert grid.foreground[0, :3].tolist() == [black, red, blue]
    codes[:] = green
    codes[2, 2] = red  # a single pixel of 25 is noise
    grid = ColourScan(game_table(), grid=GridRule()).codes(codes).grid
    assert grid is not None
    assert np.all(grid.cells == green << 4 | green)


def test_the_border_is_where_the_field_begins():
    codes = some_codes(1, (90, 160), 8)
    codes[40:, :] = Colour.GREEN
    codes[40:70, 60:90] = Colour.BLACK
    border = ColourScan(game_table(), field="green").codes(codes).border
    assert border is not None
    assert border.seen.tolist() == twin.border(codes, Colour.GREEN, border.columns)
    assert np.all(np.abs(border.rows - 40) < 4)  # specks may stretch it, robots may not
    assert border.holds(75, 45)
    assert not border.holds(75, 20)


@pytest.mark.parametrize("seed", [5, 1005])
def test_the_border_of_drawn_fields_is_near_the_true_one(seed):
    picture = draw(random_scene(seed))
    border = ColourScan(game_table(), field="green")(picture.frame).border
    assert border is not None
    field = picture.truth.colours == Colour.GREEN
    shown = field.any(axis=0)
    assert np.median(np.abs(border.rows - field.argmax(axis=0))[shown]) < 4


@pytest.mark.parametrize("how", [Denoise.ERODE, Denoise.OPEN])
@pytest.mark.parametrize("size", [(1, 1), (1, 9), (9, 1), (2, 2), (40, 61)])
def test_erosion_and_opening_are_those_of_each_class_alone(how, size):
    for seed in range(4):
        codes = some_codes(seed, size)
        out, square = Denoiser(how)(codes), np.ones((3, 3), np.uint8)
        operation = {Denoise.ERODE: cv2.MORPH_ERODE, Denoise.OPEN: cv2.MORPH_OPEN}[how]
        for code in (1, 2, 3):
            mask = (codes == code).astype(np.uint8)
            assert np.array_equal(out == code, cv2.morphologyEx(mask, operation, square) > 0)


@pytest.mark.parametrize("how", [Denoise.DILATE, Denoise.CLOSE])
@pytest.mark.parametrize("size", [(1, 1), (1, 9), (9, 1), (2, 2), (40, 61)])
def test_dilation_and_closing_of_one_class_are_those_of_opencv(how, size):
    for seed in range(4):
        codes = some_codes(seed, size, 1)
        operation = {Denoise.DILATE: cv2.MORPH_DILATE, Denoise.CLOSE: cv2.MORPH_CLOSE}[how]
        expected = cv2.morphologyEx(codes, operation, np.ones((3, 3), np.uint8))
        assert np.array_equal(Denoiser(how)(codes), expected)


def test_dilation_gives_a_pixel_to_the_class_that_matters_more():
    for seed in range(4):
        codes = some_codes(seed, (20, 31))
        assert np.array_equal(Denoiser(Denoise.DILATE)(codes), twin.dilate(codes, [1, 2, 3]))
        swapped = Denoiser(Denoise.DILATE, order=(3, 1, 2))(codes)
        assert np.array_equal(swapped, twin.dilate(codes, [3, 1, 2]))


@pytest.mark.parametrize("size", [(1, 1), (1, 9), (9, 1), (2, 2), (20, 31)])
def test_erosion_and_closing_of_several_classes_are_those_of_the_twin(size):
    for seed in range(4):
        codes = some_codes(seed, size)
        assert np.array_equal(Denoiser(Denoise.ERODE)(codes), twin.erode(codes))
        for order in ([1, 2, 3], [3, 1, 2]):
            assert np.array_equal(Denoiser(Denoise.CLOSE, order)(codes), twin.close(codes, order))


def test_a_scan_that_opens_sees_no_specks():
    frame, table = draw(random_scene(8, 320, 240)).frame, game_table()
    noisy = frame.copy()
    specks = np.random.default_rng(0).random(frame.shape[:2]) < 0.01
    noisy[specks] = (230, 80, 20)
    plain, clean = ColourScan(table)(noisy).regions, ColourScan(table, denoise=Denoise.OPEN)(noisy)
    assert len(plain.of(Colour.RED)) > 400
    assert len(clean.regions.of(Colour.RED)) < 10


def test_bad_arguments_are_named():
    table = game_table()
    with pytest.raises(OlympianError, match=r"unknown connectivity 6; choose from 4, 8"):
        ColourScan(table, connectivity=6)
    with pytest.raises(OlympianError, match="room for 0 regions"):
        ColourScan(table, limit=0)
    with pytest.raises(OlympianError, match=r"unknown colour class 'gren', did you mean 'green'"):
        ColourScan(table, field="gren")
    with pytest.raises(OlympianError, match=r"an RGB frame is bytes \(rows, columns, 3\)"):
        ColourScan(table)(np.zeros((4, 4), dtype=np.uint8))
    with pytest.raises(OlympianError, match="class 16 does not fit into a cell"):
        GridRule(foreground=(16,))
    scan = ColourScan(table)
    scan.start(2, 5)
    with pytest.raises(OlympianError, match="3 lines of 5 pixels in a frame of 2 lines of 5"):
        scan.feed(np.zeros((3, 5), dtype=np.uint8))
