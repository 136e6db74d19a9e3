"""Falls by name: what ends an episode before its time."""

# pyright: reportMissingImports=false

from collections.abc import Callable, Sequence

import torch

from olympian.errors import unknown
from olympian.training.body.arrays import Tensor
from olympian.training.task.moment import TaskMoment

TIPPED = 0.7071
"""Cosine of the tilt beyond which no small humanoid comes back; referees have the same."""
LOW = 0.66
"""Share of the rest height."""
OVERLAP = (0.9, 0.86)
"""Shares of a sole's length and width within which the other one may not be."""


def tipped(m: TaskMoment) -> Tensor:
    """Leans too far."""
    return m.up[:, 2] < TIPPED


def low(m: TaskMoment) -> Tensor:
    """Is down, however upright."""
    return m.height < LOW * m.rest_height


def feet_overlap(m: TaskMoment) -> Tensor:
    """One foot is where the other one is; thin soles slide over each other in physics."""
    apart = (m.sole_places[:, 0] - m.sole_places[:, 1])[:, :2]
    length, width = m.scale.sole
    near = apart[:, 0].abs() < OVERLAP[0] * length
    return near & (apart[:, 1] < OVERLAP[1] * width)


ENDINGS: dict[str, Callable[[TaskMoment], Tensor]] = {
    function.__name__: function for function in (tipped, low, feet_overlap)
}


def check_endings(names: Sequence[str]) -> None:
    """Raise an OlympianError that names an ending nobody has defined."""
    for name in names:
        if name not in ENDINGS:
            raise unknown("end of an episode", name, ENDINGS)


def fell(moment: TaskMoment, names: Sequence[str]) -> Tensor:
    """(worlds,) where any of these falls happened."""
    nobody = torch.zeros_like(moment.height, dtype=torch.bool)
    for name in names:
        nobody = nobody | ENDINGS[name](moment)
    return nobody
