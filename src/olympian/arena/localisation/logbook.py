"""What a robot felt and saw on an outing, and where it truly was: enough to localise it again."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from olympian.geometry import Place, Vec, frozen
from olympian.records import Odometry, RobotState, Semantic
from olympian.vision import Seen
from olympian.world import Pitch

__all__ = ["LogScribe", "Logbook", "ToldSight"]


@dataclass(frozen=True, eq=False)
class ToldSight:
    """One `Seen`, and the tick in which it was told."""

    tick: int
    seen: Seen


@dataclass(frozen=True, eq=False)
class Logbook:
    """One row for each tick; what was seen stands beside."""

    pitch: Pitch
    start: Place
    """Where the robot was put on the field, and was told so."""
    dt: float
    t: Vec
    """(n,)"""
    odometry: Vec
    """(n, 3)"""
    covariance: Vec
    """(n, 3, 3) of the odometry."""
    upright: Vec
    """(n,) cosine of the torso's tilt."""
    lost_feet: NDArray[np.bool_]
    """(n,) did the estimator call its localiser's `lose` in this tick?"""
    carried: NDArray[np.bool_]
    """(n,) did the control module say that somebody carries it?"""
    true: Vec
    """(n, 3) middle between the soles and heading of the torso, on the field."""
    down: NDArray[np.bool_]
    """(n,) is it on the ground, on the way there or back, or in somebody's hands?"""
    told: tuple[ToldSight, ...]
    set_down: tuple[int, ...] = ()
    """Ticks in which a hand let go of it."""

    @cached_property
    def steps(self) -> list[Vec]:
        """Covariances, one and the same until a step changes it."""
        kept = [frozen(self.covariance[0])]
        for one in self.covariance[1:]:
            kept.append(kept[-1] if (one == kept[-1]).all() else frozen(one))
        return kept

    def state(self, tick: int, template: RobotState) -> RobotState:
        """What a localiser is given in a tick, all else as in the template."""
        place = Place(*self.odometry[tick].tolist())
        way = Odometry(place, self.steps[tick])
        tilt = float(np.arccos(np.clip(self.upright[tick], -1.0, 1.0)))
        c, s = np.cos(tilt), np.sin(tilt)
        R = frozen([[c, 0.0, s], [0.0, 1.0, 0.0], [-s, 0.0, c]])
        values = {name: getattr(template, name) for name in _KEPT}
        return RobotState(
            t=float(self.t[tick]), odometry=way, place=place, R_world_torso=R, **values
        )


_KEPT = tuple(
    name
    for name in RobotState.__dataclass_fields__
    if name not in ("t", "odometry", "place", "R_world_torso")
)


class LogScribe:
    """A localiser that believes the odometry, and writes down what others would be told."""

    def __init__(self) -> None:
        self.reset()

    def reset(self) -> None:
        """Nothing is written."""
        self.states: list[RobotState] = []
        self.rows: list[tuple[float, ...]] = []
        self.covariances: list[Vec] = []
        self.lost: list[bool] = []
        self.carried: list[bool] = []
        self.down: list[bool] = []
        self.true: list[Place] = []
        self.told: list[ToldSight] = []
        self.set_down: list[int] = []
        self._lost = False

    def lose(self) -> None:
        """Written with the next tick."""
        self._lost = True

    def step(self, state: RobotState, dt: float) -> Place:  # noqa: ARG002
        """The odometry's place."""
        way = state.odometry
        self.rows.append((state.t, *way.place, float(state.R_world_torso[2, 2])))
        self.covariances.append(way.covariance)
        self.lost.append(self._lost)
        self._lost = False
        return way.place

    def see(self, seen: Seen) -> None:
        """What was told after the last tick."""
        self.told.append(ToldSight(len(self.rows) - 1, seen))

    def witness(self, true: Place, state: Semantic) -> None:
        """What a referee saw in the last tick."""
        self.true.append(true)
        self.carried.append(state is Semantic.PICKED_UP)
        self.down.append(state.is_down or state is Semantic.PICKED_UP)

    def logbook(self, pitch: Pitch, start: Place, dt: float) -> Logbook:
        """All that was written."""
        rows = np.array(self.rows)
        return Logbook(
            pitch=pitch,
            start=start,
            dt=dt,
            t=rows[:, 0],
            odometry=rows[:, 1:4],
            covariance=np.array(self.covariances),
            upright=rows[:, 4],
            lost_feet=np.array(self.lost),
            carried=np.array(self.carried),
            true=np.array(self.true),
            down=np.array(self.down),
            told=tuple(self.told),
            set_down=tuple(self.set_down),
        )
