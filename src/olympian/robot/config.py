"""`robot.toml`: what a URDF cannot say. Unknown keys are refused, with file and line."""

from pathlib import Path
from typing import Annotated, Literal

from msgspec import Meta, field

from olympian.robot.files import Table, read_toml

__all__ = [
    "BusConfig",
    "CameraConfig",
    "DeviceConfig",
    "ImuConfig",
    "LimbConfig",
    "RobotConfig",
    "ServoConfig",
    "ServoTypeConfig",
    "SoleConfig",
    "read_config",
]

Triple = tuple[float, float, float]
Name = Annotated[str, Meta(min_length=1, max_length=200)]
Lackable = Literal["imu", "soles"]
"""An inertial sensor, or pressure cells under the soles."""
Positive = Annotated[float, Meta(gt=0)]
Count = Annotated[int, Meta(ge=0, le=16383)]
Pixels = Annotated[int, Meta(ge=1, le=8192)]


class SoleConfig(Table, frozen=True):
    """Underside of a foot, in the sole frame (x ahead, z up, ground at 0).

    The sole frame is that of the limb's tip link. Where the model has no such link, `xyz` and
    `rpy` say where it lies in the tip link; a link LIMB_sole is then added and ends the limb.
    """

    outline_m: list[tuple[float, float]]
    """Corners of the supporting polygon."""
    pressure_m: list[tuple[float, float]] = field(default_factory=list)
    """The four pressure sensors: front left, front right, back left, back right."""
    xyz: Triple | None = None
    rpy: Triple | None = None


class LimbConfig(Table, frozen=True):
    """A chain with a purpose; its joints follow from the URDF."""

    kind: Literal["leg", "arm", "head"]
    base: str
    tip: str
    sole: SoleConfig | None = None
    hand_xyz: Triple | None = None
    """Of an arm whose model has no link for the hand: where it lies in the tip link."""


class ServoConfig(Table, frozen=True):
    """The servo behind a joint. `servo angle = sign · joint angle + zero_deg`."""

    type: Name
    id: Annotated[int, Meta(ge=0, le=252)]
    """Address on the bus; 253 and above mean other things there."""
    sign: Literal[-1, 1] = 1
    zero_deg: float = 0.0


class ServoTypeConfig(Table, frozen=True):
    """A type of servo that the catalogue lacks, told by what differs from one that it has."""

    like: Name = "generic"
    """The type of the catalogue from which all that is not given here is taken."""
    stall: Positive | None = None
    """N m."""
    no_load: Positive | None = None
    """rad/s."""
    voltage: Positive | None = None
    """V at which both were measured."""
    mass: Annotated[float, Meta(ge=0)] | None = None
    gear: Positive | None = None
    rotor_inertia: Annotated[float, Meta(ge=0)] | None = None
    """kg m² in front of the gear."""
    friction: Annotated[float, Meta(ge=0)] | None = None
    """N m at the horn."""
    stiffness: Positive | None = None
    """N m/rad with which it holds an angle, instead of `gains`."""
    gains: tuple[Count, Count, Count] | None = None
    """P, I and D as its registers count them."""


class BusConfig(Table, frozen=True):
    """A cable with servos on it."""

    servos: list[str]
    """Joints whose servos hang on it."""
    port: str = ""
    """Serial port, as in /dev/ttyUSB0; empty: whoever opens the robot says so."""
    baud: Annotated[int, Meta(ge=1200, le=10_000_000)] = 1_000_000
    protocol: Literal[1, 2] = 1
    """Of the servos' firmware: AX and RX speak 1, X servos 2, MX either."""
    echo: bool = False
    """Does the adapter hear what it sends itself?"""
    return_delay_us: Annotated[int, Meta(ge=0, le=508)] = 0
    """What its servos wait before they answer: they are told so when the robot starts."""
    bounded: bool = True
    """In protocol 1: goals come with speeds, so that one which is spoilt leads nowhere."""
    overlap_us: Annotated[int, Meta(ge=0, le=10_000)] = 0
    """Where servos are asked one by one: how long after an answer's end on the wire the next
    question leaves, though the adapter still holds the answer back; 0 waits for the answer."""


class DeviceConfig(Table, frozen=True):
    """Something that senses: an IO board on a bus, or an inertial sensor on a port of its own."""

    type: Literal["io-board", "serial-imu"]
    bus: str = ""
    """Of an IO board: the bus on which it hangs; empty for the first one."""
    id: Annotated[int, Meta(ge=0, le=252)] = 100
    port: str = ""
    """Of a serial sensor."""
    baud: Annotated[int, Meta(ge=1200, le=10_000_000)] = 115_200
    imu: bool = True
    """Does it measure the attitude?"""
    feet: list[str] = field(default_factory=list)
    """Legs whose four pressure cells are on its inputs, in this order."""
    full_scale_n: Annotated[float, Meta(gt=0)] = 100.0
    """Newtons of a pressure input at its highest count."""


class ImuConfig(Table, frozen=True):
    """Where the inertial sensor sits."""

    link: str
    xyz: Triple = (0.0, 0.0, 0.0)
    rpy: Triple = (0.0, 0.0, 0.0)


class CameraConfig(Table, frozen=True):
    """Where the camera sits; `rpy` turns the robot's axes (x ahead, z up), not the optical ones."""

    link: str
    xyz: Triple = (0.0, 0.0, 0.0)
    rpy: Triple = (0.0, 0.0, 0.0)
    width: Pixels = 320
    height: Pixels = 240
    fov_y_deg: Annotated[float, Meta(gt=0, lt=180)] = 45.0


class RobotConfig(Table, frozen=True, kw_only=True):
    """The whole file."""

    name: Name
    model: Name
    """URDF or MJCF file, relative to this one."""
    repair: bool = False
    """Mend masses and inertias that no moving link can have, instead of refusing the model."""
    description: str = ""
    torso: str
    """Link whose attitude is the robot's attitude."""
    torso_rpy: Triple | None = None
    """How the robot's axes (x ahead, z up) are turned in the torso link, where they are."""
    supply_v: Annotated[float, Meta(gt=0)] | None = None
    limbs: dict[str, LimbConfig] = field(default_factory=dict)
    limb_names: dict[Name, str] = field(default_factory=dict)
    """Other names of limbs, as pose files may use them."""
    servos: dict[str, ServoConfig] = field(default_factory=dict)
    servo_types: dict[Name, ServoTypeConfig] = field(default_factory=dict)
    """Types of servo of the robot's own, by the names that `servos` uses."""
    buses: dict[Name, BusConfig] = field(default_factory=dict)
    """Cables by name, each servo on one of them; none: one cable for all."""
    devices: dict[Name, DeviceConfig] = field(default_factory=dict)
    """Sensors of the real robot that are not in its servos."""
    limits_deg: dict[str, tuple[float, float]] = field(default_factory=dict)
    """Lowest and highest angles that were found on the robot; others are the model's."""
    groups: dict[str, list[str]] = field(default_factory=dict)
    """Joints by group: head, left_arm, right_arm, legs, …"""
    ready_deg: dict[str, float] = field(default_factory=dict)
    """Joint angles of the stance from which everything starts; others are zero."""
    sag: dict[str, Annotated[float, Meta(ge=0, le=3)]] = field(default_factory=dict)
    """Part of the sag that the servo model predicts and goals make up for, by group or joint."""
    lacks: list[Lackable] = field(default_factory=list)
    """Sensors that other robots have and this one has not."""
    imu: ImuConfig | None = None
    camera: CameraConfig | None = None


def read_config(path: Path) -> RobotConfig:
    """The checked contents of a `robot.toml`; errors name file, line and key."""
    return read_toml(path, RobotConfig)
