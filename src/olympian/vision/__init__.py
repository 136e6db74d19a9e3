"""Eyes: from pixels to ball, lines, goals and robots, each pixel touched once."""

from olympian.vision.truth import Colour, Disc, Thing, Truth

__all__ = ["Colour", "Disc", "Thing", "Truth"]
