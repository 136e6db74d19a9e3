"""How honest the simulation is: time steps, latency and sensor noise."""

from dataclasses import dataclass, field

__all__ = ["Noise", "SimulationOptions"]


@dataclass(frozen=True)
class Noise:
    """Standard deviations of the sensors, near those of a cheap MEMS IMU and strain gauges."""

    gyro: float = 0.01
    """rad/s per sample, white (MPU-6050 class: 0.05 deg/s RMS and vibration on top)"""
    gyro_bias: float = 0.01
    """rad/s, drawn once per run: what is left after a start-up calibration"""
    accelerometer: float = 0.08
    """m/s² per sample, white"""
    accelerometer_bias: float = 0.1
    """m/s², drawn once per run: 0.6° of false tilt"""
    pressure: float = 0.02
    """Fraction of the reading, white"""
    pressure_offset: float = 0.2
    """N, white"""

    @staticmethod
    def none() -> "Noise":
        """Perfect sensors, for tests that need them; encoders still count in ticks."""
        return Noise(0.0, 0.0, 0.0, 0.0, 0.0, 0.0)


@dataclass(frozen=True)
class SimulationOptions:
    """Everything about the simulation that is not the robot or the world."""

    physics_dt: float = 0.001
    tick_dt: float = 0.01
    latency_ticks: int = 1
    """Ticks between a goal being written and the servo acting on it."""
    noise: Noise = field(default_factory=Noise)
    camera_hz: float = 0.0
    """Pictures per second in `Sensors.camera`; 0 takes none."""
    camera_by: str = "auto"
    """gl, rays, or auto: gl where it works."""

    @property
    def substeps(self) -> int:
        """Physics steps per tick."""
        return max(1, round(self.tick_dt / self.physics_dt))
