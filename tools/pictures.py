"""Render the pictures in README and docs: `python tools/pictures.py`."""

from pathlib import Path

import numpy as np
from PIL import Image

from olympian.backend import Simulation, Studio
from olympian.records import JointGoal
from olympian.robot import load_robot
from olympian.robot.posture import Posture
from olympian.world import World, parse_world

OUT = Path(__file__).parent.parent / "docs" / "pictures"
ROBOTS = ("bioloid", "fumanoid", "wolfgang", "atlas")


def settle(simulation: Simulation, seconds: float = 1.0) -> None:
    """Let every robot stand for a while."""
    for _ in range(round(seconds / simulation.options.tick_dt)):
        for actor in simulation.actors:
            actor.write(JointGoal.all(actor.robot.ready))


def family() -> Image.Image:
    """The four robots side by side, true to scale."""
    flat = parse_world("flat")
    crowd = World("flat", flat.solids, flat.friction, flat.T_world_start, spacing=0.85)
    simulation = Simulation([load_robot(name) for name in ROBOTS], crowd)
    settle(simulation)
    return Image.fromarray(Studio(simulation).shoot((0.0, 0.1, 0.85), 3.6, 196, -7))


def portrait(name: str) -> Image.Image:
    """One robot, near."""
    robot = load_robot(name)
    simulation = Simulation(robot)
    settle(simulation)
    low, high = Posture(robot.tree, robot.ready).span(np.array([0.0, 0.0, 1.0])) or (0.0, 1.0)
    height = high - low
    return Image.fromarray(Studio(simulation, 600, 720).shoot((0, 0, 0.52 * height), 1.6 * height))


def main() -> None:
    """Write all pictures."""
    OUT.mkdir(parents=True, exist_ok=True)
    family().crop((160, 20, 1260, 700)).resize((880, 544)).save(OUT / "family.jpg", quality=85)
    portraits = [np.asarray(portrait(name).resize((300, 360))) for name in ROBOTS]
    Image.fromarray(np.hstack(portraits)).save(OUT / "portraits.jpg", quality=85)


if __name__ == "__main__":
    main()
