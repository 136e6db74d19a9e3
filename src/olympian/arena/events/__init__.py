"""The disciplines: one file each."""

from olympian.arena.events.fight import Fight
from olympian.arena.events.freeze import Freeze, FreezeTrial
from olympian.arena.events.getup import Getup
from olympian.arena.events.moves import Moves
from olympian.arena.events.race import Race, Sprint
from olympian.arena.events.sidestep import Sidestep
from olympian.arena.events.stairs import StairsDown, StairsUp
from olympian.arena.events.turn import Turn

__all__ = [
    "Fight",
    "Freeze",
    "FreezeTrial",
    "Getup",
    "Moves",
    "Race",
    "Sidestep",
    "Sprint",
    "StairsDown",
    "StairsUp",
    "Turn",
]
