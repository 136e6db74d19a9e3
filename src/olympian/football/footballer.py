"""Our football program of one robot: scenarios in four layers, a radio, and a referee's word."""

from math import inf

from olympian.decision.csbp import ScenarioPlanner, ScenarioTrace
from olympian.decision.team_world import share
from olympian.football.ball_skills import (
    align,
    dribble,
    go_to_ball,
    kick_ball,
    pass_ball,
    throw_in,
)
from olympian.football.body import PlayerBody
from olympian.football.kit import Kit
from olympian.football.means import PlayerMeans
from olympian.football.pace_meter import PaceMeter
from olympian.football.positions import get_up, position, return_to_field
from olympian.football.search import search_ball
from olympian.football.strategies import strategy_for
from olympian.football.view import PlayerView
from olympian.records import RobotState, Semantic
from olympian.team import PlayerCondition, TeamIntention

__all__ = ["FootballPlayer"]

BROKEN = {Semantic.HARDWARE_PROBLEM, Semantic.MOTOR_OFF, Semantic.SHUTDOWN, Semantic.PENALTY}
"""States in which it cannot play, whatever the referee says."""
INTENTIONS = {
    search_ball: TeamIntention.SEARCHING,
    go_to_ball: TeamIntention.GOING_TO_BALL,
    align: TeamIntention.GOING_TO_BALL,
    dribble: TeamIntention.DRIBBLING,
    kick_ball: TeamIntention.KICKING,
    pass_ball: TeamIntention.KICKING,
    throw_in: TeamIntention.GOING_TO_BALL,
    position: TeamIntention.POSITIONING,
    get_up: TeamIntention.RECOVERING,
    return_to_field: TeamIntention.RECOVERING,
}
"""What a behaviour is called on the radio; anything else is waiting."""


class FootballPlayer:
    """Decides once a tick; the same pictures and packets give the same play."""

    def __init__(self, kit: Kit) -> None:
        """Raises: OlympianError: the robot cannot walk, or its eyes are shut."""
        _ = kit.robot.world_model  # says so
        self.robot, self._number, self._player = kit.robot, kit.number, kit.player
        self._means = PlayerMeans.of(kit.robot, kit.number, kit.size, kit.goalkeeper)
        self._body, self._meter = PlayerBody(kit.robot), PaceMeter()
        self._planner: ScenarioPlanner[PlayerView, PlayerBody] | None = None
        self._begun: float | None = None

    @property
    def trace(self) -> ScenarioTrace | None:
        """Who was active in which layer, and why it ended; None before the first tick."""
        return None if self._planner is None else self._planner.trace

    @property
    def doing(self) -> str:
        """What all layers are about, the strategy first, and what the behaviour says of itself."""
        if self._planner is None:
            return "waits for its first tick"
        runs = [engine.active for engine in self._planner.engines]
        words = " › ".join(run.scenario.__name__ for run in runs if run is not None)
        said = runs[2].feedback if runs[2] is not None else None
        return f"{words}: {said}" if isinstance(said, str) else words

    def step(self) -> None:
        """Hear, decide, tell; what goes wrong is in the robot's log, and the rest goes on."""
        state = self.robot.state
        if state is not None:
            self.robot.breaker.attempt("football player", self._step, state)

    def close(self) -> None:
        """Stop deciding."""
        if self._planner is not None:
            self._planner.close()

    def _step(self, state: RobotState) -> None:
        robot, t = self.robot, state.t
        world = share(robot.world_model, self._number)
        self._player.step(t, world, self._condition(), robot.game)
        meter = self._meter
        speed = meter.step(t, state.odometry.place, self._body.told)
        played = self._played(t)
        view = PlayerView.of(robot, self._means, self._player, speed, played, meter.short)
        if self._planner is None:
            self._planner = ScenarioPlanner(self._body, view, breaker=robot.breaker)
        self._planner.strategy.keep(strategy_for(view))
        self._planner.step(t, view)

    def _played(self, t: float) -> float:
        """Seconds since the referee has let it play."""
        game = self.robot.game
        if game is None:
            return inf
        if not game.playing:
            self._begun = None
        elif self._begun is None:
            self._begun = t
        return 0.0 if self._begun is None else t - self._begun

    def _condition(self) -> PlayerCondition:
        now = self.robot.situation.state
        run = None if self._planner is None else self._planner.behaviour.active
        doing = None if run is None else run.scenario
        intention = TeamIntention.WAITING
        if doing is not None:
            intention = INTENTIONS.get(doing, intention)  # pyright: ignore[reportArgumentType]
        return PlayerCondition(now not in BROKEN, now.is_down, doing is kick_ball, intention)
