"""Drawn frames of a football field whose truth is exact: rays cast to a plane, boxes and a ball."""

from olympian.vision.synthetic.draw import Picture, draw
from olympian.vision.synthetic.pitch import Pitch
from olympian.vision.synthetic.scene import Ball, Block, Light, Scene, View, random_scene

__all__ = ["Ball", "Block", "Light", "Picture", "Pitch", "Scene", "View", "draw", "random_scene"]
