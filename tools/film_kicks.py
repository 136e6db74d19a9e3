"""Makes the clips of docs/kicking.md: a kick straight ahead and one to the side.

Run from the repository: `.venv/bin/python tools/film_kicks.py`.
"""

from pathlib import Path

from olympian.arena.film import FilmView, Reel
from olympian.arena.kicks import KickDraw, KickKind, KickTrial
from olympian.arena.walking import WalkConditions
from olympian.robot import load_robot

PICTURES = Path(__file__).parent.parent / "docs" / "pictures"
VIEWS = {
    ("fumanoid", KickKind.STRAIGHT): FilmView(1.3, 90.0, -10.0, 0.2, (-0.1, 0.0)),
    ("fumanoid", KickKind.SIDE): FilmView(1.3, 20.0, -10.0, 0.2, (-0.4, 0.15)),
    ("wolfgang", KickKind.STRAIGHT): FilmView(1.9, 90.0, -10.0, 0.3, (0.0, 0.0)),
}
SEED = 3
STOOD, AFTER = 0.7, 0.8
"""Seconds before and after the kick that are shown."""


def film(name: str, kind: KickKind, view: FilmView) -> None:
    """One clip; fails if the robot does."""
    robot = load_robot(name)
    trial = KickTrial(robot, WalkConditions.of(SEED, robot), KickDraw.of(SEED, kind))
    reel = Reel(trial.simulation, view, hz=20)
    trial.robot.run(STOOD)
    command = trial.command()
    until = float("inf")
    while trial.simulation.t < until:
        trial.robot.tick()
        reel.step()
        if not command.running:
            until = min(until, trial.simulation.t + AFTER)
    if not command.done:
        raise SystemExit(str(command))
    found = reel.develop()
    (PICTURES / f"kick_{kind.name.lower()}_{name}.webp").write_bytes(found.clip)
    print(f"{name}: {len(found.clip) / 1000:.0f} kB, {found.seconds:.1f} s")


if __name__ == "__main__":
    for (name, kind), view in VIEWS.items():
        film(name, kind, view)
