"""What is felt in a tick and what is done about it at once, in one compiled step."""

from collections.abc import Callable
from functools import cache

import numpy as np
from numba import typeof

from olympian.compiled import called, direct
from olympian.motion.walk.config import WalkConfig
from olympian.motion.walk.pendulum import Pendulum, PendulumState, Point
from olympian.motion.walk.rules import Rules, rules_of
from olympian.motion.walk.senses import BINS, LEARNT, Feeling, feel
from olympian.motion.walk.stabilise import NOTHING_GIVEN, Catch, Give, catch, level
from olympian.records import LegState


class Reflexes:
    """Deviation of the body from its plan, with the usual one taken out, and its first answers."""

    def __init__(self) -> None:
        self._kernel = _kernel()
        self.reset()

    def reset(self) -> None:
        """Nothing felt, nothing learnt."""
        self.feeling = Feeling.none()
        self.give = NOTHING_GIVEN
        self._plans: list[Point] = []
        self._stance = -1
        self._usual = np.zeros((2, BINS, 6))
        self._known = np.zeros((2, BINS))

    def numb(self) -> None:
        """The sensor is dead: who answers it falls."""
        self.feeling, self.give = Feeling.none(), NOTHING_GIVEN

    def trust_the_plan(self) -> None:
        """What is felt from now on is no habit: nothing is taken for usual at first sight."""
        self._known[:] = LEARNT

    def react(
        self,
        rules: Rules,
        look: LegState,
        stance: int,
        share: float,
        left: float,
        pendulum: Pendulum,
        plan: PendulumState,
        delay_ticks: float,
        dt: float,
    ) -> Catch:
        """Feel how the body deviates now, give way to it, and say how the landing should change.

        Args:
            stance: 0 left, 1 right.
            share: of the step's time that is over; `left`: seconds to its end.
            plan: of the centre of mass for this tick, in the frame of the standing sole.
            delay_ticks: from a goal to the reading that shows it.
        """
        if stance != self._stance:
            self._stance, self._plans = stance, []
        self._plans.append(plan.place)
        planned = self._plans[-1 - min(round(delay_ticks), len(self._plans) - 1)]
        self.feeling, self.give, caught = self._kernel(
            rules,
            look,
            stance,
            share,
            left,
            plan,
            planned,
            (pendulum.rate, pendulum.height),
            (delay_ticks, dt),
            self.give,
            self._usual,
            self._known,
        )
        return caught


@called
def _react(config, look, stance, share, left, plan, planned, pendulum, times, give, usual, known):
    rules = config[0]
    rate, height = pendulum
    delay_ticks, dt = times
    feeling = feel(rules.habit, look, stance, share, planned, rate, delay_ticks, dt, usual, known)
    given = level(rules, feeling, height, stance, give, dt)
    return feeling, given, catch(rules, rate, plan, feeling, left)


@cache
def _kernel() -> Callable[..., tuple[Feeling, tuple[Give, Give], Catch]]:
    """The kernel as Python calls it."""
    point = (0.0, 0.0)
    arguments = (
        rules_of(WalkConfig()),
        LegState(
            ((0.0, 0.0, 0.0), (0.0, 0.0, 0.0)), (0.0, 0.0, 0.0), point, point, (0.0, 0.0, 0.0)
        ),
        0,
        0.0,
        0.0,
        PendulumState(point, point),
        point,
        point,
        point,
        NOTHING_GIVEN,
        np.zeros((2, BINS, 6)),
        np.zeros((2, BINS)),
    )
    return direct(_react, tuple(typeof(argument) for argument in arguments))
