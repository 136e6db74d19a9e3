"""Record what a robot felt, and run the same program on the recording."""

import tempfile
from pathlib import Path

import numpy as np

from olympian import Humanoid, Recording, ReplayBackend, Twist


def program(robot: Humanoid) -> None:
    """Stands, then walks; whatever the body is."""
    robot.run(0.5)
    robot.walk(Twist(forward=0.1))


live = Humanoid("bioloid", seed=3)
records = []
live.after_tick.append(lambda: records.append(live.state.sensors))
program(live)
live.run(1.5)

with tempfile.TemporaryDirectory() as folder:
    path = Path(folder) / "walk.npz"
    robot = live.robot
    Recording(robot.name, robot.joint_names, live.body.dt, tuple(records)).save(path)
    replay = ReplayBackend(robot, Recording.load(path))

again = Humanoid(robot, replay)
program(again)
while not replay.finished:
    again.tick()
assert np.array_equal(again.state.R_world_torso, live.state.R_world_torso)
assert again.place == live.place
print(f"{len(records)} ticks replayed; the estimates are the same, bit for bit")
