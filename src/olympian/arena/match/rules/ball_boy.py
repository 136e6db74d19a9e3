"""What people do on a field that a real GameController leads: the ball, and those who are out."""

from olympian.arena.match.rules.calls import BallCall, GoalCall, HalfCall, PenaltyCall, RefereeCall
from olympian.arena.match.rules.out import BallOut, ball_out
from olympian.arena.match.rules.pitch_truth import PitchTruth
from olympian.arena.match.rules.sides import Sides
from olympian.team import GamePacket, Penalty, PlayState, SetPlay
from olympian.world import Pitch

__all__ = ["BallBoy"]

CENTRE = (0.0, 0.0)
NEAR = 0.05
"""Metres from the centre spot within which the ball need not be put there."""


class BallBoy:
    """Engine with `step`: hears the controller, sees where all is, decides nothing."""

    def __init__(self, pitch: Pitch, radius: float) -> None:
        """Args: radius: of the ball."""
        self.sides, self._radius = Sides(pitch), radius
        self.last: tuple[int, int] | None = None
        """Who touched the ball last."""
        self._before = CENTRE
        self._out: BallOut | None = None
        """How the ball went out last."""
        self._heard: GamePacket | None = None

    def step(self, truth: PitchTruth, packet: GamePacket | None) -> list[RefereeCall]:
        """What is done at this tick. Args: packet: the last word; None: nobody spoke yet."""
        for one in truth.touching:
            self.last = one.who
        if not truth.ball_held:
            last = None if self.last is None else self.last[0]
            found = ball_out(self._before, truth.ball, self._radius, last, self.sides)
            self._out = found or self._out
        self._before = truth.ball
        if packet is None:
            return []
        before, self._heard = self._heard or packet, packet
        calls: list[RefereeCall] = [*self._goals(before, packet), *_penalties(before, packet)]
        if before.first_half and not packet.first_half:
            self.sides = Sides(self.sides.pitch, first_half=False)
            calls.append(HalfCall(False))
        if (spot := self._spot(before, packet, truth)) is not None:
            calls.append(BallCall(*spot))
        return calls

    def _spot(
        self, before: GamePacket, now: GamePacket, truth: PitchTruth
    ) -> tuple[float, float] | None:
        """Where the ball has to be put, if anywhere."""
        awarded = now.set_play is not SetPlay.NONE and _award(now) != _award(before)
        if awarded and self._out is not None:
            spot, self._out = self._out.spot, None
            return spot
        begins = now.state in (PlayState.READY, PlayState.SET) and now.state is not before.state
        if begins and now.set_play is SetPlay.NONE:
            self._out = None
            x, y = truth.ball
            return CENTRE if max(abs(x), abs(y)) > NEAR else None
        return None

    def _goals(self, before: GamePacket, now: GamePacket) -> list[RefereeCall]:
        """Those that it counted."""
        pairs = zip(before.teams, now.teams, strict=True)
        return [
            GoalCall(team, self.last)
            for team, (old, new) in enumerate(pairs, 1)
            for _ in range(max(new.score - old.score, 0))
        ]


def _award(packet: GamePacket) -> tuple[SetPlay, int | None]:
    return packet.set_play, packet.kicking_team


def _penalties(before: GamePacket, now: GamePacket) -> list[RefereeCall]:
    """Players that were taken out since."""
    calls: list[RefereeCall] = []
    for team, (old, new) in enumerate(zip(before.teams, now.teams, strict=True), 1):
        for number in range(1, now.players_per_team + 1):
            one = new.player(number)
            if one.penalty is not Penalty.NONE and old.player(number).penalty is Penalty.NONE:
                calls.append(PenaltyCall(team, number, one.penalty, float(one.seconds)))
    return calls
