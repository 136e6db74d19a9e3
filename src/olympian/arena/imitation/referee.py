"""How far a robot's forearms are from a person's at the same instant, and which poses count."""

import msgspec
import numpy as np
from numpy.typing import NDArray

from olympian.geometry import Vec, Vec3

__all__ = ["ArmFigures", "ArmVerdict", "Referee", "figures", "judged"]

HANGING = 0.94
"""Cosine to straight down from which an arm only hangs: 20°. Resting is no feat."""
MOVING = np.radians(30.0)
"""rad/s from which a person's forearm moves."""
WINDOW = 10
"""Ticks over which speeds are taken."""
TOO_FAST = 0.1
"""Share of the moving frames with joints asked for more than their servos' no-load speed from which
a clip is faster than the servos: the share that may be off."""


class ArmFigures(msgspec.Struct, frozen=True):
    """Angles between forearms in degrees, and of how many frames of an arm."""

    median_deg: float | None
    p90_deg: float | None
    frames: int


class ArmVerdict(msgspec.Struct, frozen=True):
    """Arms of one clip or more. A frame is one arm in one tick."""

    moving: ArmFigures
    """Arms that move, in poses that the robot can show"""
    raised: ArmFigures
    """Arms held still elsewhere than at the side"""
    hanging: ArmFigures
    out_of_reach: int
    """Frames whose direction no joint angles within the limits have"""
    touching: int
    """Frames in which the arm would run into the robot"""
    asked_p90: float | None
    """Joint speed that nine of ten moving frames stay below, by the servos' no-load speed"""
    faster_than_servos: bool


class Referee:
    """Watches one arm: what the person showed, and what the robot did, by the robot's clock."""

    def __init__(self, dt: float, no_load: Vec) -> None:
        """Args: no_load: rad/s of the arm's servos."""
        self._dt, self._no_load = dt, no_load
        self._seen: list[tuple[float, ...]] = []
        self._shown: list[tuple[float, ...]] = []

    def see(self, t: float, fore: Vec3) -> None:
        """The person's forearm points there at `t`."""
        self._seen.append((t, *fore))

    def show(self, t: float, fore: Vec3, q_mapped: Vec, reached: bool, held: bool) -> None:
        """The robot's forearm points there at `t`.

        Args:
            q_mapped: the arm's joints as the mapping wants them.
            reached, held: can they have the direction; were they kept from touching the body?
        """
        self._shown.append((t, *fore, *q_mapped, reached, held))

    def table(self) -> NDArray[np.float64]:
        """(n, 6): error and the person's speed in rad, z of its forearm, reached, held, asked.

        Between two frames of the camera the person is where a straight course has it.
        """
        seen, shown = np.array(self._seen), np.array(self._shown)
        if len(seen) < 2 or not len(shown):
            return np.zeros((0, 6))
        shown = shown[(shown[:, 0] >= seen[0, 0]) & (shown[:, 0] <= seen[-1, 0])]
        fore = np.array([np.interp(shown[:, 0], seen[:, 0], seen[:, k]) for k in (1, 2, 3)]).T
        fore /= np.linalg.norm(fore, axis=1, keepdims=True)
        errors = _angles(fore, shown[:, 1:4])
        speed, asked = np.zeros(len(shown)), np.zeros(len(shown))
        if len(shown) > WINDOW:
            half, seconds = WINDOW // 2, WINDOW * self._dt
            speed[half:-half] = _angles(fore[WINDOW:], fore[:-WINDOW]) / seconds
            ways = np.abs(shown[WINDOW:, 4:7] - shown[:-WINDOW, 4:7])
            asked[half:-half] = (ways / seconds / self._no_load).max(axis=1)
        return np.column_stack([errors, speed, fore[:, 2], shown[:, 7:9], asked])


def judged(tables: list[NDArray[np.float64]]) -> ArmVerdict:
    """The verdict over tables of `Referee`s."""
    table = np.concatenate([np.zeros((0, 6)), *tables])
    errors, speed, z, reached, held, asked = table.T
    moving, hanging = speed > MOVING, -z > HANGING
    fair = (reached > 0.0) & (held == 0.0)
    moves = fair & moving
    return ArmVerdict(
        moving=figures(errors[moves]),
        raised=figures(errors[fair & ~moving & ~hanging]),
        hanging=figures(errors[fair & ~moving & hanging]),
        out_of_reach=int((reached == 0.0).sum()),
        touching=int(((reached > 0.0) & (held > 0.0)).sum()),
        asked_p90=_percentile(asked[moves], 90.0),
        faster_than_servos=bool(moves.any() and (asked[moves] > 1.0).mean() > TOO_FAST),
    )


def figures(errors: Vec) -> ArmFigures:
    """Median and 90th percentile of angles in rad."""
    degrees = np.degrees(errors)
    return ArmFigures(_percentile(degrees, 50.0), _percentile(degrees, 90.0), len(degrees))


def _percentile(values: Vec, percent: float) -> float | None:
    """The value that so many are below, to a hundredth; None of none."""
    return round(float(np.percentile(values, percent)), 2) if len(values) else None


def _angles(one: Vec, other: Vec) -> Vec:
    return np.arccos(np.clip((one * other).sum(axis=1), -1.0, 1.0))
