"""How joints get from one posture to the next: straight lines in joint space, laws of time."""

from olympian.motion.trajectory.move import (
    Move,
    Policy,
    constant_acceleration,
    quintic,
)
from olympian.motion.trajectory.path import Path
from olympian.motion.trajectory.trajectory import Sample, Trajectory

__all__ = [
    "Move",
    "Path",
    "Policy",
    "Sample",
    "Trajectory",
    "constant_acceleration",
    "quintic",
]
