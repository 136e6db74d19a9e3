"""A team of points on a field: each with its own clock, its radio and its part in the roles."""

from dataclasses import dataclass, field
from math import atan2, cos, hypot, sin

import numpy as np

from olympian.decision.localise import Certainty
from olympian.decision.team_world import SharedBall, SharedWorld
from olympian.geometry import Place
from olympian.team import (
    Ether,
    EtherConditions,
    GameState,
    MessageBudget,
    PlayerCondition,
    TeamPlayer,
    TeamRole,
    ether_radio,
)

DT = 0.05
SPEED, TURN = 0.25, 1.0
KNOWN = np.diag([0.01, 0.01, 0.01])


def world(player: int, t: float, place: Place, ball: tuple[float, float] | None) -> SharedWorld:
    """What a player with good eyes would tell."""
    told = None
    if ball is not None:
        told = SharedBall(*ball, 0.0, 0.0, np.eye(2) * 0.01, 0.1, 0.0, 0.9, player)
    return SharedWorld(player, t, place, KNOWN, Certainty.SURE, told)


@dataclass
class Point:
    """A player without a body: it goes to the ball if it attacks, at a walk's speed."""

    one: TeamPlayer
    place: Place
    clock: float
    """Own clock minus that of the match."""
    alive: bool = True
    fallen: bool = False
    game: GameState | None = None

    def step(self, t: float, ball: tuple[float, float]) -> None:
        if not self.alive:
            return
        now = t + self.clock
        mine = world(self.one.radio.player, now, self.place, ball)
        role = self.one.step(now, mine, PlayerCondition(fallen=self.fallen), self.game)
        if role is TeamRole.ATTACKER and not self.fallen:
            dx, dy = ball[0] - self.place.x, ball[1] - self.place.y
            far, way = hypot(dx, dy), atan2(dy, dx)
            go = min(SPEED * DT, max(far - 0.25, 0.0))
            self.place = Place(self.place.x + go * cos(way), self.place.y + go * sin(way), way)


@dataclass
class PointTeam:
    """A match of nobody against nobody; the ball is somewhere else now and then."""

    seed: int
    players: int = 4
    conditions: EtherConditions = field(
        default_factory=lambda: EtherConditions(loss=0.5, delay=(0.0, 0.2), repeated=0.1)
    )
    goalkeeper: int = 0

    def __post_init__(self) -> None:
        self.rng = np.random.default_rng(self.seed)
        self.ether = Ether(self.seed + 1, self.conditions)
        self.ball = self._somewhere()
        self.t = 0.0
        self.points = []
        for player in range(1, self.players + 1):
            radio = ether_radio(self.ether, 7, player, MessageBudget(self.players))
            one = TeamPlayer(radio, goalkeeper=self.goalkeeper)
            clock = float(self.rng.uniform(-1000.0, 1000.0))
            self.points.append(Point(one, Place(*self._somewhere(), 0.0), clock + 2000.0))
        self.twice = self.nobody = self.worst_twice = self.worst_nobody = 0.0
        self.changes = 0
        self._before: list[int] = []

    def _somewhere(self) -> tuple[float, float]:
        return float(self.rng.uniform(-4.0, 4.0)), float(self.rng.uniform(-2.5, 2.5))

    @property
    def attackers(self) -> list[int]:
        """Numbers of those who believe that they attack."""
        return [
            one.one.radio.player
            for one in self.points
            if one.alive and one.one.role is TeamRole.ATTACKER
        ]

    def run(self, seconds: float, kick_s: float = 8.0) -> None:
        """Let time pass. Args: kick_s: mean seconds from one kick to the next."""
        for _ in range(round(seconds / DT)):
            self.t += DT
            if self.rng.random() < DT / kick_s:
                self.ball = self._somewhere()
            self.ether.step(self.t)
            for one in self.points:
                one.step(self.t, self.ball)
            self._judge()

    def _judge(self) -> None:
        now = self.attackers
        self.twice = self.twice + DT if len(now) > 1 else 0.0
        self.nobody = self.nobody + DT if not now else 0.0
        self.worst_twice = max(self.worst_twice, self.twice)
        self.worst_nobody = max(self.worst_nobody, self.nobody)
        if now != self._before:
            self.changes += 1
            self._before = now
