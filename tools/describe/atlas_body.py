"""What Atlas looks like: grey armour over dark hydraulics, a glowing chest, a heavy back.

Parts are drawn for the left side in the pelvis' axes at the zero pose, where the left arm points
to the left; they start at the link's origin. Masses come from the tables.
"""

from describe.part import Part, box, cylinder, mirrored

__all__ = ["ANKLE_HEIGHT", "FOOT_LENGTH", "FOOT_MIDDLE", "FOOT_WIDTH", "LOOKS"]

Looks = tuple[list[Part], list[Part]]

ANKLE_HEIGHT, FOOT_LENGTH, FOOT_WIDTH, FOOT_MIDDLE = 0.0795, 0.26, 0.13, 0.045


def _pelvis() -> Looks:
    parts = [
        box((0.170, 0.220, 0.110), (-0.010, 0.0, 0.045), "graphite"),
        box((0.020, 0.150, 0.090), (0.080, 0.0, 0.050), "bone"),
        box((0.030, 0.180, 0.100), (-0.100, 0.0, 0.045), "bone"),
        cylinder(0.045, 0.200, (0.0, 0.0, 0.0), "y", "steel"),
        box((0.004, 0.060, 0.014), (0.091, 0.0, 0.060), "glow"),
    ]
    return parts, [box((0.200, 0.220, 0.120), (-0.012, 0.0, 0.055))]


def _ltorso() -> Looks:
    half = [
        cylinder(0.022, 0.130, (-0.030, 0.062, 0.120), "z", "steel"),
        cylinder(0.014, 0.090, (-0.030, 0.062, 0.170), "z", "aluminium"),
    ]
    parts = [
        cylinder(0.070, 0.090, (0.0, 0.0, 0.130), "z", "graphite"),
        cylinder(0.050, 0.120, (0.0, 0.0, 0.162), "y", "steel"),
        *half,
        *mirrored("right", *half),
    ]
    return parts, []


def _mtorso() -> Looks:
    parts = [
        cylinder(0.042, 0.130, (0.0, 0.0, 0.050), "x", "steel"),
        box((0.080, 0.080, 0.050), (0.0, 0.0, 0.020), "graphite"),
    ]
    return parts, []


def _utorso() -> Looks:
    """Chest in front, batteries and pump in the pack behind, a cage over the shoulders."""
    half = [
        box((0.120, 0.090, 0.180), (0.135, 0.165, 0.420), "bone"),
        cylinder(0.055, 0.100, (0.1406, 0.2256, 0.455), "z", "graphite"),
        box((0.150, 0.030, 0.240), (-0.160, 0.215, 0.300), "bone"),
        box((0.100, 0.012, 0.016), (-0.160, 0.232, 0.370), "glow"),
        cylinder(0.014, 0.300, (-0.020, 0.140, 0.575), "x", "steel"),
        cylinder(0.016, 0.090, (0.120, 0.140, 0.535), "z", "steel"),
        cylinder(0.020, 0.160, (-0.030, 0.100, 0.090), "z", "steel"),
    ]
    parts = [
        box((0.220, 0.280, 0.320), (0.050, 0.0, 0.340), "graphite"),
        box((0.140, 0.180, 0.120), (0.010, 0.0, 0.130), "graphite"),
        box((0.030, 0.230, 0.200), (0.170, 0.0, 0.400), "bone"),
        box((0.030, 0.150, 0.110), (0.160, 0.0, 0.250), "carbon"),
        cylinder(0.042, 0.012, (0.188, 0.0, 0.410), "x", "carbon"),
        cylinder(0.030, 0.016, (0.188, 0.0, 0.410), "x", "glow"),
        box((0.180, 0.400, 0.460), (-0.150, 0.0, 0.330), "carbon"),
        box((0.030, 0.300, 0.340), (-0.250, 0.0, 0.330), "bone"),
        box((0.008, 0.140, 0.030), (-0.267, 0.0, 0.430), "red"),
        box((0.160, 0.120, 0.060), (0.110, 0.0, 0.520), "graphite"),
        cylinder(0.014, 0.280, (-0.165, 0.0, 0.575), "y", "steel"),
        box((0.070, 0.060, 0.040), (0.200, 0.0, 0.560), "graphite"),
        *half,
        *mirrored("right", *half),
    ]
    hulls = [
        box((0.240, 0.420, 0.320), (0.070, 0.0, 0.360)),
        box((0.210, 0.440, 0.470), (-0.160, 0.0, 0.330)),
    ]
    return parts, hulls


def _head() -> Looks:
    """Stereo eyes and the drum of the spinning lidar; the crown is 85 mm above the neck axis."""
    half = [
        cylinder(0.019, 0.030, (0.035, 0.045, 0.010), "x", "carbon"),
        cylinder(0.014, 0.004, (0.0515, 0.045, 0.010), "x", "glow"),
        box((0.100, 0.014, 0.080), (-0.040, 0.075, 0.010), "bone"),
    ]
    parts = [
        box((0.120, 0.150, 0.070), (-0.030, 0.0, 0.000), "graphite"),
        box((0.100, 0.130, 0.024), (-0.050, 0.0, 0.045), "bone"),
        box((0.020, 0.140, 0.050), (0.028, 0.0, 0.010), "carbon"),
        cylinder(0.040, 0.028, (-0.050, 0.0, 0.071), "z", "carbon"),
        cylinder(0.042, 0.010, (-0.050, 0.0, 0.066), "z", "steel"),
        cylinder(0.020, 0.120, (0.0, 0.0, 0.0), "y", "steel"),
        *half,
        *mirrored("right", *half),
    ]
    return parts, [box((0.150, 0.170, 0.110), (-0.030, 0.0, 0.020))]


def _clav() -> Looks:
    parts = [
        cylinder(0.058, 0.110, (0.0, 0.0, -0.095), "z", "graphite"),
        box((0.110, 0.120, 0.080), (0.0, 0.045, -0.110), "bone"),
        box((0.070, 0.070, 0.120), (0.0, 0.090, -0.180), "graphite"),
        cylinder(0.030, 0.012, (0.058, 0.045, -0.110), "x", "steel"),
    ]
    return parts, []


def _scap() -> Looks:
    parts = [
        cylinder(0.066, 0.150, (0.0, 0.0, 0.0), "x", "graphite"),
        cylinder(0.046, 0.156, (0.0, 0.0, 0.0), "x", "steel"),
        box((0.110, 0.100, 0.100), (0.0, 0.085, -0.010), "bone"),
        cylinder(0.050, 0.060, (0.0, 0.155, -0.016), "y", "graphite"),
    ]
    return parts, [cylinder(0.062, 0.140, (0.0, 0.095, -0.010), "y")]


def _uarm() -> Looks:
    parts = [
        cylinder(0.054, 0.050, (0.0, 0.015, 0.0), "y", "steel"),
        box((0.030, 0.110, 0.080), (0.052, 0.080, 0.005), "bone"),
        box((0.030, 0.110, 0.080), (-0.052, 0.080, 0.005), "bone"),
        box((0.080, 0.050, 0.070), (0.0, 0.040, 0.0), "graphite"),
    ]
    return parts, []


def _larm() -> Looks:
    parts = [
        cylinder(0.050, 0.090, (0.0, 0.0, 0.0), "x", "graphite"),
        cylinder(0.034, 0.146, (0.0, 0.0, 0.0), "x", "steel"),
        box((0.084, 0.120, 0.080), (0.0, 0.090, -0.006), "bone"),
        cylinder(0.042, 0.050, (0.0, 0.160, -0.0092), "y", "graphite"),
    ]
    return parts, [cylinder(0.056, 0.170, (0.0, 0.085, -0.004), "y")]


def _ufarm() -> Looks:
    parts = [
        cylinder(0.046, 0.040, (0.0, 0.012, 0.0), "y", "steel"),
        cylinder(0.038, 0.080, (0.0, 0.065, 0.0), "y", "graphite"),
        box((0.020, 0.080, 0.060), (0.040, 0.085, 0.0), "bone"),
        box((0.020, 0.080, 0.060), (-0.040, 0.085, 0.0), "bone"),
    ]
    return parts, []


def _lfarm() -> Looks:
    parts = [
        cylinder(0.034, 0.066, (0.0, 0.0, 0.0), "x", "steel"),
        cylinder(0.040, 0.040, (0.0, 0.035, 0.0), "y", "graphite"),
    ]
    return parts, []


def _hand() -> Looks:
    """A fist: palm and three fingers."""
    parts = [box((0.070, 0.070, 0.080), (0.0, 0.085, 0.0), "carbon")]
    for place in (-0.026, 0.0, 0.026):
        parts.append(box((0.024, 0.070, 0.020), (-0.022, 0.145, place), "steel"))
        parts.append(box((0.046, 0.022, 0.020), (0.004, 0.172, place), "steel"))
    parts.append(box((0.022, 0.060, 0.024), (0.036, 0.120, 0.0), "steel"))
    return parts, [box((0.080, 0.130, 0.085), (0.0, 0.115, 0.0))]


def _uglut() -> Looks:
    return [cylinder(0.042, 0.120, (0.0, 0.0, 0.010), "z", "graphite")], []


def _lglut() -> Looks:
    parts = [
        cylinder(0.038, 0.110, (0.0, 0.0, 0.0), "x", "steel"),
        box((0.080, 0.060, 0.080), (0.030, 0.018, -0.040), "graphite"),
    ]
    return parts, []


def _uleg() -> Looks:
    """Thigh: armour in front, two actuators behind it."""
    parts = [
        cylinder(0.056, 0.120, (0.0, 0.0, 0.0), "y", "graphite"),
        box((0.110, 0.110, 0.290), (0.000, 0.0, -0.170), "bone", rpy=(0.0, 0.09, 0.0)),
        box((0.020, 0.080, 0.200), (0.060, 0.0, -0.160), "carbon", rpy=(0.0, 0.09, 0.0)),
        cylinder(0.024, 0.250, (-0.075, 0.030, -0.190), "z", "steel"),
        cylinder(0.024, 0.250, (-0.075, -0.030, -0.190), "z", "steel"),
        cylinder(0.014, 0.110, (-0.075, 0.030, -0.330), "z", "aluminium"),
        cylinder(0.014, 0.110, (-0.075, -0.030, -0.330), "z", "aluminium"),
        cylinder(0.058, 0.126, (-0.050, 0.0, -0.374), "y", "graphite"),
        cylinder(0.030, 0.140, (-0.050, 0.0, -0.374), "y", "steel"),
    ]
    return parts, [box((0.140, 0.120, 0.240), (-0.022, 0.0, -0.200))]


def _lleg() -> Looks:
    parts = [
        box((0.090, 0.096, 0.220), (0.004, 0.0, -0.160), "bone"),
        box((0.020, 0.070, 0.170), (0.056, 0.0, -0.150), "carbon"),
        cylinder(0.034, 0.170, (0.0, 0.0, -0.320), "z", "graphite"),
        cylinder(0.018, 0.200, (-0.056, 0.034, -0.230), "z", "steel"),
        cylinder(0.018, 0.200, (-0.056, -0.034, -0.230), "z", "steel"),
        cylinder(0.010, 0.100, (-0.056, 0.034, -0.360), "z", "aluminium"),
        cylinder(0.010, 0.100, (-0.056, -0.034, -0.360), "z", "aluminium"),
        cylinder(0.032, 0.090, (0.0, 0.0, -0.422), "y", "graphite"),
    ]
    return parts, [box((0.120, 0.110, 0.280), (-0.006, 0.0, -0.220))]


def _talus() -> Looks:
    return [cylinder(0.026, 0.110, (0.0, 0.0, 0.0), "x", "steel")], []


def _foot() -> Looks:
    sole = (FOOT_LENGTH, FOOT_WIDTH, 0.012)
    bottom = (FOOT_MIDDLE, 0.0, -ANKLE_HEIGHT + 0.006)
    parts = [
        box(sole, bottom, "rubber"),
        box((0.240, 0.114, 0.020), (FOOT_MIDDLE, 0.0, -0.058), "bone"),
        box((0.110, 0.080, 0.036), (0.000, 0.0, -0.036), "graphite"),
        box((0.070, 0.090, 0.014), (0.110, 0.0, -0.044), "carbon"),
    ]
    return parts, [box(sole, bottom)]


LOOKS: dict[str, Looks] = {
    "pelvis": _pelvis(),
    "ltorso": _ltorso(),
    "mtorso": _mtorso(),
    "utorso": _utorso(),
    "head": _head(),
    "clav": _clav(),
    "scap": _scap(),
    "uarm": _uarm(),
    "larm": _larm(),
    "ufarm": _ufarm(),
    "lfarm": _lfarm(),
    "hand": _hand(),
    "uglut": _uglut(),
    "lglut": _lglut(),
    "uleg": _uleg(),
    "lleg": _lleg(),
    "talus": _talus(),
    "foot": _foot(),
}
