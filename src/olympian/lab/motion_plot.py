"""A movement on one sheet: joint angles, sole heights and stability over time."""

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from olympian.figures import check_format, new_figure, plain, save_figure
from olympian.lab.motion_lab import MotionAlong, along
from olympian.motion.animate import BuiltSet
from olympian.robot import Robot
from olympian.state import Stability

if TYPE_CHECKING:
    from matplotlib.axes import Axes

SHADES = {"init": "#e8eef4", "loop": "#ffffff", "final": "#f4eee8"}
"""Background of each phase."""
LEVELS = {
    Stability.STABLE: "#2a9d55",
    Stability.LABILE: "#e0a020",
    Stability.UNSTABLE: "#d1495b",
}
SIDES = {"left": "-", "right": "--", None: ":"}
STILL = np.radians(0.5)
"""Joints that move less are left out of the figure."""


def draw_motion(path: Path, robot: Robot, built: BuiltSet, loops: int = 1) -> None:
    """Write the figure of a play from the ready pose; the file is whole or not there at all."""
    check_format(path)
    motion = along(robot, built, loops)
    figure = new_figure(9.0, 9.0)
    panels = figure.subplots(3, 1, sharex=True, height_ratios=(2.2, 1.0, 1.4))
    for axes in panels:
        _shade(plain(axes, color="0.88", linewidth=0.6), motion)
    _draw_joints(panels[0], robot, motion)
    _draw_soles(panels[1], robot, motion)
    _draw_margin(panels[2], motion)
    panels[0].set_title(f"{built.name} on {robot.name}: {motion.t[-1]:.2f} s", pad=34)
    _name_frames(panels[0], motion)
    panels[2].set_xlabel("time in s")
    panels[2].set_xlim(0.0, max(float(motion.t[-1]), 1e-3))
    save_figure(figure, path)


def _shade(axes: "Axes", motion: MotionAlong) -> None:
    for start, end, frame in motion.schedule:
        axes.axvspan(start, end, color=SHADES[frame.phase], zorder=0, linewidth=0)
        axes.axvline(end, color="0.75", linewidth=0.7, zorder=1)


def _name_frames(axes: "Axes", motion: MotionAlong) -> None:
    for start, end, frame in motion.schedule:
        axes.annotate(
            f"{frame.name}\n{frame.phase}",
            (0.5 * (start + end), 1.0),
            (0, 3),
            xycoords=axes.get_xaxis_transform(),
            textcoords="offset points",
            horizontalalignment="center",
            fontsize=8,
            color="0.35",
        )


def _draw_joints(axes: "Axes", robot: Robot, motion: MotionAlong) -> None:
    """One colour per kind of joint, so that left and right are seen as a pair."""
    moving = [
        name for index, name in enumerate(robot.joint_names) if np.ptp(motion.q[:, index]) > STILL
    ]
    kinds = list(dict.fromkeys(_kind(name) for name in moving))
    for name in moving:
        axes.plot(
            motion.t,
            np.degrees(motion.q[:, robot.joint_index[name]]),
            color=f"C{kinds.index(_kind(name)) % 10}",
            linestyle=SIDES[_side(name)],
            label=name.replace("_", " "),
            linewidth=1.5,
        )
    axes.set_ylabel("joint angles in °")
    if moving:
        axes.legend(frameon=False, fontsize=8, loc="upper left", bbox_to_anchor=(1.0, 1.0))


def _draw_soles(axes: "Axes", robot: Robot, motion: MotionAlong) -> None:
    for index, foot in enumerate(robot.feet):
        style, name = SIDES[_side(foot.limb)], foot.limb.replace("_", " ")
        axes.plot(motion.t, 1e3 * motion.heights[:, index], "C0", linestyle=style, label=name)
    axes.set_ylim(bottom=-1.0, top=max(10.0, 1.15e3 * float(motion.heights.max())))
    axes.set_ylabel("sole over ground in mm")
    axes.legend(frameon=False, fontsize=8, loc="upper left", bbox_to_anchor=(1.0, 1.0))


def _draw_margin(axes: "Axes", motion: MotionAlong) -> None:
    margins_mm = 1e3 * motion.margins
    axes.plot(motion.t, margins_mm, color="0.5", linewidth=1.0)
    for level, colour in LEVELS.items():
        here = [reading.level is level for reading in motion.readings]
        axes.plot(motion.t[here], margins_mm[here], "o", color=colour, label=level.value, ms=3.5)
    axes.axhline(0.0, color="0.2", linewidth=1.0)
    axes.set_ylim(bottom=min(-3.0, 1.1 * float(margins_mm.min())))
    axes.set_ylabel("stability margin in mm")
    axes.legend(frameon=False, fontsize=8, loc="upper left", bbox_to_anchor=(1.0, 1.0))


def _side(name: str) -> str | None:
    return next((side for side in ("left", "right") if side in name), None)


def _kind(name: str) -> str:
    return name.replace("left", "").replace("right", "")
