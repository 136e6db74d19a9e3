"""Eyes: from pixels to ball, lines, goals and robots, each pixel touched once."""

from olympian.vision.eyes import GAMES, Eyes, Findings
from olympian.vision.seen import BallPlace, Seen
from olympian.vision.truth import Colour, Disc, Thing, Truth
from olympian.vision.watch import Watcher

__all__ = [
    "GAMES",
    "BallPlace",
    "Colour",
    "Disc",
    "Eyes",
    "Findings",
    "Seen",
    "Thing",
    "Truth",
    "Watcher",
]
