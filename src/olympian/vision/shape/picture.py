"""What the eyes made of a frame, drawn over it: the figures of chapter 11."""

from collections.abc import Callable
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from olympian.geometry import Vec
from olympian.vision.shape.ball import BallSearch
from olympian.vision.shape.grid import Traces
from olympian.vision.shape.lines import Markings

Frame = NDArray[np.uint8]
_COLOURS = ((255, 60, 60), (255, 220, 0), (80, 120, 255), (255, 80, 255), (0, 230, 230))
"""Neighbouring traces must be told apart."""


def _canvas(frame: Frame, dim: float) -> Image.Image:
    return Image.fromarray((frame * dim).astype(np.uint8))


def representers_picture(frame: Frame, traces: Traces, half_px: float = 6.0) -> Frame:
    """Figure 11.8a: each edge representer as a short stroke, a dot on its brighter side."""
    canvas = _canvas(frame, 0.45)
    pen = ImageDraw.Draw(canvas)
    for (x, y), (ex, ey) in zip(traces.points(), traces.directions(), strict=True):
        ends = (x - half_px * ex, y - half_px * ey, x + half_px * ex, y + half_px * ey)
        pen.line(ends, fill=(255, 240, 80), width=2)
        bx, by = x + 3 * ey, y - 3 * ex
        pen.ellipse((bx - 1, by - 1, bx + 1, by + 1), fill=(255, 80, 80))
    return np.asarray(canvas)


def traces_picture(frame: Frame, traces: Traces) -> Frame:
    """Figure 11.8b: each edge trace in a colour of its own."""
    canvas = _canvas(frame, 0.6)
    pen = ImageDraw.Draw(canvas)
    for index, line in enumerate(traces.polylines()):
        pen.line([tuple(corner) for corner in line], fill=_COLOURS[index % 5], width=2)
    return np.asarray(canvas)


def straight_picture(frame: Frame, segments: NDArray[np.int64]) -> Frame:
    """Straight edges as they were clustered line by line."""
    canvas = _canvas(frame, 0.6)
    pen = ImageDraw.Draw(canvas)
    for index, row in enumerate(segments.tolist()):
        pen.line([value + 0.5 for value in row[:4]], fill=_COLOURS[index % 5], width=2)
    return np.asarray(canvas)


def markings_picture(frame: Frame, markings: Markings, to_pixels: Callable[[Vec], Vec]) -> Frame:
    """Lines, crossings and circle of the field, drawn back into the frame.

    Args:
        to_pixels: points (n, 3) of the field to pixels (n, 2); not-a-number where unseen.
    """
    canvas = _canvas(frame, 0.8)
    pen = ImageDraw.Draw(canvas)

    def draw(points: Vec, colour: tuple[int, int, int]) -> None:
        seen = to_pixels(np.column_stack([points, np.zeros(len(points))]))
        for a, b in pairwise(seen):
            if np.isfinite(a).all() and np.isfinite(b).all():
                pen.line((*a, *b), fill=colour, width=2)

    steps = np.linspace(0, 1, 30)[:, None]
    for line in markings.lines:
        draw(line.start + steps * (line.end - line.start), (255, 60, 60))
    if markings.circle is not None:
        turn = 2 * np.pi * np.linspace(0, 1, 120)
        rim = np.column_stack([np.cos(turn), np.sin(turn)])
        draw(markings.circle.centre + markings.circle.radius * rim, (60, 60, 255))
    for crossing in markings.crossings:
        x, y = to_pixels(np.array([[*crossing.at, 0.0]]))[0]
        if np.isfinite(x):
            pen.ellipse((x - 7, y - 7, x + 7, y + 7), outline=(255, 240, 0), width=2)
            pen.text((x + 10, y - 6), crossing.kind.value, fill=(255, 240, 0))
    return np.asarray(canvas)


def ball_picture(frame: Frame, search: BallSearch) -> Frame:
    """Figure 11.14: every window the search looked at, its candidates, and the ball."""
    canvas = _canvas(frame, 0.7)
    pen = ImageDraw.Draw(canvas)
    for windows, colour in ((search.windows, (150, 150, 150)), (search.candidates, (255, 220, 0))):
        for top, left, side in windows[:, :3].tolist():
            pen.rectangle((left, top, left + side - 1, top + side - 1), outline=colour)
    if search.ball is not None:
        x, y, r = search.ball.x, search.ball.y, search.ball.radius
        pen.ellipse((x - r, y - r, x + r, y + r), outline=(255, 40, 40), width=3)
    pen.text((6, 4), f"Calls: {search.calls}", fill=(255, 255, 255))
    return np.asarray(canvas)
