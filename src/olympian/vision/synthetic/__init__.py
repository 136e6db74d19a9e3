"""Drawn frames of a football field whose truth is exact: rays cast to a plane, boxes and a ball."""

from olympian.vision.synthetic.draw import Picture, draw
from olympian.vision.synthetic.scene import (
    Block,
    DrawnBall,
    DrawnLight,
    DrawnPitch,
    Scene,
    View,
    random_scene,
)

__all__ = [
    "Block",
    "DrawnBall",
    "DrawnLight",
    "DrawnPitch",
    "Picture",
    "Scene",
    "View",
    "draw",
    "random_scene",
]
