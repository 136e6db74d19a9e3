"""Eyes: from pixels to ball, lines, goals and robots, each pixel touched once."""

from olympian.vision.eyes import GAMES, Eyes, SeenFrame
from olympian.vision.grey import grey_of
from olympian.vision.seen import BallPlace, Seen, SeenPost, SeenRobot
from olympian.vision.truth import BallDisc, Colour, Thing, Truth
from olympian.vision.watch import Watcher

__all__ = [
    "GAMES",
    "BallDisc",
    "BallPlace",
    "Colour",
    "Eyes",
    "Seen",
    "SeenFrame",
    "SeenPost",
    "SeenRobot",
    "Thing",
    "Truth",
    "Watcher",
    "grey_of",
]
