"""Frames and the animator: movements as text, built once, played by name."""

from olympian.motion.animate.animator import Animator, settings_of
from olympian.motion.animate.build import build
from olympian.motion.animate.built import BuiltFrame, BuiltSet, BuiltWait
from olympian.motion.animate.frame_set import (
    Compliance,
    Frame,
    FrameSet,
    LimbValues,
    MoveLimits,
    Wait,
    read_frame_set,
)
from olympian.motion.animate.lesson import Lesson
from olympian.motion.animate.library import (
    find_movement,
    load_movement,
    movement_names,
    read_movement,
)
from olympian.motion.animate.self_collision import SelfCollision

__all__ = [
    "Animator",
    "BuiltFrame",
    "BuiltSet",
    "BuiltWait",
    "Compliance",
    "Frame",
    "FrameSet",
    "Lesson",
    "LimbValues",
    "MoveLimits",
    "SelfCollision",
    "Wait",
    "build",
    "find_movement",
    "load_movement",
    "movement_names",
    "read_frame_set",
    "read_movement",
    "settings_of",
]
