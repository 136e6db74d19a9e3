"""A recording as columns over time."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from olympian.bridge import RecordedRun
from olympian.bridge.ros import unpack
from olympian.bridge.tell import GOAL
from olympian.geometry import Vec
from olympian.state import AttitudeFilter


@dataclass(frozen=True, eq=False)
class RecordedSeries:
    """One row per tick; NaN where there is nothing."""

    run: RecordedRun
    t: Vec
    """Seconds since the recording began."""
    q: Vec
    """(ticks, joints) rad"""
    q_goal: Vec
    """(ticks, joints) rad"""
    load: Vec
    """(ticks, joints) share of full duty"""
    temperature_c: Vec
    gyro: Vec
    accelerometer: Vec
    tilt: Vec
    """(ticks, 2) roll and pitch of the inertial sensor, rad"""
    foot_load: Vec
    """(ticks, feet) newtons"""
    place: Vec
    """(ticks, 3) x, y, yaw"""
    states: tuple[str, ...]


def read_series(path: Path) -> RecordedSeries:
    """Raises: OlympianError: it is no recording of ours."""
    run = RecordedRun.read(path)
    began = run.ticks[0].t_ns
    felt = [tick.sensors for tick in run.ticks]
    nothing = np.full(3, np.nan)
    gyro = np.array([nothing if one.imu is None else one.imu.gyro for one in felt])
    pull = np.array([nothing if one.imu is None else one.imu.accelerometer for one in felt])
    feet = [np.zeros(0) if s.foot_pressure is None else s.foot_pressure.sum(axis=1) for s in felt]
    return RecordedSeries(
        run,
        t=np.array([(tick.t_ns - began) / 1e9 for tick in run.ticks]),
        q=np.array([one.q for one in felt]),
        q_goal=np.array([_goal(tick.goal, len(run.joint_names)) for tick in run.ticks]),
        load=np.array([one.load for one in felt]),
        temperature_c=np.array([one.temperature_c for one in felt]),
        gyro=gyro,
        accelerometer=pull,
        tilt=_tilt(run),
        foot_load=np.array(feet),
        place=np.array([(t.place.x, t.place.y, t.place.yaw) for t in run.ticks]),
        states=tuple(tick.situation[0] for tick in run.ticks),
    )


def _goal(data: bytes, dof: int) -> Vec:
    return unpack(GOAL.type, data)["q"] if data else np.full(dof, np.nan)


def _tilt(run: RecordedRun) -> Vec:
    """By the filter that the robot uses, in the axes of the sensor itself."""
    attitude, rows = AttitudeFilter(np.eye(3)), []
    before = -np.inf
    for tick in run.ticks:
        if tick.sensors.imu is None:
            rows.append((np.nan, np.nan))
            continue
        if tick.sensors.t < before:  # the robot began anew
            attitude.reset()
        before = tick.sensors.t
        R, _ = attitude.step(tick.sensors.imu, run.dt, False)
        rows.append((np.arctan2(R[2, 1], R[2, 2]), -np.arcsin(np.clip(R[2, 0], -1.0, 1.0))))
    return np.array(rows)
