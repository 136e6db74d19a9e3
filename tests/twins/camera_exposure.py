"""The exposure of a camera in plain NumPy, one pixel after the other, derived from the optics."""

import numpy as np

from olympian.backend.simulation.exposure import CameraMotion


def seen_at(x: float, y: float, motion: CameraMotion, seconds: float) -> np.ndarray:
    """Where what is seen at (x, y, 1) was or will be seen, by moving the camera."""
    ray = np.array([x, y, 1.0])
    fall = float(motion.down @ ray)
    far = motion.height / fall if fall > 0 else 1e9
    angle = np.linalg.norm(motion.angular) * seconds
    R = np.eye(3)
    if angle:
        a = motion.angular / np.linalg.norm(motion.angular)
        K = np.array([[0, -a[2], a[1]], [a[2], 0, -a[0]], [-a[1], a[0], 0]])
        R = R + np.sin(angle) * K + (1 - np.cos(angle)) * K @ K
    point = R.T @ (far * ray - motion.linear * seconds)
    return point[:2] / point[2]
