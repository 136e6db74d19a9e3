"""How fast and how right the eyes are, beside OpenCV."""

from olympian.lab.vision.row import BenchRow

__all__ = ["BenchRow"]
