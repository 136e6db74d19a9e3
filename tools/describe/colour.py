"""Colours by name; the name becomes the URDF material."""

__all__ = ["COLOURS", "colour_name"]

RGBA = tuple[float, float, float, float]

COLOURS: dict[str, RGBA] = {
    "housing": (0.13, 0.13, 0.15, 1.0),
    "graphite": (0.24, 0.25, 0.28, 1.0),
    "carbon": (0.08, 0.08, 0.09, 1.0),
    "aluminium": (0.76, 0.78, 0.80, 1.0),
    "steel": (0.52, 0.54, 0.57, 1.0),
    "white": (0.93, 0.93, 0.91, 1.0),
    "rubber": (0.17, 0.17, 0.17, 1.0),
    "lens": (0.02, 0.02, 0.04, 1.0),
    "battery": (0.16, 0.22, 0.45, 1.0),
    "board": (0.06, 0.36, 0.20, 1.0),
    "green": (0.42, 0.63, 0.10, 1.0),
    "cyan": (0.05, 0.68, 0.82, 1.0),
    "blue": (0.10, 0.32, 0.72, 1.0),
    "orange": (0.95, 0.45, 0.07, 1.0),
    "red": (0.78, 0.10, 0.12, 1.0),
    "bone": (0.80, 0.79, 0.75, 1.0),
    "glow": (0.25, 0.85, 1.00, 1.0),
}


def colour_name(rgba: RGBA) -> str:
    """The name under which `COLOURS` knows `rgba`."""
    return next(name for name, value in COLOURS.items() if value == rgba)
