"""Everything a frame shows, in one call: colours, regions, grid, edges, lines, objects, ball."""

from dataclasses import dataclass, replace
from math import hypot

import numpy as np
from numpy.typing import NDArray

from olympian.compiled import bare, piece
from olympian.geometry import Mat4, Vec
from olympian.vision.ball import BallJudge
from olympian.vision.camera import Horizon, Lens, pixels_of_field, row_extents, to_field
from olympian.vision.colour import (
    ColourScan,
    ColourSight,
    ColourTable,
    GridRule,
    Objects,
    find_objects,
    game_table,
)  # fmt: skip
from olympian.vision.colour.hall import HallCutter
from olympian.vision.colour.table.followed import FollowedColours
from olympian.vision.colour.table.samples import class_at
from olympian.vision.goal_posts import PostFinder, PostFoot
from olympian.vision.levelling import Levelling
from olympian.vision.round_ball import BallRows, fitting_ball
from olympian.vision.shape import (
    BallFinder,
    GradientGrid,
    GridOptions,
    Markings,
    Traces,
    below_horizon,
    find_markings,
    with_arms,
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

FINE = GridOptions(cell=8, least=2, quarter=True)
"""A line at 3 m is three pixels wide, and its corners are near each other."""
Frame = NDArray[np.uint8]


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
    """The ball by its looks; where the camera's place or the carpet is not known, by its shape."""
    certainty: float | None = None
    """Share of such balls that are one; None where it was found by its shape alone."""
    posts: tuple[PostFoot, ...] = ()
    """Feet of goal posts, the surest first."""
    T_field_camera: Mat4 | None = None
    """Where the camera is: as it was given, and levelled if these eyes do that."""


class Eyes:
    """Sees frames of one camera; owns the memory it needs, so that a frame costs little.

    With the place of the camera (`CameraPose`), what is above the horizon is skipped and things get
    places on the field. Colour then reinforces shape: an edge is a line's where white meets green.
    The ball is looked for where something of its size lies on the carpet (`vision.ball`).
    """

    def __init__(
        self,
        lens: Lens,
        table: ColourTable | None = None,
        ball_radius: float = 0.07,
        circle_radius: float = 0.75,
        options: GridOptions | None = None,
        *,
        level: bool = False,
        by_shape: bool = False,
    ) -> None:
        """
        Args:
            table: of colours; by default the game's own, by formula, as the light shows them:
                white and the carpet's green are learnt from pictures and followed.
            ball_radius: metres.
            circle_radius: of the centre circle, metres.
            options: of the edges; by default small cells in quarter resolution.
            level: the camera's place is that of joints and inertial sensor, x where the body
                faces, so what is askew about it is learnt from the lines.
            by_shape: the ball is found by its shape alone, as where the table has no green.
        """
        self.lens, self.ball_radius, self.circle_radius = lens, ball_radius, circle_radius
        self._followed = FollowedColours() if table is None else None
        self.table = table or game_table()
        field = "green" if "green" in self.table.names else None
        self._scan = ColourScan(self.table, grid=GridRule(), field=field)
        self._hall = HallCutter(self.table)
        self._edges = GradientGrid(options or FINE)
        self._posts = PostFinder(lens, self.table)
        self._ball = BallFinder()
        self._ball_rows = BallRows(lens, ball_radius, self._ball.sizes)
        self._horizon = Horizon(lens)
        self._judge = BallJudge(lens, self.table, ball_radius) if field and not by_shape else None
        self._lit = row_extents(lens).astype(np.int64)
        self._levelling = Levelling(lens.focal[0], circle_radius) if level else None
        self._grey = np.empty((lens.height, lens.width), dtype=np.uint8)

    def reset(self) -> None:
        """Nothing is known of the light, and of how the camera is held."""
        if self._followed is not None:
            self._followed.reset()
        if self._levelling is not None:
            self._levelling.reset()

    def see(self, frame: Frame, T_field_camera: Mat4 | None = None) -> SeenFrame:
        """What an RGB frame (rows, columns, 3) shows, taken from there."""
        grey = self._grey
        levelling = self._levelling
        place = T_field_camera
        if place is not None and levelling is not None:
            place = levelling(place)
        spans = self._lit
        if place is not None:
            spans = below_horizon(spans, self._horizon.top(place[:3, :3]))
        self._follow(frame, spans)
        sight = self._scan(frame, grey)
        if place is None:
            objects = find_objects(sight, self.table)
            traces = self._edges.find(grey, self._lit)
            return SeenFrame(sight, objects, traces, None, self._ball.find(grey))

        def on_field(pixels: Vec) -> Vec:
            return to_field(self.lens, place, pixels)

        traces = self._edges.find(grey, spans)
        markings = find_markings(
            traces,
            on_field,
            circle_radius=self.circle_radius,
            keep=line_edges(self.table, frame, traces),
        )

        def in_picture(places: Vec) -> Vec:
            return pixels_of_field(self.lens, place, places)

        markings = replace(
            markings, crossings=tuple(with_arms(markings.crossings, grey, in_picture))
        )
        if levelling is not None:
            levelling.learn(place, markings)
        objects = find_objects(self._hall(frame, sight, self.table), self.table, on_field)
        ball, certainty = self._find_ball(frame, sight, place)
        posts = tuple(self._posts(frame, sight.border, place))
        return SeenFrame(sight, objects, traces, markings, ball, certainty, posts, place)

    def _follow(self, frame: Frame, spans: NDArray[np.int64]) -> None:
        """Take the colours as they look under the light there is."""
        if self._followed is None:
            return
        top = int(np.argmax(spans[:, 1] > spans[:, 0]))
        self.table = self._scan.table = self._posts.table = self._followed.step(frame, top)
        if self._judge is not None:
            self._judge.candidates.table = self.table

    def _find_ball(
        self, frame: Frame, sight: ColourSight, place: Mat4
    ) -> tuple[BallDisc | None, float | None]:
        """By its looks on the carpet; by its shape where there is none."""
        if self._judge is not None and sight.border is not None:
            return self._judge(frame, place, sight.border, sight.regions)
        circles = self._ball.find_all(self._grey, self._ball_rows(place))
        return fitting_ball(circles, self.lens, place, self.ball_radius), None
