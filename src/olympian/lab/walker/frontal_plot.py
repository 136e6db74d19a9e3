"""Figures 8.3 to 8.5 of the thesis for any walker, and its two rules about foot clearance."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from olympian.figures import new_figure, plain, save_figure
from olympian.geometry import Vec
from olympian.lab.walker.frontal import FrontalWalker, WorkingPoint
from olympian.lab.walker.frontal_run import ClearanceRule, sway

if TYPE_CHECKING:
    from matplotlib.axes import Axes

BLUE, RED, GOLD = "#00798c", "#d1495b", "#edae49"
POINTS = 25
STEPS = 30


def draw_frontal(walker: FrontalWalker, path: Path) -> None:
    """Write the six panels."""
    point = walker.working_point()
    figure = new_figure(10.0, 10.0)
    panels = figure.subplots(3, 2)
    for axes in panels.flat:
        plain(axes)
    # more points near rest, where the curve is steep
    energies = walker.rest + 2 * (point.energy - walker.rest) * np.linspace(0.0, 1.0, POINTS) ** 2
    _flights(panels[0, 0], walker, energies[::4])
    _strikes(panels[0, 1], walker, energies)
    _working_point(panels[1, 0], walker, point, energies)
    _time(panels[1, 1], walker, point)
    _steps(panels[2, 0], walker, point)
    _clearance(panels[2, 1], walker, point)
    figure.suptitle(
        f"frontal plane: α = {np.degrees(walker.alpha):.4g}°, T = {walker.period:g} s, "
        f"m = {walker.mass:g} kg, l = {walker.length:g} m"
    )
    save_figure(figure, path)


def _flights(axes: "Axes", walker: FrontalWalker, energies: Vec) -> None:
    for energy in energies:
        flight = walker.fly(float(energy)).flight
        axes.plot(flight.t, np.degrees(flight.y[:, 0]), color=BLUE)
    axes.axvline(walker.period, color="0.6", linestyle=":")
    _label(axes, "flights with more and more energy (8.3a)", "time in s", "stance angle β in °")


def _strikes(axes: "Axes", walker: FrontalWalker, energies: Vec) -> None:
    angles = [np.degrees(walker.free_angle(float(energy))) for energy in energies]
    axes.plot(energies, angles, color=BLUE)
    _label(axes, "heel-strike angle over energy (8.3b)", "energy in J", "β at heel strike in °")


def _working_point(axes: "Axes", walker: FrontalWalker, point: WorkingPoint, energies: Vec) -> None:
    for period, style in ((walker.period, "-"), (walker.period / 2, "-.")):
        other = replace(walker, period=period)
        angles = [np.degrees(other.free_angle(float(energy))) for energy in energies]
        axes.plot(energies, angles, style, color=BLUE, label=f"flight, T = {period:g} s")
    low, high = axes.get_ylim()
    betas = np.radians(np.linspace(low, high, 200))
    steady = np.array([walker.steady_energy(float(beta)) for beta in betas])
    seen = (steady >= energies[0]) & (steady <= energies[-1])
    axes.plot(steady[seen], np.degrees(betas[seen]), "--", color=RED, label="steady state (8.7)")
    axes.plot(point.energy, np.degrees(point.beta), "o", color="black")
    axes.legend(frameon=False)
    title = f"working point {point.energy:.5f} J, {np.degrees(point.beta):.3f}° (8.4)"
    _label(axes, title, "energy in J", "β at heel strike in °")


def _time(axes: "Axes", walker: FrontalWalker, point: WorkingPoint) -> None:
    start = 0.0
    for step in sway(walker, walker.rest, STEPS):
        t = start + step.flight.t
        axes.plot(t, np.degrees(step.flight.y[:, 0]), color=BLUE, linewidth=1.0)
        axes.plot(t[-1], np.degrees(step.beta), ".", color=RED)
        start = float(t[-1])
    axes.axhline(np.degrees(point.beta), color="0.5", linestyle="--")
    _label(axes, "from rest: stance angle (8.5, left)", "time in s", "β in °")


def _steps(axes: "Axes", walker: FrontalWalker, point: WorkingPoint) -> None:
    rule = ClearanceRule.around(walker, point)
    for clearance, colour, label in (
        (None, BLUE, "clearance to spare"),
        (rule, GOLD, "clearance by peak-to-peak sway"),
    ):
        angles = [np.degrees(step.beta) for step in sway(walker, walker.rest, STEPS, clearance)]
        axes.plot(angles, "o-", color=colour, markersize=3, label=label)
    axes.axhline(np.degrees(point.beta), color="0.5", linestyle="--")
    axes.legend(frameon=False)
    _label(axes, "from rest: heel strikes (8.5, right)", "step", "β at heel strike in °")


def _clearance(axes: "Axes", walker: FrontalWalker, point: WorkingPoint) -> None:
    """Sway in the steady state, started at the working point, over foot clearance."""
    needed = walker.least_clearance(point.beta)
    clearances = needed * np.linspace(0.2, 2.0, 19)
    sways = [sway(walker, point.energy, STEPS, float(lift))[-1] for lift in clearances]
    ranges = [np.degrees(last.peak_to_peak) for last in sways]
    axes.plot(1000 * clearances, ranges, "o-", color=BLUE, markersize=3)
    axes.axvline(1000 * needed, color="0.5", linestyle="--")
    _label(
        axes,
        f"sway does not depend on clearance above {1000 * needed:.3g} mm",
        "foot clearance in mm",
        "peak-to-peak β in °",
    )


def _label(axes: "Axes", title: str, x: str, y: str) -> None:
    axes.set_title(title, fontsize=10)
    axes.set_xlabel(x)
    axes.set_ylabel(y)
