"""The DC motor behind a servo: constants from the datasheet (thesis, equations 5.1–5.4)."""

from dataclasses import dataclass

from olympian.servo.spec import ServoSpec

__all__ = ["MotorConstants"]


@dataclass(frozen=True)
class MotorConstants:
    """Torque constant and winding resistance that reproduce a datasheet, seen at the horn.

    Equations 5.1–5.3 give τ = k·(V − k·ω)/R for the winding, and friction f takes its part.
    Two measurements fix the two unknowns:

    - stalled, the horn delivers the stall torque: k·V/R − f = stall;
    - running free, the winding only overcomes friction: k·(V − k·ω₀)/R = f.

    Dividing them gives k = V/ω₀ · stall/(stall + f). Torque and back-EMF constant are taken as
    equal, as they are in the bare motor; losses in the gear beyond dry friction end up in R.
    """

    torque_constant: float
    """N m/A, and as back-EMF V s/rad, at the horn."""
    resistance: float
    friction: float
    gear: float

    @staticmethod
    def of(spec: ServoSpec) -> "MotorConstants":
        """Constants of the motor inside `spec`."""
        wound = spec.stall + spec.friction
        torque_constant = spec.voltage / spec.no_load * spec.stall / wound
        resistance = torque_constant * spec.voltage / wound
        return MotorConstants(torque_constant, resistance, spec.friction, spec.gear)

    @property
    def rotor_torque_constant(self) -> float:
        """k_i of equation 5.3, in front of the gear."""
        return self.torque_constant / self.gear

    @property
    def rotor_back_emf(self) -> float:
        """k_ω of equation 5.2, in front of the gear: the rotor turns `gear` times as fast."""
        return self.torque_constant / self.gear

    def torque(self, voltage: float, speed: float) -> float:
        """N m of the winding at the horn (5.1–5.3), friction not yet subtracted."""
        return self.torque_constant * (voltage - self.torque_constant * speed) / self.resistance

    def stall(self, voltage: float) -> float:
        """Torque that a blocked horn delivers at `voltage`."""
        return max(0.0, self.torque(voltage, 0.0) - self.friction)

    def no_load(self, voltage: float) -> float:
        """Speed of a free horn at `voltage`."""
        lost = self.friction * self.resistance / self.torque_constant
        return max(0.0, (voltage - lost) / self.torque_constant)
