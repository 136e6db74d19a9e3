"""What others tell a robot: velocities, stops, places, joints and modes, by the names of ROS."""

from collections.abc import Callable, Mapping
from math import atan2, isfinite
from queue import Empty, Full, Queue
from typing import Any, Protocol

from olympian.bridge.ros import message_type
from olympian.decision.hcm import Hcm, Stop
from olympian.decision.modes import ModeMachine
from olympian.errors import OlympianError
from olympian.records import RobotState, Twist
from olympian.robot import Robot

__all__ = ["INPUTS", "Driven", "Inbox"]

INPUTS = {
    "/cmd_vel": "geometry_msgs/msg/Twist",
    "/stop": "std_msgs/msg/Bool",
    "/goal_pose": "geometry_msgs/msg/PoseStamped",
    "/joint_command": "sensor_msgs/msg/JointState",
    "/head_command": "sensor_msgs/msg/JointState",
    "/mode": "std_msgs/msg/String",
}
"""Topics that are taken, and their types."""
MOST = 100
"""Messages that wait for a tick; who sends more in a tick is not heard."""


class Written(Protocol):
    """A log."""

    def write(self, t: float, text: str) -> None:
        """Add a line."""
        ...


class Driven(Protocol):
    """What takes commands: a whole robot."""

    robot: Robot
    hcm: Hcm
    machine: ModeMachine
    state: RobotState | None
    after_tick: list[Callable[[], None]]

    @property
    def lines(self) -> Written:
        """Where refusals are written."""
        ...

    def drive(self, twist: Twist) -> None:
        """Go this way for a moment."""
        ...

    def go_to(self, x: float, y: float, heading: float) -> object:
        """Go to a place."""
        ...

    def hold(self, angles: Mapping[str, float]) -> None:
        """Keep joints at these angles."""
        ...


class Inbox:
    """Takes messages from any thread, and obeys in the thread of the robot, between two ticks."""

    def __init__(self, robot: Driven) -> None:
        self._robot = robot
        self._waiting: Queue[tuple[str, Mapping[str, Any]]] = Queue(MOST)
        robot.after_tick.append(self._step)

    def put(self, topic: str, fields: Mapping[str, Any]) -> None:
        """Let a message wait for the end of this tick."""
        try:
            self._waiting.put_nowait((topic, fields))
        except Full:
            return  # a flood changes nothing: what waits is as good as what comes

    def close(self) -> None:
        """Obey nobody any more."""
        if self._step in self._robot.after_tick:
            self._robot.after_tick.remove(self._step)

    def _step(self) -> None:
        while True:
            try:
                topic, fields = self._waiting.get_nowait()
            except Empty:
                return
            try:
                self._obey(topic, fields)
            except (OlympianError, LookupError, TypeError, ValueError, AttributeError) as error:
                t = 0.0 if self._robot.state is None else self._robot.state.t
                said = " ".join(str(error).split())[:200]
                self._robot.lines.write(t, f"{topic} not done: {said}")

    def _obey(self, topic: str, fields: Mapping[str, Any]) -> None:
        robot = self._robot
        match topic:
            case "/cmd_vel":
                linear, turn = fields["linear"], fields["angular"]["z"]
                robot.drive(Twist(*map(_finite, (linear["x"], linear["y"], turn))))
            case "/stop":
                robot.hcm.wishes.stop = Stop.SOFT if fields["data"] else None
                robot.hcm.wake()
            case "/goal_pose":
                place, turn = fields["pose"]["position"], fields["pose"]["orientation"]
                robot.go_to(_finite(place["x"]), _finite(place["y"]), _yaw(turn))
            case "/joint_command":
                robot.hold(_angles(fields))
            case "/head_command":
                robot.hold(_of_head(robot.robot, _angles(fields)))
            case "/mode":
                robot.machine.select(str(fields["data"]))
            case "/parameters":
                for name, value in fields.items():
                    mode, _, number = name.partition("/")
                    robot.machine.tune(mode, number, _finite(value))


def check_input(topic: str, kind: str) -> None:
    """Raises: OlympianError: nobody takes this, or not in this type."""
    if topic not in INPUTS:
        raise OlympianError(f"nothing takes '{topic}'; choose from {', '.join(INPUTS)}")
    short = message_type(INPUTS[topic]).name.replace("/msg/", "/")
    if kind.replace("/msg/", "/") != short:
        raise OlympianError(f"'{topic}' takes {short}, not {kind}")


def _finite(value: Any) -> float:
    number = float(value)
    if not isfinite(number):
        raise OlympianError(f"{number} is not finite")
    return number


def _yaw(q: Mapping[str, Any]) -> float:
    x, y, z, w = (_finite(q[axis]) for axis in "xyzw")
    return atan2(2 * (w * z + x * y), w * w + x * x - y * y - z * z)


def _angles(fields: Mapping[str, Any]) -> dict[str, float]:
    names, angles = list(fields["name"]), list(map(_finite, fields["position"]))
    if len(names) != len(angles):
        raise OlympianError(f"{len(names)} joints and {len(angles)} angles")
    return dict(zip(map(str, names), angles, strict=True))


def _of_head(robot: Robot, angles: dict[str, float]) -> dict[str, float]:
    joints = [
        joint
        for limb in robot.limbs.values()
        if limb.kind == "head"
        for joint in limb.chain.joint_names
    ]
    for name in angles:
        if name not in joints:
            raise OlympianError(f"'{name}' is no joint of the head: {', '.join(joints) or 'none'}")
    return angles
