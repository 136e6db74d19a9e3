"""The MuJoCo backend: honest servos, noisy sensors, several robots in one world."""

from olympian.backend.simulation.actor import Actor
from olympian.backend.simulation.options import CameraOptions, Noise, SimulationOptions
from olympian.backend.simulation.simulation import Simulation
from olympian.backend.simulation.start import Lie, Specimen, Start
from olympian.backend.simulation.studio import Studio
from olympian.backend.simulation.watch import FallWatch

__all__ = [
    "Actor",
    "CameraOptions",
    "FallWatch",
    "Lie",
    "Noise",
    "Simulation",
    "SimulationOptions",
    "Specimen",
    "Start",
    "Studio",
]
