"""Find the robot on a football field by lines, crossings, circle, goals and its own steps."""

from olympian.decision.localise.evidence import Evidence
from olympian.decision.localise.localisation import Certainty, Localisation
from olympian.decision.localise.localiser import PitchLocaliser
from olympian.decision.localise.particle_filter import Belief, ParticleFilter
from olympian.decision.localise.pitch_map import PitchMap

__all__ = [
    "Belief",
    "Certainty",
    "Evidence",
    "Localisation",
    "ParticleFilter",
    "PitchLocaliser",
    "PitchMap",
]
