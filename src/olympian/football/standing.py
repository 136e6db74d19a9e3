"""A player that stands where it is, and gets up when it fell: what others are measured against."""

from olympian.decision.team_world import share
from olympian.football.kit import Kit

__all__ = ["StandingPlayer"]


class StandingPlayer:
    """Never walks; its control module gets it up."""

    trace = None

    def __init__(self, kit: Kit) -> None:
        self.robot = kit.robot
        self._number, self._player = kit.number, kit.player

    @property
    def doing(self) -> str:
        """What its control module is about."""
        return f"stands: {self.robot.situation.state.value.replace('_', ' ')}"

    def step(self) -> None:
        """Say where it is, as all players do."""
        robot = self.robot
        if robot.state is None:
            return
        world = None if robot.tracker is None else share(robot.world_model, self._number)
        self._player.step(robot.state.t, world, game=robot.game)

    def close(self) -> None:
        """Nothing goes on."""
