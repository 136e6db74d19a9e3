"""Pictures of every stage: classes painted, regions boxed, the grid painted, objects marked."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from olympian.vision.colour.grid import GridRule
from olympian.vision.colour.objects import Box, Objects, box_around, find_objects
from olympian.vision.colour.objects.objects import LEAST_AREA
from olympian.vision.colour.regions import Regions
from olympian.vision.colour.scan import ColourScan
from olympian.vision.colour.table import ColourTable

PAINTS = {
    "red": (230, 80, 20),
    "blue": (40, 80, 220),
    "yellow": (240, 220, 40),
    "cyan": (40, 200, 220),
    "magenta": (220, 40, 180),
    "black": (50, 50, 60),
    "white": (245, 245, 245),
    "green": (40, 150, 60),
}
"""What people expect to see for a class of that name."""
NOBODY = (120, 110, 110)
OTHERS = ((150, 90, 40), (130, 160, 220), (200, 160, 110), (90, 130, 90))
"""For classes whose names are no colours, in turn."""
BACKGROUND = 0.45
"""Brightness of a frame under marks."""

Rgb = tuple[int, int, int]


def colour_stages(frame: NDArray[np.uint8], table: ColourTable) -> dict[str, NDArray[np.uint8]]:
    """A picture of each stage on the way from an RGB frame to objects, all of the frame's size."""
    scan = ColourScan(table, grid=GridRule(), field="green", least_area=LEAST_AREA)
    sight = scan(frame)
    assert sight.grid is not None, "it was asked for"
    return {
        "classes": paint_classes(table.classify(frame), table.names),
        "regions": paint_regions(frame, sight.regions, table.names),
        "grid": paint_grid(sight.grid.cells, table.names, sight.size),
        "objects": paint_objects(frame, find_objects(sight, table)),
    }


def paints_of(names: Sequence[str]) -> NDArray[np.uint8]:
    """(classes + 1, 3) RGB of each class; row 0 is nobody's."""
    rows = [PAINTS.get(name, OTHERS[k % len(OTHERS)]) for k, name in enumerate(names)]
    return np.array([NOBODY, *rows], dtype=np.uint8)


def paint_classes(codes: NDArray[np.uint8], names: Sequence[str]) -> NDArray[np.uint8]:
    """The image of classes (rows, columns) in colours."""
    return paints_of(names)[codes]


def paint_regions(
    frame: NDArray[np.uint8], regions: Regions, names: Sequence[str], least_area: int = 1
) -> NDArray[np.uint8]:
    """A frame, darkened, with the box and centroid of every region that is large enough."""
    out = (frame * BACKGROUND).astype(np.uint8)
    paints = paints_of(names)
    for region in regions:
        if region.area < least_area:
            continue
        paint = paints[region.code]
        _box(out, region.left, region.top, region.right, region.bottom, paint)
        _cross(out, round(region.x), round(region.y), paint)
    return out


def paint_grid(
    grid: NDArray[np.uint8], names: Sequence[str], size: tuple[int, int]
) -> NDArray[np.uint8]:
    """The grid as a picture of `size` (rows, columns): background, foreground in the middle."""
    height, width = size
    paints = paints_of(names)
    rows = np.arange(height) * grid.shape[0] / height
    columns = np.arange(width) * grid.shape[1] / width
    cells = grid[np.ix_(rows.astype(int), columns.astype(int))]
    inner = np.abs(rows % 1 - 0.5)[:, None] + np.abs(columns % 1 - 0.5)[None] < 0.4
    return np.where(inner[..., None], paints[cells >> 4], paints[cells & 15])


def _box(
    image: NDArray[np.uint8], left: int, top: int, right: int, bottom: int, paint: NDArray[np.uint8]
) -> None:
    image[top : bottom + 1, [left, right]] = paint
    image[[top, bottom], left : right + 1] = paint


def _cross(image: NDArray[np.uint8], x: int, y: int, paint: NDArray[np.uint8]) -> None:
    height, width = image.shape[:2]
    image[y, max(0, x - 3) : min(width, x + 4)] = paint
    image[max(0, y - 3) : min(height, y + 4), x] = paint


def paint_objects(frame: NDArray[np.uint8], objects: Objects) -> NDArray[np.uint8]:
    """A frame, darkened, with the field's border and a mark around every object."""
    out = (frame * BACKGROUND).astype(np.uint8)
    if objects.border is not None:
        rows = objects.border.rows
        shown = np.flatnonzero(np.isfinite(rows))
        out[np.rint(rows[shown]).astype(int), shown] = (120, 255, 120)
    for name, goals in (("yellow", objects.yellow_goals), ("blue", objects.blue_goals)):
        for goal in goals:
            _frame(out, goal.box, PAINTS[name])
            if goal.keeper is not None:
                _frame(out, box_around([goal.keeper]), (255, 255, 255))
    for pole in objects.poles:
        _frame(out, box_around(pole.regions), (255, 160, 255))
    for obstacle in objects.obstacles:
        _frame(out, obstacle.box, PAINTS.get(obstacle.team or "", (200, 200, 200)))
        _cross(out, round(obstacle.foot[0]), round(obstacle.foot[1]), _white())
    if objects.ball is not None:
        _ring(out, objects.ball.x, objects.ball.y, objects.ball.radius + 2)
    return out


def _frame(image: NDArray[np.uint8], box: Box, paint: Rgb) -> None:
    for inset in (0, 1):
        left, top = min(box.left + inset, box.right), min(box.top + inset, box.bottom)
        right, bottom = max(box.right - inset, left), max(box.bottom - inset, top)
        _box(image, left, top, right, bottom, np.array(paint, dtype=np.uint8))


def _ring(image: NDArray[np.uint8], x: float, y: float, radius: float) -> None:
    rows, columns = np.indices(image.shape[:2])
    away = np.hypot(columns - x, rows - y)
    image[np.abs(away - radius) < 1.0] = PAINTS["red"]


def _white() -> NDArray[np.uint8]:
    return np.array(PAINTS["white"], dtype=np.uint8)
