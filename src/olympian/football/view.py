"""What one player knows at one tick: the world of all its scenarios."""

from dataclasses import dataclass
from math import hypot, inf

from olympian.decision.navigate import Disc
from olympian.decision.team_world import SharedBall, TeamWorld
from olympian.decision.world_model import TrackedBall, WorldModel
from olympian.football.means import PlayerMeans
from olympian.geometry import Place
from olympian.humanoid import Humanoid
from olympian.records import Semantic, Twist
from olympian.team import GameState, SetPlay, TeamPlayer, TeamRole

__all__ = ["BallView", "PlayerView"]

STALE_S = 8.0
"""Seconds after which a ball that nobody sees is searched for, wherever it was."""
BLIND, BLIND_S = 0.6, 12.0
"""Metres within which a camera that looks straight ahead shows no ball, and seconds for which it is
remembered there."""


@dataclass(frozen=True, slots=True)
class BallView:
    """The ball, by its own eyes or a mate's."""

    x: float
    y: float
    vx: float
    vy: float
    ahead: float
    left: float
    stops_at: tuple[float, float]
    age: float
    """Seconds since somebody saw it."""
    mine: bool
    """Did this player see it itself?"""
    rolls: bool
    blind: bool = False
    """Is it at the feet of a robot whose head does not turn, which sees it there no more?"""

    @property
    def distance(self) -> float:
        """Metres from the robot."""
        return hypot(self.ahead, self.left)


@dataclass(frozen=True, eq=False, slots=True)
class PlayerView:
    """All of it; x points to the goal that the team attacks."""

    t: float
    means: PlayerMeans
    place: Place
    speed: Twist
    """Of the robot, measured over its last steps, in its own axes."""
    state: Semantic
    why: str
    """Reason of the state, as the control module says it."""
    ball: BallView | None
    near: WorldModel
    """What it believes about what is around it."""
    team: TeamWorld | None
    role: TeamRole
    game: GameState | None
    played_s: float = inf
    """Seconds since the ball came into the game, as the referee says it."""
    short: float = 0.0
    """m/s by which it is slower ahead than it is told to be, when that is slow."""

    @staticmethod
    def of(
        robot: Humanoid,
        means: PlayerMeans,
        player: TeamPlayer,
        speed: Twist,
        played_s: float,
        short: float = 0.0,
    ) -> "PlayerView":
        """What is known now; after the first tick of the robot."""
        assert robot.state is not None, "it has not lived for a tick"
        near, team = robot.world_model, player.team_world
        now = robot.situation
        return PlayerView(
            robot.state.t, means, robot.place, speed, now.state, now.reason,
            _ball(near, team, robot.place, robot.head is None), near, team, player.role, robot.game,
            played_s, short,
        )  # fmt: skip

    @property
    def down(self) -> bool:
        """Is it on the ground, or on the way there or back?"""
        return self.state.is_down

    @property
    def throws_in(self) -> bool:
        """Has the referee given the ball to the own team, on the side line?"""
        game = self.game
        return (
            game is not None
            and game.playing
            and game.we_kick
            and (game.set_play is SetPlay.THROW_IN)
        )

    @property
    def goal(self) -> tuple[float, float]:
        """Middle of the opponents' goal."""
        return self.means.pitch.length / 2, 0.0

    @property
    def own_goal(self) -> tuple[float, float]:
        """Middle of the own goal."""
        return -self.means.pitch.length / 2, 0.0

    @property
    def obstacles(self) -> tuple[Disc, ...]:
        """Robots and posts that it sees."""
        return self.near.obstacles


def _ball(near: WorldModel, team: TeamWorld | None, place: Place, stiff: bool) -> BallView | None:
    own = near.ball
    blind = stiff and own is not None and own.distance < BLIND
    if own is not None and near.t - own.seen_at < (BLIND_S if blind else STALE_S):
        return _own(own, near.t, blind)
    if team is not None and team.ball is not None and team.ball.age < STALE_S:
        return _theirs(team.ball, place)
    return None


def _own(ball: TrackedBall, t: float, blind: bool) -> BallView:
    return BallView(
        ball.x, ball.y, ball.vx, ball.vy, ball.ahead, ball.left, ball.stops_at,
        t - ball.seen_at, True, ball.rolls and not blind, blind,
    )  # fmt: skip


def _theirs(ball: SharedBall, place: Place) -> BallView:
    ahead, left = place.seen(ball.x, ball.y)
    at = ball.x, ball.y
    return BallView(*at, ball.vx, ball.vy, ahead, left, at, ball.age, False, False)
