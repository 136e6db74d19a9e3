"""Bodies: simulated, kinematic and recorded, behind the same four methods."""

from olympian.backend.calibrated import CalibratedBackend
from olympian.backend.dynamixel import Dynamixel
from olympian.backend.fault import Fault, FaultKind
from olympian.backend.faults import FaultyBackend
from olympian.backend.kinematic import KinematicBackend
from olympian.backend.protocol import Backend
from olympian.backend.recording import Recording
from olympian.backend.replay import ReplayBackend
from olympian.backend.shadow import ShadowedBackend
from olympian.backend.simulation import (
    Actor,
    CameraOptions,
    FallWatch,
    Lie,
    Noise,
    Simulation,
    SimulationOptions,
    Specimen,
    Start,
    Studio,
)

__all__ = [
    "Actor",
    "Backend",
    "CalibratedBackend",
    "CameraOptions",
    "Dynamixel",
    "FallWatch",
    "Fault",
    "FaultKind",
    "FaultyBackend",
    "KinematicBackend",
    "Lie",
    "Noise",
    "Recording",
    "ReplayBackend",
    "ShadowedBackend",
    "Simulation",
    "SimulationOptions",
    "Specimen",
    "Start",
    "Studio",
]
