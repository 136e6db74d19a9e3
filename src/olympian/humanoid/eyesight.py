"""The eyes of a whole robot: whether they are open, and which game they look for."""

import os
from typing import Protocol

from olympian.backend import Actor, Backend
from olympian.errors import OlympianError
from olympian.records import RobotState
from olympian.robot import Robot
from olympian.vision import GAMES, Seen, Watcher
from olympian.world import World

__all__ = ["Eyesight", "open_eyes", "worth_seeing"]

MODERN = "modern"
"""The game to look for where no ball says which one is played."""


class Eyesight(Protocol):
    """Something that makes a `Seen` of pictures; `Watcher` is the one that comes with us."""

    def step(self, state: RobotState) -> Seen:
        """What is seen at this tick."""
        ...

    def reset(self) -> None:
        """Nothing was seen yet."""
        ...

    def close(self) -> None:
        """Look at no more pictures."""
        ...


def worth_seeing(robot: Robot, world: World) -> bool:
    """Is there a ball to be seen, a camera that sees it, and something that draws in time?"""
    draws = os.environ.get("MUJOCO_GL") != "disable"  # rays take a second for a picture
    return world.ball is not None and robot.camera is not None and draws


def open_eyes(
    robot: Robot, world: World, body: Backend, eyes: bool | Eyesight | None
) -> Eyesight | None:
    """Eyes for the game that is played with the world's ball; None where none are wanted.

    Raises: OlympianError: it has no camera, or its simulation takes no pictures.
    """
    if not isinstance(eyes, bool | None):
        return eyes
    if not eyes:
        return None
    if isinstance(body, Actor) and body.simulation.options.camera is None:
        raise OlympianError(
            "nothing to see: the simulation takes no pictures; give it "
            "SimulationOptions(camera=CameraOptions())"
        )
    radius = 0.0 if world.ball is None else world.ball.radius
    games = [game for game, (of_ball, _) in GAMES.items() if of_ball == radius]
    return Watcher(robot, games[0] if games else MODERN)
