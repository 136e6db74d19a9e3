"""The arithmetic of pan and tilt, compiled: it runs every tick, beside the walk.

Axes, points and the camera are those of the head at zero angles, in the link that carries it. A
head with one joint has a pan axis of length zero.
"""

from math import acos, atan2, cos, hypot, pi, sin, sqrt

import numpy as np

from olympian.compiled import compiled

__all__ = ["error_kernel", "solutions_kernel"]


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
