"""A field from above: particles, the belief they make, and where the robot truly is."""

from collections.abc import Sequence
from math import inf
from pathlib import Path

import numpy as np

from olympian.arena.localisation.logbook import Logbook
from olympian.arena.localisation.outing import Outing, record
from olympian.arena.localisation.replay import FieldLocaliser, replay
from olympian.decision.localise import PitchLocaliser
from olympian.errors import OlympianError
from olympian.geometry import Place, Vec
from olympian.records import RobotState
from olympian.world import Pitch

__all__ = ["draw_localisation", "draw_outing"]

SEED, CARRIED_S, SECONDS = 24, 22.0, 60.0
"""A tuning seed, on which it is carried elsewhere now and then; seconds that are recorded."""
AFTER = (-0.5, 0.8, 6.0)
"""Seconds from when a hand let go of it at which the field is drawn."""

NOSE = 0.35
"""Metres of the line that shows which way a robot faces."""


class _Sketched:
    """A localiser whose particles are noted at some times."""

    def __init__(self, inner: PitchLocaliser, times: Sequence[float]) -> None:
        self._inner, self._left = inner, list(times)
        self.notes: list[tuple[float, Vec, str]] = []
        self.lose, self.watch = inner.lose, inner.watch

    @property
    def localisation(self):
        return self._inner.localisation

    def step(self, state: RobotState, dt: float) -> Place:
        place = self._inner.step(state, dt)
        if self._left and state.t >= self._left[0]:
            self._left.pop(0)
            word = self._inner.localisation.certainty.value
            self.notes.append((state.t, self._inner.filter.particles[:, :3].copy(), word))
        return place


def draw_outing(file: Path, robot: str) -> None:
    """Record an outing, and draw it before and after it was put down elsewhere.

    Raises: OlympianError: nobody carried it meanwhile, or the file is no picture.
    """
    if file.suffix not in (".png", ".svg"):
        raise OlympianError(f"cannot draw '{file}': a field is drawn as .png or .svg")
    log = record(Outing(SEED, seconds=SECONDS, robot=robot, felled=inf, kidnapped=CARRIED_S))
    times = [log.t[tick] + after for tick in log.set_down[:1] for after in AFTER]
    if not times or times[-1] > log.t[-1]:
        raise OlympianError(f"nobody carried '{robot}' elsewhere in {SECONDS:g} s")
    draw_localisation(log, times, file)


def draw_localisation(log: Logbook, times: Sequence[float], file: Path) -> None:
    """One field for each time, side by side. Args: times: seconds of the outing, rising."""
    from matplotlib.figure import Figure

    sketched = _Sketched(PitchLocaliser(log.pitch, log.start), times)
    localiser: FieldLocaliser = sketched
    track = replay(log, localiser)
    figure = Figure(figsize=(5.0 * len(times), 4.2), layout="constrained")
    for index, (t, particles, word) in enumerate(sketched.notes):
        axes = figure.add_subplot(1, len(times), index + 1)
        _field(axes, log.pitch)
        tick = int(np.argmin(np.abs(log.t - t)))
        axes.plot(particles[:, 0], particles[:, 1], ".", color="gold", markersize=3)
        _robot(axes, track.places[tick], "tab:red", "belief")
        _robot(axes, log.true[tick], "black", "truth")
        axes.set_title(f"{t:.1f} s: {word}")
        axes.legend(loc="upper right", fontsize=8)
    figure.savefig(file, dpi=70)


def _field(axes, pitch: Pitch) -> None:
    x, y = pitch.length / 2 + pitch.border, pitch.width / 2 + pitch.border
    axes.set(xlim=(-x, x), ylim=(-y, y), aspect="equal", facecolor="#3f8f4a", xticks=[], yticks=[])
    for x0, y0, x1, y1 in pitch.segments:
        axes.plot((x0, x1), (y0, y1), color="white", linewidth=1.5)
    angles = np.linspace(0.0, 2 * np.pi, 60)
    radius = pitch.circle_radius
    axes.plot(radius * np.cos(angles), radius * np.sin(angles), color="white", linewidth=1.5)


def _robot(axes, place: Vec, colour: str, label: str) -> None:
    x, y, yaw = place
    axes.plot(x, y, "o", color=colour, markersize=6, label=label)
    axes.plot((x, x + NOSE * np.cos(yaw)), (y, y + NOSE * np.sin(yaw)), color=colour, linewidth=2)
