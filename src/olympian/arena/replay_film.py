"""A recording as a clip: the robot where it believed to be."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from olympian.arena.film import Film, FilmView, Reel
from olympian.humanoid import Replay
from olympian.kinematics import Kinematics

__all__ = ["film_replay"]

NEAR = 2.2
"""Heights of the robot between it and the camera."""


def film_replay(
    path: Path, robot: str | None = None, progress: Callable[[float], None] = lambda _: None
) -> Film:
    """Film a recording from its first tick to its last.

    Raises: OlympianError: it is no recording of ours, or nothing can be drawn here.
    """
    replay = Replay(path, robot, shadowed=True)
    simulation = replay.humanoid.simulation
    view = _view(replay)
    reel = Reel(simulation, view)
    ticks = len(replay.run.ticks)
    for tick in range(ticks):
        replay.tick()
        simulation.data.time = replay.t  # goes on where the robot began anew
        reel.step()
        if tick % 50 == 0:
            progress(tick / ticks)
    return reel.develop()


def _view(replay: Replay) -> FilmView:
    robot = replay.humanoid.robot
    standing = Kinematics(robot).at(robot.ready)
    height = float(standing.places[:, 2].max() - standing.places[1:, 2].min())
    return replace(FilmView(), distance=max(NEAR * height, 0.5), height=height / 2)
