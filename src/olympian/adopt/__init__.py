"""Somebody else's robot: from a model file to a folder with all that a robot needs."""

from olympian.adopt.adoption import Adoption
from olympian.adopt.adoption_file import AdoptionFile, JudgedRow
from olympian.adopt.first_steps import FirstSteps, first_steps
from olympian.adopt.import_model import ImportedModel, import_model
from olympian.adopt.ready_pose import ReadyPose, ready_pose
from olympian.adopt.write_import import write_import

__all__ = [
    "Adoption",
    "AdoptionFile",
    "FirstSteps",
    "ImportedModel",
    "JudgedRow",
    "ReadyPose",
    "first_steps",
    "import_model",
    "ready_pose",
    "write_import",
]
