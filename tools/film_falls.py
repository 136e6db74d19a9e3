"""Makes the clips of docs/hcm.md: each robot is knocked over, gets up, sits down and rises.

Run from the repository: `.venv/bin/python tools/film_falls.py`.
"""

from pathlib import Path

import numpy as np

from olympian.arena.control.specimen import specimen
from olympian.arena.film import FilmView, Reel
from olympian.arena.walking.scenario import WalkConditions
from olympian.decision.hcm import Stop
from olympian.records import Semantic
from olympian.robot import load_robot
from olympian.world.catalogue import flat

PICTURES = Path(__file__).parent.parent / "docs" / "pictures"
VIEWS = {
    "fumanoid": (FilmView(distance=1.0, azimuth_deg=70.0, height=0.2), 6.0),
    "wolfgang": (FilmView(distance=1.5, azimuth_deg=70.0, height=0.3), 8.0),
    "bioloid": (FilmView(distance=0.75, azimuth_deg=70.0, height=0.15), 1.8),
}
"""Camera, and how strong the shove backwards is, N s."""
SHOVE_S = 0.1


def film(name: str, view: FilmView, ns: float) -> None:
    """One clip; fails if the robot is not at anybody's service at the end."""
    robot = load_robot(name)
    one = specimen(robot, flat(), WalkConditions.of(4, robot))
    reel = Reel(one.simulation, view)

    def run(seconds: float) -> None:
        for _ in range(round(seconds / one.body.dt)):
            one.tick()
            reel.step()

    run(0.6)
    one.simulation.push(np.array([-ns / SHOVE_S, 0.0, 0.0]), SHOVE_S)
    run(6.4)
    one.hcm.wishes.stop = Stop.OFF
    run(5.0)
    one.hcm.wishes.stop = None
    run(4.5)
    if one.hcm.situation.state is not Semantic.CONTROLLABLE:
        raise SystemExit(f"{name} is {one.hcm.situation}")
    found = reel.develop()
    (PICTURES / f"fall_{name}.webp").write_bytes(found.clip)
    print(f"{name}: {len(found.clip) / 1000:.0f} kB, {found.seconds:.1f} s")


if __name__ == "__main__":
    for name, (view, ns) in VIEWS.items():
        film(name, view, ns)
