"""Zeros and limits of a robot's joints, found by a person at the page."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from olympian.backend import UnlimitedBackend
from olympian.errors import OlympianError, unknown
from olympian.files import plain_name
from olympian.humanoid import BareHumanoid, Humanoid
from olympian.motion.calibrate import Workbench
from olympian.records import RobotState
from olympian.robot import is_of_library, limits_deg, store_calibration, zero_deg

__all__ = ["POSES", "CalibrationDesk"]

POSES = ("zero", "ready")
"""What a hand sets a joint to: the angle zero, or that of the ready pose."""


class CalibrationDesk:
    """While it is open, the joints are in a person's hands, and no module looks after the robot.

    It is what `olympian servo calibrate` does, on any body and joint by joint.
    """

    def __init__(self, humanoid: Humanoid, source: str) -> None:
        """Args: source: the robot as it was chosen, by library name or file."""
        self._humanoid, self._source = humanoid, source
        self._one: BareHumanoid | None = None
        self._bench: Workbench | None = None
        self.zeros: dict[str, float] = {}
        """zero_deg that were found, by joint."""
        self.message = ""
        """What came of the last thing that was asked for."""
        self.refusal = ""
        """Why it cannot be opened; empty where it can."""

    @property
    def open(self) -> bool:
        """Are the joints in a person's hands?"""
        return self._one is not None

    @property
    def needs_folder(self) -> bool:
        """Is it a robot of the library, of which a copy is written?"""
        return is_of_library(self._source)

    @property
    def searching(self) -> str:
        """The joint whose stops are looked for; empty if none is."""
        return self._bench.searching if self._bench is not None else ""

    @property
    def limits(self) -> dict[str, tuple[float, float]]:
        """limits_deg that were found, by joint, counted from the zeros that were found."""
        if self._bench is None:
            return {}
        found: dict[str, tuple[float, float]] = {}
        for joint, stops in self._bench.stops.items():
            servo = self._humanoid.robot.servos[joint]
            ends = np.radians(servo.zero_deg) + servo.sign * np.array([stops.low, stops.high])
            found[joint] = limits_deg(servo, tuple(ends), self.zeros.get(joint))
        return found

    def begin(self) -> None:
        """Take the joints over from the module; each holds where it is.

        Raises: OlympianError: this body or this robot has no servos to calibrate.
        """
        if self.open:
            return
        robot, servos = self._humanoid.robot, self._humanoid.body.servos
        if self.refusal:
            raise OlympianError(self.refusal)
        if servos is None:
            raise OlympianError("nothing to calibrate: this body has no servos")
        for joint in robot.joint_names:
            if joint not in robot.servos:
                raise OlympianError(f"'{joint}' has no servo in [servos] of robot.toml")
        body = UnlimitedBackend(self._humanoid.body, servos)
        self._bench = Workbench(body.robot)
        self._one = BareHumanoid(body.robot, self._bench, body, breaker=self._humanoid.breaker)
        self.zeros = {}
        self.message = "nobody looks after the robot now"

    def end(self) -> None:
        """Give the joints back to the module, which switches the motors on where they are."""
        if not self.open:
            return
        self._one = self._bench = None
        self._humanoid.restart()
        self.message = "the control module has the joints again"

    def tick(self) -> RobotState:
        """Let one tick pass; whoever watches the robot sees it as ever."""
        assert self._one is not None, "it was opened"
        state = self._humanoid.state = self._one.tick()
        for look in tuple(self._humanoid.after_tick):
            look()
        if self._bench is not None and self._bench.trouble:
            self.message, self._bench.trouble = self._bench.trouble, ""
        return state

    def send(self, joint: str, angle: float) -> None:
        """Have a joint go to an angle, rad."""
        self._opened().send(joint, angle)

    def power(self, on: bool, joints: Sequence[str]) -> None:
        """Switch motors."""
        self._opened().power(on, joints)

    def seek(self, joints: Sequence[str]) -> None:
        """Look for the stops of these joints, one after the other."""
        self._opened().seek(joints)
        self.message = ""

    def stop(self) -> None:
        """Look for no more stops; the joint on its way is let go."""
        self._opened().stop()
        self.message = "no stops are looked for"

    def set_home(self, joints: Sequence[str], pose: str = POSES[0]) -> None:
        """These joints stand where their pose is: find the zeros of their servos."""
        self._opened()
        if pose not in POSES:
            raise unknown("pose", pose, POSES)
        robot, state = self._humanoid.robot, self._humanoid.state
        if state is None:
            raise OlympianError("the robot has not said yet where its joints are")
        for joint in joints:
            (row,) = robot.indices([joint]).tolist()
            servo = robot.servos[joint]
            angle = np.radians(servo.zero_deg) + servo.sign * state.sensors.q[row]
            target = float(robot.ready[row]) if pose == "ready" else 0.0
            self.zeros[joint] = zero_deg(servo, float(angle), target)

    def angle_deg(self, joint: str) -> float:
        """Where it is by what was found so far."""
        robot, state = self._humanoid.robot, self._humanoid.state
        if state is None:
            return 0.0
        servo, q = robot.servos.get(joint), state.sensors.q[robot.joint_index[joint]]
        shift = 0.0
        if servo is not None and joint in self.zeros:
            shift = servo.sign * (servo.zero_deg - self.zeros[joint])
        return float(np.degrees(q) + shift)

    def write(self, folder: str = "") -> Path:
        """Write what was found into the robot's file; the robot has it when it is opened anew.

        Args: folder: for a robot of the library: where its copy goes, in the working directory.

        Raises: OlympianError: nothing was found, or the file would not be a robot any more.
        """
        limits = self.limits
        if not (self.zeros or limits):
            raise OlympianError("nothing was found: set a home, or look for limits first")
        out = Path(plain_name(folder, "folder")) if self.needs_folder else None
        file = store_calibration(self._source, out, self.zeros, limits)
        self.message = f"wrote {file}: open the robot from there"
        return file

    def _opened(self) -> Workbench:
        if self._bench is None:
            raise OlympianError("the control module has the joints: press Calibrate first")
        return self._bench
