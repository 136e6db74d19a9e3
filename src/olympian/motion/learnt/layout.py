"""What a policy is told and what it moves: the same for who trains it and for who runs it."""

from hashlib import sha256

import msgspec
import numpy as np
from numpy.typing import NDArray

from olympian.errors import unknown
from olympian.geometry import Vec
from olympian.motion.top_speed import TopSpeed
from olympian.robot import Robot

Floats = NDArray[np.float32]
SIGNALS = ("gyro", "up", "joints", "action")
"""Of each tick of the policy: turning rate, which way is up, joint angles, and its last action."""
WISHES = ("command", "clock")
"""Told once: where to go, and the phase of the stride."""
SPIN_SCALE, ACTION_SCALE = 0.3, 0.3
"""Bring turning rates (rad/s) and actions to about the size of the other numbers."""
SATURATED = 5.0
"""Largest action; beyond it nothing is meant."""


class PolicyLayout(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Order and scale of a policy's numbers."""

    task: str
    joints: tuple[str, ...]
    """That it moves and that it is told of, in the order of the robot's joints."""
    rest: tuple[float, ...]
    """Goals of all the robot's joints for an action of zero, rad."""
    scale: float
    """rad of goal for an action of one."""
    period: float
    """Seconds from action to action."""
    history: int
    """Ticks of the policy that it is told of, the latest first."""
    signals: tuple[str, ...] = SIGNALS
    wishes: tuple[str, ...] = WISHES
    stride: float = 0.0
    """Seconds of a stride of two steps; 0: there is no clock."""
    still: float = 0.0
    """Sum of the command's parts below which the clock is not shown: it means to stand."""
    top_speed: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)
    """Ahead, back, sideways (m/s) and turning (rad/s) that it was trained for."""
    mixing: float = 2.0
    """As in `TopSpeed`: how much of several speeds it was asked for at once."""

    def __post_init__(self) -> None:
        for kind, names, known in (
            ("signal", self.signals, SIGNALS),
            ("wish", self.wishes, WISHES),
        ):
            for name in names:
                if name not in known:
                    raise unknown(f"{kind} of a policy", name, known)

    @property
    def speeds(self) -> TopSpeed:
        """What may be asked of it."""
        return TopSpeed(*self.top_speed, mixing=self.mixing)

    @property
    def frame(self) -> int:
        """Numbers of one tick."""
        sizes = {"gyro": 3, "up": 3, "joints": len(self.joints), "action": len(self.joints)}
        return sum(sizes[name] for name in self.signals)

    @property
    def inputs(self) -> int:
        """Numbers that it is told."""
        return self.history * self.frame + sum(
            {"command": 3, "clock": 2}[name] for name in self.wishes
        )

    def places(self, robot: Robot) -> np.ndarray:
        """Where its joints are in a joint vector."""
        return robot.indices(self.joints)

    def rest_pose(self, robot: Robot) -> Vec:
        """(n,) goals of the robot for an action of zero."""
        return np.clip(np.array(self.rest), robot.lower, robot.upper)

    @property
    def fingerprint(self) -> str:
        """Sixteen digits of order and scales."""
        constants = [SPIN_SCALE, ACTION_SCALE, SATURATED]
        return sha256(msgspec.json.encode([self, constants])).hexdigest()[:16]
