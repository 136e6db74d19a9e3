"""What the limits of a set are worth: each is walked for half a minute by many specimens."""

from collections.abc import Callable
from dataclasses import dataclass

from olympian.arena.crew import Crew
from olympian.arena.walking.course import MOST
from olympian.arena.walking.scenario import Scenario
from olympian.arena.walking.task import Task, perform
from olympian.arena.walking.tuning.exercise import Driving
from olympian.errors import OlympianError
from olympian.motion import TopSpeed
from olympian.motion.walk import WalkConfig, fingerprint
from olympian.seeds import CHOOSING, Seeds
from olympian.statistics import Rate

PROVEN_S = 30.0
"""Seconds for which a limit must be walked."""
TRIALS = 40
"""Specimens for each way to go."""
LOWER = 0.95
"""By which a limit is multiplied that does not hold."""
LEAST = 0.25
"""Share of what a set claims below which nothing is proven any more: it cannot walk."""

Shares = tuple[float, float, float]
"""Of the top speeds ahead, to the left and turning."""


@dataclass(frozen=True)
class Way:
    """Something that the limits allow, and which of them are lowered where it does not hold."""

    legs: tuple[Shares, ...]
    """One after the other, without a pause."""
    lowers: tuple[str, ...]
    unit: str = ""
    """Of the one speed that is proven; none where there are several."""

    def scenario(self, top: TopSpeed, place: int) -> Scenario:
        """Half a minute of it; every other trial goes the other way round."""
        side = -1.0 if place % 2 else 1.0
        twists = tuple(top.at(ahead, side * left, side * turn) for ahead, left, turn in self.legs)
        return Scenario(PROVEN_S, Driving(PROVEN_S / len(twists), twists))

    def asked(self, top: TopSpeed) -> str:
        """The speed in words."""
        twist = top.at(*self.legs[0])
        speed = max(abs(twist.forward), abs(twist.left), abs(twist.turn))
        return f" {speed:.4g} {self.unit}" if self.unit else ""


AHEAD, BACK, SIDE, TURN = (
    "limits.top_speed.0", "limits.backward", "limits.top_speed.1", "limits.top_speed.2"
)  # fmt: skip
WAYS = {
    "forward": Way(((1.0, 0.0, 0.0),), (AHEAD,), "m/s"),
    "backward": Way(((-1.0, 0.0, 0.0),), (BACK,), "m/s"),
    "sideways": Way(((0.0, 1.0, 0.0),), (SIDE,), "m/s"),
    "turn": Way(((0.0, 0.0, 1.0),), (TURN,), "rad/s"),
    # all keys at once, and from one end to the other; the walk itself cuts what is too much at once
    "about": Way(
        (
            (1.0, 1.0, 1.0),
            (1.0, -1.0, 1.0),
            (-1.0, 1.0, -1.0),
            (1.0, 0.0, 0.0),
            (-1.0, 0.0, 0.0),
            (1.0, 0.0, -1.0),
        ),
        (AHEAD, SIDE, TURN),
    ),
}
"""What a page or a program may ask for; the single limits first."""


@dataclass(frozen=True)
class Proof:
    """How many specimens walked at each limit of a set."""

    config: WalkConfig
    """With limits that hold."""
    rates: dict[str, Rate]
    """By the name of the way and its speed."""
    seeds: Seeds

    def __str__(self) -> str:
        rates = ", ".join(
            f"{name} {rate.successes} of {rate.trials}" for name, rate in self.rates.items()
        )
        return f"{rates}; {PROVEN_S:g} s each, {self.seeds}; set {fingerprint(self.config)}"


def prove(
    robot: str,
    config: WalkConfig,
    crew: Crew,
    trials: int = TRIALS,
    told: Callable[[str], None] = lambda _: None,
) -> Proof:
    """Walk at every limit of a set; what does not hold is lowered until it does.

    Args:
        robot: library name or absolute path.
        told: called with each result in words.
    """
    seeds, rates = CHOOSING.take(trials), {}
    for name, way in WAYS.items():
        share, rate = 1.0, _hold(robot, config, way, seeds, crew)
        while rate.successes < MOST * trials - 1e-9:
            told(f"{name}{way.asked(config.top_speed)}: {rate}, too few")
            share *= LOWER
            if share < LEAST:
                raise OlympianError(
                    f"{name}: not held by {MOST:.0%} of {trials} specimens, however slow;"
                    " tune on, or start with lower limits"
                )
            config = _lowered(config, way)
            rate = _hold(robot, config, way, seeds, crew)
        rates[f"{name}{way.asked(config.top_speed)}"] = rate
        told(f"{name}{way.asked(config.top_speed)}: {rate}")
    return Proof(config, rates, seeds)


def _hold(robot: str, config: WalkConfig, way: Way, seeds: Seeds, crew: Crew) -> Rate:
    tasks = [
        Task(robot, config, seed, way.scenario(config.top_speed, place))
        for place, seed in enumerate(seeds)
    ]
    return Rate.among(outcome.held for _, outcome in crew.carry_out(perform, tasks))


def _lowered(config: WalkConfig, way: Way) -> WalkConfig:
    """Five percent slower, but backward no slower for being slower ahead.

    What is too much at once is first taken apart: shares of the top speeds that add up to one.
    """
    if len(way.lowers) > 1 and config.limits.mixing > 1.0:
        return config.changed({"limits.mixing": 1.0})
    lower = {key: round(LOWER * config.value(key), 3) for key in way.lowers}
    if way is WAYS["forward"]:
        lower[BACK] = min(round(config.limits.backward / LOWER, 4), 1.0)
    return config.changed(lower)
