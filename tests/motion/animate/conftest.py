"""A robot, how it feels when it stands, and a movement with all phases."""

import pytest

from drills.animate import bent, made
from olympian.backend import KinematicBackend
from olympian.motion.animate import BuiltSet
from olympian.records import RobotState
from olympian.robot import Robot, load_robot
from olympian.state import Estimator

DT = 0.01


@pytest.fixture(scope="module")
def bioloid() -> Robot:
    return load_robot("bioloid")


@pytest.fixture(scope="module")
def rest(bioloid: Robot) -> RobotState:
    """The robot standing ready, as it feels it."""
    return Estimator(bioloid).step(KinematicBackend(bioloid).read(), DT)


@pytest.fixture(scope="module")
def walk(bioloid: Robot) -> BuiltSet:
    """A set with all phases; its frames are told apart by the elbow."""
    return made(
        bioloid,
        "walk",
        bent("begin", 10.0),
        bent("one", 20.0, phase="loop"),
        bent("two", 30.0, phase="loop"),
        bent("end", 0.0, phase="final"),
    )
