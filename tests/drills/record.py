"""A short run with a fall, as a recording."""

from pathlib import Path

import numpy as np

from olympian import Humanoid, Twist

PUSH = np.array([0.0, 120.0, 0.0])
"""Newtons to its left, for 0.1 s: no step saves it."""


def record_fall(path: Path) -> list[str]:
    """Walk, wave, be felled and lie; the lines of its log."""
    robot = Humanoid("fumanoid", seed=5)
    with robot.record(path):
        robot.walk(Twist(0.1)).run(1.0)
        robot.perform("wave").run(0.5)
        robot.simulation.push(PUSH, 0.1)
        robot.run(2.0)
        robot.head.ahead() if robot.head else None
        robot.run(0.5)
    return list(robot.log.since(0))
