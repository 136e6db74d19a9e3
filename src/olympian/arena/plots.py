"""Every event in one picture: all trials over each other, failures in red."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from olympian.arena.event import Event, Outcome
from olympian.arena.events import (
    Fight,
    Freeze,
    FreezeTrial,
    Getup,
    Moves,
    Race,
    Sidestep,
    Sprint,
    StairsDown,
    StairsUp,
    Turn,
)
from olympian.arena.events.freeze import FROZEN
from olympian.arena.events.getup import LIMIT as GETUP_LIMIT
from olympian.arena.events.race import DISTANCE
from olympian.arena.events.sidestep import DISTANCE as SIDE_DISTANCE
from olympian.arena.events.sidestep import TOLERANCE as SIDE_TOLERANCE
from olympian.arena.events.stairs import COUNT
from olympian.arena.events.turn import TOLERANCE as TURN_TOLERANCE
from olympian.arena.games import Result
from olympian.backend.simulation.watch import FALLEN_TILT
from olympian.figures import new_figure, plain, png
from olympian.geometry import Vec

if TYPE_CHECKING:
    from matplotlib.axes import Axes

GOOD, BAD, OTHER, BAND = "#2b6cb0", "#d1495b", "#e0a020", "#e3efe6"
Draw = Callable[["Axes", Result], None]


def draw(result: Result) -> bytes:
    """The picture of an event, as PNG."""
    figure = new_figure(8.0, 3.4)
    DRAWINGS[type(result.event)](plain(figure.subplots(), linewidth=0.6), result)
    return png(figure)


def _race(axes: "Axes", result: Result) -> None:
    """Seen from above, the start heading to the right."""
    ahead, drift = np.array([0.0, DISTANCE]), Race.most_drift
    axes.fill_between(ahead, -drift * ahead, drift * ahead, color=BAND, zorder=0)
    for outcome in result.outcomes:
        record = outcome.records[0]
        going = record.t >= 0.0
        _line(axes, outcome, record.torso[going, 0], record.torso[going, 1])
    axes.axvline(DISTANCE, color="0.4", linewidth=1.0)
    axes.set_xlabel("torso ahead in m (band: 0.03 m per m)")
    axes.set_ylabel("to the left in m")


def _freeze(axes: "Axes", result: Result) -> None:
    for outcome in result.outcomes:
        record, trial = outcome.records[0], outcome.trial
        assert isinstance(trial, FreezeTrial)
        _line(axes, outcome, record.t - trial.instant_s, np.degrees(record.tilt))
    _tilts(axes)
    axes.axvline(0.0, color="0.4", linewidth=1.0)
    axes.set_xlim(-2.0, FROZEN)
    axes.set_xlabel("seconds since it was frozen")


def _turn(axes: "Axes", result: Result) -> None:
    for goal in (-180.0, 180.0):
        half = np.degrees(TURN_TOLERANCE)
        axes.axhspan(goal - half, goal + half, color=BAND, zorder=0)
    for outcome in result.outcomes:
        record = outcome.records[0]
        _line(axes, outcome, record.t, np.degrees(record.heading))
    axes.set_ylabel("heading in °, left is positive")
    axes.set_xlabel("seconds since the command")


def _sidestep(axes: "Axes", result: Result) -> None:
    for goal in (0.0, SIDE_DISTANCE):
        axes.axhspan(goal - SIDE_TOLERANCE, goal + SIDE_TOLERANCE, color=BAND, zorder=0)
    for outcome in result.outcomes:
        record = outcome.records[0]
        _line(axes, outcome, record.t, record.torso[:, 1])
    axes.set_ylabel("torso to the left in m")
    axes.set_xlabel("seconds since the command")


def _stairs(axes: "Axes", result: Result) -> None:
    assert isinstance(result.event, StairsUp)
    for level in range(COUNT + 1):
        axes.axhline(1e3 * level * result.event.height, color="0.75", linewidth=1.0, zorder=1)
    for index, outcome in enumerate(result.outcomes):
        record = outcome.records[0]
        if index == 0:
            for sole, style, name in ((0, "-", "first foot"), (1, "--", "second foot")):
                heights = 1e3 * record.soles[:, sole]
                axes.plot(record.t, heights, style, color="0.1", label=f"{name}, first trial")
        _line(axes, outcome, record.t, 1e3 * record.soles.min(axis=1))
    axes.set_ylabel("lower sole in mm")
    axes.set_xlabel("seconds since the command")
    axes.legend(frameon=False, fontsize=8)


def _getup(axes: "Axes", result: Result) -> None:
    for outcome in result.outcomes:
        record = outcome.records[0]
        _line(axes, outcome, record.t, record.torso[:, 2])
    axes.axvline(GETUP_LIMIT, color="0.4", linewidth=1.0)
    axes.set_ylim(bottom=0.0)
    axes.set_ylabel("torso over the floor in m")
    axes.set_xlabel("seconds since the command (line: 6 s)")


def _fight(axes: "Axes", result: Result) -> None:
    for index, outcome in enumerate(result.outcomes):
        for record, colour, name in zip(
            outcome.records, (GOOD, OTHER), ("attacker", "opponent"), strict=True
        ):
            label = name if index == 0 else None
            tilt = np.degrees(record.tilt)
            axes.plot(record.t, tilt, color=colour, alpha=0.5, linewidth=1.0, label=label)
    _tilts(axes)
    axes.set_xlabel("seconds since the bell")
    axes.legend(frameon=False, fontsize=8)


def _moves(axes: "Axes", result: Result) -> None:
    for outcome in result.outcomes:
        record = outcome.records[0]
        _line(axes, outcome, record.t, np.degrees(record.tilt))
    _tilts(axes)
    axes.set_xlabel("seconds since the command")


def _tilts(axes: "Axes") -> None:
    axes.axhline(np.degrees(FALLEN_TILT), color="0.4", linewidth=1.0)
    axes.set_ylabel("tilt of the torso in ° (line: fallen)")
    axes.set_ylim(bottom=0.0)


def _line(axes: "Axes", outcome: Outcome, x: Vec, y: Vec) -> None:
    """One trial; failures are drawn on top."""
    good = outcome.trial.success
    colour, alpha, layer = (GOOD, 0.45, 3) if good else (BAD, 0.9, 4)
    axes.plot(x, y, color=colour, alpha=alpha, linewidth=1.0, zorder=layer)


DRAWINGS: dict[type[Event], Draw] = {
    Race: _race,
    Sprint: _race,
    Freeze: _freeze,
    Turn: _turn,
    Sidestep: _sidestep,
    StairsUp: _stairs,
    StairsDown: _stairs,
    Getup: _getup,
    Fight: _fight,
    Moves: _moves,
}
