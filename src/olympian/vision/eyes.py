"""Everything a frame shows, in one call: colours, regions, grid, edges, lines, objects, ball."""

from dataclasses import dataclass
from math import hypot, inf

import numpy as np
from numpy.typing import NDArray

from olympian.compiled import bare, piece
from olympian.geometry import Mat4, Vec
from olympian.vision.camera import Horizon, Lens, row_extents, to_field
from olympian.vision.colour import (
    ColourScan,
    ColourSight,
    ColourTable,
    GridRule,
    Objects,
    find_objects,
    game_table,
)  # fmt: skip
from olympian.vision.colour.table.samples import class_at
from olympian.vision.round_ball import BallRows, fitting_ball, on_carpet
from olympian.vision.shape import (
    BallFinder,
    GradientGrid,
    GridOptions,
    Markings,
    Traces,
    below_horizon,
    find_markings,
)  # fmt: skip
from olympian.vision.shape.grid.representer_kernel import BIT, EX, EY, X, Y
from olympian.vision.truth import BallDisc

_BRIGHT_PX, _DARK_PX = (1.0, 2.0), (-2.0, -3.5)
"""Where to look for white and green beside an edge, which is blurred; lines far away are thin."""


def line_edges(
    table: ColourTable, frame: NDArray[np.uint8], traces: Traces
) -> NDArray[np.bool_] | None:
    """(n,) which representers lie between white and green; None if the table lacks a colour."""
    if "white" not in table.names or "green" not in table.names:
        return None
    found = np.empty(len(traces.chains), dtype=np.bool_)
    _between(frame, table.codes, traces.chains, table.code("white"), table.code("green"), found)
    return found


@piece
def _any(frame, codes, x, y, right, down, steps, code):
    """Whether a pixel at one of two steps from a place is of that class."""
    one = class_at(frame, codes, x + steps[0] * right, y + steps[0] * down) == code
    return one or class_at(frame, codes, x + steps[1] * right, y + steps[1] * down) == code


@bare
def _between(frame, codes, chains, white, green, found):
    for i in range(len(chains)):
        x, y = chains[i, X] / BIT, chains[i, Y] / BIT
        ex, ey = float(chains[i, EX]), float(chains[i, EY])
        length = hypot(ex, ey)
        right, down = ey / length, -(ex / length)  # towards the brighter side
        found[i] = _any(frame, codes, x, y, right, down, _BRIGHT_PX, white) and _any(
            frame, codes, x, y, right, down, _DARK_PX, green
        )


GAMES = {"2010": (0.033, 0.6), "modern": (0.07, 0.75)}
"""Radii of ball and centre circle by the rules of a game, metres."""

Frame = NDArray[np.uint8]
ABOVE_PX = 48
"""Rows that a ball at the far end of the carpet may stick out above it."""


@dataclass(frozen=True, eq=False)
class SeenFrame:
    """All that is found in one frame, in pixels, and on the field where places are known."""

    sight: ColourSight
    """Regions of colour, the grid of cells, the border of the field."""
    objects: Objects
    """Ball, goals, poles and obstacles by colour."""
    traces: Traces
    """Edges below the horizon."""
    markings: Markings | None
    """Lines, crossings and circle on the field; None where the camera's place is not known."""
    ball: BallDisc | None
    """The ball by its shape, whatever its colour."""


class Eyes:
    """Sees frames of one camera; owns the memory it needs, so that a frame costs little.

    With the place of the camera (`CameraPose`), what is above the horizon is skipped and things get
    places on the field. Colour then reinforces shape: an edge is a line's where white meets green,
    and a circle is a ball where it has a ball's size and lies on the carpet.
    """

    def __init__(
        self,
        lens: Lens,
        table: ColourTable | None = None,
        ball_radius: float = 0.07,
        circle_radius: float = 0.75,
        options: GridOptions | None = None,
    ) -> None:
        """
        Args:
            table: of colours; by default the game's own, by formula.
            ball_radius: metres.
            circle_radius: of the centre circle, metres.
            options: of the edges; by default in quarter resolution.
        """
        self.lens, self.ball_radius, self.circle_radius = lens, ball_radius, circle_radius
        self.table = table or game_table()
        field = "green" if "green" in self.table.names else None
        self._scan = ColourScan(self.table, grid=GridRule(), field=field)
        self._edges = GradientGrid(options or GridOptions(quarter=True))
        self._ball = BallFinder()
        self._ball_rows = BallRows(lens, ball_radius, self._ball.sizes)
        self._horizon = Horizon(lens)
        carpet = [name for name in ("green", "white") if name in self.table.names]
        self._carpet = tuple(self.table.code(name) for name in carpet)
        self._lit = row_extents(lens).astype(np.int64)
        self._grey = np.empty((lens.height, lens.width), dtype=np.uint8)

    def see(self, frame: Frame, T_field_camera: Mat4 | None = None) -> SeenFrame:
        """What an RGB frame (rows, columns, 3) shows, taken from there."""
        grey = self._grey
        sight = self._scan(frame, grey)
        if T_field_camera is None:
            objects = find_objects(sight, self.table)
            traces = self._edges.find(grey, self._lit)
            return SeenFrame(sight, objects, traces, None, self._ball.find(grey))
        place = T_field_camera

        def on_field(pixels: Vec) -> Vec:
            return to_field(self.lens, place, pixels)

        spans = below_horizon(self._lit, self._horizon.top(place[:3, :3]))
        traces = self._edges.find(grey, spans)
        markings = find_markings(
            traces,
            on_field,
            circle_radius=self.circle_radius,
            keep=line_edges(self.table, frame, traces),
        )
        top = self._top_of_ground(sight, spans)
        grey[:top] = 0  # a ball lies on the ground
        circles = self._ball.find_all(grey, self._ball_rows(place), top)
        circles = self._on_carpet(frame, circles)
        ball = fitting_ball(circles, self.lens, place, self.ball_radius)
        return SeenFrame(sight, find_objects(sight, self.table, on_field), traces, markings, ball)

    def _top_of_ground(self, sight: ColourSight, spans: NDArray[np.int64]) -> int:
        """First row in which a ball may begin: below the horizon, and not far above the carpet."""
        first = int(np.argmax(spans[:, 1] > spans[:, 0]))
        carpet = inf if sight.border is None else sight.border.rows.min(initial=inf)
        return max(first, int(carpet) - ABOVE_PX) if carpet < inf else first

    def _on_carpet(self, frame: Frame, discs: list[BallDisc]) -> list[BallDisc]:
        """Those discs that carpet, or a line on it, surrounds for the most part."""
        if not self._carpet or not discs:
            return discs
        circles = np.array([(disc.x, disc.y, disc.radius) for disc in discs])
        enough = np.empty(len(discs), dtype=np.bool_)
        on_carpet(frame, self.table.codes, circles, self._carpet, enough)
        return [disc for disc, is_on in zip(discs, enough.tolist(), strict=True) if is_on]
