"""Makes the clips of docs/walking.md: each robot walks, turns and gets over a shove.

Run from the repository: `.venv/bin/python tools/film_walks.py`.
"""

from pathlib import Path

from olympian.arena.film import FilmView, Reel
from olympian.arena.walking import PushDirection, Shove
from olympian.backend import FallWatch
from olympian.humanoid import BareHumanoid
from olympian.motion.walk import DynamicWalk, read_walk
from olympian.robot import load_robot

PICTURES = Path(__file__).parent.parent / "docs" / "pictures"
VIEWS = {
    "fumanoid": (FilmView(distance=0.95, azimuth_deg=70.0, height=0.24), 1.8),
    "wolfgang": (FilmView(distance=1.4, azimuth_deg=70.0, height=0.36), 2.5),
    "bioloid": (FilmView(distance=0.75, azimuth_deg=70.0, height=0.2), 0.4),
}
"""Camera, and how strong the shove is, N s."""


def film(name: str, view: FilmView, ns: float) -> None:
    """One clip; fails if the robot does."""
    robot = load_robot(name)
    walk = DynamicWalk(robot, read_walk(robot))
    one = BareHumanoid(robot, walk, seed=4)
    simulation = one.simulation
    watch, reel = FallWatch(simulation), Reel(simulation, view)
    state = one.run(0.5)
    script = ((2.5, 0.9, 0.0), (2.0, 0.0, 0.9), (1.5, 0.4, 0.0), (2.0, 0.4, 0.0), (1.5, 0.0, 0.0))
    for part, (seconds, ahead, turn) in enumerate(script):
        walk.command(walk.top_speed.at(ahead, 0.0, turn))
        if part == 3:
            heading = state.odometry.place.yaw
            simulation.push(Shove(0.0, PushDirection.LEFT, ns).force(heading), 0.1)
        for _ in range(round(seconds / one.body.dt)):
            state = one.tick()
            reel.step()
            if watch.step():
                raise SystemExit(f"{name} fell at {simulation.t:.2f} s")
    found = reel.develop()
    (PICTURES / f"walk_{name}.webp").write_bytes(found.clip)
    print(f"{name}: {len(found.clip) / 1000:.0f} kB, {found.seconds:.1f} s")


if __name__ == "__main__":
    for name, (view, ns) in VIEWS.items():
        film(name, view, ns)
