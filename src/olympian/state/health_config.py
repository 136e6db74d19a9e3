"""Numbers of the hardware check."""

from math import inf
from typing import Annotated

from msgspec import Meta

from olympian.robot.files import Table

Seconds = Annotated[float, Meta(ge=0)]
Share = Annotated[float, Meta(ge=0, le=1)]


class HealthConfig(Table, frozen=True, kw_only=True):
    """When a reading counts as a fault, and when the fault is over."""

    stale_s: Seconds = 0.3
    """A sensor that brought nothing new for so long is dead. The paper waits 0.5 s; thirty packets
    are not lost one after the other by chance, and a robot that falls does not wait."""
    imu_stale_s: Seconds = 0.1
    """The same for the inertial sensor: six noisy numbers do not repeat themselves ten times, and a
    walk that steps by them falls within three steps."""
    back_s: Seconds = 0.2
    """Good data for so long end a fault: a loose plug must not switch the robot to and fro."""
    stirred_deg: Annotated[float, Meta(gt=0)] = 3.0
    """A goal that moved by so much must show in a servo's answers: ten ticks of an AX-12A, whose
    dead band is one."""
    saturated: Share = 0.95
    """From this load on, an answer that stays the same is that of a blocked joint."""
    warm_c: float = 5.0
    """Overheated from so far below the limit: at full stall an AX-12A has six seconds left then, in
    which it can still sit down."""
    cool_c: float = 10.0
    """No longer overheated from so far below the limit: a minute later than it began."""
    low_voltage: Share = 0.85
    """Of the nominal supply: 3.1 V per lithium cell, below which it is soon empty."""
    good_voltage: Share = 0.9
    voltage_s: Seconds = 0.4
    """So long without a break: a single step or a kick draws the voltage down for less."""
    battery_s: Seconds = 1.0
    """Time constant of the voltage that people are shown."""

    @staticmethod
    def ideal() -> "HealthConfig":
        """For bodies without noise or battery, whose sensors at rest repeat themselves for ever."""
        return HealthConfig(stale_s=inf, imu_stale_s=inf, low_voltage=0.0, good_voltage=0.0)
