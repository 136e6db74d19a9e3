"""Olympian: a humanoid robot that can be driven like a wheeled one.

>>> from olympian import Humanoid, Twist
>>> robot = Humanoid("fumanoid")
>>> robot.walk(Twist(forward=0.2)).run(2.0).running
True
"""

from typing import TYPE_CHECKING

from olympian.graphics import choose_gl

if TYPE_CHECKING:
    from olympian.backend import (
        Backend,
        FaultyBackend,
        KinematicBackend,
        Recording,
        ReplayBackend,
        Simulation,
    )
    from olympian.decision.hcm import Stop
    from olympian.errors import OlympianError
    from olympian.geometry import Place
    from olympian.humanoid import BareHumanoid, Command, Humanoid, Replay
    from olympian.motion import Skill, SkillStatus
    from olympian.records import JointGoal, RobotState, Semantic, Sensors, Situation, Twist
    from olympian.robot import Robot, load_robot, robot_names
    from olympian.world import World, parse_world

choose_gl()

__version__ = "0.2.0"

_HOMES = {
    "Backend": "olympian.backend",
    "BareHumanoid": "olympian.humanoid",
    "Command": "olympian.humanoid",
    "FaultyBackend": "olympian.backend",
    "Humanoid": "olympian.humanoid",
    "JointGoal": "olympian.records",
    "KinematicBackend": "olympian.backend",
    "OlympianError": "olympian.errors",
    "Place": "olympian.geometry",
    "Recording": "olympian.backend",
    "Replay": "olympian.humanoid",
    "ReplayBackend": "olympian.backend",
    "Robot": "olympian.robot",
    "RobotState": "olympian.records",
    "Semantic": "olympian.records",
    "Sensors": "olympian.records",
    "Simulation": "olympian.backend",
    "Situation": "olympian.records",
    "Skill": "olympian.motion",
    "SkillStatus": "olympian.motion",
    "Stop": "olympian.decision.hcm",
    "Twist": "olympian.records",
    "World": "olympian.world",
    "load_robot": "olympian.robot",
    "parse_world": "olympian.world",
    "robot_names": "olympian.robot",
}
"""What a program needs, and where it lives."""

__all__ = [
    "Backend",
    "BareHumanoid",
    "Command",
    "FaultyBackend",
    "Humanoid",
    "JointGoal",
    "KinematicBackend",
    "OlympianError",
    "Place",
    "Recording",
    "Replay",
    "ReplayBackend",
    "Robot",
    "RobotState",
    "Semantic",
    "Sensors",
    "Simulation",
    "Situation",
    "Skill",
    "SkillStatus",
    "Stop",
    "Twist",
    "World",
    "__version__",
    "load_robot",
    "parse_world",
    "robot_names",
]


def __getattr__(name: str) -> object:
    """Import on first use, so that `olympian --help` pays for nothing it does not show."""
    if name not in _HOMES:
        raise AttributeError(f"module 'olympian' has no attribute '{name}'")
    from importlib import import_module

    return getattr(import_module(_HOMES[name]), name)
