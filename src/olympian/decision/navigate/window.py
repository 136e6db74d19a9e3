"""The dynamic window: of all speeds within reach, the one that leads on best and can still stop."""

from dataclasses import dataclass
from math import cos, hypot, inf, sin, sqrt

import numpy as np

from olympian.compiled import compiled
from olympian.decision.navigate.field import Field
from olympian.decision.navigate.goal import Planar
from olympian.decision.navigate.grid import NavigationGrid, interpolated
from olympian.decision.navigate.ramp import Acceleration
from olympian.geometry import Vec
from olympian.motion import TopSpeed
from olympian.records import Twist

TICK = 0.1
"""Seconds between two looks: at 0.5 m/s that is one cell of the grid."""
DRIVE = 1.0
"""Seconds a command is kept: two steps of a biped, and the turn before a corner."""
BRAKE = 40
"""Ticks after which everything stands; a robot that takes longer has no brakes."""
STILL = 1e-6


@compiled
def rollout(clearance, frame, place, speed, command, acceleration, enough):
    """Place (x, y, yaw) at the standstill, and the least clearance on the way there.

    Ends early, where it is, once the clearance falls below `enough`.

    Args:
        frame: x and y of the first node and the cell, in metres.
        speed, command: (forward, left, turn) at first, and to be reached.
    """
    x, y, yaw = place
    ahead, left, turn = speed
    least = inf
    for tick in range(int(DRIVE / TICK) + BRAKE):
        share = 1.0 if tick * TICK < DRIVE else 0.0
        ahead = _towards(ahead, share * command[0], acceleration[0] * TICK)
        left = _towards(left, share * command[1], acceleration[1] * TICK)
        turn = _towards(turn, share * command[2], acceleration[2] * TICK)
        if share == 0.0 and abs(ahead) + abs(left) + abs(turn) < STILL:
            break
        # half of the turn before, half after: exact for an arc to second order
        c, s = cos(yaw + turn * TICK / 2.0), sin(yaw + turn * TICK / 2.0)
        x += (c * ahead - s * left) * TICK
        y += (s * ahead + c * left) * TICK
        yaw += turn * TICK
        here = interpolated(clearance, (x - frame[0]) / frame[2], (y - frame[1]) / frame[2])
        least = min(least, here)
        if least < enough:
            break
    return (x, y, yaw), least


@compiled
def _towards(now, wish, most):
    return now + min(max(wish - now, -most), most)


REACH = 0.6
"""Seconds of acceleration that the window spans to either side of the present command."""
COUNT = (7, 5, 9)
"""Speeds ahead, sideways and turning that are tried, besides zero."""
HEADING = 0.25
"""Metres of way that a radian of wrong heading is worth."""
CRAMPED = 0.15
"""Metres of way that it is worth to keep the whole margin."""
SIDEWAYS = 0.12
"""Metres of way that going sideways at full speed costs: steps to the side are slow and tiring."""
RESTLESS = 0.03
"""Metres of way that a change by the top speed costs: equal ways do not alternate."""
GIVE = 0.004
"""Metres that a robot already too close may come nearer: less than its place is known to."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A command, and what it leads to."""

    twist: Twist
    clearance: float
    """Least metres to an obstacle until it would stand."""
    safe: bool
    """Does it keep the distance all the way? If not, it is the least bad one."""


class Window:
    """Speeds and accelerations of a robot on a grid."""

    def __init__(self, grid: NavigationGrid, top: TopSpeed, acceleration: Acceleration) -> None:
        self.grid, self._acceleration = grid, acceleration
        self._top = (top.ahead, top.back, top.side, top.turn)
        room = grid.scene.room
        self._frame = (room.x0, room.y0, grid.cell)

    def choose(
        self,
        field: Field,
        place: Planar,
        speed: Twist,
        command: Twist,
        heading: float,
        sideways: float,
    ) -> Choice:
        """The best command.

        Args:
            speed: measured.
            command: the present one, around which the window lies.
            heading: yaw to end with.
            sideways: how much steps to the side count, 0…1.
        """
        f, left, t, least, safe = choose_kernel(
            self.grid.clearance,
            field.cost,
            self._frame,
            place,
            _triple(speed),
            _triple(command),
            *self._axes(command),
            self._top,
            self._acceleration,
            self._enough(place),
            self.grid.margin,
            heading,
            sideways,
        )
        return Choice(Twist(f, left, t), least, safe)

    def admits(self, place: Planar, speed: Twist, command: Twist) -> bool:
        """Does a command keep the distance until the robot could stand?"""
        enough, now, wish = self._enough(place), _triple(speed), _triple(command)
        floor = (self.grid.clearance, self._frame)
        _, least = rollout(*floor, place, now, wish, self._acceleration, enough)
        return least >= enough

    def _enough(self, place: Planar) -> float:
        """Clearance to keep; who has less already keeps that, nearly, down to the bare radius."""
        here = interpolated(self.grid.clearance, *self.grid.column_row(place[0], place[1]))
        least = min(here, self.grid.radius)
        return min(self.grid.radius + self.grid.margin / 2, max(here - GIVE, least))

    def _axes(self, command: Twist) -> tuple[Vec, Vec, Vec]:
        """Speeds to try, by axis; zero is always among them, since stopping must be."""
        ahead, back, side, turn = self._top
        ranges = ((-back, ahead), (-side, side), (-turn, turn))
        axes = []
        for now, most, (low, high), count in zip(
            _triple(command), self._acceleration, ranges, COUNT, strict=True
        ):
            start, end = max(now - REACH * most, low), min(now + REACH * most, high)
            axes.append(np.append(np.linspace(start, end, count), 0.0))
        return axes[0], axes[1], axes[2]


def _triple(twist: Twist) -> tuple[float, float, float]:
    return float(twist.forward), float(twist.left), float(twist.turn)


@compiled
def choose_kernel(
    clearance, cost, frame, place, speed, command, fs, ls, ts,
    top, acceleration, enough, margin, heading, sideways,
):  # fmt: skip
    """Forward, left and turn of the best command, its least clearance, and whether it is safe."""
    best, lowest, roomiest, safe = (0.0, 0.0, 0.0), inf, -inf, False
    for f in fs:
        for left in ls:
            for turn in ts:
                wish = (f, left, turn)
                if _size(wish, top) > 1.0 + 1e-9:
                    continue
                # as long as none is safe, the roomiest of the others is kept
                floor = enough if safe else roomiest
                end, least = rollout(clearance, frame, place, speed, wish, acceleration, floor)
                if least < enough:
                    if not safe and least > roomiest:
                        best, roomiest = wish, least
                    continue
                price = _price(cost, frame, end, heading)
                price += CRAMPED * max(0.0, 1.0 - (least - enough) / margin) ** 2
                price += SIDEWAYS * sideways * abs(left) / top[2]
                price += RESTLESS * _change(wish, command, top)
                if not safe or price < lowest:
                    best, lowest, roomiest, safe = wish, price, least, True
    return best[0], best[1], best[2], roomiest, safe


@compiled
def _price(cost, frame, end, heading):
    """Way that is left from the place where it would stand, and the turn that is."""
    left = interpolated(cost, (end[0] - frame[0]) / frame[2], (end[1] - frame[1]) / frame[2])
    return left + HEADING * abs(_wrapped(end[2] - heading))


@compiled
def _size(wish, top):
    """How far out in the ellipsoid of top speeds: all at once is harder than one at a time."""
    ahead = top[1] if wish[0] < 0.0 else top[0]
    return sqrt((wish[0] / ahead) ** 2 + (wish[1] / top[2]) ** 2 + (wish[2] / top[3]) ** 2)


@compiled
def _change(wish, command, top):
    ahead, left = (wish[0] - command[0]) / top[0], (wish[1] - command[1]) / top[2]
    return hypot(hypot(ahead, left), (wish[2] - command[2]) / top[3])


@compiled
def _wrapped(angle):
    """Between −π and π."""
    return np.arctan2(sin(angle), cos(angle))
