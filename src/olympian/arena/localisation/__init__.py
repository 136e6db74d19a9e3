"""Where a robot believes it is on a field, on outings that a referee has seen."""

from olympian.arena.localisation.bench import LocalisationReport, measure
from olympian.arena.localisation.logbook import Logbook
from olympian.arena.localisation.outing import Outing, record
from olympian.arena.localisation.replay import OdometryAlone, Track, replay
from olympian.arena.localisation.score import LocalisationScore, score

__all__ = [
    "LocalisationReport",
    "LocalisationScore",
    "Logbook",
    "OdometryAlone",
    "Outing",
    "Track",
    "measure",
    "record",
    "replay",
    "score",
]
