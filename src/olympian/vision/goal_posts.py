"""Goal posts of any colour: what stands on the field, is as wide as a post, and reaches up."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import hypot

import numpy as np
from numpy.typing import NDArray

from olympian.compiled import bare
from olympian.geometry import Mat4
from olympian.vision.camera import Lens, pixels_of_field, to_field
from olympian.vision.colour import ColourTable, FieldBorder
from olympian.vision.colour.table.samples import class_at, share_of

COLOURS = ("white", "yellow", "blue")
GROUND = ("green", "white")
BELOW_PX = (2, 4, 6)
"""Rows below the field's border in which a post is looked for: no line reaches up there."""
TOP_PX = 2 * BELOW_PX[2]
"""Rows in which a run begins that the upper edge of the picture cuts off, or nearly."""
NARROWEST, WIDEST_PART = 3, 0.3
"""Pixels of the thinnest post, and part of the picture's width of the widest."""
GROWN, GROWN_PX = 1.5, 3
"""A run that is so much wider than those above it, or more pixels, has met a line on the ground."""
LOST_ROWS = 3
"""Rows without its colour after which a post has ended."""
PART = 0.75
"""Width of a row by what is usual above it, or all but a pixel, less than which it is none of the
post."""
HELD = 1.25
"""Usual widths of rows in which a line may meet a post; after more of them it ended where the line
began."""
STRAIGHT_PX, COURSE_ROWS = 1.0, 8
"""Pixels by which a row may be aside of where the post goes and still tell its course, and rows
after which the course is known."""
UNDER_PX = np.array([[x, y] for y in (4.0, 6.0) for x in (-0.25, 0.25)])
"""Where to look below a foot, in widths aside and in rows: it stands on the carpet or on a line.
What hides a foot is neither."""
ON_GROUND = 0.5
"""Part of these places that has to be carpet or line, of those in the picture."""
ROOM, RUN = 32, 5
"""Runs that may be followed, and numbers of each."""
LEFT, RIGHT = -1.0, 1.0
"""Sides of the picture that cut off a run."""
WIDTHS = 0.45, 2.2
"""Width of a post in the picture by what it should have at that distance, which a camera held
askew does not know well."""
CUT_WIDTHS = 0.72, 1.6
"""The same of what the picture cuts off above: a line that runs away is half as wide."""
SIDE_WIDTHS = 0.5, 1.25
"""The same of what a side of the picture cuts off."""
HEIGHTS = np.arange(0.05, 0.85, 0.05)
"""Metres above the ground where a post has to have its colour, as far as they are in sight."""
FEWEST, SHARE = 2, 0.7
"""So many of them have to be in sight, and such a part of them has to be in its colour."""
OF_COLOUR, COLOURED = 4, 0.76
"""The same of coloured posts: bands of poles are 0.2 m high, and every other one has a colour."""


@dataclass(frozen=True)
class PostFoot:
    """Foot of a post."""

    x: float
    y: float
    """Its lowest pixels: the middle of them."""
    colour: str
    at: tuple[float, float]
    """The middle of the post on the ground, metres."""
    share: float
    """Part of what is looked at that looks as it should, 0 to 1."""


class PostFinder:
    """Looks for posts in pictures of one camera."""

    def __init__(self, lens: Lens, table: ColourTable, diameter: float = 0.1) -> None:
        """Args: diameter: of a post, metres."""
        self._lens, self.table, self._diameter = lens, table, diameter
        self._codes = [table.code(name) for name in COLOURS if name in table.names]
        self._ground = [table.code(name) for name in GROUND if name in table.names]
        self._runs = np.empty((ROOM, RUN))

    def __call__(
        self, frame: NDArray[np.uint8], border: FieldBorder | None, T_field_camera: Mat4
    ) -> list[PostFoot]:
        """Posts whose feet are in sight, the surest first."""
        if border is None:
            return []
        found = [
            post
            for code in self._codes
            for post in self._of_colour(frame, border.rows, code, T_field_camera)
        ]
        return sorted(found, key=lambda post: -post.share)

    def _of_colour(
        self, frame: NDArray[np.uint8], rows: NDArray[np.float64], code: int, T: Mat4
    ) -> Iterator[PostFoot]:
        count = post_runs(frame, self.table.codes, rows, code, self._runs)
        name = self.table.names[code - 1]
        fewest, least_share = (FEWEST, SHARE) if name == "white" else (OF_COLOUR, COLOURED)
        for x, y, width, top, side in self._runs[:count].tolist():
            ahead, left = to_field(self._lens, T, np.array([x, y + 0.5])).tolist()
            far = hypot(ahead - T[0, 3], left - T[1, 3])
            if not far > self._diameter:  # or not a number
                continue
            whole = self._lens.focal[0] * self._diameter / hypot(far, T[2, 3])
            part = width / whole
            least, most = SIDE_WIDTHS if side else CUT_WIDTHS if top < TOP_PX else WIDTHS
            if not least < part < most or (side and name != "white"):
                continue
            if side and part < 1.0:  # its middle is nearer to the side than that of what is seen
                x += side * 0.5 * (whole - width)
                ahead, left = to_field(self._lens, T, np.array([x, y + 0.5])).tolist()
            deeper = 1.0 + self._diameter / 2 / far
            at = (
                float(T[0, 3] + deeper * (ahead - T[0, 3])),
                float(T[1, 3] + deeper * (left - T[1, 3])),
            )
            share = self._upright(frame, code, at, T, fewest)
            if share >= least_share and self._stands(frame, x, y, width):
                yield PostFoot(x, y, name, at, share * min(part, 1 / part))

    def _stands(self, frame: NDArray[np.uint8], x: float, y: float, width: float) -> bool:
        """Is there ground below a foot?"""
        pixels = UNDER_PX * (width, 1.0) + (x, y)
        pixels = pixels[pixels[:, 1] < frame.shape[0] - 0.5]
        ground = sum(share_of(frame, self.table.codes, code, pixels) for code in self._ground)
        return not len(pixels) or ground >= ON_GROUND

    def _upright(
        self, frame: NDArray[np.uint8], code: int, at: tuple[float, float], T: Mat4, fewest: int
    ) -> float:
        """Part of the places above a foot that have its colour; 0 where too few are in sight."""
        points = np.column_stack([np.tile(at, (len(HEIGHTS), 1)), HEIGHTS])
        pixels = pixels_of_field(self._lens, T, points)
        pixels = pixels[np.isfinite(pixels[:, 0])]
        if len(pixels) < fewest:
            return 0.0
        return share_of(frame, self.table.codes, code, pixels)


@bare
def post_runs(frame, codes, rows, code, runs):
    """What crosses the border of the field in one colour and ends below it; returns how many.

    Args:
        rows: (width,) first row of the field in every column; infinite where there is none. Where
            the picture shows nothing beyond the field, posts cross its upper edge.
        runs: (n, 5) out: x and y of the lower end, width on the way there, first row, and which
            side of the picture cuts it off (0: none).
    """
    height, width = frame.shape[0], frame.shape[1]
    found, x = 0, 0
    while x < width and found < len(runs):
        first = x
        while x < width and _crosses(frame, codes, rows, code, x):
            x += 1
        if x == first:
            x += 1
            continue
        wide = x - first
        if wide >= NARROWEST and wide < WIDEST_PART * width:
            top = int(max(rows[first + wide // 2], 0.0)) + BELOW_PX[1]
            if top < height and _follow(frame, codes, code, first, x - 1, top, runs[found]):
                runs[found, 4] = LEFT if first == 0 else RIGHT if x == width else 0.0
                found += 1
    return found


@bare
def _crosses(frame, codes, rows, code, x):
    """Whether a column has the colour just below the border, or the picture's upper edge."""
    if not rows[x] < frame.shape[0]:
        return False
    hits, row = 0, max(rows[x], 0.0)
    for below in BELOW_PX:
        hits += 1 if class_at(frame, codes, x, row + below) == code else 0
    return hits >= 2


@bare
def _follow(frame, codes, code, left, right, top, run):
    """Follows a run down to where it ends; false where the picture ends first.

    A line may run into it from a side, and on beyond its foot. So the run goes straight on where it
    came from, and rows tell its course only as long as they agree with that.
    """
    height, width = frame.shape[0], frame.shape[1]
    usual, rows, missed, held = float(right - left + 1), 1.0, 0, 0
    first = centre = 0.5 * (left + right)
    slope, good, before, low, y = 0.0, top, top, top, top
    while missed < LOST_ROWS:
        y += 1
        if y >= height - 1:
            return False
        expected = centre + slope * (y - good)
        a = max(int(np.rint(expected - 0.5 * usual)) - 2, 0)
        b = min(int(np.rint(expected + 0.5 * usual)) + 2, width - 1)
        while a <= b and class_at(frame, codes, a, y) != code:
            a += 1
        while b >= a and class_at(frame, codes, b, y) != code:
            b -= 1
        if b - a + 1 < min(PART * usual, usual - 1.0):
            missed += 1
            continue
        missed, low = 0, y
        reach = GROWN * usual + GROWN_PX
        beyond_a, beyond_b = a, b
        while (
            beyond_a > 0
            and b - beyond_a < reach
            and (class_at(frame, codes, beyond_a - 1, y) == code)
        ):
            beyond_a -= 1
        while (
            beyond_b < width - 1
            and beyond_b - a < reach
            and (class_at(frame, codes, beyond_b + 1, y) == code)
        ):
            beyond_b += 1
        if beyond_b - a >= reach or b - beyond_a >= reach:  # a line runs into it, or past it
            held += 1
            if held > HELD * usual:
                low = before
                break
            continue
        held, before = 0, y
        if abs(0.5 * (a + b) - expected) <= STRAIGHT_PX:
            rows += 1.0
            usual += (float(b - a + 1) - usual) / rows
            centre, good = 0.5 * (a + b), y
            if y - top >= COURSE_ROWS:
                slope = (centre - first) / (y - top)
    run[0], run[1], run[2], run[3] = centre + slope * (low - good), float(low), usual, float(top)
    return True
