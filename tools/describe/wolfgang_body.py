"""What Wolfgang looks like: black carbon plates, MX servos, white printed shells, studded feet.

Parts are drawn for the left side, upright (x ahead, z up, legs straight), from the link's origin.
Masses come from the tables; nothing here weighs anything that counts.
"""

from describe.case import servo_case
from describe.part import Part, box, cylinder, mirrored, sphere

__all__ = ["CLEATS", "LOOKS", "SOLE_LENGTH", "SOLE_WIDTH"]

Looks = tuple[list[Part], list[Part]]
UP, DOWN, BACK, AHEAD = (0.0, 0.0, 1.0), (0.0, 0.0, -1.0), (-1.0, 0.0, 0.0), (1.0, 0.0, 0.0)

SOLE_LENGTH, SOLE_WIDTH = 0.188, 0.112
"""The toe frame is 94 mm ahead of the sole frame; the foot's inertia is that of such a plate."""
SOLE_X, SOLE_Y, SOLE_Z = 0.0907683, 0.0152219, -0.0529
"""The sole frame seen from the foot frame, upright."""
STUD_X, STUD_Y, STUD_LENGTH = 0.082, 0.044, 0.015
CLEATS = [
    # In the axes of the foot link, where y is ahead and x is sideways (right foot: to the right).
    (SOLE_Y + side * STUD_Y, SOLE_X + end * STUD_X, SOLE_Z + STUD_LENGTH / 2)
    for side in (-1, 1)
    for end in (-1, 1)
]


def _torso() -> Looks:
    half = [
        *servo_case("mx-106", "z", BACK, (0.0, 0.055, 0.030)),
        *servo_case("mx-64", "y", DOWN, (-0.0015, 0.050, 0.2035)),
        box((0.100, 0.004, 0.130), (-0.006, 0.054, 0.125), "carbon"),
        box((0.060, 0.004, 0.020), (-0.006, 0.057, 0.150), "red"),
        cylinder(0.004, 0.040, (0.030, 0.045, 0.235), "z", "aluminium"),
    ]
    parts = [
        *half,
        *mirrored("right", *half),
        box((0.110, 0.160, 0.006), (-0.010, 0.0, 0.057), "aluminium"),
        box((0.088, 0.098, 0.160), (-0.006, 0.0, 0.142), "graphite"),
        box((0.006, 0.100, 0.110), (0.041, 0.0, 0.150), "white"),
        box((0.004, 0.070, 0.010), (0.044, 0.0, 0.182), "red"),
        box((0.004, 0.046, 0.050), (0.044, 0.0, 0.140), "carbon"),
        cylinder(0.010, 0.004, (0.046, 0.0, 0.140), "x", "red"),
        box((0.030, 0.080, 0.070), (-0.063, 0.0, 0.125), "battery"),
        box((0.024, 0.090, 0.040), (-0.060, 0.0, 0.190), "carbon"),
        box((0.100, 0.110, 0.005), (-0.006, 0.0, 0.2285), "aluminium"),
        box((0.006, 0.100, 0.006), (0.030, 0.0, 0.257), "aluminium"),
    ]
    hulls = [
        box((0.120, 0.112, 0.168), (-0.018, 0.0, 0.148)),
        box((0.090, 0.150, 0.050), (-0.010, 0.0, 0.034)),
    ]
    return parts, hulls


def _neck() -> Looks:
    parts = [
        cylinder(0.016, 0.012, (0.0, 0.0, -0.002), "z", "aluminium"),
        *servo_case("mx-64", "y", BACK, (0.036, 0.0, 0.024)),
    ]
    return parts, []


def _head() -> Looks:
    """Origin on the tilt axis, 23.5 mm right of the middle; the crown is 0.395 m over the torso."""
    parts = [
        box((0.030, 0.003, 0.060), (0.0, 0.047, 0.020), "aluminium"),
        box((0.030, 0.003, 0.060), (0.0, 0.0, 0.020), "aluminium"),
        box((0.064, 0.088, 0.066), (0.002, 0.0235, 0.077), "white"),
        box((0.052, 0.076, 0.016), (0.000, 0.0235, 0.118), "carbon"),
        box((0.006, 0.070, 0.034), (0.035, 0.0235, 0.080), "carbon"),
        cylinder(0.014, 0.012, (0.039, 0.0235, 0.080), "x", "steel"),
        cylinder(0.010, 0.002, (0.0455, 0.0235, 0.080), "x", "lens"),
        sphere(0.005, (0.037, 0.0495, 0.080), "glow"),
        sphere(0.005, (0.037, -0.0025, 0.080), "glow"),
        box((0.030, 0.004, 0.040), (0.0, 0.069, 0.078), "red"),
        box((0.030, 0.004, 0.040), (0.0, -0.022, 0.078), "red"),
        cylinder(0.003, 0.0105, (-0.015, 0.0235, 0.13125), "z", "carbon"),
    ]
    return parts, [box((0.070, 0.090, 0.080), (0.003, 0.0235, 0.084))]


def _shoulder() -> Looks:
    parts = [
        cylinder(0.015, 0.010, (0.0, 0.002, 0.0), "y", "aluminium"),
        box((0.056, 0.004, 0.036), (-0.005, 0.010, 0.0), "aluminium"),
        box((0.004, 0.044, 0.034), (0.021, 0.032, 0.0), "aluminium"),
        box((0.004, 0.044, 0.034), (-0.031, 0.032, 0.0), "aluminium"),
    ]
    return parts, []


def _upper_arm() -> Looks:
    parts = [
        *servo_case("mx-64", "x", DOWN, (-0.022, 0.0, 0.0)),
        box((0.036, 0.004, 0.120), (-0.0235, 0.023, -0.100), "carbon"),
        box((0.036, 0.004, 0.120), (-0.0235, -0.023, -0.100), "carbon"),
        box((0.030, 0.044, 0.036), (-0.0235, 0.0, -0.072), "white"),
        box((0.032, 0.003, 0.026), (-0.0235, 0.0255, -0.072), "red"),
    ]
    return parts, [box((0.042, 0.048, 0.150), (-0.023, 0.0, -0.060))]


def _lower_arm() -> Looks:
    """At zero the forearm points ahead; 23.5 mm to the left of its frame."""
    parts = [
        *servo_case("mx-64", "y", AHEAD, (0.0, 0.0235, 0.0)),
        box((0.036, 0.040, 0.034), (0.060, 0.0235, 0.0), "white"),
        cylinder(0.013, 0.110, (0.125, 0.0235, 0.0), "x", "carbon"),
        cylinder(0.018, 0.016, (0.176, 0.0235, 0.0), "x", "aluminium"),
        sphere(0.024, (0.200, 0.0235, 0.0), "red"),
    ]
    hulls = [
        cylinder(0.020, 0.110, (0.115, 0.0235, 0.0), "x"),
        sphere(0.024, (0.200, 0.0235, 0.0)),
    ]
    return parts, hulls


def _hip_1() -> Looks:
    parts = [
        cylinder(0.017, 0.008, (0.0, 0.0, 0.003), "z", "aluminium"),
        box((0.100, 0.040, 0.005), (0.0, 0.0, -0.004), "aluminium"),
        box((0.004, 0.036, 0.056), (-0.047, 0.0, -0.030), "aluminium"),
        box((0.004, 0.036, 0.056), (0.047, 0.0, -0.030), "aluminium"),
    ]
    return parts, []


def _hip_2() -> Looks:
    """Roll and pitch servo side by side."""
    parts = [
        *servo_case("mx-106", "x", DOWN, (0.025, 0.0, 0.0)),
        *servo_case("mx-106", "y", DOWN, (0.0691, 0.0, 0.0)),
        box((0.084, 0.034, 0.004), (0.046, 0.0, 0.022), "aluminium"),
    ]
    return parts, []


def _upper_leg() -> Looks:
    """Two plates from the pitch horn to the knee, the knee servo between them."""
    parts = [
        box((0.038, 0.004, 0.200), (-0.002, -0.001, -0.085), "carbon"),
        box((0.038, 0.004, 0.200), (-0.002, 0.053, -0.085), "carbon"),
        box((0.046, 0.050, 0.056), (-0.002, 0.026, -0.096), "white"),
        box((0.003, 0.030, 0.030), (0.0225, 0.026, -0.096), "red"),
        *servo_case("xh540-w270", "y", UP, (-0.0044, 0.026, -0.169)),
        cylinder(0.017, 0.006, (-0.0044, 0.057, -0.169), "y", "aluminium"),
    ]
    return parts, [box((0.046, 0.058, 0.090), (-0.002, 0.026, -0.110))]


def _lower_leg() -> Looks:
    parts = [
        box((0.034, 0.004, 0.205), (0.0, 0.0015, -0.085), "carbon"),
        box((0.034, 0.004, 0.205), (0.0, -0.0505, -0.085), "carbon"),
        box((0.040, 0.046, 0.066), (0.002, -0.0245, -0.076), "white"),
        box((0.003, 0.030, 0.030), (0.0235, -0.0245, -0.070), "red"),
        cylinder(0.010, 0.062, (0.0, -0.0245, 0.0), "y", "orange"),
    ]
    return parts, [box((0.040, 0.056, 0.090), (0.0, -0.0245, -0.080))]


def _ankle() -> Looks:
    """Pitch and roll servo side by side, as in the hip."""
    parts = [
        *servo_case("mx-106", "y", UP, (0.0, 0.026, 0.0)),
        *servo_case("mx-106", "x", UP, (-0.044, 0.026, 0.0)),
        box((0.084, 0.034, 0.004), (-0.023, 0.026, -0.022), "aluminium"),
    ]
    return parts, []


def _foot() -> Looks:
    """Plate on four studs; the ground is where the studs end."""
    plate_z = SOLE_Z + STUD_LENGTH + 0.003
    parts = [
        box((SOLE_LENGTH, SOLE_WIDTH, 0.006), (SOLE_X, SOLE_Y, plate_z), "carbon"),
        box((0.110, 0.056, 0.008), (0.046, 0.004, plate_z + 0.006), "aluminium"),
        box((0.005, 0.036, 0.046), (-0.001, 0.0, -0.010), "aluminium"),
        box((0.005, 0.036, 0.046), (0.095, 0.0, -0.010), "aluminium"),
        box((0.012, SOLE_WIDTH, 0.010), (SOLE_X + 0.088, SOLE_Y, plate_z + 0.002), "red"),
    ]
    for side in (-1, 1):
        for end in (-1, 1):
            at = (SOLE_X + end * STUD_X, SOLE_Y + side * STUD_Y, SOLE_Z + STUD_LENGTH / 2)
            parts.append(cylinder(0.008, STUD_LENGTH, at, "z", "rubber"))
    sole = box((SOLE_LENGTH, SOLE_WIDTH, 0.006), (SOLE_X, SOLE_Y, SOLE_Z + 0.003))
    return parts, [sole]


LOOKS: dict[str, Looks] = {
    "torso": _torso(),
    "neck": _neck(),
    "head": _head(),
    "shoulder": _shoulder(),
    "upper_arm": _upper_arm(),
    "lower_arm": _lower_arm(),
    "hip_1": _hip_1(),
    "hip_2": _hip_2(),
    "upper_leg": _upper_leg(),
    "lower_leg": _lower_leg(),
    "ankle": _ankle(),
    "foot": _foot(),
}
