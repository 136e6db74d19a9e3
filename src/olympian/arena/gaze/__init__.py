"""Ways to look about in a match, and what a robot then knows of ball, place and others."""

from olympian.arena.gaze.bench import GazeRow, measure
from olympian.arena.gaze.gaze_match import LOOKS, GazeMatch

__all__ = ["LOOKS", "GazeMatch", "GazeRow", "measure"]
