"""One player of a team: its radio, its role, and what all know together."""

from dataclasses import dataclass
from math import inf

from olympian.decision.team_world import SharedBall, SharedWorld, TeamWorld, fuse
from olympian.team.ball_time import PlayerPace, ball_time
from olympian.team.game import GameState, Penalty
from olympian.team.radio import TeamRadio
from olympian.team.roles import RoleEngine, RolePeer
from olympian.team.status import HeardStatus, TeamIntention, TeamRole, TeamStatus

__all__ = ["PlayerCondition", "TeamPlayer"]

GOAL = (4.5, 0.0)
FUSED_S = 0.2
"""Seconds for which a fused world is good enough."""
SURE = 0.3
"""Probability from which the own ball is believed without asking the others."""


@dataclass(frozen=True, slots=True)
class PlayerCondition:
    """What a player can do now, and does."""

    able: bool = True
    """Can it play, as far as its body goes? One that gets up is able."""
    fallen: bool = False
    kick_ready: bool = False
    intention: TeamIntention = TeamIntention.WAITING


class TeamPlayer:
    """Stepped once a tick: hears, decides on its role, speaks."""

    def __init__(
        self,
        radio: TeamRadio,
        goal: tuple[float, float] = GOAL,
        pace: PlayerPace | None = None,
        goalkeeper: int = 0,
    ) -> None:
        """Args:
        goal: the opponents', on the field.
        goalkeeper: number of the one who stays in the goal; what a GameController says counts
            more. 0: there is none.
        """
        self.radio, self.roles = radio, RoleEngine(radio.player)
        self.goal, self.pace, self._goalkeeper = goal, pace or PlayerPace(), goalkeeper
        self.reset()

    def reset(self) -> None:
        """As if just switched on; the radio goes on."""
        self.roles.reset()
        self.role = TeamRole.NONE
        """What it is for."""
        self.attacker = 0
        """Number of the player who attacks, as far as is known; 0: nobody."""
        self.status = TeamStatus(self.radio.player)
        """What it would tell now."""
        self._now = 0.0
        self._own: SharedWorld | None = None
        self._fused: TeamWorld | None = None

    @property
    def mates(self) -> tuple[HeardStatus, ...]:
        """The last word of every mate."""
        return self.radio.mates

    @property
    def team_world(self) -> TeamWorld:
        """What all know together, its own knowledge included."""
        if self._fused is None or not 0.0 <= self._now - self._fused.t <= FUSED_S:
            own = [] if self._own is None else [self._own]
            self._fused = fuse([*own, *self.radio.worlds], self._now)
        return self._fused

    def step(
        self,
        now: float,
        world: SharedWorld | None,
        condition: PlayerCondition | None = None,
        game: GameState | None = None,
    ) -> TeamRole:
        """Its role from now on.

        Args:
            now: own clock, s: the same that the world's time is by.
            world: its own; None: it knows nothing yet, so it does not attack.
            condition: None: it stands and waits.
            game: what the referee says; None: nobody is penalised.
        """
        self._now, self._own = now, world
        now_it = condition or PlayerCondition()
        self.radio.listen(now)
        able = now_it.able and not (game is not None and game.penalised)
        far = self._ball_time(world, now_it.fallen, able)
        me = RolePeer(self.radio.player, far, able)
        mates = [_peer(one, game) for one in self.radio.mates]
        keeper = self._goalkeeper
        if game is not None and game.mine.goalkeeper:
            keeper = game.mine.goalkeeper
        decision = self.roles.step(now, me, mates, keeper)
        if decision.dispute:
            self.radio.insist()
        self.role, self.attacker = decision.role, decision.attacker
        self.status = TeamStatus(
            self.radio.player, decision.role, now_it.intention, far, able, now_it.fallen,
            now_it.kick_ready, decision.attacker, decision.epoch, world,
        )  # fmt: skip
        self.radio.speak(now, self.status, game)
        return decision.role

    def _ball_time(self, world: SharedWorld | None, fallen: bool, able: bool) -> float:
        if world is None:
            return inf
        ball: SharedBall | None = world.ball
        if ball is None or ball.certainty < SURE:
            ball = self.team_world.ball or ball
        if ball is None:
            return inf
        return ball_time(
            world.place, (ball.x, ball.y), self.goal, self.pace,
            v=(ball.vx, ball.vy), fallen=fallen, able=able,
        )  # fmt: skip


def _peer(one: HeardStatus, game: GameState | None) -> RolePeer:
    said = one.status
    out = game is not None and game.mine.player(one.player).penalty is not Penalty.NONE
    return RolePeer(
        one.player, said.ball_time, said.able and not out, said.attacker, said.epoch,
        one.heard_at, one.alive_at,
    )  # fmt: skip
