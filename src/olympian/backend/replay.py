"""A recorded run as a body: it feels what was felt, and cannot be moved."""

from olympian.backend.recording import Recording
from olympian.errors import OlympianError
from olympian.records import JointGoal, Sensors
from olympian.robot import Robot
from olympian.servo import ServoBank

__all__ = ["ReplayBackend"]


class ReplayBackend:
    """Plays a recording tick by tick and notes the goals it is given, for comparison."""

    def __init__(self, robot: Robot, recording: Recording, *, servos: bool = True) -> None:
        """Args: servos: had the body any?"""
        if recording.joint_names != robot.joint_names:
            raise OlympianError(
                f"the recording is of '{recording.robot}' ({len(recording.joint_names)} joints), "
                f"not of '{robot.name}' ({robot.dof} joints)"
            )
        self.robot = robot
        self.goals: list[JointGoal] = []
        self._records = recording.records
        self._tick = 0
        self.dt = recording.dt
        self.servos = ServoBank.of(robot) if servos else None

    @property
    def finished(self) -> bool:
        """Has the last record been played?"""
        return self._tick >= len(self._records)

    def read(self) -> Sensors:
        """The record of this tick; the last one stays when the recording has ended."""
        return self._records[min(self._tick, len(self._records) - 1)]

    def write(self, goal: JointGoal) -> None:
        """Note the goal and move to the next record."""
        self.goals.append(goal)
        self._tick += 1

    def rewind(self) -> None:
        """Play it from the beginning; the goals so far are forgotten."""
        self.goals.clear()
        self._tick = 0

    def close(self) -> None:
        """Nothing is held."""
