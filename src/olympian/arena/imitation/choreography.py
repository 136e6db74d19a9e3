"""Stances in time: what a person does, one after another, as smoothly as people do."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from olympian.arena.imitation.person import Person, PersonStance
from olympian.geometry import Vec
from olympian.motion.imitate import Skeleton

__all__ = ["Choreography", "PersonMove"]

ELSEWHERE = 0.1
"""Spread of the parts of an arm's directions from person to person: 6°."""


@dataclass(frozen=True)
class PersonMove:
    """Go to a stance, then stay."""

    stance: PersonStance
    seconds: float
    stay: float = 0.3


@dataclass(frozen=True)
class Choreography:
    """Moves from standing and back to it; each follows a minimum-jerk course (Flash 1985)."""

    name: str
    moves: tuple[PersonMove, ...]
    turning: bool = False
    """Do arms turn evenly from one hold to the next, as in a swing? By chance they then end a
    little elsewhere."""

    def skeletons(
        self,
        hz: float = 30.0,
        person: Person | None = None,
        chance: np.random.Generator | None = None,
    ) -> list[Skeleton]:
        """What a perfect camera would see.

        Args:
            chance: lets the same moves be a little larger or smaller, slower or quicker.
        """
        course, seconds = self._course(chance)
        body = person or Person()
        times = np.arange(0.0, seconds, 1.0 / hz)
        return [body.skeleton(float(t), course(float(t))) for t in times]

    def _course(self, chance: np.random.Generator | None) -> tuple[Callable[[float], Vec], float]:
        still = PersonStance().numbers()
        rows, times = [still], [0.0]
        for move in (
            PersonMove(PersonStance(), 0.01, 1.0),
            *self.moves,
            PersonMove(PersonStance(), 1.2, 0.5),
        ):
            size, pace = (1.0, 1.0) if chance is None else (
                chance.uniform(0.8, 1.1), chance.uniform(0.9, 1.3)
            )  # fmt: skip
            goal = move.stance.numbers()
            goal[12:] = size * goal[12:]
            if self.turning and chance is not None:
                goal[:12] += chance.normal(0.0, ELSEWHERE, 12)
            rows += [goal, goal]
            there = times[-1] + pace * move.seconds
            times += [there, there + pace * move.stay]
        table, marks = np.array(rows), np.array(times)

        def at(t: float) -> Vec:
            index = min(int(np.searchsorted(marks, t, side="right")) - 1, len(marks) - 2)
            span = marks[index + 1] - marks[index]
            share = np.clip((t - marks[index]) / max(span, 1e-9), 0.0, 1.0)
            done, start, end = _smooth(float(share)), table[index], table[index + 1]
            row = start + done * (end - start)
            if self.turning:
                row[:12] = _turned(start[:12].reshape(4, 3), end[:12].reshape(4, 3), done).ravel()
            return row

        return at, float(marks[-1])


def _turned(start: Vec, end: Vec, share: float) -> Vec:
    """Directions on the great circles from one row of them to the other."""
    one, other = (rows / np.linalg.norm(rows, axis=1, keepdims=True) for rows in (start, end))
    angle = np.arccos(np.clip((one * other).sum(axis=1, keepdims=True), -1.0, 1.0))
    angle = np.maximum(angle, 1e-6)
    return (np.sin((1.0 - share) * angle) * one + np.sin(share * angle) * other) / np.sin(angle)


def _smooth(share: float) -> float:
    """Minimum jerk from 0 to 1."""
    return share**3 * (10.0 - 15.0 * share + 6.0 * share * share)
