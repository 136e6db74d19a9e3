"""What can break in a robot."""

from dataclasses import dataclass
from enum import Enum

__all__ = ["Fault", "FaultKind"]


class FaultKind(Enum):
    """What happens, and to what."""

    SERVO_MISSING = "servo missing"
    """Its data line is broken: no answers, no goals. It goes on holding its last goal."""
    SERVO_UNPOWERED = "servo without power"
    """Its plug is out: no answers, no goals, and limp until its torque is switched on again."""
    SERVO_REPEATS = "servo repeats"
    """As missing, behind a driver that gives the last answer again and does not say so."""
    BUS_LOST = "bus lost"
    """The data line of a whole limb is broken."""
    IMU_FROZEN = "IMU frozen"
    PRESSURE_STUCK = "pressure sensor stuck"
    """The cells under one foot."""
    OVERLOAD = "overload"
    """Something blocks a joint for so long that its servo gives up."""
    OVERHEATING = "overheating"
    """A motor is as hot as the fault says."""
    VOLTAGE_LOW = "voltage low"
    """The battery gives as much as the fault says."""


@dataclass(frozen=True)
class Fault:
    """One thing that is broken; make it by one of the functions below."""

    kind: FaultKind
    where: str = ""
    """Joint, or limb for a bus and a foot; nothing for what the robot has only once."""
    value: float | None = None
    """°C or V."""

    def __str__(self) -> str:
        return f"{self.kind.value}: {self.where}" if self.where else self.kind.value

    @staticmethod
    def servo_missing(joint: str) -> "Fault":
        """A servo whose data line is broken."""
        return Fault(FaultKind.SERVO_MISSING, joint)

    @staticmethod
    def servo_unpowered(joint: str) -> "Fault":
        """A servo whose plug is out."""
        return Fault(FaultKind.SERVO_UNPOWERED, joint)

    @staticmethod
    def servo_repeats(joint: str) -> "Fault":
        """A missing servo behind a driver that hides it."""
        return Fault(FaultKind.SERVO_REPEATS, joint)

    @staticmethod
    def bus_lost(limb: str) -> "Fault":
        """A limb that cannot be reached."""
        return Fault(FaultKind.BUS_LOST, limb)

    @staticmethod
    def imu_frozen() -> "Fault":
        """An inertial sensor that repeats its last measurement."""
        return Fault(FaultKind.IMU_FROZEN)

    @staticmethod
    def pressure_stuck(leg: str) -> "Fault":
        """A foot whose cells repeat their last measurement."""
        return Fault(FaultKind.PRESSURE_STUCK, leg)

    @staticmethod
    def overload(joint: str) -> "Fault":
        """A servo that gives up, and again whenever it is switched on, until this is cleared."""
        return Fault(FaultKind.OVERLOAD, joint)

    @staticmethod
    def overheating(joint: str, temperature_c: float | None = None) -> "Fault":
        """A hot motor; None: at the limit at which its firmware switches off."""
        return Fault(FaultKind.OVERHEATING, joint, temperature_c)

    @staticmethod
    def voltage_low(volts: float) -> "Fault":
        """An empty battery."""
        return Fault(FaultKind.VOLTAGE_LOW, value=volts)
