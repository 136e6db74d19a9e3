"""The ball by its edges, whatever its colour."""

from olympian.vision.shape.ball.finder import BallFinder, BallSearch
from olympian.vision.shape.ball.options import BallOptions

__all__ = ["BallFinder", "BallOptions", "BallSearch"]
