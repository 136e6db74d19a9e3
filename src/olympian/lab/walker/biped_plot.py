"""Figures 7.8 to 7.14 of the thesis from our own walks: positions, what drives, stick figures."""

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from olympian.figures import new_figure, plain, save_figure
from olympian.lab.walker.biped_walk import BipedWalk
from olympian.lab.walker.controllers import Controller

if TYPE_CHECKING:
    from matplotlib.axes import Axes

LEFT, RIGHT, BODY = "#00798c", "#edae49", "#d1495b"
SHOWN = 6.0
"""Seconds of a walk that are drawn: later steps look like these."""
STROBE = 0.08


def draw_walk(controller: Controller, walk: BipedWalk, path: Path) -> None:
    """Write the figure of one walk."""
    figure = new_figure(9.0, 8.0)
    panels = figure.subplots(3, 1, height_ratios=(3, 2, 2))
    for axes in panels:
        plain(axes)
    _positions(panels[0], walk)
    _drive(panels[1], controller, walk)
    _sticks(panels[2], walk)
    outcome = f"{'fell after' if walk.fell else 'took all'} {walk.steps} steps"
    title = f"figure {controller.figure}, {controller.name}: {controller.says}; {outcome}"
    figure.suptitle(title)
    save_figure(figure, path)


def _positions(axes: "Axes", walk: BipedWalk) -> None:
    """Centre of mass against the feet and their mean, the reference of the thesis."""
    shown = walk.t <= SHOWN
    t = walk.t[shown]
    axes.plot(t, walk.feet[shown, 0], color=LEFT, label="left foot")
    axes.plot(t, walk.feet[shown, 1], color=RIGHT, label="right foot")
    axes.plot(t, walk.feet[shown].mean(axis=1), "--", color="0.4", label="middle of the feet")
    axes.plot(t, walk.com[shown, 0], color=BODY, linewidth=2, label="centre of mass")
    axes.set_ylabel("ahead in m")
    axes.legend(frameon=False, loc="upper left")


def _drive(axes: "Axes", controller: Controller, walk: BipedWalk) -> None:
    """What the controller moves: torque, leg length or step length; and the push, if there is."""
    shown = walk.t <= SHOWN
    t = walk.t[shown]
    if controller.name == "ankle":
        axes.plot(t, walk.torque[shown], color=BODY)
        axes.set_ylabel("ankle torque in N m")
    elif controller.name == "length":
        axes.plot(t, 1000 * walk.lengths[shown, 1], color=RIGHT)
        stance = walk.stance[shown] == 1
        axes.fill_between(t, *axes.get_ylim(), where=stance, color="0.93", zorder=0)
        axes.set_ylabel("right leg longer by, mm")
    else:
        within = walk.strikes <= SHOWN
        axes.stem(walk.strikes[within], walk.step_lengths[within], basefmt=" ")
        axes.axhline(0.0, color="0.5", linewidth=0.8)
        axes.set_ylabel("step length in m")
    for start in t[np.flatnonzero(np.diff(np.abs(walk.force[shown])) > 0)]:
        axes.axvline(start, color=BODY, linewidth=2)
        axes.annotate("push", (start, axes.get_ylim()[1]), color=BODY, va="top")
    axes.set_xlim(0.0, float(t[-1]))
    axes.set_xlabel("time in s")


def _sticks(axes: "Axes", walk: BipedWalk) -> None:
    """The biped every few hundredths of a second, as a strobe sees it."""
    instants = np.arange(0.0, min(SHOWN, float(walk.t[-1])), STROBE)
    for row in np.searchsorted(walk.t, instants):
        for leg, colour in ((0, LEFT), (1, RIGHT)):
            x = walk.hip[row, 0], walk.feet[row, leg]
            z = walk.hip[row, 1], walk.heights[row, leg]
            axes.plot(x, z, color=colour, linewidth=0.8)
        axes.plot(*walk.hip[row], ".", color=BODY, markersize=3)
    axes.set_aspect("equal")
    axes.set_xlabel("ahead in m")
    axes.set_ylabel("up in m")
