"""Record what a robot felt, and run the same program on the recording."""

import tempfile
from pathlib import Path

import numpy as np

from olympian.backend import Recording, ReplayBackend, Simulation
from olympian.loop import Loop
from olympian.motion import Hold
from olympian.robot import load_robot

robot = load_robot("bioloid")
live = Loop(Simulation(robot, seed=3).actors[0], Hold(robot.ready))
states = [live.tick() for _ in range(100)]

with tempfile.TemporaryDirectory() as folder:
    path = Path(folder) / "standing.npz"
    records = tuple(state.sensors for state in states)
    Recording(robot.name, robot.joint_names, live.backend.dt, records).save(path)
    replay = ReplayBackend(robot, Recording.load(path))

again = Loop(replay, Hold(robot.ready))
while not replay.finished:
    state = again.tick()
assert np.array_equal(state.R_world_torso, states[-1].R_world_torso)
print(f"{len(states)} ticks replayed; the estimates are the same, bit for bit")
