"""Who attacks and who does what else: one attacker, though half of the messages are lost.

The right to attack is a token. Its holder passes it on to a mate that would be at the ball clearly
sooner, and every message tells who has it and how often it was passed on. Whoever hears a higher
count believes it; of two equal ones, the lower player. So any message from anybody ends a dispute.
Nobody takes the token from a holder that is alive: one that fell silent, was sent off or broke
loses it to the best of the others, who wait for each other in the order of their times.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from olympian.team.status import TeamRole

__all__ = ["RoleDecision", "RoleEngine", "RolePeer"]

LISTENS_S = 1.0
"""Seconds after its start for which it only listens."""
GONE_S = 2.5
"""Seconds after which a mate that nobody has heard does not count any more."""
RECENT_S = 1.2
"""Seconds for which a mate's time to the ball is good enough to pass the token to it."""
RANK_S = 0.6
"""Seconds that each further one waits before it takes a token that nobody holds."""
MARGIN_S, MARGIN_SHARE = 1.0, 0.15
"""A mate has to be sooner at the ball by so much, and by this share of the own time."""
STEADY_S = 0.3
"""Seconds for which it has to be so."""
YIELDS_S = 1.0
"""Seconds after which a holder gives way to one that claims the token with less right and does not
hear it: the dispute ends by what it hears of the other, not only by what the other hears of it."""
HELD_S = 1.5
"""Seconds for which a token is kept at least by one who can use it."""
STAYS_S = 1.5
"""Seconds by which who supports may be later than a defender and goes on supporting."""


@dataclass(frozen=True, slots=True)
class RolePeer:
    """One player as the exchange of roles sees it, oneself included."""

    player: int
    ball_time: float
    able: bool
    attacker: int = 0
    epoch: int = 0
    """Who it believes attacks, and how often that has changed."""
    heard_at: float = 0.0
    """When it was heard."""
    alive_at: float = 0.0
    """When anybody heard it."""


@dataclass(frozen=True, slots=True)
class RoleDecision:
    """What a player is for now, and what it tells the others."""

    role: TeamRole
    attacker: int
    epoch: int
    dispute: bool = False
    """Does a mate believe something that is out of date? Then say it again."""


class RoleEngine:
    """One player's part of the exchange."""

    def __init__(self, player: int) -> None:
        self.player = player
        self.reset()

    def reset(self) -> None:
        """As if just switched on."""
        self.attacker = self.epoch = 0
        self._begun: float | None = None
        self._held_since = 0.0
        self._vacant_since: float | None = None
        self._better_since: float | None = None
        self._rival_since: float | None = None
        self._supports = False

    def step(
        self, now: float, me: RolePeer, mates: Sequence[RolePeer], goalkeeper: int = 0
    ) -> RoleDecision:
        """Decide.

        Args:
            now: own clock, s.
            me: `able` and `ball_time` are read.
            mates: what was heard of them last. Who is known to be sent off is not `able`.
            goalkeeper: stays in its goal unless nobody else can play; 0: there is none.
        """
        if self._begun is None:
            self._begun = self._held_since = now
        heard = [mate for mate in mates if now - mate.heard_at <= GONE_S]
        disputes = [self._hear(mate, now) for mate in heard]
        alive = {one.player: one for one in mates if one.able and now - one.alive_at <= GONE_S}
        if me.able:
            alive[self.player] = me
        field = {number: one for number, one in alive.items() if number != goalkeeper} or alive
        if self.attacker == self.player:
            self._hold(now, field)
            self._give_way(now, heard)
        else:
            self._watch(now, field)
        role = self._role(me, alive, goalkeeper)
        return RoleDecision(role, self.attacker, self.epoch, any(disputes))

    def _hear(self, mate: RolePeer, now: float) -> bool:
        """Believe what is newer; is the mate behind the times?"""
        ahead = (mate.epoch - self.epoch) % 256
        if not ahead:
            if mate.attacker == self.attacker:
                return False
            newer = _prior(mate.attacker) < _prior(self.attacker)
        else:
            newer = ahead < 128
        if newer:
            self._pass(mate.attacker, mate.epoch, now)
        return not newer

    def _hold(self, now: float, field: dict[int, RolePeer]) -> None:
        """The token is here: keep it or pass it on."""
        others = [
            one for number, one in field.items()
            if number != self.player and now - one.heard_at <= RECENT_S
        ]  # fmt: skip
        best = min(others, key=_order, default=None)
        me = field.get(self.player)
        if me is None:  # it may not attack any more
            self._pass(0 if best is None else best.player, self.epoch + 1, now)
            return
        need = me.ball_time - MARGIN_S - MARGIN_SHARE * me.ball_time if me.ball_time < 1e6 else 1e6
        if best is None or not best.ball_time < need:
            self._better_since = None
            return
        if self._better_since is None:
            self._better_since = now
        if now - self._better_since >= STEADY_S and now - self._held_since >= HELD_S:
            self._pass(best.player, self.epoch + 1, now)

    def _give_way(self, now: float, heard: Sequence[RolePeer]) -> None:
        """To a rival that goes on claiming the token: it does not hear this player."""
        rival = next(
            (one for one in heard
             if one.attacker == one.player != self.attacker and now - one.heard_at <= RECENT_S),
            None,
        )  # fmt: skip
        if rival is None or self.attacker != self.player:
            self._rival_since = None
            return
        if self._rival_since is None:
            self._rival_since = now
        if now - self._rival_since >= YIELDS_S:
            self._pass(rival.player, self.epoch + 1, now)

    def _watch(self, now: float, field: dict[int, RolePeer]) -> None:
        """Somebody else has it: take it if that one is gone and this is the best who is left."""
        me = field.get(self.player)
        if self.attacker in field or me is None:
            self._vacant_since = None
            return
        if self._vacant_since is None:
            self._vacant_since = now
        rank = sorted(field.values(), key=_order).index(me)
        listened = self._begun is not None and now - self._begun >= LISTENS_S
        if listened and now - self._vacant_since >= RANK_S * rank:
            self._pass(self.player, self.epoch + 1, now)

    def _pass(self, attacker: int, epoch: int, now: float) -> None:
        self.attacker, self.epoch = attacker, epoch % 256
        self._held_since = now
        self._vacant_since = self._better_since = self._rival_since = None

    def _role(self, me: RolePeer, alive: dict[int, RolePeer], goalkeeper: int) -> TeamRole:
        if not me.able:
            return TeamRole.NONE
        if self.attacker == self.player:
            return TeamRole.ATTACKER
        if self.player == goalkeeper:
            return TeamRole.GOALKEEPER
        rest = [
            one for one in alive.values() if one.player not in (self.attacker, goalkeeper)
        ]  # fmt: skip
        stays = STAYS_S if self._supports else 0.0
        mine = (me.ball_time - stays, self.player)
        self._supports = all(mine <= _order(one) for one in rest if one.player != self.player)
        return TeamRole.SUPPORTER if self._supports else TeamRole.DEFENDER


def _order(one: RolePeer) -> tuple[float, int]:
    return one.ball_time, one.player


def _prior(attacker: int) -> int:
    """Somebody is better than nobody; of two players, the lower number."""
    return attacker or 256
