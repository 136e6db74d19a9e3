"""From a sensor's axes and units to ours: x ahead of the person, y left, z up, metres."""

from dataclasses import dataclass
from enum import Enum

import numpy as np

from olympian.errors import OlympianError, unknown
from olympian.geometry import Mat3, Vec, Vec3, frozen
from olympian.motion.imitate.skeleton import Skeleton

__all__ = ["UNITS_M", "UP_AXES", "Alignment", "Hand", "align", "check_declared"]

UNITS_M = {"m": 1.0, "cm": 0.01, "mm": 0.001, "inch": 0.0254, "cmu": 0.0254 / 0.45}
"""Metres of one unit. `cmu` is that of Carnegie Mellon's recordings, which are 0.45 inch small."""
TORSO_M = (0.28, 0.62)
"""Neck to hips of a person from child to giant; the ranges of the units above do not overlap. CMU's
necks are low and its trunks bend: an adult's are as short as 0.27 m at times."""
USUAL_TORSO_M = 0.5
UP_AXES = {
    sign + name: (-1.0 if sign else 1.0) * axis
    for name, axis in zip("xyz", np.eye(3), strict=True)
    for sign in ("", "-")
}
"""Directions that may be up, by name."""
TRUNK = ("neck", "left_shoulder", "right_shoulder", "left_hip", "right_hip")
"""Joints that must be seen before it is known where up and left are."""
WIDTH_M = 0.03
"""Hips and shoulders that seem narrower are seen from the side."""


class Hand(Enum):
    """Which hand's fingers the sensor's axes follow."""

    RIGHT = "right"
    LEFT = "left"
    FACING = "facing"
    """Whichever makes the person look at the camera, against its third axis (OpenNI's mirror)."""


@dataclass(frozen=True, slots=True)
class Alignment:
    """What turns a raw skeleton into an aligned one."""

    R_ours_sensor: Mat3
    """Rows are ahead, left and up in the sensor's axes; a mirror image where those are left-handed.
    """
    scale: float
    """Metres of one unit."""
    guessed: bool = False
    """No usual unit fits: the person was taken to be of usual size."""

    def __call__(self, raw: Skeleton) -> Skeleton:
        """The same skeleton in our axes and metres."""
        R = self.R_ours_sensor
        places = frozen(self.scale * raw.places @ R.T)
        gaze = None if raw.gaze is None else frozen(R @ raw.gaze)
        return Skeleton(raw.t, places, raw.confidence, gaze)


def align(
    raw: Skeleton, units: str | None = None, up: str | None = None, hand: Hand = Hand.RIGHT
) -> Alignment | None:
    """How this stream lies, from one skeleton of it; None until a whole trunk is seen.

    Args:
        units: one of `UNITS_M`; from the size of the trunk if None.
        up: one of `UP_AXES`; the axis nearest to the way from hips to neck if None.
    """
    check_declared(units, up)
    if not raw.knows(*TRUNK):
        return None
    trunk = raw.at("neck") - raw.midway("left_hip", "right_hip")
    scale, guessed = _scale(float(np.linalg.norm(trunk)), units)
    upwards = UP_AXES[up] if up else _nearest_axis(trunk)
    across = raw.vector("right_hip", "left_hip") + raw.vector("right_shoulder", "left_shoulder")
    left = across - (across @ upwards) * upwards
    width = float(np.linalg.norm(left))
    if not width * scale > WIDTH_M:
        return None
    left /= width
    ahead = np.cross(left, upwards)
    if hand is Hand.LEFT or (hand is Hand.FACING and ahead[2] > 0.0):
        ahead = -ahead
    return Alignment(frozen([ahead, left, upwards]), scale, guessed)


def check_declared(units: str | None, up: str | None) -> None:
    """Refuse units and axes that nobody has."""
    if units is not None and units not in UNITS_M:
        raise unknown("unit", units, UNITS_M)
    if up is not None and up not in UP_AXES:
        raise unknown("up axis", up, UP_AXES)


def _scale(trunk: float, units: str | None) -> tuple[float, bool]:
    if not (np.isfinite(trunk) and trunk > 0.0):
        raise OlympianError("the stream's person has no size: neck and hips are in one place")
    if units:
        return UNITS_M[units], False
    low, high = TORSO_M
    for metres in UNITS_M.values():
        if low <= trunk * metres <= high:
            return metres, False
    return USUAL_TORSO_M / trunk, True


def _nearest_axis(direction: Vec3) -> Vec:
    return max(UP_AXES.values(), key=lambda axis: float(axis @ direction))
