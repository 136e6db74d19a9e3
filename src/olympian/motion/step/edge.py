"""A foot on its way down a step that carries too early: it stands on the edge, not below it."""

from collections.abc import Sequence
from dataclasses import replace

from olympian.geometry import Vec
from olympian.motion.step.phase import Phase

ABOVE = 0.01
"""Metres over its landing above which a foot has nothing to stand on yet."""
LOADED = 0.15
"""Share of the weight on a foot that says that it stands on something."""
DROP = 0.02
"""Metres by which a foot comes down at least where it passes an edge: more than after a lift."""


def meets_edge(phase: Phase, t: float, loads: Vec) -> bool:
    """Does a foot that goes down a step carry weight before it is there?

    Args:
        loads: (2,) newtons on the left and the right sole.
    """
    swing = phase.swing
    if swing is None or loads[swing] <= LOADED * loads.sum():
        return False
    drop = phase.before.soles[swing][2, 3] - phase.after.soles[swing][2, 3]
    height = phase.at(t).soles[swing][2, 3] - phase.after.soles[swing][2, 3]
    return bool(drop > DROP and ABOVE < height < drop)


def withdrawn(taken: Sequence[Phase], t: float, seconds: float) -> list[Phase]:
    """The way back of a swing: from `t` seconds into the last of its phases to where it began.

    Args:
        seconds: for the first move, off the edge.
    """
    *earlier, last = (phase for phase in taken if phase.swing is not None)
    name = last.name.replace("lower", "withdraw")
    off = replace(last, name=name, before=last.at(t), after=last.before, duration=seconds)
    return [off, *(replace(one, before=one.after, after=one.before) for one in reversed(earlier))]
