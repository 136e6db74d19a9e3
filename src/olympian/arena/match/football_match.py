"""A whole match: robots, ball, referee and network in one simulation, all in simulated time."""

import time

from olympian.arena.match.match_plan import STANDING, MatchPlan
from olympian.arena.match.match_result import MatchResult, PlayerResult
from olympian.arena.match.match_tally import MatchTally
from olympian.arena.match.match_tape import MatchTape, brief
from olympian.arena.match.referee.arena_referee import ArenaReferee
from olympian.arena.match.referee.journal import MatchJournal
from olympian.arena.match.referee.pitch_witness import PitchWitness
from olympian.arena.match.referee.referee_hand import RefereeHand
from olympian.arena.match.referee.udp_referee import UdpReferee
from olympian.arena.match.rules.ball_boy import BallBoy
from olympian.arena.match.scene import MatchScene, kick_off_scene
from olympian.arena.match.squad import SquadMember, build_simulation, build_squad
from olympian.breaker import Failure
from olympian.team import (
    EVERYBODY,
    GAME_PORT,
    Ether,
    GameController,
    SharedDatagrams,
    open_game_port,
)

__all__ = ["FootballMatch"]


class FootballMatch:
    """Goes on by `tick`; the same plan and seed play the same match."""

    def __init__(self, plan: MatchPlan, seed: int, scene: MatchScene | None = None) -> None:
        """Args: scene: None for a match from the kick-off on."""
        self.plan, self.seed = plan, seed
        rules, scene = plan.rules, scene or kick_off_scene(plan)
        starts = scene.starts
        self.simulation = build_simulation(plan, seed, starts, scene.world)
        self.ether = Ether(seed, plan.network)
        self.journal = MatchJournal()
        self.faults = 0
        self._port = SharedDatagrams(open_game_port()) if plan.controller == "udp" else None
        self.members: list[SquadMember] = build_squad(
            plan, self.simulation, starts, self.ether, self._note, self._port
        )
        self.witness = PitchWitness(self.simulation, plan.who)
        self.hand = RefereeHand(
            self.simulation, self.witness, lambda index: self.members[index].put_down()
        )
        self.controller = GameController(
            self.ether.open("referee"), (EVERYBODY, GAME_PORT),
            players=plan.size, half_s=round(rules.half_s),
        )  # fmt: skip
        for team in (1, 2):
            self.controller.appoint_goalkeeper(team, plan.goalkeeper)
        self.referee = self._appoint(scene)
        self.tally, self.tape = MatchTally(plan.who), MatchTape(len(plan.who))
        self._sent = [0] * len(plan.who)
        self._wall = 0.0

    @property
    def over(self) -> bool:
        """Is it at its end?"""
        return self.referee.over

    @property
    def t(self) -> float:
        """Simulated seconds."""
        return self.simulation.t

    def tick(self) -> None:
        """One tick of everybody."""
        began = time.perf_counter()
        truth = self.witness.look(self.hand.holds, self.hand.holds_ball)
        self.referee.step(truth)
        what = [(str(one.radio.role), brief(one.program.doing)) for one in self.members]
        referee = self.referee
        self.tally.step(truth, referee.calls, referee.playing, referee.out, what)
        self.tape.step(truth, self.simulation, what)
        self.ether.step(truth.t)
        for member in self.members:
            member.step()
        self._spend()
        self._wall += time.perf_counter() - began

    @property
    def result(self) -> MatchResult:
        """What has come of it so far."""
        tally, players = self.tally, self.tally.players
        first, second = tally.goals
        return MatchResult(
            self.seed, self.plan.programs, round(self.t, 2), round(tally.played, 2),
            (first, second), (tally.own_goals[0], tally.own_goals[1]),
            _both(players, "ball_contacts"), _both(players, "falls"),
            _both(players, "recoveries"),
            (round(tally.possession[0], 3), round(tally.possession[1], 3)),
            _both(players, "penalties"), round(tally.untouched, 2),
            self._stuck(players), self.faults,
            round(self.t / self._wall, 3) if self._wall else 0.0,
            players, tuple(self.journal.lines),
        )  # fmt: skip

    def close(self) -> None:
        """The end."""
        for member in self.members:
            member.close()
        if self._port is not None:
            self._port.close()
        self.simulation.close()

    def _appoint(self, scene: MatchScene) -> ArenaReferee | UdpReferee:
        plan, players = self.plan, {who: index for index, who in enumerate(self.plan.who)}
        if self._port is None:
            return ArenaReferee(
                scene.umpire, self.controller, self.hand, self.journal, players, plan.goalkeeper
            )
        pitch, ball = self.simulation.world.pitch, self.simulation.world.ball
        assert pitch is not None, "football needs a field"
        assert ball is not None, "football needs a ball"
        return UdpReferee(
            BallBoy(pitch, ball.radius), self._port.reader(), self.hand, self.journal, players,
            plan.rules.halves, plan.goalkeeper,
        )  # fmt: skip

    def _stuck(self, players: tuple[PlayerResult, ...]) -> float:
        """Of those that are meant to walk."""
        walks = [one for one in players if self.plan.programs[one.team - 1] != STANDING]
        return max((one.stuck_longest_s for one in walks), default=0.0)

    def _spend(self) -> None:
        """What teams say is taken from their budgets."""
        for index, member in enumerate(self.members):
            sent = member.radio.radio.sent
            if sent > self._sent[index]:
                self.controller.spend(member.who[0], sent - self._sent[index])
                self._sent[index] = sent

    def _note(self, who: tuple[int, int], failure: Failure) -> None:
        self.faults += 1
        self.journal.write(self.t, "player", f"player {who[0]}/{who[1]}: {failure}")


def _both(players: tuple[PlayerResult, ...], what: str) -> tuple[int, int]:
    first, second = (sum(getattr(one, what) for one in players if one.team == t) for t in (1, 2))
    return first, second
