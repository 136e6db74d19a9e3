"""What the lines of the field tell of the camera's tilt: their width, right angles, the circle.

Joints and inertial sensor are a degree or more off, and a degree is 10 cm at 1.5 m. Lines are
5 cm wide everywhere, meet at right angles, and the circle is round: where they are not, the
camera is held otherwise than it is believed to be. Most of that stays as it is while the robot
walks, so it is learnt over many pictures.
"""

from math import atan2, cos, hypot, pi, radians, sin

import numpy as np

from olympian.geometry import Mat4, R_from_axis_angle, Vec
from olympian.vision.shape import FieldLine, LinePoints, Markings, line_density

FIRST = np.radians((3.0, 3.0, 2.0, 2.0))
"""How far off the body is before anything was seen, roll and pitch, and the camera on it, rad."""
WANDER = radians(0.15)
"""By how much any of them changes from picture to picture, rad."""
SWAY = radians(1.0)
"""What a step tilts the head unnoticed, rad."""
MOST = radians(8.0)
"""A camera that seems more askew than this is something else, rad."""
AT_ONCE = radians(3.0)
"""By how much one picture may move it, rad: a single one may be anything."""
UNLIKELY = 3.0
"""Standard deviations of what is known and what a picture tells, together, from which on it tells
nothing: something else than lines was measured."""
REACH = 2.2
"""Metres up to which widths tell something."""
BLUR_PX, EDGE_PX, EDGE_PART = 0.85, 0.8, 0.06
"""Pixels by which a line looks wider than it is, and the scatter of that, besides 6 %."""
PAIRS, ARC = 8.0, 12.0
"""So many points count in a picture, of widths and of a circle: neighbours err alike."""
FEWEST = 6
LONG, DENSE = 0.35, 0.35
"""Metres, and share of a whole line's edges, from which a line's direction tells something."""
PART = 0.3
"""Least length of such a line by its distance: what is short and far may be a piece of the circle,
whose direction is no line's."""
SQUARE, LINE_TURN = radians(20.0), radians(1.0)
"""Lines within 20° of a right angle are meant to have one; directions are a degree off."""
CURVED = 0.08
"""Metres of scatter about a straight line from which points tell of a circle."""


class Levelling:
    """Tilt of one robot's camera, learnt from lines; engine with `learn` and `reset`."""

    def __init__(self, focal: float, circle_radius: float, line_width: float = 0.05) -> None:
        """Args: focal: length of the lens, pixels."""
        self._focal, self._radius, self._width = focal, circle_radius, line_width
        self.reset()

    def reset(self) -> None:
        """Nothing is known but joints and inertial sensor."""
        self._off, self._covariance = np.zeros(4), np.diag(FIRST**2)

    def __call__(self, T_place_camera: Mat4) -> Mat4:
        """Where the camera is, by joints, inertial sensor and what was learnt."""
        roll, pitch = _in_place(T_place_camera) @ self._off
        angle = hypot(roll, pitch)
        if angle < 1e-9:
            return T_place_camera
        turned = np.eye(4)
        turned[:3, :3] = R_from_axis_angle(np.array([roll, pitch, 0.0]) / angle, angle)
        return turned @ T_place_camera

    def learn(self, T_place_camera: Mat4, markings: Markings) -> None:
        """Take what is not level about the markings of a picture.

        Args: T_place_camera: as it came from this object, and as it was used for the markings.
        """
        weight, told = np.zeros((2, 2)), np.zeros(2)
        eye = T_place_camera[:3, 3]
        points = markings.points
        for H, off, sigma in (
            self._widths(points, eye),
            self._angles(markings.lines, eye),
        ):
            scaled = H / sigma[:, None]
            weight, told = weight + scaled.T @ scaled, told + scaled.T @ (off / sigma)
        if markings.circle is not None:
            more = self._circle(markings, eye)
            weight, told = weight + more[0], told + more[1]
        to_place = _in_place(T_place_camera)
        covariance = self._covariance + WANDER**2 * np.eye(4)
        weight += 1e-6 * np.eye(2)
        scatter = np.linalg.inv(weight) + SWAY**2 * np.eye(2)
        spread = np.linalg.inv(to_place @ covariance @ to_place.T + scatter)
        # one line tells one direction well and the other not at all: the two belong together
        seen = np.linalg.solve(weight, told)
        self._covariance = covariance
        if seen @ spread @ seen > UNLIKELY**2:
            return
        gain = covariance @ to_place.T @ spread
        moved = gain @ seen
        moved *= min(1.0, AT_ONCE / max(float(np.linalg.norm(moved)), 1e-12))
        self._off = np.clip(self._off + moved, -MOST, MOST)
        self._covariance = (np.eye(4) - gain @ to_place) @ covariance

    def _widths(self, points: LinePoints, eye: Vec) -> tuple[Vec, Vec, Vec]:
        """How each width changes by roll and pitch, how it should, and the scatter of that."""
        away = points.at - eye[:2]
        near = np.hypot(away[:, 0], away[:, 1]) < REACH
        if near.sum() < FEWEST:
            return _NOTHING
        (x, y), (u, v) = away[near].T, points.along[near].T
        px = self._metres_per_pixel(away[near], np.column_stack([-v, u]), eye[2])
        by_roll = (v * v * y - u * v * x + 2 * u * u * y) / eye[2]
        by_pitch = -(2 * v * v * x - u * v * y + u * u * x) / eye[2]
        off = (self._width + BLUR_PX * px - points.width[near]) / self._width
        sigma = np.hypot(EDGE_PX * px / self._width, EDGE_PART)
        sigma *= _doubt(off / sigma) * np.sqrt(max(1.0, len(off) / PAIRS))
        return np.column_stack([by_roll, by_pitch]), off, sigma

    def _angles(self, lines: tuple[FieldLine, ...], eye: Vec) -> tuple[Vec, Vec, Vec]:
        """The same of the angle between each two lines, and the right angle."""
        known = [self._direction(line, eye) for line in lines]
        rows = [row for row in known if row is not None]
        pairs = []
        for index, (angle, roll, pitch, sigma) in enumerate(rows):
            for other, other_roll, other_pitch, other_sigma in rows[:index]:
                off = (other - angle + pi / 4) % (pi / 2) - pi / 4
                if abs(off) < SQUARE:
                    doubt = hypot(sigma, other_sigma, LINE_TURN)
                    pairs.append((roll - other_roll, pitch - other_pitch, off, doubt))
        if not pairs:
            return _NOTHING
        table = np.array(pairs)
        sigma = table[:, 3] * _doubt(table[:, 2] / table[:, 3]) * np.sqrt(len(rows) - 1)
        return table[:, :2], table[:, 2], sigma

    def _direction(self, line: FieldLine, eye: Vec) -> tuple[float, float, float, float] | None:
        """Angle of a line, how it changes by roll and pitch, and its scatter."""
        along = line.end - line.start
        length = hypot(*along.tolist())
        if length < LONG:
            return None
        ends = (line.start[0], line.start[1]), (line.end[0], line.end[1])
        if line_density(line.points, *ends, (eye[0], eye[1], eye[2]), self._focal) < DENSE:
            return None
        u, v = along / length
        x, y = (line.start + line.end) / 2 - eye[:2]
        if length < PART * hypot(x, y):
            return None
        away = np.array([line.start, line.end]) - eye[:2]
        px = self._metres_per_pixel(away, np.array([(-v, u)]), eye[2])
        sigma = hypot(*px.tolist()) / length / np.sqrt(max(1.0, line.points / 8))
        return (
            atan2(v, u), v * (u * y - x * v) / eye[2], u * (v * x - u * y) / eye[2], sigma
        )  # fmt: skip

    def _circle(self, markings: Markings, eye: Vec) -> tuple[Vec, Vec]:
        """Weight and weighted tilt that make a circle of the points near it, wherever it lies."""
        circle, points = markings.circle, markings.points
        assert circle is not None, "it was asked for"
        out = points.at - circle.centre
        away = np.hypot(out[:, 0], out[:, 1])
        across = np.abs(np.sum(out * points.along, axis=1)) < 0.35 * away
        on = across & (np.abs(away - self._radius) < 0.15)
        spread = points.at[on] - points.at[on].mean(axis=0) if on.any() else np.zeros((1, 2))
        if np.linalg.eigvalsh(spread.T @ spread / len(spread))[0] < CURVED**2:
            return np.zeros((2, 2)), np.zeros(2)
        u = out[on] / away[on, None]
        x, y = (points.at[on] - eye[:2]).T
        z = eye[2]
        roll = u[:, 0] * x * y / z + u[:, 1] * (z + y * y / z)
        pitch = -u[:, 0] * (z + x * x / z) - u[:, 1] * x * y / z
        off = self._radius - away[on]
        px = self._metres_per_pixel(np.column_stack([x, y]), u, z)
        sigma = np.hypot(px, 0.01)
        sigma *= _doubt(off / sigma) * np.sqrt(max(1.0, len(off) / ARC))
        H = np.column_stack([roll, pitch, -u]) / sigma[:, None]
        G, g = H.T @ H, H.T @ (off / sigma)
        place = G[:2, 2:] @ np.linalg.inv(G[2:, 2:] + 1e-9 * np.eye(2))
        return G[:2, :2] - place @ G[2:, :2], g[:2] - place @ g[2:]

    def _metres_per_pixel(self, away: Vec, across: Vec, height: float) -> Vec:
        """(n,) on the ground at places (n, 2) from under the camera, along unit vectors."""
        far = np.maximum(np.hypot(away[:, 0], away[:, 1]), 1e-6)
        deep = (across[:, 0] * away[:, 0] + across[:, 1] * away[:, 1]) / far
        slant = np.hypot(far, height)
        wide = np.sqrt(np.maximum(1.0 - deep * deep, 0.0))
        return np.hypot(deep * slant * slant / height, wide * slant) / self._focal


_NOTHING = (np.zeros((0, 2)), np.zeros(0), np.zeros(0))


def _in_place(T_place_camera: Mat4) -> Vec:
    """(2, 4): roll and pitch of the camera by those of the body, and those that turn with it."""
    way = atan2(T_place_camera[1, 2], T_place_camera[0, 2])
    return np.array([[1.0, 0.0, cos(way), -sin(way)], [0.0, 1.0, sin(way), cos(way)]])


def _doubt(off: Vec) -> Vec:
    """Factor of the scatter of what is off by so many of its standard deviations."""
    return np.sqrt(1.0 + (off / 1.5) ** 2)
