"""Where a command would lead: some seconds of driving, then braking to a standstill."""

from math import cos, inf, sin

from olympian.compiled import compiled
from olympian.decision.navigate.grid import interpolated

TICK = 0.1
"""Seconds between two looks: at 0.5 m/s that is one cell of the grid."""
DRIVE = 1.0
"""Seconds a command is kept: two steps of a biped, and the turn before a corner."""
BRAKE = 40
"""Ticks after which everything stands; a robot that takes longer has no brakes."""
STILL = 1e-6


@compiled
def rollout(clearance, frame, place, speed, command, acceleration, enough):
    """Place (x, y, yaw) at the standstill, and the least clearance on the way there.

    Ends early, where it is, once the clearance falls below `enough`.

    Args:
        frame: x and y of the first node and the cell, in metres.
        speed, command: (forward, left, turn) at first, and to be reached.
    """
    x, y, yaw = place
    ahead, left, turn = speed
    least = inf
    for tick in range(int(DRIVE / TICK) + BRAKE):
        share = 1.0 if tick * TICK < DRIVE else 0.0
        ahead = _towards(ahead, share * command[0], acceleration[0] * TICK)
        left = _towards(left, share * command[1], acceleration[1] * TICK)
        turn = _towards(turn, share * command[2], acceleration[2] * TICK)
        if share == 0.0 and abs(ahead) + abs(left) + abs(turn) < STILL:
            break
        # half of the turn before, half after: exact for an arc to second order
        c, s = cos(yaw + turn * TICK / 2.0), sin(yaw + turn * TICK / 2.0)
        x += (c * ahead - s * left) * TICK
        y += (s * ahead + c * left) * TICK
        yaw += turn * TICK
        here = interpolated(clearance, (x - frame[0]) / frame[2], (y - frame[1]) / frame[2])
        least = min(least, here)
        if least < enough:
            break
    return (x, y, yaw), least


@compiled
def _towards(now, wish, most):
    return now + min(max(wish - now, -most), most)
