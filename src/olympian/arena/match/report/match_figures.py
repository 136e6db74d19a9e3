"""The ball's way and where it was most of the time, in one picture."""

import numpy as np

from olympian.arena.match.football_match import FootballMatch
from olympian.figures import new_figure, png
from olympian.world import Pitch

__all__ = ["draw_ball"]

COLOURS = {1: "#0d9fc2", 2: "#c2268c"}
CELL = 0.25
"""Metres along a cell of the map."""


def draw_ball(match: FootballMatch) -> bytes:
    """The field with the ball's way and goals; beside it maps of ball and robots, as PNG."""
    from matplotlib.axes import Axes

    pitch = match.simulation.world.pitch
    assert pitch is not None, "football needs a field"
    figure = new_figure(12.0, 4.4)
    way: Axes
    heat: Axes
    way, heat = figure.subplots(1, 2)
    tape = match.tape
    ball = np.array(tape.ball)
    robots = np.array(tape.robots)
    for index, (team, number) in enumerate(match.plan.who[: robots.shape[1]]):
        x, y = robots[:, index].T
        way.plot(x, y, color=COLOURS[team], linewidth=0.8, alpha=0.6)
        way.plot(x[-1], y[-1], "o", color=COLOURS[team], markersize=9)
        way.annotate(str(number), (x[-1], y[-1]), ha="center", va="center", color="w", fontsize=7)
    way.plot(*ball.T, color="k", linewidth=1.0)
    goals = [line.t for line in match.journal.lines if line.kind == "goal"]
    for t in goals:
        k = min(int(np.searchsorted(tape.t, t)), len(ball) - 1)
        way.plot(*ball[k], "*", color="#e0a020", markersize=14)
    half = (pitch.length / 2 + 0.5, pitch.width / 2 + 0.5)
    cells = [np.arange(-edge, edge + CELL, CELL) for edge in half]
    counts, _, _ = np.histogram2d(*ball.T, bins=cells)
    shown = np.ma.masked_less(np.sqrt(counts.T), 0.5)
    heat.pcolormesh(*cells, shown, cmap="YlOrRd", zorder=-1)
    for axes, title in ((way, "ball (black), robots, goals (stars)"), (heat, "where the ball was")):
        _field(axes, pitch)
        axes.set_title(title, fontsize=10)
    return png(figure)


def _field(axes: object, pitch: Pitch) -> None:
    """Lines and posts."""
    from matplotlib.axes import Axes
    from matplotlib.patches import Circle

    assert isinstance(axes, Axes)
    for x0, y0, x1, y1 in pitch.segments.tolist():
        axes.plot([x0, x1], [y0, y1], color="0.6", linewidth=0.8, zorder=0)
    axes.add_patch(Circle((0.0, 0.0), pitch.circle_radius, fill=False, color="0.6", zorder=0))
    axes.plot(*pitch.posts.T, "s", color="0.3", markersize=4)
    axes.set_aspect("equal")
    axes.set_xlim(-pitch.length / 2 - 0.8, pitch.length / 2 + 0.8)
    axes.set_ylim(-pitch.width / 2 - 0.8, pitch.width / 2 + 0.8)
    axes.set_xticks([])
    axes.set_yticks([])
    axes.spines[:].set_visible(False)
