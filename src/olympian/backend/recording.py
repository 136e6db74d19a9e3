"""Sensor records on disk: one compressed NumPy archive that any tool can open."""

import zipfile
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np

from olympian.errors import OlympianError
from olympian.files import whole_file
from olympian.geometry import frozen
from olympian.records import Imu, Sensors

__all__ = ["Recording"]

IMU_COLUMNS = ("gyro", "accelerometer")
PRESSURE = "foot_pressure"
COLUMNS = tuple(
    f.name for f in fields(Sensors) if f.name not in ("imu", "camera", "answered", PRESSURE)
)
OPTIONAL = {*IMU_COLUMNS, PRESSURE}
"""Only in recordings of robots that have these sensors."""
MOST_BYTES = 2**31
"""Of all columns together: a day of a robot with 20 joints has half of it."""
LONGEST_TICK = 10.0
"""s"""
ANSWERED = "answered"
"""Only in recordings in which some servo once kept silent."""


@dataclass(frozen=True)
class Recording:
    """What a robot felt, tick by tick. Camera pictures are not kept: they would dwarf the rest."""

    robot: str
    joint_names: tuple[str, ...]
    dt: float
    """Length of a tick in seconds."""
    records: tuple[Sensors, ...]

    def save(self, path: Path) -> None:
        """Write the archive; the file appears whole or not at all."""
        columns: dict[str, Any] = {
            name: np.array([getattr(r, name) for r in self.records]) for name in COLUMNS
        }
        if all(r.imu is not None for r in self.records):
            for name in IMU_COLUMNS:
                columns[name] = np.array([getattr(r.imu, name) for r in self.records])
        if all(r.foot_pressure is not None for r in self.records):
            columns[PRESSURE] = np.array([r.foot_pressure for r in self.records])
        if any(r.answered is not None for r in self.records):
            columns[ANSWERED] = np.array([_answered(r) for r in self.records])
        with whole_file(path) as partial, partial.open("wb") as file:
            np.savez_compressed(
                file,
                robot=self.robot,
                joint_names=np.array(self.joint_names),
                dt=self.dt,
                **columns,
            )

    @staticmethod
    def load(path: Path) -> "Recording":
        """Read an archive written by `save`."""
        data = _columns(path)
        needed = {"robot", "joint_names", "dt", *COLUMNS}
        needed |= set(IMU_COLUMNS) if set(IMU_COLUMNS) & set(data) else set()
        missing = needed - set(data)
        if missing:
            raise OlympianError(f"{path}: not a recording: it lacks {', '.join(sorted(missing))}")
        names = tuple(str(name) for name in data["joint_names"].ravel())
        _check_shapes(path, data, len(names))
        records = tuple(_record(data, row) for row in range(len(data["t"])))
        return Recording(str(data["robot"]), names, float(data["dt"]), records)


def _columns(path: Path) -> dict[str, np.ndarray]:
    """Everything in the archive that is not larger than it can be."""
    try:
        with zipfile.ZipFile(path) as archive:
            size = sum(part.file_size for part in archive.infolist())
        if size > MOST_BYTES:
            raise OlympianError(f"{path}: holds {size} bytes; {MOST_BYTES} can be read")
        with np.load(path, allow_pickle=False) as archive:
            return {name: archive[name] for name in archive.files}
    except OlympianError:
        raise
    except Exception as error:
        # a file made to mislead fails anywhere in NumPy's reader, with any error there is
        said = " ".join(str(error).split())[:200]
        raise OlympianError(f"{path}: not a recording: {said}") from error


def _check_shapes(path: Path, data: dict[str, np.ndarray], joints: int) -> None:
    rows = data["t"].shape
    optional = [name for name in OPTIONAL if name in data]
    words = [n for n in ("dt", *COLUMNS, *optional) if data[n].dtype.kind not in "fiub"]
    if words:
        raise OlympianError(f"{path}: not a recording: '{words[0]}' is not made of numbers")
    if data["dt"].shape != () or not 0 < data["dt"] <= LONGEST_TICK:
        raise OlympianError(f"{path}: not a recording: its tick 'dt' is {data['dt']}")
    if len(rows) != 1 or rows[0] == 0:
        raise OlympianError(f"{path}: not a recording: it holds no ticks")
    widths = dict.fromkeys(COLUMNS[1:], (joints,))
    widths |= {name: (3,) for name in IMU_COLUMNS if name in data}
    if ANSWERED in data:
        widths[ANSWERED] = (joints,)
    if PRESSURE in data:
        widths[PRESSURE] = (*data[PRESSURE].shape[1:2], 4)
    for name, width in widths.items():
        if data[name].shape != (*rows, *width):
            raise OlympianError(
                f"{path}: '{name}' has shape {data[name].shape}, not {rows + width}"
            )


def _record(data: dict[str, np.ndarray], row: int) -> Sensors:
    values: dict[str, Any] = {name: _frozen(data[name][row]) for name in COLUMNS if name != "t"}
    imu = None
    if "gyro" in data:
        imu = Imu(frozen(data["gyro"][row]), frozen(data["accelerometer"][row]))
    values[PRESSURE] = _frozen(data[PRESSURE][row]) if PRESSURE in data else None
    if ANSWERED in data and not data[ANSWERED][row].all():
        values[ANSWERED] = _frozen(data[ANSWERED][row])
    return Sensors(t=float(data["t"][row]), imu=imu, **values)


def _answered(record: Sensors) -> np.ndarray:
    everyone = np.ones(len(record.q), dtype=np.bool_)
    return everyone if record.answered is None else record.answered


def _frozen(values: np.ndarray) -> np.ndarray:
    copy = values.copy()
    copy.flags.writeable = False
    return copy
