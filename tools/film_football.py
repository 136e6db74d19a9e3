"""Makes the clip and the trace of docs/football.md: a robot goes to a ball and scores.

Run from the repository: `.venv/bin/python tools/film_football.py`.
"""

from pathlib import Path

from olympian.arena.film import FilmView, Reel
from olympian.arena.scoring import ScoringTask, ScoringTrial
from olympian.decision.csbp import draw_trace
from olympian.robot import load_robot

PICTURES = Path(__file__).parent.parent / "docs" / "pictures"
SEED = 8
VIEW = FilmView(2.6, -60.0, -28.0, 0.1, (3.0, -0.6))


def film() -> None:
    """One clip and one trace; fails if the robot does not score."""
    trial = ScoringTrial(load_robot("fumanoid"), SEED, ScoringTask.APPROACH)
    reel = Reel(trial.simulation, VIEW, hz=10)
    trial.robot.after_tick.append(reel.step)
    outcome = trial.run()
    if not outcome.scored:
        raise SystemExit(f"seed {SEED}: {outcome}")
    found = reel.develop()
    (PICTURES / "football_goal.webp").write_bytes(found.clip)
    trace = trial.player.trace
    assert trace is not None, "it has played"
    svg = draw_trace(trace, title="A robot goes to a ball 2 m away and kicks it into the goal")
    (PICTURES / "football_trace.svg").write_text(svg)
    print(f"{len(found.clip) / 1000:.0f} kB, {found.seconds:.1f} s, {outcome}")


if __name__ == "__main__":
    film()
