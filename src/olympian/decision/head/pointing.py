"""Head angles that bring a point into the middle of the picture, in closed form.

The last joint turns the optical axis in a plane. So pan first brings that plane over the point,
and tilt then turns the axis through it. Axes and camera may be offset from each other in any way.
For kernels, axes, points and camera are those of the head at zero angles, in the link that carries
it; a head with one joint has a pan axis of length zero.
"""

from dataclasses import dataclass
from math import acos, atan2, cos, hypot, inf, pi, sin, sqrt

import numpy as np

from olympian.compiled import compiled
from olympian.decision.head.head import Head
from olympian.errors import OlympianError
from olympian.geometry import Vec, Vec3, frozen

SQUARE = 1e-6
"""Cosine below which the camera looks at right angles to the last joint."""
FAR = 1e4
"""Metres: offsets of some centimetres are then some microradians."""
MET = 1e-6
"""rad of pointing error that is rounding."""


@dataclass(frozen=True, slots=True)
class Gaze:
    """Head angles within their limits, and how well they point."""

    angles: Vec
    error: float
    """rad between the optical axis and the way to the point."""
    reason: str = ""
    """Why the point is not met, if it is not."""


def why_no_point(point: Vec) -> str:
    """What keeps this from being a place in space; empty if nothing does."""
    if np.shape(point) == (3,) and np.isfinite(point).all():
        return ""
    return f"point {np.asarray(point).tolist()} is not three finite numbers"


class Pointing:
    """Where the axes of a head lie, and the angles that follow from it."""

    def __init__(self, head: Head) -> None:
        self.head = head
        directions, points = head.neck.screw_axes()
        T_base_camera = head.T_base_camera(np.zeros(head.neck.dof))
        self._joints = head.neck.dof
        alone = np.zeros((2 - self._joints, 3))
        (pan, tilt), (pan_at, tilt_at) = (np.vstack([alone, rows]) for rows in (directions, points))
        camera, ahead = T_base_camera[:3, 3].copy(), T_base_camera[:3, 0].copy()
        self._check(pan, tilt, ahead)
        self._lines = (pan, pan_at, tilt, tilt_at, camera, ahead)

    def at(self, point_in_base: Vec3) -> Gaze:
        """The gaze at a point given in the link that carries the head."""
        point = np.array(point_in_base, dtype=float)
        if said := why_no_point(point):
            return Gaze(self.head.rest, inf, said)
        wanted, inside, error = self._better(point)
        reason = self._why(point, wanted, inside) if error > MET else ""
        return Gaze(frozen(inside), error, reason)

    def towards(self, direction_in_base: Vec3) -> Gaze:
        """The gaze in a direction, as at a point so far away that offsets do not matter."""
        return self.at(FAR * np.asarray(direction_in_base, dtype=float))

    def error(self, angles: Vec, point_in_base: Vec3) -> float:
        """rad between the optical axis and the way to a point."""
        pan, tilt = (0.0, *angles.tolist())[-2:]
        return error_kernel(*self._lines, (pan, tilt), np.array(point_in_base, dtype=float))

    def _better(self, point: Vec3) -> tuple[Vec, Vec, float]:
        """Angles without limits, within them, and their error: of two ways round the better one."""
        ways = []
        for wanted in solutions_kernel(*self._lines, point)[:, 2 - self._joints :]:
            inside = self.head.inside(wanted)
            ways.append((wanted, inside, self.error(inside, point)))
        first, second = ways
        if abs(first[2] - second[2]) > MET:
            return first if first[2] < second[2] else second
        # both do: the one nearer to the usual posture
        away = [float(np.abs(inside - self.head.rest).sum()) for _, inside, _ in ways]
        return first if away[0] <= away[1] else second

    def _why(self, point: Vec3, wanted: Vec, inside: Vec) -> str:
        named = "point ({:.2f}, {:.2f}, {:.2f})".format(*point)
        neck = self.head.neck
        for row, joint in enumerate(neck.joint_names):
            if abs(wanted[row] - inside[row]) > MET:
                return (
                    f"{named} is out of reach: {joint} would need {wanted[row]:.2f} rad, "
                    f"it has {neck.lower[row]:.2f} to {neck.upper[row]:.2f}"
                )
        if neck.dof == 1:
            return f"{named} is out of reach: beside the plane in which {neck.joint_names[0]} turns"
        return f"{named} is out of reach: too near the head"

    def _check(self, pan: Vec3, tilt: Vec3, ahead: Vec3) -> None:
        names, robot = self.head.neck.joint_names, self.head.robot.name
        if abs(float(tilt @ ahead)) > SQUARE:
            raise OlympianError(
                f"camera of robot '{robot}' does not look at right angles to joint '{names[-1]}'"
            )
        if self._joints == 2 and np.linalg.norm(np.cross(pan, tilt)) < SQUARE:
            raise OlympianError(f"joints {' and '.join(names)} of robot '{robot}' are parallel")


@compiled
def solutions_kernel(pan, pan_at, tilt, tilt_at, camera, ahead, point):
    """(2, 2): pan and tilt that point there, were there no limits, in the two ways round."""
    found = np.zeros((2, 2))
    first, second = _pans(pan, pan_at, tilt, camera, point)
    for row, angle in enumerate((first, second)):
        found[row, 0] = angle
        found[row, 1] = _tilt_to(_turned(pan, pan_at, -angle, point), tilt, tilt_at, camera, ahead)
    return found


@compiled
def error_kernel(pan, pan_at, tilt, tilt_at, camera, ahead, angles, point):
    """rad between the optical axis and the way to a point, the head turned by `angles` (2,)."""
    # seen from a head at zero, the point turns the other way
    seen = _turned(tilt, tilt_at, -angles[1], _turned(pan, pan_at, -angles[0], point))
    way = seen - camera
    return atan2(sqrt(_dot(_cross(ahead, way), _cross(ahead, way))), _dot(ahead, way))


@compiled
def _pans(pan, pan_at, tilt, camera, point_in_base):
    """Both angles that bring the tilt's plane over a point: a·cos + b·sin + still = goal."""
    point = point_in_base - pan_at
    still = _dot(tilt, pan) * _dot(pan, point)
    a = _dot(tilt, point) - still
    b = -_dot(tilt, _cross(pan, point))
    size = hypot(a, b)
    if _dot(pan, pan) == 0.0 or size == 0.0:
        return 0.0, 0.0
    # beside the pan axis no angle does; the nearest is where the cosine is ±1
    cosine = (_dot(tilt, camera - pan_at) - still) / size
    apart, middle = acos(min(max(cosine, -1.0), 1.0)), atan2(b, a)
    return _wrapped(middle + apart), _wrapped(middle - apart)


@compiled
def _tilt_to(point, tilt, tilt_at, camera, ahead):
    """The angle that turns the optical axis through a point in its plane."""
    across = _cross(tilt, ahead)
    place = point - tilt_at
    along, up = _dot(place, ahead), _dot(place, across)
    offset = _dot(camera - tilt_at, across)
    reach = sqrt(max(along * along + up * up - offset * offset, 0.0))
    return _wrapped(atan2(up, along) - atan2(offset, reach))


@compiled
def _turned(axis, at, angle, point):
    """A point turned about a line (Rodrigues)."""
    arm = point - at
    along = (1.0 - cos(angle)) * _dot(axis, arm)
    return at + arm * cos(angle) + _cross(axis, arm) * sin(angle) + axis * along


@compiled
def _dot(a, b):
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


@compiled
def _cross(a, b):
    return np.array(
        [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
    )


@compiled
def _wrapped(angle):
    return (angle + pi) % (2.0 * pi) - pi
