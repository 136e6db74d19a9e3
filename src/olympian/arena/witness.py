"""What a referee writes down of one robot: where its torso and its soles truly were."""

from dataclasses import dataclass, field

import numpy as np

from olympian.backend import Simulation
from olympian.geometry import Mat4, Vec, frozen

RATE_HZ = 25.0
"""Samples per second: a step of the quickest walk lasts ten of them."""


@dataclass(frozen=True, eq=False)
class TrialRecord:
    """One robot's way through a trial, sampled; n rows. Ground truth, for people."""

    t: Vec
    """Seconds since the first command; negative before."""
    torso: Vec
    """(n, 3) position of the torso in the ground frame below it at the first command."""
    heading: Vec
    """rad from the heading at the first command, without jumps"""
    tilt: Vec
    """rad between the torso's own vertical and the world's"""
    soles: Vec
    """(n, feet) heights over the floor at the start"""


@dataclass
class _Samples:
    t: list[float] = field(default_factory=list)
    poses: list[Mat4] = field(default_factory=list)
    soles: list[list[float]] = field(default_factory=list)


class Witness:
    """Looks at one robot of a simulation after every tick, and samples what it sees."""

    def __init__(self, simulation: Simulation, robot: int = 0) -> None:
        self._simulation = simulation
        self._robot = robot
        self._machine = simulation.robots[robot]
        self._samples = _Samples()
        self.mark()

    @property
    def T_world_torso(self) -> Mat4:  # noqa: N802
        """The true pose now."""
        return self._simulation.true_pose(self._machine.torso, self._robot)

    @property
    def time(self) -> float:
        """Seconds since the mark."""
        return self._simulation.t - self._t_mark

    @property
    def moved(self) -> Vec:
        """Metres ahead, to the left and up of the torso since the mark, along its heading then."""
        T_world_torso = self.T_world_torso
        return self._R_mark_world @ (T_world_torso[:3, 3] - self._origin)

    @property
    def tilt(self) -> float:
        """Angle in radians between the torso's vertical and the world's."""
        return _tilt(self.T_world_torso)

    @property
    def soles(self) -> Vec:
        """Heights of the soles over the world's origin."""
        return np.array(
            [
                self._simulation.true_pose(foot.link, self._robot)[2, 3]
                for foot in self._machine.feet
            ]
        )

    def mark(self) -> None:
        """The first command is given now: time, distance and heading count from here."""
        T_world_torso = self.T_world_torso
        self._t_mark = self._simulation.t
        self._origin = np.array([*T_world_torso[:2, 3], 0.0])
        yaw = _yaw(T_world_torso)
        cosine, sine = np.cos(yaw), np.sin(yaw)
        self._R_mark_world = np.array([[cosine, sine, 0.0], [-sine, cosine, 0.0], [0.0, 0.0, 1.0]])

    def step(self) -> None:
        """Look once; samples are taken when they are due."""
        samples = self._samples
        if samples.t and self._simulation.t < samples.t[-1] + 1.0 / RATE_HZ - 1e-9:
            return
        samples.t.append(self._simulation.t)
        samples.poses.append(self.T_world_torso)
        samples.soles.append(self.soles.tolist())

    def record(self) -> TrialRecord:
        """Everything seen, counted from the mark."""
        samples = self._samples
        positions = np.array([T[:3, 3] for T in samples.poses]).reshape(-1, 3)
        yaw = np.unwrap([_yaw(T) for T in samples.poses])
        t = np.array(samples.t) - self._t_mark
        at_mark = yaw[int(np.argmin(np.abs(t)))] if len(t) else 0.0
        return TrialRecord(
            t=frozen(t),
            torso=frozen((positions - self._origin) @ self._R_mark_world.T),
            heading=frozen(yaw - at_mark),
            tilt=frozen([_tilt(T) for T in samples.poses]),
            soles=frozen(np.array(samples.soles).reshape(len(t), -1)),
        )


def _yaw(T_world_torso: Mat4) -> float:
    """Heading of the torso; where it lies on its face or back, that of its crown or feet."""
    ahead = T_world_torso[:2, 0]
    if np.hypot(*ahead) < 1e-3:
        ahead = T_world_torso[:2, 2]
    return float(np.arctan2(ahead[1], ahead[0]))


def _tilt(T_world_torso: Mat4) -> float:
    return float(np.arccos(np.clip(T_world_torso[2, 2], -1.0, 1.0)))
