"""A ball that flies and bounces off a moving box, integrated in small steps: compiled.

As published: contact is tested in the box's own frame, on its top and on its bottom. The ball's
velocity is mirrored at the face, or reversed and rotated with the box: see `Bounce`. The speed of
the box does not enter: it rests when it is met.
"""

import numpy as np

from olympian.compiled import compiled
from olympian.geometry import GRAVITY

__all__ = ["BOTTOM", "TOP", "fly"]

TOP, BOTTOM = 1, -1
"""Faces of the box."""
FINEST = 1e-12
"""Share of a step that is not worth flying."""


@compiled
def _gap(place, centre, R, half, radius):
    """How far the ball is off the face it is over: above +, below −; and is it over a face?"""
    x = y = z = 0.0
    for axis in range(3):
        offset = place[axis] - centre[axis]
        x += offset * R[axis, 0]
        y += offset * R[axis, 1]
        z += offset * R[axis, 2]
    return z, abs(x) <= half[0] and abs(y) <= half[1] and abs(z) < half[2] + radius


@compiled
def _advance(place, velocity, dt):
    """Free flight, exact for constant gravity: numerical errors cannot add up over many bounces."""
    for axis in range(3):
        place[axis] += velocity[axis] * dt
    place[2] -= GRAVITY / 2 * dt * dt
    velocity[2] -= GRAVITY * dt


@compiled
def _bounce(velocity, R, face, rotates):
    """Turn the velocity round, if it goes into the face."""
    along = 0.0
    for axis in range(3):
        along += velocity[axis] * R[axis, 2]
    if along * face >= 0.0:
        return False
    x, y, z = velocity
    for axis in range(3):
        if rotates:
            velocity[axis] = -(R[axis, 0] * x + R[axis, 1] * y + R[axis, 2] * z)
        else:
            velocity[axis] -= 2.0 * along * R[axis, 2]
    return True


@compiled
def _blend(first, second, share, out):
    """Box on its way from one pose to the next; over a tick it turns too little to matter how."""
    for row in range(3):
        for column in range(4):
            out[row, column] = first[row, column] + share * (
                second[row, column] - first[row, column]
            )


@compiled
def fly(ball, first, second, half, radius, dt, steps, met, rotates):
    """Let the ball fly for `dt` in `steps`; returns how often it bounced.

    Args:
        ball: (6,) place of its middle and velocity, advanced in place.
        first, second: (3, 4) poses of the middle of the box before and after.
        half: (3,) half edges of the box.
        met: (5,) of the last bounce: seconds into the tick, face, place x, y, z of the ball.
        rotates: does a bounce reverse and rotate the velocity, instead of mirroring it?
    """
    place, velocity = ball[:3], ball[3:]
    before = np.empty(6)
    box = np.empty((3, 4))
    h = dt / steps
    bounces = 0
    for step in range(steps):
        before[:] = ball
        _blend(first, second, step / steps, box)
        start, _ = _gap(place, box[:, 3], box[:, :3], half, radius)
        _advance(place, velocity, h)
        _blend(first, second, (step + 1) / steps, box)
        end, inside = _gap(place, box[:, 3], box[:, :3], half, radius)
        if not inside:
            continue
        face = TOP if start > 0.0 else BOTTOM
        reach = face * (half[2] + radius)
        # where it came through the face, as if it flew straight within this small step
        share = 0.0 if start == end else min(max((start - reach) / (start - end), 0.0), 1.0)
        touched = ball.copy()
        ball[:] = before
        _advance(place, velocity, share * h)
        if not _bounce(velocity, box[:, :3], face, rotates):
            ball[:] = touched
            continue
        met[0], met[1], met[2:] = (step + share) * h, face, place
        bounces += 1
        if 1.0 - share > FINEST:
            _advance(place, velocity, (1.0 - share) * h)
    return bounces
