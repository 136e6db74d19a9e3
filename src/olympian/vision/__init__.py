"""Eyes: from pixels to ball, lines, goals and robots, each pixel touched once."""

from olympian.vision.eyes import GAMES, Eyes, SeenFrame
from olympian.vision.grey import grey_of
from olympian.vision.truth import BallDisc, Colour, Thing, Truth
from olympian.vision.watch import BallPlace, Seen, Watcher

__all__ = [
    "GAMES",
    "BallDisc",
    "BallPlace",
    "Colour",
    "Eyes",
    "Seen",
    "SeenFrame",
    "Thing",
    "Truth",
    "Watcher",
    "grey_of",
]
