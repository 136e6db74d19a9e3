"""Lengths of the FUmanoid in metres: the legs of thesis Table 6.1, the rest to fill 0.60 m."""

from math import atan2

from describe.description import rectangle

__all__ = [
    "ANKLE_BEHIND_KNEE",
    "ANKLE_HEIGHT",
    "FOREARM",
    "HEAD_TILT_HEIGHT",
    "HIP_HALF_DISTANCE",
    "KNEE_INWARD",
    "NECK_HEIGHT",
    "SHANK",
    "SHANK_SLOPE",
    "SHOULDER",
    "SHOULDER_ROLL",
    "SOLE",
    "SOLE_THICKNESS",
    "THIGH",
    "UPPER_ARM",
]

# Table 6.1
HIP_HALF_DISTANCE = 0.065
THIGH = 0.111
KNEE_INWARD = 0.010
SHANK = 0.096
ANKLE_BEHIND_KNEE = 0.043
ANKLE_HEIGHT = 0.035
SHANK_SLOPE = atan2(ANKLE_BEHIND_KNEE, SHANK)
"""rad by which the line from ankle to knee leans ahead in the zero pose: 24.1°"""

# Not in the thesis. The soles leave 20 mm between the feet; the head ends at 0.60 m.
SOLE = rectangle(front=0.080, back=0.060, left=0.045, right=0.045)
SOLE_THICKNESS = 0.006
SHOULDER = (0.0, 0.088, 0.220)
SHOULDER_ROLL = (0.0, 0.030, 0.0)
UPPER_ARM = 0.095
FOREARM = 0.105
NECK_HEIGHT = 0.262
HEAD_TILT_HEIGHT = 0.036
