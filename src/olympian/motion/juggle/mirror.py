"""The mirror law: how a paddle must stand and strike to send a ball where it should go."""

import numpy as np

from olympian.geometry import GRAVITY, Vec2, Vec3
from olympian.motion.juggle.flight import rise

__all__ = ["leaving", "reflected", "strike"]


def reflected(velocity: Vec3, normal: Vec3, restitution: float = 1.0, lift: float = 0.0) -> Vec3:
    """Velocity after a bounce off a plane that moves at `lift` along its normal, no friction."""
    closing = float(velocity @ normal) - lift
    return velocity - (1 + restitution) * closing * normal


def leaving(place: Vec3, target: Vec2, apex: float, height: float) -> Vec3:
    """Velocity with which a ball at `place` flies over `apex` and falls on `target` at `height`.

    Args:
        height: of the ball's middle when it is met again.
    """
    up = rise(apex - place[2])
    airborne = (up + rise(apex - height)) / GRAVITY
    across = (np.asarray(target) - place[:2]) / airborne
    return np.array([across[0], across[1], up])


def strike(arriving: Vec3, leaving: Vec3, restitution: float) -> tuple[Vec3, float]:
    """Normal and speed along it that turn one velocity into the other.

    Without friction a bounce changes velocity along the normal only, so the normal is the direction
    of the change. Its size says how fast the paddle must go: an elastic wall that stands still
    gives back `restitution` of the closing speed, the rest has to be struck.
    """
    change = leaving - arriving
    size = float(np.linalg.norm(change))
    normal = change / size
    lift = size / (1 + restitution) + float(arriving @ normal)
    return normal, lift
