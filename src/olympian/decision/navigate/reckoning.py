"""Where it is on a map: dead reckoning, put right by what the camera sees of it."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from olympian.decision.navigate.overlay import gaps_on
from olympian.decision.navigate.scene import ObstacleMap
from olympian.decision.navigate.sighting import FloorEdge, Sighting
from olympian.geometry import Place, R_from_rpy, Vec, frozen
from olympian.records import RobotState
from olympian.vision.camera import PastStates

START = (0.02, 0.02, 0.02)
"""Standard deviations of the place it is told at the start: m, m, rad."""
TILT = 0.025
"""rad, roll and pitch: how an inertial sensor is screwed on, and its false vertical."""
WAY, TURN = 0.05, 0.02
"""m and rad, after a metre of way, that dead reckoning may be off by; with the root of the way."""
GYRO = 0.005
"""rad after a second, likewise."""
FALL = (0.2, 0.2, 0.15)
"""What a fall and the way up from it add: m, m, rad."""
TILT_LASTS = 5.0
"""Seconds: it is not quite the same in every gait."""
FLAT, ANGLE = 0.02, 0.005
"""Of a point where the floor ends: metres of its own, and rad of rounding to pixels."""
SWAY = 0.015
"""rad, roll and pitch: what a step tilts the head unnoticed, the same for a whole picture."""
ALIKE = 15.0
"""So many points count in a picture; more of them show the same faces again."""
GATE = 2.5
"""Standard deviations from which a point is something else: another robot, an arm."""
SURPRISE = 3.5
"""Standard deviations of the place by which a picture may move it; else it was taken amiss."""
MOST, LOST = 0.5, (0.04, 0.04, 0.02)
"""A picture of which no more than that part fits adds so much doubt: m, m, rad."""
DOUBT = 1.5
"""Standard deviations from which a point counts less (Huber)."""
ROUNDS = 4
"""Times it looks again from where the picture says that it is."""
STEP = 1e-3
"""m and rad, for derivatives by differences."""


class Reckoning:
    """An extended Kalman filter of place and of the tilt that the inertial sensor does not show.

    A point where the floor ends lies on a wall or on a thing of the map. Nobody has to know on
    which one: its line of sight says so (`gaps_on`).
    """

    def __init__(self, scene: ObstacleMap, edge: FloorEdge, place: Place | None = None) -> None:
        """Args: place: where it starts on the map; its origin if None."""
        self._scene, self._edge, self._start = scene, edge, place or Place()
        self.reset()

    def reset(self) -> None:
        """At its start."""
        self._x = np.array([*self._start, 0.0, 0.0])
        self._P = np.diag(np.square([*START, TILT, TILT]))
        self._told: Place | None = None
        self._past = PastStates()
        self.seen = 0
        """Points of the last picture that fitted the map."""

    @property
    def place(self) -> Place:
        """Where it believes it is."""
        return Place(*self._x[:3].tolist())

    @property
    def covariance(self) -> Vec:
        """(3, 3) of x, y and yaw."""
        return frozen(self._P[:3, :3].copy())

    def lose(self) -> None:
        """It goes down, or is picked up: less is certain."""
        self._P[:3, :3] += np.diag(np.square(FALL))

    def step(self, state: RobotState, dt: float) -> Place:
        """Where it is after one more tick, with a picture or without."""
        self.move(state.odometry.place, dt)
        self._past.step(state)
        picture = state.sensors.camera
        sighting = None if picture is None else self._edge.look(picture, self._past.at(picture.t))
        if sighting is not None:
            self.see(sighting)
        return self.place

    def move(self, odometry: Place, dt: float) -> None:
        """Follow the odometry over one more tick."""
        moved = (self._told or odometry).inverse().then(odometry)
        self._told = odometry
        before, now = self.place, self.place.then(moved)
        self._x[:3] = now
        forgets = dt / (dt + TILT_LASTS)
        self._x[3:] *= 1.0 - forgets
        F = np.diag([1.0, 1.0, 1.0, 1.0 - forgets, 1.0 - forgets])
        F[0, 2], F[1, 2] = before.y - now.y, now.x - before.x
        way = float(np.hypot(moved.x, moved.y))
        tilts = TILT**2 * (1.0 - (1.0 - forgets) ** 2)
        spread = [WAY**2 * way, WAY**2 * way, TURN**2 * way + GYRO**2 * dt, tilts, tilts]
        self._P = F @ self._P @ F.T + np.diag(spread)

    def see(self, sighting: Sighting) -> None:
        """Lay the foot of what is seen on the map."""
        prior, x = self._x, self._x.copy()
        certain = np.linalg.inv(self._P)
        A: NDArray[np.floating[Any]] = certain
        for _ in range(ROUNDS):
            gap, H, variance = self._fitting(*self._seen_from(x, sighting))
            weighed = np.linalg.solve(np.diag(variance) + SWAY**2 * H[:, 3:] @ H[:, 3:].T, H).T
            A = certain + weighed @ H
            x += np.linalg.solve(A, certain @ (prior - x) - weighed @ gap)
            self.seen = len(gap)
        if (x - prior) @ certain @ (x - prior) < SURPRISE**2:
            self._x, self._P = x, np.linalg.inv(A)
        if self.seen < MOST * len(sighting.rays):
            self._P[:3, :3] += np.diag(np.square(LOST))

    def _fitting(self, gap: Vec, H: Vec, variance: Vec) -> tuple[Vec, Vec, Vec]:
        """Those points that may be what the map has there; the odd ones are less certain."""
        tilted = (H[:, 3:] ** 2).sum(axis=1) * SWAY**2
        expected = np.sqrt(variance + tilted + np.einsum("ij,jk,ik->i", H, self._P, H))
        off = np.abs(gap) / expected
        fits = off < GATE
        alike = max(1.0, int(fits.sum()) / ALIKE)
        odd = np.maximum(1.0, off[fits] / DOUBT)
        return gap[fits], H[fits], variance[fits] * alike * odd

    def _seen_from(self, x: Vec, sighting: Sighting) -> tuple[Vec, Vec, Vec]:
        """Gap of each point to the map, its derivatives by the state, its variance."""
        gap = self._gaps(x, sighting)
        H = np.empty((len(gap), 5))
        for k in range(5):
            shifted = x.copy()
            shifted[k] += STEP
            H[:, k] = (self._gaps(shifted, sighting) - gap) / STEP
        far = np.linalg.norm(_points(x, sighting) - _eye(x, sighting), axis=1)
        height = sighting.eye[2]
        return gap, H, FLAT**2 + (ANGLE * (height**2 + far**2) / height) ** 2

    def _gaps(self, x: Vec, sighting: Sighting) -> Vec:
        return gaps_on(self._scene, _eye(x, sighting), _points(x, sighting))


def _eye(x: Vec, sighting: Sighting) -> Vec:
    """(2,) the camera on the map."""
    place = Place(*x[:3].tolist())
    return place.xy + place.turn @ (R_from_rpy(x[3], x[4], 0.0) @ sighting.eye)[:2]


def _points(x: Vec, sighting: Sighting) -> Vec:
    """(n, 2) where the floor ends, on the map."""
    R, place = R_from_rpy(x[3], x[4], 0.0), Place(*x[:3].tolist())
    eye, rays = R @ sighting.eye, sighting.rays @ R.T
    reach = eye[2] / np.maximum(-rays[:, 2], 1e-3)
    return place.xy + (eye[:2] + reach[:, None] * rays[:, :2]) @ place.turn.T
