"""The referee of the arena: sees, decides by the rules, speaks by packets, uses its hands."""

from typing import Protocol

from olympian.arena.match.referee.journal import MatchJournal
from olympian.arena.match.referee.referee_hand import RefereeHand
from olympian.arena.match.rules.calls import (
    AwardCall,
    BallCall,
    GoalCall,
    HalfCall,
    PenaltyCall,
    RefereeCall,
    ReturnCall,
    StateCall,
)
from olympian.arena.match.rules.pitch_truth import PitchTruth
from olympian.arena.match.rules.sides import Sides
from olympian.team import GameController, GamePhase, PlayState

__all__ = ["KINDS", "Adjudicator", "ArenaReferee"]

KINDS: dict[type, str] = {
    StateCall: "state",
    AwardCall: "set play",
    BallCall: "ball",
    PenaltyCall: "penalty",
    ReturnCall: "penalty",
    GoalCall: "goal",
    HalfCall: "state",
}
"""Of lines in the journal."""


class Adjudicator(Protocol):
    """An engine of rules: those of a match, or of a challenge."""

    @property
    def over(self) -> bool:
        """Is all over?"""
        ...

    @property
    def state(self) -> PlayState:
        """Of the game."""
        ...

    @property
    def out(self) -> frozenset[tuple[int, int]]:
        """Who is taken out."""
        ...

    @property
    def sides(self) -> Sides:
        """Who attacks where."""
        ...

    def step(self, truth: PitchTruth) -> list[RefereeCall]:
        """What is called at this tick."""
        ...


class ArenaReferee:
    """Leads a match where no real GameController does; engine with `step`."""

    def __init__(
        self,
        umpire: Adjudicator,
        controller: GameController,
        hand: RefereeHand,
        journal: MatchJournal,
        players: dict[tuple[int, int], int],
        goalkeeper: int,
    ) -> None:
        """Args:
        players: robot of the simulation by team and number.
        goalkeeper: number of the goalkeepers; 0: there are none.
        """
        self.umpire, self._controller, self._hand = umpire, controller, hand
        self._journal, self._players = journal, players
        self._goalkeeper = goalkeeper
        self.calls: list[RefereeCall] = []
        """Of the last tick."""

    @property
    def over(self) -> bool:
        """Is the match at its end?"""
        return self.umpire.over

    @property
    def score(self) -> tuple[int, int]:
        """Goals of both teams."""
        first, second = self._controller.packet.teams
        return first.score, second.score

    @property
    def playing(self) -> bool:
        """Is the ball in the game?"""
        return self.umpire.state is PlayState.PLAYING

    def out(self, who: tuple[int, int]) -> bool:
        """Is this player taken out?"""
        return who in self.umpire.out

    def step(self, truth: PitchTruth) -> None:
        """One tick, before the robots': they hear it then."""
        self.calls = self.umpire.step(truth)
        for call in self.calls:
            self._journal.write(truth.t, KINDS[type(call)], str(call))
            self._tell(call)
            self._do(call)
        self._hand.step()
        self._controller.step(truth.t)

    def _tell(self, call: RefereeCall) -> None:
        """What the packets say from now on."""
        controller = self._controller
        match call:
            case StateCall(state, team, seconds):
                controller.become(state, seconds)
                if team is None:
                    controller.award(controller.packet.set_play, None, seconds)
                else:
                    controller.kick_off(team)
            case AwardCall(play, team, seconds):
                controller.award(play, team, seconds)
            case PenaltyCall(team, number, penalty, seconds):
                controller.penalise(team, number, penalty, seconds)
            case ReturnCall(team, number):
                controller.release(team, number)
            case GoalCall(team):
                controller.score(team)
            case HalfCall(first):
                controller.enter(GamePhase.NORMAL, first)
            case BallCall():
                pass

    def _do(self, call: RefereeCall) -> None:
        """What the hands do."""
        match call:
            case BallCall(x, y):
                self._hand.put_ball(x, y)
            case PenaltyCall(team, number):
                self._carry((team, number), call)
            case HalfCall():
                for who in self._players:
                    self._carry(who, call)
            case _:
                pass

    def _carry(self, who: tuple[int, int], call: RefereeCall) -> None:
        index, sides = self._players[who], self.umpire.sides
        team, number = who
        to = sides.waiting(number, team)
        if isinstance(call, HalfCall):
            to = sides.start(team, number, number == self._goalkeeper)
        self._hand.carry(index, to, told=isinstance(call, HalfCall))
        t = self._journal.lines[-1].t
        text = f"player {team}/{number} is carried to ({to.x:.2f}, {to.y:.2f})"
        self._journal.write(t, "hand", text)
