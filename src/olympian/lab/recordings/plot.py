"""A recording on one sheet: joints and their goals, attitude, loads and temperature."""

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from olympian.figures import check_format, new_figure, plain, save_figure
from olympian.lab.recordings.series import RecordedSeries, read_series

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MOST = 6
"""Joints that are drawn: those that move furthest."""
SHADES = {
    "falling": "#f8dcc4",
    "fallen": "#f3c0c0",
    "getting_up": "#dcecf8",
    "walking": "#e4f3e4",
    "animation_running": "#efe8f8",
}
"""Background by what the robot is about."""


def draw_recording(path: Path, out: Path) -> RecordedSeries:
    """Write the figure; the file is whole or not there at all."""
    check_format(out)
    series = read_series(path)
    figure = new_figure(11.0, 10.0)
    panels = figure.subplots(5, 1, sharex=True, height_ratios=(2.2, 1.0, 1.0, 1.0, 0.8))
    for axes in panels:
        _shade(plain(axes), series)
    moved = np.argsort(-np.ptp(series.q, axis=0))[:MOST]
    _joints(panels[0], series, moved)
    _attitude(panels[1], series)
    _feet(panels[2], series)
    for row in moved:
        panels[3].plot(series.t, 100 * series.load[:, row], linewidth=0.7)
    panels[3].set_ylabel("load in %")
    panels[4].plot(series.t, series.temperature_c.max(axis=1), color="#b5442e", label="warmest")
    panels[4].plot(series.t, np.median(series.temperature_c, axis=1), color="0.5", label="median")
    panels[4].set_ylabel("servos in °C")
    panels[4].legend(loc="upper left", fontsize=7, ncols=2)
    panels[4].set_xlabel("time in s")
    panels[0].set_title(f"{series.run.about['robot']}: {path.name}")
    panels[0].set_xlim(0.0, max(float(series.t[-1]), 1e-3))
    save_figure(figure, out)
    return series


def _joints(axes: "Axes", series: RecordedSeries, moved: np.ndarray) -> None:
    for number, row in enumerate(moved):
        name = series.run.joint_names[row]
        colour = f"C{number}"
        axes.plot(series.t, np.degrees(series.q[:, row]), color=colour, linewidth=0.9, label=name)
        axes.plot(series.t, np.degrees(series.q_goal[:, row]), ":", color=colour, linewidth=0.9)
    axes.set_ylabel("joints in °, goals dotted")
    axes.legend(loc="upper left", fontsize=7, ncols=3)


def _attitude(axes: "Axes", series: RecordedSeries) -> None:
    for column, name in enumerate(("roll", "pitch")):
        axes.plot(series.t, np.degrees(series.tilt[:, column]), linewidth=0.9, label=name)
    axes.set_ylabel("attitude in °")
    axes.legend(loc="upper left", fontsize=7, ncols=2)


def _feet(axes: "Axes", series: RecordedSeries) -> None:
    for column in range(series.foot_load.shape[1]):
        axes.plot(series.t, series.foot_load[:, column], linewidth=0.7, label=f"foot {column + 1}")
    axes.set_ylabel("soles in N")
    if series.foot_load.shape[1]:
        axes.legend(loc="upper left", fontsize=7, ncols=2)


def _shade(axes: "Axes", series: RecordedSeries) -> None:
    """What the robot was about, as a background."""
    begin = 0
    for end in range(1, len(series.t) + 1):
        if end == len(series.t) or series.states[end] != series.states[begin]:
            if series.states[begin] in SHADES:
                until = series.t[min(end, len(series.t) - 1)]
                axes.axvspan(series.t[begin], until, color=SHADES[series.states[begin]], lw=0)
            begin = end
