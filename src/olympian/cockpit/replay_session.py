"""A recording as a session: the page shows it, and its start is the start of the recording."""

from pathlib import Path

from olympian.cockpit.session import Session, SessionChoice
from olympian.humanoid import Replay
from olympian.records import RobotState

__all__ = ["ReplaySession"]


class ReplaySession(Session):
    """Whoever drives changes what is decided, and not what was felt."""

    def __init__(self, path: Path, robot: str | None = None) -> None:
        self.replay = Replay(path, robot, shadowed=True)
        about = self.replay.run.about
        choice = SessionChoice(robot or about["robot"], self.replay.humanoid.world.name)
        super().__init__(self.replay.humanoid, (), choice)

    def tick(self) -> RobotState:
        """One more tick of the recording; at its end the robot stays as it was."""
        state = self.replay.tick()
        self.look()
        return state

    def reset(self) -> None:
        """From the beginning."""
        self.simulation.reset()
        self.replay.rewind()
        self.track.reset()
        self._watch_anew()
