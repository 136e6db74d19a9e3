"""What flows through the loop: frozen records with read-only arrays.

Joint vectors follow `robot.joint_names`. SI units; a name wears its unit where it differs.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum, IntFlag, StrEnum
from math import isfinite, nan
from numbers import Real
from typing import TYPE_CHECKING, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from olympian.errors import OlympianError
from olympian.geometry import Mat3, Place, Vec, Vec2, Vec3, frozen

if TYPE_CHECKING:
    from olympian.beside import Lying


class ServoFault(IntFlag):
    """Error bits of a Dynamixel status packet, in the order of the protocol."""

    NONE = 0
    VOLTAGE = 1
    ANGLE_LIMIT = 2
    OVERHEATING = 4
    RANGE = 8
    CHECKSUM = 16
    OVERLOAD = 32
    INSTRUCTION = 64


@dataclass(frozen=True, slots=True)
class Imu:
    """Inertial measurement in the IMU's own frame."""

    gyro: Vec3
    """rad/s"""
    accelerometer: Vec3
    """m/s², gravity included: (0, 0, +9.81) at rest and upright"""


@dataclass(frozen=True, slots=True)
class CameraFrame:
    """One picture, camera axes as in OpenCV (x right, y down, z ahead)."""

    rgb: NDArray[np.uint8]
    """(height, width, 3)"""
    depth: Vec | None = None
    """(height, width) metres along the optical axis, inf where nothing was hit; None: unknown"""
    t: float = nan
    """When it was exposed, by the clock of the sensors; NaN: just when they were read."""
    beside: "Lying | None" = None
    """The same picture in the process beside the loop, for who looks at it there."""


@dataclass(frozen=True, slots=True)
class Sensors:
    """All that the robot can feel at one instant, as its hardware reports it."""

    t: float
    q: Vec
    dq: Vec
    load: Vec
    """Drive of each servo as a fraction of full duty, −1…1, as 'present load' reports it."""
    temperature_c: Vec
    voltage: Vec
    torque_on: NDArray[np.bool_]
    fault: NDArray[np.uint8]
    """Bits of `ServoFault` per joint."""
    imu: Imu | None
    """None: there is no inertial sensor."""
    foot_pressure: Vec | None
    """(feet, 4) newtons; feet and corners in the order of `robot.feet` and its soles. None: there
    are no cells."""
    camera: CameraFrame | None = None
    answered: NDArray[np.bool_] | None = None
    """Which servos sent a status packet this tick; the others' values are their last. None: all."""


@dataclass(frozen=True, slots=True)
class ServoSettings:
    """Registers for as long as goals come with them: one number per joint, NaN for its own value.

    Numbers are the servo's own: slope and margin in ticks and alike in both directions of turning,
    punch and torque limit in 1/1023 of full duty, gains in the units of its control table.
    """

    slope: Vec | None = None
    margin: Vec | None = None
    punch: Vec | None = None
    p_gain: Vec | None = None
    i_gain: Vec | None = None
    d_gain: Vec | None = None
    torque_limit: Vec | None = None


@dataclass(frozen=True, slots=True)
class Support:
    """What a skill plans for the feet and the centre of mass while the joints reach their goal."""

    grounded: NDArray[np.bool_]
    """Which feet carry weight, in the order of `robot.feet`."""
    com_acceleration: Vec3
    """Of the centre of mass in torso axes, m/s²."""
    slip: tuple[float, float] = (1.0, 1.0)
    """True way of this gait by the one that the joints tell, ahead and sideways."""


class HasJoints(Protocol):
    """What goals need to know of a robot."""

    @property
    def ready(self) -> Vec:
        """Angles of its ready pose."""
        ...

    def indices(self, joints: list[str]) -> NDArray[np.intp]:
        """Places of joints in a joint vector."""
        ...


@dataclass(frozen=True, slots=True)
class JointGoal:
    """Where joints should go. Joints outside `mask` keep their last goal."""

    q: Vec
    mask: NDArray[np.bool_]
    speed: Vec | None = None
    """Highest speed per joint in rad/s; infinity means as fast as the servo can."""
    support: Support | None = None
    """What is planned for feet and centre of mass, if the skill knows it."""
    led: bool = True
    """May goals run ahead of the joints by what servos need to hold and to keep up?"""
    torque: Vec | None = None
    """N m per joint; under the mask a number means push with it now, NaN means go to `q`."""
    settings: ServoSettings | None = None
    """Registers of the servos while this is their goal; None: each has its own."""
    power: NDArray[np.int8] | None = None
    """Per joint: 1 switches its motor on (and ends a shutdown), −1 off, 0 leaves it; None: all."""

    @staticmethod
    def all(q: Vec, speed: Vec | None = None) -> "JointGoal":
        """Goal for every joint."""
        return JointGoal(q, np.ones(len(q), dtype=np.bool_), speed)

    @staticmethod
    def none(q: Vec) -> "JointGoal":
        """No wish for any joint; `q` only gives the length."""
        return JointGoal(q, np.zeros(len(q), dtype=np.bool_))

    @staticmethod
    def of(robot: "HasJoints", angles: Mapping[str, float]) -> "JointGoal":
        """Goal for some joints by name, rad: `JointGoal.of(robot, {"left_elbow": 0.4})`.

        Raises: OlympianError: the robot has no such joint, or an angle is no number.
        """
        joints = robot.indices(list(angles))
        for name, angle in angles.items():
            if not (isinstance(angle, Real) and isfinite(angle)):
                raise OlympianError(f"angle of joint '{name}' is {angle!r}, not a number")
        q, mask = np.array(robot.ready), np.zeros(len(robot.ready), dtype=np.bool_)
        q[joints], mask[joints] = list(angles.values()), True
        mask.setflags(write=False)
        return JointGoal(frozen(q), mask)

    def moved_to(self, q: Vec) -> "JointGoal":
        """The same goal with other angles."""
        return JointGoal(
            q,
            self.mask,
            self.speed,
            self.support,
            self.led,
            self.torque,
            self.settings,
            self.power,
        )

    def switching(self, on: bool, joints: NDArray[np.intp] | None = None) -> "JointGoal":
        """The same goal, with the motors of all joints or of some switched on or off."""
        power = np.zeros(len(self.q), dtype=np.int8)
        power[... if joints is None else joints] = 1 if on else -1
        return replace(self, power=power)


@dataclass(frozen=True, slots=True)
class Twist:
    """Velocity command in the robot's own horizontal frame."""

    forward: float = 0.0
    left: float = 0.0
    turn: float = 0.0


class FallDirection(StrEnum):
    """The side of the torso that faces the ground; movements are named after it."""

    FRONT = "front"
    BACK = "back"
    LEFT = "left"
    RIGHT = "right"


@dataclass(frozen=True, slots=True)
class HealthReport:
    """What does not work now. Nothing is latched: what recovers leaves the report."""

    battery: float = nan
    """Supply voltage, smoothed for people; NaN where nobody measures it."""
    missing: tuple[str, ...] = ()
    """Joints whose servos do not answer, or only repeat themselves."""
    lost_limbs: tuple[str, ...] = ()
    """Limbs all of whose servos are missing: a bus is gone."""
    imu_stale: bool = False
    pressure_stale: tuple[str, ...] = ()
    """Legs whose foot pressure is stale."""
    overloaded: tuple[str, ...] = ()
    """Joints that gave up under their load; they stay limp until torque is switched on again."""
    overheated: tuple[str, ...] = ()
    """Joints near their limit of temperature or beyond it."""
    voltage_low: bool = False

    @property
    def well(self) -> bool:
        """Does everything work?"""
        joints = self.missing or self.overloaded or self.overheated
        return not (joints or self.imu_stale or self.pressure_stale or self.voltage_low)


class LegState(NamedTuple):
    """A body over its two legs. Level axes below the torso's origin, x along its heading.

    Metres and rad, left first.
    """

    soles: tuple[tuple[float, float, float], tuple[float, float, float]]
    """x, y and yaw of each sole."""
    com: tuple[float, float, float]
    """Centre of mass from the torso's origin."""
    lift: tuple[float, float]
    """Height of the centre of mass over each sole."""
    tilt: tuple[float, float]
    """Roll and pitch of the torso."""
    spin: tuple[float, float, float]
    """Angular velocity."""


HERE = Place()


@dataclass(frozen=True, slots=True)
class Odometry:
    """Where the feet have carried the robot: the middle between its soles, from its start."""

    place: Place = HERE
    covariance: Vec = field(default_factory=lambda: frozen(np.zeros((3, 3))))
    """Of x, y and yaw; grows with every step, and with every fall."""


NO_WAY, WELL = Odometry(), HealthReport()


@dataclass(frozen=True, slots=True)
class RobotState:
    """What the robot believes about itself, estimated from `Sensors`."""

    t: float
    q: Vec
    dq: Vec
    R_world_torso: Mat3
    """Attitude; the heading starts at zero and drifts with the gyro."""
    angular_velocity_in_torso: Vec3
    contacts: NDArray[np.bool_]
    """Per foot: does it carry weight?"""
    com_in_torso: Vec3
    support_margin: float
    """Metres from the projected centre of mass to the edge of the support; negative: outside."""
    centre_of_pressure: Vec2 | None
    """In the horizontal frame below the torso origin, or None in the air."""
    sensors: Sensors = field(repr=False)
    attitude_known: bool = True
    """False: there is no inertial sensor that works, and attitude and rates say nothing."""
    loads: Vec = field(default_factory=lambda: frozen(np.zeros(2)))
    """(feet,) newtons on each sole; without cells, by which of them is lower."""
    soles: Vec | None = None
    """(feet, 4, 4) `T_torso_sole` in the order of `robot.feet`."""
    legs: LegState | None = None
    """None for a robot that has not one left and one right leg."""
    odometry: Odometry = NO_WAY
    place: Place = HERE
    """Where it believes it is: its odometry, put right by what it sees where it has a map."""
    health: HealthReport = WELL
    toppling: FallDirection | None = None
    """The side that will be down, as long as it leans out further than a step could catch."""


class Semantic(Enum):
    """What a robot is about, in one word (the states of the Humanoid Control Module)."""

    STARTUP = "startup"
    CONTROLLABLE = "controllable"
    WALKING = "walking"
    ANIMATION_RUNNING = "animation_running"
    KICKING = "kicking"
    FALLING = "falling"
    FALLEN = "fallen"
    GETTING_UP = "getting_up"
    PICKED_UP = "picked_up"
    STOPPED = "stopped"
    PENALTY = "penalty"
    RECORD = "record"
    MOTOR_OFF = "motor_off"
    HARDWARE_PROBLEM = "hardware_problem"
    SHUTDOWN = "shutdown"

    __hash__ = object.__hash__  # members are unique; Enum's own hash is slow, and asked every tick

    @property
    def is_down(self) -> bool:
        """Is it on the ground, or on the way there or back?"""
        return self in _DOWN


_DOWN = {Semantic.FALLING, Semantic.FALLEN, Semantic.GETTING_UP}


@dataclass(frozen=True, slots=True)
class Situation:
    """Where the robot stands, why, and since when: for all who send it commands."""

    state: Semantic
    reason: str
    since: float
    """Time of the sensors at which the state or its reason changed."""
