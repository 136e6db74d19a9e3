"""How much of a match a robot's eyes find, how much of that is there, and how far it is off."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from math import hypot, nan

import numpy as np
from numpy.typing import NDArray

from olympian.arena.football.frames import FIELDS
from olympian.arena.football.match import Glimpse
from olympian.arena.football.match_truth import Spot
from olympian.geometry import Mat4, Vec, inverse, transform_points
from olympian.vision import GAMES, SeenPost, SeenRobot, Thing
from olympian.vision.camera import Lens, pixels_of_field, to_field
from olympian.world import Pitch

NEAR, FAR = 3.0, 5.0
"""Metres."""
MOSTLY = 0.6
"""Part of a ball that has to be in sight for it to count."""
HIT_RADII, HIT_PX = 0.5, 2.0
"""A ball is hit when its middle is off by at most so many radii, or pixels if that is more."""
SIZES = 0.6, 1.6
"""How much smaller or larger its disc may be."""
LINE_OFF, CROSSING_OFF, POST_OFF, ROBOT_OFF = 0.10, 0.15, 0.25, 0.40
"""Metres by which a sight may be off with the camera where it really is, to count as that thing. A
robot is 0.2 m wide, and what is seen of it is its nearest foot."""
ARM = 0.15
"""Metres of both lines that have to be in sight at a crossing, three times their width: of less
nobody can tell that it is a line."""
STEP = 0.05
"""Metres between the points of lines that are asked for."""
ONE_METRE = 0.75, 1.25
"""Metres of what counts as a ball at one metre."""


@dataclass
class Tally:
    """Counts of one task."""

    wanted: int = 0
    found: int = 0
    claimed: int = 0
    right: int = 0
    px: list[float] = field(default_factory=list)
    own_m: list[float] = field(default_factory=list)
    """With the camera where the robot believes it to be."""
    true_m: list[float] = field(default_factory=list)
    """With the camera where it is: what the eyes alone are off by."""

    @property
    def recall(self) -> float:
        return self.found / self.wanted if self.wanted else nan

    @property
    def precision(self) -> float:
        return self.right / self.claimed if self.claimed else nan

    def miss(self, px: float, own: float, true: float) -> None:
        """How far a hit is off."""
        self.px.append(px)
        self.own_m.append(own)
        self.true_m.append(true)


TASKS = ("ball to 3 m", "ball 3 to 5 m", "ball at 1 m", "lines", "crossings", "posts", "robots")
BALL_TASKS = TASKS[:3]


def score(glimpses: Iterable[Glimpse], field_name: str, lens: Lens) -> dict[str, Tally]:
    """Every task of `TASKS` on these pictures."""
    tallies = {task: Tally() for task in TASKS}
    for glimpse in glimpses:
        view = _View(glimpse, lens, field_name, tallies)
        view.ball()
        if view.T_own is not None:
            view.lines(tallies["lines"])
            view.crossings(tallies["crossings"])
            truth = glimpse.truth
            view.standing(tallies["posts"], glimpse.seen.posts, truth.posts, truth.all_posts)
            view.standing(tallies["robots"], glimpse.seen.robots, truth.robots, truth.all_robots)
    return tallies


class _View:
    """One picture; `own` is where things are for the robot, `true` where the eyes point."""

    def __init__(
        self, glimpse: Glimpse, lens: Lens, field_name: str, tallies: dict[str, Tally]
    ) -> None:
        self.seen, self.truth, self._lens = glimpse.seen, glimpse.truth, lens
        self._pitch, self._tallies = FIELDS[field_name].pitch, tallies
        self._ball_radius = GAMES[field_name][0]
        self.T_own: Mat4 | None = glimpse.seen.T_place_camera

    def pixels(self, spots: Vec, height: float = 0.0) -> Vec:
        """(n, 2) where the robot saw what it puts at spots (n, 2)."""
        assert self.T_own is not None, "without the camera's place nothing has one"
        points = np.column_stack([spots, np.full(len(spots), height)])
        return self._lens.project(transform_points(inverse(self.T_own), points), beyond=True)

    def true(self, spots: Vec, height: float = 0.0) -> Vec:
        """(n, 2) what really is where it saw that."""
        pixels = self.pixels(spots, height)
        return to_field(self._lens, self.truth.T_place_camera, pixels, height)

    def away(self, spots: Vec) -> Vec:
        """Metres from the robot."""
        return np.hypot(spots[:, 0], spots[:, 1])

    def ball(self) -> None:
        """Hit, missed, or made up."""
        tallies = self._tallies
        found, disc, at = self.seen.ball, self.truth.ball, self.truth.ball_at
        hit = False
        if found is not None and disc is not None:
            off = hypot(found.disc.x - disc.x, found.disc.y - disc.y)
            fits = SIZES[0] <= found.disc.radius / disc.radius <= SIZES[1]
            hit = fits and off <= max(HIT_RADII * disc.radius, HIT_PX)
        away = hypot(*at)
        if disc is not None and disc.visible >= MOSTLY:
            for task in _ball_tasks(away):
                tallies[task].wanted += 1
                tallies[task].found += hit
                if hit and found is not None:
                    own = hypot(found.ahead - at[0], found.left - at[1])
                    spot = to_field(
                        self._lens,
                        self.truth.T_place_camera,
                        np.array([found.disc.x, found.disc.y]),
                        self._ball_radius,
                    )
                    px = hypot(found.disc.x - disc.x, found.disc.y - disc.y)
                    tallies[task].miss(px, own, float(np.hypot(*(spot - at))))
        if found is not None:
            for task in _ball_tasks(away if hit else hypot(found.ahead, found.left)):
                tallies[task].claimed += 1
                tallies[task].right += hit

    def lines(self, tally: Tally) -> None:
        """Points along what is painted against points along what was found."""
        painted = self._painted()
        pieces = [np.array([line.start, line.end]) for line in self.seen.lines]
        found = np.concatenate([_along(pieces), self._rim()])
        true = self.true(found) if len(found) else found
        near = np.isfinite(true).all(axis=1) & (self.away(true) <= NEAR)
        found, true = found[near], true[near]
        shown = np.equal(self._things(painted), Thing.LINE)
        wanted = painted[shown & (self.away(painted) <= NEAR)]
        tally.wanted += len(wanted)
        tally.claimed += len(true)
        if len(true) and len(painted):
            off = _nearest(true, painted)
            tally.right += int((off <= LINE_OFF).sum())
            tally.true_m += off[off <= LINE_OFF].tolist()
            own = _nearest(found, painted)
            tally.own_m += own[off <= LINE_OFF].tolist()
            focal = self._lens.focal[0] / np.maximum(self.away(true[off <= LINE_OFF]), 0.1)
            tally.px += (off[off <= LINE_OFF] * focal).tolist()
        if len(true) and len(wanted):
            tally.found += int((_nearest(wanted, true) <= LINE_OFF).sum())

    def _painted(self) -> Vec:
        """(n, 2) points along all lines of the field, from the robot."""
        pitch, here = self._pitch, self.truth.here
        pieces = [np.array(row).reshape(2, 2) for row in pitch.segments.tolist()]
        cross = np.array([[-pitch.line_width, 0.0], [pitch.line_width, 0.0]])
        pieces += [np.array(mark) + way for mark in pitch.marks for way in (cross, cross[:, ::-1])]
        turn = np.arange(0.0, 2 * np.pi, STEP / pitch.circle_radius)
        rim = pitch.circle_radius * np.column_stack([np.cos(turn), np.sin(turn)])
        points = np.concatenate([_along(pieces), rim])
        c, s = np.cos(here.yaw), np.sin(here.yaw)
        return (points - here.xy) @ np.array([[c, -s], [s, c]])

    def _rim(self) -> Vec:
        """(n, 2) points of the circle that was found, where the picture shows the ground."""
        circle = self.seen.circle
        if circle is None:
            return np.zeros((0, 2))
        turn = np.linspace(0.0, 2 * np.pi, round(2 * np.pi * circle.radius / STEP))
        rim = circle.centre + circle.radius * np.column_stack([np.cos(turn), np.sin(turn)])
        ground = np.isin(self._things(self.true(rim)), (Thing.LINE, Thing.FIELD))
        return rim[np.flatnonzero(ground)]

    def _things(self, spots: Vec) -> NDArray[np.uint8]:
        """(n,) what the picture shows at places on the ground; `NOTHING` outside."""
        pixels = pixels_of_field(self._lens, self.truth.T_place_camera, spots)
        inside = np.flatnonzero(np.isfinite(pixels).all(axis=1))
        at = np.rint(pixels[inside]).astype(int)
        things = np.full(len(spots), Thing.NOTHING, dtype=np.uint8)
        things[inside] = self.truth.things[
            np.clip(at[:, 1], 0, self._lens.height - 1), np.clip(at[:, 0], 0, self._lens.width - 1)
        ]
        return things

    def crossings(self, tally: Tally) -> None:
        """Corners and meeting points of lines, whatever was made of their kind."""
        here = self.truth.here
        spots = np.array([here.seen(x, y) for x, y in crossings_of(self._pitch)])
        shown = np.equal(self._things(spots), Thing.LINE)
        there = spots[shown & self._has_arms() & (self.away(spots) <= NEAR)]
        found = np.array([one.at for one in self.seen.crossings]).reshape(-1, 2)
        self._match(tally, there, spots, found, CROSSING_OFF, NEAR)

    def _has_arms(self) -> NDArray[np.bool_]:
        """(n,) at which crossings of the field an arm of both lines is in sight."""
        at = np.array(crossings_of(self._pitch))
        ways = np.array([[(1, 0), (-1, 0)], [(0, 1), (0, -1)]])  # lines run along both axes
        steps = ARM * (np.arange(3) + 1) / 3
        points = at[:, None, None, None] + steps[:, None] * ways[:, :, None]
        here = self.truth.here
        spots = (points.reshape(-1, 2) - here.xy) @ here.turn
        arms = np.isin(self._things(spots), (Thing.LINE,)).reshape(len(at), 2, 2, len(steps))
        return np.all(np.any(np.all(arms, axis=3), axis=2), axis=1)

    def standing(
        self,
        tally: Tally,
        found: Sequence[SeenPost | SeenRobot],
        wanted: tuple[Spot, ...],
        there: tuple[Spot, ...],
    ) -> None:
        """Posts or robots. Args: wanted: those whose foot is in sight; there: all of them."""
        off = POST_OFF if tally is self._tallies["posts"] else ROBOT_OFF
        spots = np.array([(one.ahead, one.left) for one in found]).reshape(-1, 2)
        self._match(tally, _rows(wanted), _rows(there), spots, off, FAR)

    def _match(
        self, tally: Tally, wanted: Vec, there: Vec, found: Vec, off: float, reach: float
    ) -> None:
        """Args: all (n, 2): those that must be found, those that may be, and what was found."""
        asked = wanted[self.away(wanted) <= reach]
        true = self.true(found) if len(found) else found
        near = np.isfinite(true).all(axis=1) & (self.away(true) <= reach)
        found, true = found[near], true[near]
        tally.wanted += len(asked)
        tally.claimed += len(found)
        if not len(true):
            return
        if len(asked):
            tally.found += int((_nearest(asked, true) <= off).sum())
        if not len(there):
            return
        apart = _nearest(true, there)
        tally.right += int((apart <= off).sum())
        for spot, eyes, far in zip(found, true, apart.tolist(), strict=True):
            if far <= off:
                own = float(_nearest(spot[None], there)[0])
                tally.miss(far * self._lens.focal[0] / max(hypot(*eyes), 0.1), own, far)


def _ball_tasks(away: float) -> Iterator[str]:
    if away <= NEAR:
        yield TASKS[0]
    elif away <= FAR:
        yield TASKS[1]
    if ONE_METRE[0] <= away <= ONE_METRE[1]:
        yield TASKS[2]


def _along(pieces: list[Vec]) -> Vec:
    """(n, 2) points every `STEP` along straight pieces."""
    points = [np.zeros((0, 2))]
    for start, end in pieces:
        count = max(round(float(np.hypot(*(end - start))) / STEP), 1)
        points.append(start + (np.arange(count) + 0.5)[:, None] / count * (end - start))
    return np.concatenate(points)


def _rows(spots: Sequence[Spot]) -> Vec:
    return np.array(spots, dtype=float).reshape(-1, 2)


def _nearest(points: Vec, others: Vec) -> Vec:
    """(n,) metres from each point to the nearest of the others."""
    return np.hypot(
        points[:, None, 0] - others[None, :, 0], points[:, None, 1] - others[None, :, 1]
    ).min(axis=1)


def crossings_of(pitch: Pitch) -> list[tuple[float, float]]:
    """Where lines of a field meet, the circle's as well."""
    rows = pitch.segments.tolist()
    level = [row for row in rows if row[1] == row[3]]
    upright = [row for row in rows if row[0] == row[2]]
    found = {(0.0, -pitch.circle_radius), (0.0, pitch.circle_radius)}
    for x0, y, x1, _ in level:
        for x, y0, _, y1 in upright:
            if min(x0, x1) <= x <= max(x0, x1) and min(y0, y1) <= y <= max(y0, y1):
                found.add((x, y))
    return sorted(found)
