"""How honest the simulation is: time steps, latency and sensor noise."""

from dataclasses import dataclass, field

from olympian.errors import OlympianError, unknown

__all__ = ["CameraEffects", "CameraOptions", "Noise", "SimulationOptions"]

WAYS = ("auto", "gl", "rays")
"""How pictures can be drawn."""
MOST_LANES = 64


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
class CameraEffects:
    """What light, glass and sensor of a cheap camera do to a picture."""

    exposure: float = 0.008
    """Seconds; what the camera moves meanwhile is blur. Halls are dim, so it is long."""
    readout: float = 0.0
    """Seconds from the first row to the last of a rolling shutter; 0 is a global one."""
    defocus_px: float = 0.6
    """Standard deviation of an unsharp point; up to 0.9."""
    shot_noise: float = 0.015
    """Standard deviation at full light, as a part of it; less light has the root of that."""
    vignette: float = 0.2
    """Part of the light that is lost in the corners."""
    brightness: float = 0.15
    """By how much the light wanders: standard deviation of its logarithm."""
    warmth: float = 0.06
    """The same of red, and against it of blue: what the white balance does not get right."""
    period: float = 7.0
    """Seconds of the slowest of these wanderings."""

    def __post_init__(self) -> None:
        parts = (self.shot_noise, self.vignette, self.brightness, self.warmth)
        times = (self.exposure, self.readout)
        fine = all(0.0 <= part <= 1.0 for part in parts) and self.period > 0.0
        if not (fine and all(0.0 <= t <= 0.1 for t in times) and 0.0 <= self.defocus_px <= 0.9):
            raise OlympianError(
                "a camera exposes and reads out within 0.1 s, is unsharp by up to 0.9 px, has "
                f"parts from 0 to 1 and a period above 0; not {self}"
            )


@dataclass(frozen=True)
class CameraOptions:
    """The cameras of the robots, near a cheap one for a computer's screen."""

    rate: float = 30.0
    """Pictures per second; each is exposed in the first tick in which it is due."""
    delay: float = 0.05
    """Seconds from a picture's exposure until it is in `Sensors.camera`. Drawing takes 20 ms, and
    with this delay a tick in which a picture arrives is not one in which another is exposed."""
    noise: float = 2.0
    """Standard deviation of each value of a pixel, of 255, white"""
    effects: CameraEffects | None = None
    """Blur, light and glass; None: each picture is sharp and evenly lit."""
    by: str = "auto"
    """gl, rays, or auto: gl where it works."""
    lanes: int = 1
    """Processes that draw: the cameras of several robots take turns among them."""
    blind: tuple[int, ...] = ()
    """Numbers of robots that take no pictures, because nobody would look at them."""

    def __post_init__(self) -> None:
        if self.by not in WAYS:
            raise unknown("way to draw", self.by, WAYS)
        if not 1 <= self.lanes <= MOST_LANES:
            raise OlympianError(f"1 to {MOST_LANES} processes draw, not {self.lanes}")
        if not (0.0 < self.rate <= 1000.0 and 0.0 <= self.delay <= 1.0 and 0.0 <= self.noise <= 64):
            raise OlympianError(
                "a camera takes up to 1000 pictures a second, delivers each within a second, and "
                f"has noise up to 64; not {self}"
            )


@dataclass(frozen=True)
class SimulationOptions:
    """Everything about the simulation that is not the robot or the world."""

    physics_dt: float = 0.001
    tick_dt: float = 0.01
    latency_ticks: int = 1
    """Ticks between a goal being written and the servo acting on it."""
    noise: Noise = field(default_factory=Noise)
    camera: CameraOptions | None = None
    """Pictures in `Sensors.camera`; None takes none."""

    @property
    def substeps(self) -> int:
        """Physics steps per tick."""
        return max(1, round(self.tick_dt / self.physics_dt))
