"""The MuJoCo backend: honest servos, noisy sensors, several robots in one world."""

from olympian.backend.simulation.actor import Actor
from olympian.backend.simulation.body import ACCELEROMETER, GYRO, body_spec
from olympian.backend.simulation.camera import Housing
from olympian.backend.simulation.options import (
    CameraEffects,
    CameraOptions,
    Noise,
    SimulationOptions,
)
from olympian.backend.simulation.paint import add_paint
from olympian.backend.simulation.pressure import pressure_plate
from olympian.backend.simulation.scene import BALL, prefix
from olympian.backend.simulation.simulation import Simulation
from olympian.backend.simulation.start import Lie, Specimen, Start
from olympian.backend.simulation.studio import Studio
from olympian.backend.simulation.watch import FallWatch

__all__ = [
    "ACCELEROMETER",
    "BALL",
    "GYRO",
    "Actor",
    "CameraEffects",
    "CameraOptions",
    "FallWatch",
    "Housing",
    "Lie",
    "Noise",
    "Simulation",
    "SimulationOptions",
    "Specimen",
    "Start",
    "Studio",
    "add_paint",
    "body_spec",
    "prefix",
    "pressure_plate",
]
