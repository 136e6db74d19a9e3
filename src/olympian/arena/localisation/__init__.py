"""Where a robot believes it is on a field, on outings that a referee has seen."""

from olympian.arena.localisation.bench import LocalisationReport, measure
from olympian.arena.localisation.drawing import draw_outing
from olympian.arena.localisation.logbook import Logbook
from olympian.arena.localisation.outing import Outing, record
from olympian.arena.localisation.replay import BelievedTrack, OdometryAlone, replay
from olympian.arena.localisation.score import LocalisationScore, score

__all__ = [
    "BelievedTrack",
    "LocalisationReport",
    "LocalisationScore",
    "Logbook",
    "OdometryAlone",
    "Outing",
    "draw_outing",
    "measure",
    "record",
    "replay",
    "score",
]
