"""How fast and how right the eyes are, beside OpenCV."""

from olympian.lab.vision.score import BenchRow

__all__ = ["BenchRow"]
