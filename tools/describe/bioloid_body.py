"""What the Bioloid looks like: AX-12A cases in light plastic brackets around a controller box.

All parts are drawn for the left side. Frames weigh what is left of 1.8 kg after 18 servos of
54.6 g, battery and controller; HOly weighed 1.62 kg without battery and camera.
"""

from describe.case import servo_case
from describe.part import Part, box, cylinder, mirrored, sphere

__all__ = ["LOOKS"]

Looks = tuple[list[Part], list[Part]]
SERVO = "ax-12a"
UP, DOWN, BACK, OUT = (0.0, 0.0, 1.0), (0.0, 0.0, -1.0), (-1.0, 0.0, 0.0), (0.0, 1.0, 0.0)


def _torso() -> Looks:
    half = [
        *servo_case(SERVO, "y", DOWN, (0.0, 0.031, 0.030)),
        *servo_case(SERVO, "z", BACK, (0.0, 0.039, -0.027)),
        cylinder(0.012, 0.014, (0.0, 0.054, 0.030), "y", "white"),
        box((0.004, 0.018, 0.044), (0.027, 0.040, 0.024), "orange"),
    ]
    parts = [
        *half,
        *mirrored("right", *half),
        box((0.050, 0.094, 0.004), (-0.006, 0.0, -0.003), "white", 0.026),
        box((0.008, 0.100, 0.064), (0.021, 0.0, 0.022), "graphite", 0.050),
        box((0.050, 0.100, 0.006), (0.0, 0.0, 0.052), "graphite", 0.030),
        box((0.004, 0.052, 0.030), (0.027, 0.0, 0.026), "white"),
        cylinder(0.009, 0.005, (0.028, 0.0, 0.028), "x", "orange"),
        box((0.030, 0.074, 0.072), (-0.040, 0.0, 0.014), "graphite", 0.100),
        box((0.006, 0.050, 0.040), (-0.057, 0.0, 0.024), "white"),
        box((0.024, 0.034, 0.070), (-0.010, 0.0, 0.012), "battery", 0.140),
        box((0.004, 0.096, 0.022), (0.018, 0.0, -0.030), "white"),
        box((0.004, 0.030, 0.012), (0.020, 0.0, -0.030), "orange"),
        cylinder(0.011, 0.034, (0.0, 0.0, 0.069), "z", "white", 0.0122),
    ]
    hulls = [
        box((0.080, 0.096, 0.070), (-0.016, 0.0, 0.022)),
        box((0.050, 0.104, 0.030), (-0.010, 0.0, -0.030)),
    ]
    return parts, hulls


def _head() -> Looks:
    """Origin at the neck; the crown is 91 mm above it."""
    parts = [
        box((0.050, 0.062, 0.056), (0.002, 0.0, 0.040), "graphite", 0.050),
        box((0.042, 0.050, 0.023), (0.000, 0.0, 0.0795), "graphite", 0.010),
        box((0.006, 0.056, 0.026), (0.028, 0.0, 0.048), "white"),
        cylinder(0.008, 0.010, (0.031, 0.0, 0.048), "x", "housing", 0.015),
        cylinder(0.005, 0.002, (0.0365, 0.0, 0.048), "x", "lens"),
        sphere(0.006, (0.029, 0.017, 0.048), "blue"),
        sphere(0.006, (0.029, -0.017, 0.048), "blue"),
        box((0.004, 0.034, 0.006), (0.028, 0.0, 0.022), "orange"),
        cylinder(0.013, 0.070, (0.0, 0.0, 0.046), "y", "orange", 0.010),
        box((0.026, 0.008, 0.004), (0.0, 0.0, 0.089), "orange"),
    ]
    return parts, [box((0.052, 0.066, 0.076), (0.002, 0.0, 0.053))]


def _shoulder() -> Looks:
    parts = [
        box((0.046, 0.004, 0.028), (0.0, -0.017, 0.0), "white", 0.006),
        box((0.003, 0.028, 0.026), (0.0235, -0.004, 0.0), "white", 0.003),
        box((0.003, 0.028, 0.026), (-0.0235, -0.004, 0.0), "white", 0.003),
    ]
    return parts, []


def _upper_arm() -> Looks:
    parts = [
        *servo_case(SERVO, "x", DOWN),
        *servo_case(SERVO, "x", UP, (0.0, 0.0, -0.080)),
        box((0.034, 0.028, 0.012), (0.0, 0.0, -0.040), "white", 0.012),
    ]
    return parts, [box((0.042, 0.030, 0.096), (0.0, 0.0, -0.042))]


def _forearm() -> Looks:
    parts = [
        box((0.003, 0.024, 0.050), (0.0235, 0.0, -0.014), "white", 0.006),
        box((0.003, 0.024, 0.050), (-0.0235, 0.0, -0.014), "white", 0.006),
        box((0.050, 0.026, 0.006), (0.0, 0.0, -0.040), "white", 0.004),
        box((0.034, 0.024, 0.036), (0.0, 0.0, -0.060), "graphite", 0.010),
        box((0.010, 0.020, 0.026), (0.010, 0.0, -0.090), "orange", 0.003),
        box((0.010, 0.020, 0.026), (-0.010, 0.0, -0.090), "orange", 0.003),
    ]
    return parts, [box((0.046, 0.020, 0.086), (0.0, 0.0, -0.060))]


def _hip_yoke() -> Looks:
    parts = [
        *servo_case(SERVO, "x", DOWN, (-0.037, 0.0, 0.0)),
        box((0.052, 0.032, 0.004), (-0.016, 0.0, 0.010), "white", 0.012),
    ]
    return parts, []


def _hip() -> Looks:
    parts = [
        *servo_case(SERVO, "y", DOWN),
        box((0.003, 0.032, 0.036), (-0.0155, 0.0, -0.006), "white", 0.008),
    ]
    return parts, []


def _thigh() -> Looks:
    """Brackets from the hip horn to the knee servo, whose axis is 14.5 mm ahead."""
    parts = [
        box((0.026, 0.003, 0.050), (0.002, 0.0235, -0.014), "white", 0.009),
        box((0.026, 0.003, 0.050), (0.002, -0.0235, -0.014), "white", 0.009),
        box((0.034, 0.050, 0.004), (0.008, 0.0, -0.040), "white", 0.006),
        *servo_case(SERVO, "y", UP, (0.0145, 0.0, -0.080)),
    ]
    return parts, [box((0.034, 0.038, 0.046), (0.0145, 0.0, -0.071))]


def _shank() -> Looks:
    parts = [
        box((0.026, 0.003, 0.050), (-0.004, 0.0235, -0.016), "white", 0.010),
        box((0.026, 0.003, 0.050), (-0.004, -0.0235, -0.016), "white", 0.010),
        box((0.022, 0.048, 0.005), (-0.002, 0.0, -0.026), "white", 0.006),
        *servo_case(SERVO, "y", BACK, (-0.0145, 0.0, -0.045)),
        box((0.005, 0.044, 0.024), (0.006, 0.0, -0.044), "orange"),
    ]
    return parts, [box((0.046, 0.044, 0.030), (-0.022, 0.0, -0.044))]


def _ankle() -> Looks:
    parts = [
        box((0.024, 0.003, 0.032), (0.0, 0.0235, -0.006), "white", 0.005),
        box((0.024, 0.003, 0.032), (0.0, -0.0235, -0.006), "white", 0.005),
        box((0.004, 0.050, 0.024), (-0.018, 0.0, -0.026), "white", 0.006),
    ]
    return parts, []


def _foot() -> Looks:
    """Roll servo on a plate of 100 × 60 mm."""
    sole = box((0.100, 0.060, 0.004), (0.004, 0.004, -0.028), "graphite", 0.026)
    parts = [
        *servo_case(SERVO, "x", OUT, (0.006, 0.0, 0.0)),
        sole,
        box((0.092, 0.052, 0.003), (0.004, 0.004, -0.0245), "white", 0.011),
        box((0.044, 0.044, 0.008), (0.006, 0.009, -0.019), "white", 0.008),
        box((0.006, 0.052, 0.006), (0.050, 0.004, -0.022), "orange"),
    ]
    return parts, [sole]


LOOKS: dict[str, Looks] = {
    "torso": _torso(),
    "head": _head(),
    "shoulder": _shoulder(),
    "upper_arm": _upper_arm(),
    "forearm": _forearm(),
    "hip_yoke": _hip_yoke(),
    "hip": _hip(),
    "thigh": _thigh(),
    "shank": _shank(),
    "ankle": _ankle(),
    "foot": _foot(),
}
