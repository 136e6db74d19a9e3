"""What happened in a run, one dated line each: states, faults that come and go, commands."""

from collections import deque
from collections.abc import Iterator

from olympian.records import HealthReport, RobotState, Situation
from olympian.robot import Robot

__all__ = ["EventLog", "faults_in"]

KEPT = 200
"""Lines; older ones are forgotten."""


class EventLog:
    """Watches a robot from tick to tick; readers take what is new to them."""

    def __init__(self, robot: Robot) -> None:
        self._robot = robot
        self._lines: deque[str] = deque(maxlen=KEPT)
        self.written = 0
        """Lines so far, forgotten ones included."""
        self.reset()

    def reset(self) -> None:
        """The robot starts again; what was written stays."""
        self._situation: Situation | None = None
        self._faults: tuple[str, ...] = ()
        self._drive = ""

    def step(self, state: RobotState, now: Situation, drive: str) -> None:
        """Note what has changed in this tick.

        Args: drive: where it goes, or how that ended; new words are a new line.
        """
        self._note_faults(state.t, state.health)
        if now is not self._situation:
            self._situation = now
            what = now.state.value.replace("_", " ")
            self.write(now.since, f"{what}: {now.reason}" if now.reason else what)
        if drive != self._drive:
            self._drive = drive
            if drive:
                self.write(state.t, drive)

    def write(self, t: float, text: str) -> None:
        """Add a line, dated in seconds since the start."""
        self._lines.append(f"{t:7.2f} s  {text}")
        self.written += 1

    def since(self, written: int) -> Iterator[str]:
        """Lines after the first `written` ones, as far as they are kept."""
        new = min(self.written - written, len(self._lines))
        return iter(list(self._lines)[len(self._lines) - new :])

    def _note_faults(self, t: float, report: HealthReport) -> None:
        if report.well and not self._faults:
            return
        faults = faults_in(self._robot, report)
        for fault in faults:
            if fault not in self._faults:
                self.write(t, f"fault: {fault}")
        for fault in self._faults:
            if fault not in faults:
                self.write(t, f"fault over: {fault}")
        self._faults = faults


def faults_in(robot: Robot, report: HealthReport) -> tuple[str, ...]:
    """All that is wrong, each in words with its culprit; servos of a lost limb are one fault."""
    lost = {joint for limb in report.lost_limbs for joint in robot.limbs[limb].chain.joint_names}
    alone = [joint for joint in report.missing if joint not in lost]
    return (
        *(f"{limb}: no servo answers" for limb in report.lost_limbs),
        *(f"servo {joint} does not answer" for joint in alone),
        *(f"servo {joint} gave up: overload" for joint in report.overloaded),
        *(f"servo {joint} is too hot" for joint in report.overheated),
        *(("battery low",) if report.voltage_low else ()),
        *(("inertial sensor repeats itself",) if report.imu_stale else ()),
        *(f"sole {leg} repeats itself" for leg in report.pressure_stale),
    )
