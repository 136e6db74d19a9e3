"""The virtual bus: simulated servos and sensors at the end of a serial line, byte for byte."""

from olympian.virtual.bench import VirtualBench
from olympian.virtual.devices import Device
from olympian.virtual.line import VirtualLine
from olympian.virtual.line_faults import LineFaults, read_faults
from olympian.virtual.models import read_models
from olympian.virtual.port import VirtualPort
from olympian.virtual.robot import VirtualRobot
from olympian.virtual.service import Service
from olympian.virtual.servos import VirtualServos

__all__ = [
    "Device",
    "LineFaults",
    "Service",
    "VirtualBench",
    "VirtualLine",
    "VirtualPort",
    "VirtualRobot",
    "VirtualServos",
    "read_faults",
    "read_models",
]
