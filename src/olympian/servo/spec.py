"""What a servo is: the datasheet, and the few numbers no datasheet prints."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from math import isfinite, pi, radians
from typing import Literal

import msgspec

from olympian.errors import OlympianError, unknown
from olympian.robot import ServoTypeConfig

__all__ = [
    "AMBIENT_C",
    "Controller",
    "ServoSpec",
    "current_controlled",
    "generic_servo",
    "servo",
    "servo_names",
    "servo_type",
]

AMBIENT_C = 25.0
"""A room. Servos start and settle here."""

DEFAULT_EFFORT = 10.0
"""N m for a joint whose file gives none: a strong hobby servo."""
DEFAULT_VELOCITY = 6.0
"""rad/s for a joint whose file gives none: one turn a second, as most hobby servos do."""

Controller = Literal["compliance", "pid"]
Counts = tuple[int, int, int]


class ServoSpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One type of servo. Torques, speeds and inertias are at the horn unless they say rotor."""

    name: str = ""
    mass: float
    gear: float
    voltage: float
    """Supply at which `stall` and `no_load` were measured."""
    stall: float = 0.0
    no_load: float = 0.0
    supply: tuple[float, float]
    """Lowest and highest voltage the datasheet recommends."""
    own_supply: bool = False
    """True if the robot's bus voltage does not reach it (hydraulics)."""
    per_joint: bool = False
    """True if torque and speed come from the joint's limits: see `for_joint`."""
    controller: Controller
    current_control: bool = False
    """True if it measures its current and can be told a torque instead of an angle."""
    ticks: int
    range_deg: float
    speed_unit_rpm: float
    """One count of the speed registers."""
    rotor_inertia: float = 0.0
    friction: float = 0.0
    friction_share: float = 0.0
    """Friction as a share of stall, for `per_joint` types."""
    rotor_time: float = 0.0
    """Seconds in which the bare motor reaches 63 % of its speed, for `per_joint` types."""
    gain_unit: tuple[float, float, float]
    gain_top: int = 254
    gains: Counts
    holding_gains: Counts
    speed_filter: float
    margin_ticks: int = 1
    slope_ticks: int = 32
    punch: int = 32
    max_torque: int = 1023
    shutdown: int = 36
    """Bits of `ServoFault` that switch the motor off: overheating and overload."""
    stall_rise_c: float
    cooling_time: float
    temperature_limit_c: int
    voltage_limit_dv: tuple[int, int]

    @property
    def tick(self) -> float:
        """Angle of one step of the position sensor."""
        return radians(self.range_deg) / self.ticks

    @property
    def speed_unit(self) -> float:
        """One count of the speed registers in rad/s."""
        return self.speed_unit_rpm * 2.0 * pi / 60.0

    @property
    def armature(self) -> float:
        """Inertia of the rotor as felt at the horn: through the gear it counts with the square."""
        return self.rotor_inertia * self.gear**2

    def for_joint(self, effort: float, velocity: float) -> "ServoSpec":
        """This servo with the strength and speed of a joint's limits; others stay as they are."""
        if not self.per_joint:
            return self
        effort = effort if isfinite(effort) and effort > 0 else DEFAULT_EFFORT
        velocity = velocity if isfinite(velocity) and velocity > 0 else DEFAULT_VELOCITY
        return msgspec.structs.replace(
            self,
            stall=effort,
            no_load=velocity,
            friction=self.friction_share * effort,
            rotor_inertia=self.rotor_time * effort / velocity / self.gear**2,
        )


def servo(name: str) -> ServoSpec:
    """The servo called `name` in the catalogue."""
    if name not in _catalogue():
        raise unknown("servo", name, _catalogue())
    return _catalogue()[name]


def servo_names() -> tuple[str, ...]:
    """All servos of the catalogue, in its order."""
    return tuple(_catalogue())


def current_controlled() -> tuple[str, ...]:
    """Servos of the catalogue that can be given a torque."""
    return tuple(name for name, spec in _catalogue().items() if spec.current_control)


def generic_servo(effort: float, velocity: float) -> ServoSpec:
    """A servo for a joint about which only its limits are known, or not even those.

    Args:
        effort: N m; not finite or not positive means unknown and gives 10.
        velocity: rad/s; not finite or not positive means unknown and gives 6.
    """
    return servo("generic").for_joint(effort, velocity)


def servo_type(name: str, own: Mapping[str, ServoTypeConfig]) -> ServoSpec:
    """The servo called `name`: one of the robot's own, or one of the catalogue."""
    if name not in own:
        if name not in _catalogue():
            raise unknown("servo", name, (*own, *_catalogue()))
        return servo(name)
    given, base = own[name], servo(own[name].like)
    told = {
        key: value
        for key in ("stall", "no_load", "voltage", "mass", "gear", "rotor_inertia", "friction")
        if (value := getattr(given, key)) is not None
    }
    if base.per_joint:
        if given.stall is None or given.no_load is None:
            problem = f"'{given.like}' has neither: give both stall and no_load"
            raise OlympianError(f"servo type '{name}': {problem}")
        sized = base.for_joint(given.stall, given.no_load)
        base = msgspec.structs.replace(sized, per_joint=False)
    spec = msgspec.structs.replace(base, name=name, **told)
    gains = given.gains
    if gains is None and given.stiffness is not None:
        gains = _gains(spec, given.stiffness)
    return spec if gains is None else msgspec.structs.replace(spec, gains=gains)


def _gains(spec: ServoSpec, stiffness: float) -> Counts:
    """P for so many N m/rad; I and D as before, for as much of it."""
    wanted = stiffness / (spec.stall * spec.gain_unit[0])
    share = wanted / spec.gains[0]
    p, i, d = (min(spec.gain_top, max(0, round(share * gain))) for gain in spec.gains)
    return max(1, p), i, d


@cache
def _catalogue() -> dict[str, ServoSpec]:
    text = files("olympian.servo").joinpath("catalogue.toml").read_text(encoding="utf-8")
    return _parse(text)


def _parse(text: str) -> dict[str, ServoSpec]:
    try:
        tables = {name: {"name": name, **table} for name, table in tomllib.loads(text).items()}
        return msgspec.convert(tables, dict[str, ServoSpec])
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise OlympianError(f"servo/catalogue.toml: {error}") from error
