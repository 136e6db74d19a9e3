"""What is kept of a match for its report: where all were, what they did and why."""

import re
from dataclasses import dataclass

import numpy as np

from olympian.arena.match.rules.pitch_truth import PitchTruth
from olympian.backend import Simulation
from olympian.geometry import Vec

__all__ = ["DoingSpan", "MatchTape", "brief"]

NUMBER = re.compile(r"[-+]?\d+(\.\d+)?")
TAPE_HZ = 10
"""Postures per second."""


@dataclass(slots=True)
class DoingSpan:
    """A player does the same for a while."""

    began: float
    ended: float
    role: str
    doing: str


def brief(doing: str) -> str:
    """What a player says it does, without brackets and numbers, which change all the time."""
    depth, kept = 0, []
    for letter in doing:
        depth += letter == "("
        if not depth:
            kept.append(letter)
        depth -= letter == ")" and depth > 0
    return NUMBER.sub("…", "".join(kept))


class MatchTape:
    """Grows by `step`, once a tick."""

    def __init__(self, count: int) -> None:
        """Args: count: robots."""
        self.t: list[float] = []
        self.ball: list[tuple[float, float]] = []
        self.robots: list[list[tuple[float, float]]] = []
        self.postures: list[Vec] = []
        self.spans: list[list[DoingSpan]] = [[] for _ in range(count)]

    def step(self, truth: PitchTruth, simulation: Simulation, what: list[tuple[str, str]]) -> None:
        """Args: what: role and doing of each player."""
        for spans, (role, doing) in zip(self.spans, what, strict=True):
            if spans and (spans[-1].role, spans[-1].doing) == (role, doing):
                spans[-1].ended = truth.t
            else:
                spans.append(DoingSpan(truth.t, truth.t, role, doing))
        if len(self.t) > truth.t * TAPE_HZ + 1e-6:
            return
        self.t.append(truth.t)
        self.ball.append(truth.ball)
        self.robots.append([(one.x, one.y) for one in truth.players])
        self.postures.append(simulation.data.qpos.astype(np.float32))
