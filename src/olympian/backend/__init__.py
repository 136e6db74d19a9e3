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
    ACCELEROMETER,
    GYRO,
    Actor,
    CameraEffects,
    CameraOptions,
    FallWatch,
    Lie,
    Noise,
    Simulation,
    SimulationOptions,
    Specimen,
    Start,
    Studio,
    body_spec,
    pressure_plate,
)
from olympian.backend.unlimited import UnlimitedBackend
from olympian.backend.variety import FRICTION, MASS, STRENGTH, ZERO

__all__ = [
    "ACCELEROMETER",
    "FRICTION",
    "GYRO",
    "MASS",
    "STRENGTH",
    "ZERO",
    "Actor",
    "Backend",
    "CalibratedBackend",
    "CameraEffects",
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
    "UnlimitedBackend",
    "body_spec",
    "pressure_plate",
]
