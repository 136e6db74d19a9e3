"""A recording as comma-separated values: one line per tick."""

import csv
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from olympian.files import whole_file
from olympian.lab.recordings.series import RecordedSeries, read_series

AXES = ("x", "y", "z")


def write_table(path: Path, out: Path) -> int:
    """Write the file whole or not at all; how many ticks it has."""
    series = read_series(path)
    with whole_file(out) as partial, partial.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(_names(series))
        writer.writerows(_rows(series))
    return len(series.t)


def _names(series: RecordedSeries) -> list[str]:
    joints = series.run.joint_names
    columns = ["t", "state", "x", "y", "yaw", "roll", "pitch"]
    columns += [f"{sense}_{axis}" for sense in ("gyro", "accelerometer") for axis in AXES]
    columns += [f"foot_{number + 1}_n" for number in range(series.foot_load.shape[1])]
    for kind in ("q", "q_goal", "load", "temperature_c"):
        columns += [f"{kind}.{joint}" for joint in joints]
    return columns


def _rows(series: RecordedSeries) -> Iterator[list[str]]:
    numbers = np.hstack(
        (
            series.place, series.tilt, series.gyro, series.accelerometer, series.foot_load,
            series.q, series.q_goal, series.load, series.temperature_c,
        )
    )  # fmt: skip
    for t, state, row in zip(series.t, series.states, numbers, strict=True):
        # as many digits as read back to the same number; nothing where nothing was measured
        yield [f"{t:.9g}", state, *("" if np.isnan(one) else repr(float(one)) for one in row)]
