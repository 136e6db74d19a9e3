"""The colour room's kernels again, in plain Python and NumPy, for tests to compare with."""

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

Row = tuple[int, ...]


def pack(frame: NDArray[np.uint8]) -> NDArray[np.int64]:
    """12-bit colours by the formula of BT.601 in OpenCV's fixed point."""
    red, green, blue = (frame[..., k].astype(np.int64) for k in range(3))
    luma = (4899 * red + 9617 * green + 1868 * blue + (1 << 13)) >> 14
    half = (128 << 14) + (1 << 13)
    cr = np.clip((11682 * (red - luma) + half) >> 14, 0, 255)
    cb = np.clip((9241 * (blue - luma) + half) >> 14, 0, 255)
    return luma // 16 * 256 + cr // 16 * 16 + cb // 16


def pack_yuv(frame: NDArray[np.uint8], red_first: bool) -> NDArray[np.int64]:
    """The same for 4:2:2; a lonely last pixel takes what it lacks from the pair before."""
    height, width = frame.shape[:2]
    out = np.zeros((height, width), dtype=np.int64)
    for y in range(height):
        chroma = [128, 128]
        for x in range(width):
            if x % 2 == 0:
                second = frame[y, x + 1, 1] if x + 1 < width else chroma[1]
                chroma = [int(frame[y, x, 1]), int(second)]
            cr, cb = chroma if red_first else chroma[::-1]
            out[y, x] = int(frame[y, x, 0]) // 16 * 256 + cr // 16 * 16 + cb // 16
    return out


def regions(codes: NDArray[np.uint8], connectivity: int) -> list[Row]:
    """Sorted rows (class, area, sum x, sum y, left, top, right, bottom) by flooding."""
    height, width = codes.shape
    seen = codes == 0
    steps = [(0, 1), (1, 0), (0, -1), (-1, 0)]
    if connectivity == 8:
        steps += [(1, 1), (1, -1), (-1, 1), (-1, -1)]
    rows = []
    for start in zip(*np.nonzero(~seen), strict=True):
        if seen[start]:
            continue
        pixels, seen[start] = [start], True
        for y, x in pixels:
            for dy, dx in steps:
                near = y + dy, x + dx
                inside = 0 <= near[0] < height and 0 <= near[1] < width
                if inside and not seen[near] and codes[near] == codes[start]:
                    seen[near] = True
                    pixels.append(near)
        y, x = np.array(pixels).T
        box = (x.min(), y.min(), x.max(), y.max())
        rows.append((codes[start], len(pixels), x.sum(), y.sum(), *box))
    return sorted(tuple(map(int, row)) for row in rows)


def limited_regions(
    codes: NDArray[np.uint8], connectivity: int, limit: int
) -> tuple[list[Row], int, int]:
    """Regions with room for `limit` of them at a time; also the regions lost and their pixels."""
    growing: list[dict] = []
    results: list[Row] = []
    lost = [0, 0]
    reach = 1 if connectivity == 8 else 0

    def lose(area: int) -> None:
        lost[0], lost[1] = lost[0] + 1, lost[1] + area

    def deliver(row: Row) -> None:
        if len(results) < limit:
            results.append(row)
            return
        smallest = min(range(limit), key=lambda k: results[k][1])
        if results[smallest][1] >= row[1]:
            lose(row[1])
            return
        lose(results[smallest][1])
        results[smallest] = row

    for y, line in enumerate(codes):
        edges = [0, *(np.flatnonzero(np.diff(line)) + 1).tolist(), len(line)]
        for start, end in pairwise(edges):
            if start == end or line[start] == 0:
                continue
            touched = [
                (min(near), region)
                for region in growing
                if region["code"] == line[start]
                and (
                    near := [s for s, e in region["above"] if s < end + reach and start < e + reach]
                )
            ]
            touched = [region for _, region in sorted(touched, key=lambda pair: pair[0])]
            if not touched and sum(region["slots"] for region in growing) == limit:
                smallest = min(growing, key=lambda region: len(region["x"]))
                if len(smallest["x"]) >= end - start:
                    lose(end - start)
                    continue
                lose(len(smallest["x"]))
                growing = [region for region in growing if region is not smallest]
            region = touched[0] if touched else None
            if region is None:
                region = {
                    "code": line[start],
                    "x": [],
                    "y": [],
                    "above": [],
                    "here": [],
                    "slots": 1,
                }
                growing.append(region)
            for other in touched[1:]:
                for key in ("x", "y", "above", "here", "slots"):
                    region[key] = region[key] + other[key]
                growing = [left for left in growing if left is not other]
            region["x"] = region["x"] + list(range(start, end))
            region["y"] = region["y"] + [y] * (end - start)
            region["here"] = region["here"] + [(start, end)]
        done = [region for region in growing if not region["here"]]
        growing = [region for region in growing if region["here"]]
        for region in done:
            deliver(_row(region))
        for region in growing:
            region["above"], region["here"], region["slots"] = region["here"], [], 1
    for region in growing:
        deliver(_row(region))
    return sorted(results), lost[0], lost[1]


def _row(region: dict) -> Row:
    x, y = region["x"], region["y"]
    numbers = (region["code"], len(x), sum(x), sum(y), min(x), min(y), max(x), max(y))
    return tuple(map(int, numbers))


def grid(
    codes: NDArray[np.uint8],
    shape: tuple[int, int],
    foreground: tuple[int, ...],
    background: tuple[int, ...],
    least: int,
) -> NDArray[np.uint8]:
    """Foreground · 16 + background of every cell."""
    height, width = codes.shape
    out = np.zeros(shape, dtype=np.uint8)
    for row in range(shape[0]):
        for column in range(shape[1]):
            cell = codes[
                row * height // shape[0] : (row + 1) * height // shape[0],
                column * width // shape[1] : (column + 1) * width // shape[1],
            ]
            there = {code for code in foreground if (cell == code).sum() >= least}
            front = next((code for code in foreground if code in there), 0)
            back = next((code for code in background if code in there), 0)
            out[row, column] = front * 16 + back
    return out


def border(codes: NDArray[np.uint8], field: int, columns: NDArray[np.int64]) -> list[int]:
    """First row of the field in some columns, as the kernel counts it."""
    rows = []
    for x in columns:
        streak, begin, found = 0, 0, len(codes)
        for y, code in enumerate(codes[:, x]):
            if code == field:
                begin = y if streak == 0 else begin
                streak += 1
            else:
                streak = max(streak - 2, 0)
            if streak == 8:
                found = begin
                break
        rows.append(found)
    return rows


def dilate(codes: NDArray[np.uint8], order: list[int]) -> NDArray[np.uint8]:
    """Pixels of no class take their neighbour's that comes first in `order`."""
    out = codes.copy()
    for y, x in zip(*np.nonzero(codes == 0), strict=True):
        near = set(codes[max(y - 1, 0) : y + 2, max(x - 1, 0) : x + 2].reshape(-1).tolist())
        out[y, x] = next((code for code in order if code in near), 0)
    return out


def erode(codes: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Pixels keep their class where all around have it too."""
    out = np.zeros_like(codes)
    for y, x in zip(*np.nonzero(codes), strict=True):
        near = codes[max(y - 1, 0) : y + 2, max(x - 1, 0) : x + 2]
        out[y, x] = codes[y, x] if (near == codes[y, x]).all() else 0
    return out


def close(codes: NDArray[np.uint8], order: list[int]) -> NDArray[np.uint8]:
    """What was there, and what a dilation adds that an erosion does not take away again."""
    return np.where(codes != 0, codes, erode(dilate(codes, order)))


def group_boxes(boxes: NDArray[np.int64], reach: float, across: float) -> list[set[int]]:
    """Boxes that are near each other, directly or over others, by what they have in common."""
    groups: list[set[int]] = []
    for new, box in enumerate(boxes):
        side = np.maximum((boxes[:, 2:] - boxes[:, :2]).max(axis=1), (box[2:] - box[:2]).max()) + 1
        gaps = np.maximum(boxes[:, :2], box[:2]) - np.minimum(boxes[:, 2:], box[2:]) - 1
        far = reach * side + 2
        near = (gaps[:, 0] <= np.minimum(far, across)) & (gaps[:, 1] <= far)
        touched = [group for group in groups if near[list(group)].any()]
        groups = [group for group in groups if group not in touched]
        groups.append({new}.union(*touched))
    return sorted(groups, key=min)
