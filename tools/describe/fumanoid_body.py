"""What the FUmanoid looks like: RX servos in aluminium brackets, green covers, a boxy head.

All parts are drawn for the left side. Masses beside the servos' are chosen to sum to 4.4 kg: four
cells and the power electronics in the chest, the computer in the head, the rest sheet metal.
"""

from describe.case import servo_case
from describe.fumanoid_sizes import (
    ANKLE_BEHIND_KNEE,
    ANKLE_HEIGHT,
    HEAD_TILT_HEIGHT,
    HIP_HALF_DISTANCE,
    KNEE_INWARD,
    NECK_HEIGHT,
    SHANK,
    SHANK_SLOPE,
    SHOULDER,
    SHOULDER_ROLL,
    SOLE,
    SOLE_THICKNESS,
    THIGH,
    UPPER_ARM,
)
from describe.part import Part, box, cylinder, mirrored, sphere, turned

__all__ = ["LOOKS"]

Looks = tuple[list[Part], list[Part]]


def _torso() -> Looks:
    """Trunk: pelvis with the two hip-pitch servos, chest shell, shoulder and pan servos."""
    parts = [
        *_pelvis(),
        *_chest(),
        *servo_case("rx-28", "z", (-1.0, 0.0, 0.0), (0.0, 0.0, NECK_HEIGHT - 0.028)),
    ]
    for side in ("left", "right"):
        pitch_servo = servo_case(
            "rx-28", "y", (-1.0, 0.0, 0.0), (0.0, SHOULDER[1] - 0.024, SHOULDER[2])
        )
        parts += mirrored(side, *pitch_servo)
    hulls = [
        box((0.094, 0.116, 0.172), (-0.010, 0.0, 0.166)),
        box((0.046, 0.088, 0.070), (0.0, 0.0, 0.030)),
    ]
    return parts, hulls


def _pelvis() -> list[Part]:
    inside = HIP_HALF_DISTANCE - 0.042
    parts = [
        box((0.044, 0.100, 0.004), (0.0, 0.0, 0.044), "aluminium", 0.030),
        box((0.003, 0.088, 0.060), (-0.0225, 0.0, 0.014), "aluminium", 0.020),
        box((0.003, 0.088, 0.030), (0.0225, 0.0, 0.028), "green"),
    ]
    for side in ("left", "right"):
        parts += mirrored(side, *servo_case("rx-64", "y", (0.0, 0.0, 1.0), (0.0, inside, 0.0)))
    return parts


def _chest() -> list[Part]:
    """Four cells and the power electronics high in the chest, a shell around both."""
    return [
        box((0.036, 0.064, 0.036), (0.0, 0.0, 0.062), "aluminium", 0.060),
        box((0.044, 0.104, 0.060), (-0.010, 0.0, 0.182), "battery", 0.420),
        box((0.010, 0.090, 0.080), (-0.048, 0.0, 0.182), "board", 0.220),
        box((0.006, 0.108, 0.166), (0.036, 0.0, 0.163), "graphite", 0.170),
        box((0.080, 0.004, 0.166), (-0.006, 0.056, 0.163), "aluminium", 0.130),
        box((0.080, 0.004, 0.166), (-0.006, -0.056, 0.163), "aluminium", 0.130),
        box((0.086, 0.118, 0.006), (-0.006, 0.0, 0.249), "aluminium", 0.116),
        box((0.006, 0.108, 0.140), (-0.056, 0.0, 0.173), "graphite", 0.110),
        box((0.004, 0.108, 0.020), (0.040, 0.0, 0.222), "green"),
        box((0.004, 0.060, 0.050), (0.040, 0.0, 0.167), "white"),
        cylinder(0.015, 0.004, (0.043, 0.0, 0.167), "x", "green"),
        box((0.004, 0.090, 0.012), (0.040, 0.0, 0.100), "green"),
    ]


def _head() -> Looks:
    """Head box with the computer inside and one camera in front, 60 mm high over the tilt axis."""
    parts = [
        box((0.060, 0.078, 0.046), (0.006, 0.0, 0.031), "graphite", 0.154),
        box((0.050, 0.068, 0.010), (0.004, 0.0, 0.055), "white", 0.040),
        box((0.030, 0.004, 0.040), (0.0, 0.024, 0.004), "aluminium", 0.015),
        box((0.030, 0.004, 0.040), (0.0, -0.024, 0.004), "aluminium", 0.015),
        box((0.008, 0.060, 0.020), (0.038, 0.0, 0.036), "white", 0.020),
        cylinder(0.011, 0.014, (0.042, 0.0, 0.036), "x", "steel", 0.020),
        cylinder(0.008, 0.002, (0.0495, 0.0, 0.036), "x", "lens"),
        sphere(0.005, (0.041, 0.022, 0.036), "green"),
        sphere(0.005, (0.041, -0.022, 0.036), "green"),
        box((0.030, 0.006, 0.026), (0.004, 0.041, 0.034), "green"),
        box((0.030, 0.006, 0.026), (0.004, -0.041, 0.034), "green"),
    ]
    return parts, [box((0.068, 0.084, 0.052), (0.008, 0.0, 0.036))]


def _neck() -> Looks:
    parts = [
        *servo_case("rx-28", "y", (0.0, 0.0, -1.0), (0.0, 0.0, HEAD_TILT_HEIGHT)),
        cylinder(0.014, 0.008, (0.0, 0.0, 0.0), "z", "aluminium", 0.012),
    ]
    return parts, []


def _shoulder() -> Looks:
    parts = [
        *servo_case("rx-28", "x", (0.0, 0.0, -1.0), SHOULDER_ROLL),
        box((0.044, 0.004, 0.034), (0.0, 0.006, 0.0), "aluminium", 0.012),
    ]
    return parts, []


def _upper_arm() -> Looks:
    parts = [
        *servo_case("rx-28", "y", (0.0, 0.0, 1.0), (0.0, 0.0, -UPPER_ARM)),
        box((0.003, 0.030, 0.052), (0.0215, 0.0, -0.022), "aluminium", 0.012),
        box((0.003, 0.030, 0.052), (-0.0215, 0.0, -0.022), "aluminium", 0.012),
        box((0.046, 0.034, 0.004), (0.0, 0.0, -0.048), "aluminium", 0.006),
        box((0.030, 0.004, 0.034), (0.0, 0.021, -0.074), "cyan"),
    ]
    return parts, [box((0.046, 0.040, 0.085), (0.0, 0.0, -0.050))]


def _forearm() -> Looks:
    parts = [
        box((0.026, 0.003, 0.060), (0.0, 0.0205, -0.020), "aluminium", 0.012),
        box((0.026, 0.003, 0.060), (0.0, -0.0205, -0.020), "aluminium", 0.012),
        box((0.030, 0.034, 0.044), (0.0, 0.0, -0.062), "graphite", 0.020),
        box((0.022, 0.026, 0.026), (0.0, 0.0, -0.094), "rubber", 0.010),
        box((0.012, 0.010, 0.024), (0.012, -0.012, -0.090), "rubber"),
    ]
    return parts, [box((0.036, 0.040, 0.090), (0.0, 0.0, -0.062))]


def _hip_bracket() -> Looks:
    parts = [
        *servo_case("rx-64", "x", (0.0, 0.0, 1.0), (-0.040, 0.0, 0.0)),
        box((0.030, 0.004, 0.034), (-0.006, -0.017, 0.0), "aluminium", 0.012),
        box((0.004, 0.034, 0.034), (-0.018, 0.0, 0.0), "aluminium", 0.008),
    ]
    return parts, []


def _hip() -> Looks:
    parts = [
        *servo_case("rx-64", "z", (1.0, 0.0, 0.0), (0.0, 0.0, -0.034)),
        box((0.004, 0.038, 0.050), (-0.023, 0.0, -0.018), "aluminium", 0.014),
        box((0.004, 0.030, 0.030), (0.022, 0.0, 0.0), "aluminium", 0.006),
    ]
    return parts, []


def _thigh() -> Looks:
    """Knee servo between two plates that hang from the yaw horn."""
    inward = -KNEE_INWARD
    parts = [
        *servo_case("rx-64", "y", (0.0, 0.0, 1.0), (0.0, inward, -THIGH)),
        cylinder(0.016, 0.006, (0.0, 0.0, -0.059), "z", "aluminium", 0.006),
        box((0.044, 0.050, 0.004), (0.0, inward / 2, -0.064), "aluminium", 0.012),
        box((0.044, 0.052, 0.010), (0.0, inward, -0.074), "green", 0.008),
    ]
    return parts, [box((0.042, 0.046, 0.062), (0.0, inward, -0.095))]


def _shank() -> Looks:
    """Two plates sloping back from the knee; the roll servo sits behind the ankle."""
    middle = (-ANKLE_BEHIND_KNEE / 2, 0.0, -SHANK / 2)
    plates = turned(
        (0.0, SHANK_SLOPE, 0.0),
        box((0.030, 0.003, 0.128), (middle[0], 0.0255, middle[2]), "aluminium", 0.020),
        box((0.030, 0.003, 0.128), (middle[0], -0.0255, middle[2]), "aluminium", 0.020),
        box((0.020, 0.048, 0.050), (middle[0] + 0.010, 0.0, middle[2] - 0.004), "green", 0.012),
        about=middle,
    )
    servo = servo_case("rx-64", "x", (0.0, 0.0, 1.0), (-0.084, 0.0, -SHANK))
    bridge = box((0.030, 0.048, 0.004), (-0.066, 0.0, -0.058), "aluminium", 0.008)
    hull = turned(
        (0.0, SHANK_SLOPE, 0.0), box((0.036, 0.052, 0.080), middle, "aluminium"), about=middle
    )
    return [*servo, *plates, bridge], list(hull)


def _ankle() -> Looks:
    parts = [
        box((0.004, 0.050, 0.032), (-0.026, 0.0, 0.0), "aluminium", 0.010),
        box((0.042, 0.003, 0.028), (-0.006, 0.0245, 0.0), "aluminium", 0.007),
        box((0.042, 0.003, 0.028), (-0.006, -0.0245, 0.0), "aluminium", 0.007),
    ]
    return parts, []


def _foot() -> Looks:
    """Pitch servo lying on a plate exactly as large as the sole."""
    length, width = SOLE[0][0] - SOLE[1][0], SOLE[0][1] - SOLE[2][1]
    middle = (SOLE[0][0] + SOLE[1][0]) / 2
    plate = (middle, 0.0, -ANKLE_HEIGHT + SOLE_THICKNESS / 2)
    sole = (length, width, SOLE_THICKNESS)
    parts = [
        *servo_case("rx-64", "y", (1.0, 0.0, 0.0)),
        box(sole, plate, "rubber", 0.040),
        box((length - 0.012, width - 0.012, 0.003), (middle, 0.0, -0.0275), "aluminium", 0.025),
        box((0.060, 0.036, 0.006), (0.010, 0.0, -0.023), "aluminium", 0.010),
        box((0.006, width - 0.012, 0.008), (0.071, 0.0, -0.023), "green"),
    ]
    return parts, [box(sole, plate)]


LOOKS: dict[str, Looks] = {
    "torso": _torso(),
    "neck": _neck(),
    "head": _head(),
    "shoulder": _shoulder(),
    "upper_arm": _upper_arm(),
    "forearm": _forearm(),
    "hip_bracket": _hip_bracket(),
    "hip": _hip(),
    "thigh": _thigh(),
    "shank": _shank(),
    "ankle": _ankle(),
    "foot": _foot(),
}
