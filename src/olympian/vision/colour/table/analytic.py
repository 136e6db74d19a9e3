"""Classes by formula: a window of hue, thresholds of saturation and luma (thesis 9.1).

Hue is the angle in the plane of the colour differences, from blue difference to red difference:
magenta 45°, red 110°, yellow 170°, green 230°, cyan 290°, blue 350°. Saturation is the distance
from grey in that plane, luma is Y; both on the scale of a byte.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from olympian.errors import OlympianError
from olympian.vision.colour.table.table import FULL, ColourTable
from olympian.vision.colour.ycrcb import cell_centres
from olympian.vision.truth import Colour

SOFT_HUE_DEG, SOFT_LEVELS = 12.0, 12.0
"""Width of the zone around a threshold in which membership falls from 1 to 0, half a cell each
way: a 12-bit table cannot know better."""
ANY = (0.0, 256.0)


@dataclass(frozen=True)
class ColourRule:
    """One class: which hues, how colourful, how bright."""

    name: str
    hue_deg: tuple[float, float] | None
    """From, to, counted upwards and through 360 if need be; None for every hue (black, white)."""
    saturation: tuple[float, float] = ANY
    luma: tuple[float, float] = ANY

    def degrees(self, ycrcb: NDArray[np.float64], *, fuzzy: bool = True) -> NDArray[np.float64]:
        """Membership, 0 to 1, of colours (n, 3): the weakest of the three conditions.

        At a threshold it is one half, so that binary and fuzzy agree on where a class ends.
        """
        red, blue = ycrcb[:, 1] - 128, ycrcb[:, 2] - 128
        parts = [_within(np.hypot(red, blue), self.saturation, SOFT_LEVELS)]
        parts.append(_within(ycrcb[:, 0], self.luma, SOFT_LEVELS))
        if self.hue_deg is not None:
            parts.append(_in_window(np.degrees(np.arctan2(red, blue)), self.hue_deg))
        degree = np.min(parts, axis=0)
        return degree if fuzzy else np.where(degree >= 0.5, 1.0, 0.0)


GAME_COLOURS = (
    ColourRule("red", (85, 140), (30, 256), (40, 256)),
    ColourRule("blue", (310, 20), (28, 256)),
    ColourRule("yellow", (140, 198), (34, 256), (60, 256)),
    ColourRule("cyan", (265, 310), (28, 256), (60, 256)),
    ColourRule("magenta", (20, 85), (30, 256)),
    ColourRule("black", None, (0, 22), (0, 62)),
    ColourRule("white", None, (0, 22), (135, 256)),
    ColourRule("green", (198, 265), (18, 256), (24, 256)),
)
"""The colours of the game in the order of `Colour`, for a camera whose white is white."""
CARPET_DEG = 231.5
"""Hue in the middle of what is green."""


WHITE = 1.0, 1.0
"""Red and blue of what is white, by its green, for a camera whose white is white."""


def analytic_table(
    rules: Sequence[ColourRule], *, fuzzy: bool = True, white: tuple[float, float] = WHITE
) -> ColourTable:
    """Table of some rules; where several claim a colour, the surest has it.

    Args: white: red and blue of what is white, by its green.
    """
    centres = _balanced(cell_centres(), *white)
    degrees = np.array([rule.degrees(centres, fuzzy=fuzzy) for rule in rules])
    if degrees.size == 0:
        raise OlympianError("a colour table needs at least one rule")
    return ColourTable(tuple(r.name for r in rules), np.rint(degrees * FULL).astype(np.uint8))


def game_table(
    *, fuzzy: bool = True, white: tuple[float, float] = WHITE, carpet_deg: float = CARPET_DEG
) -> ColourTable:
    """Table of the game's colours; its codes are those of `Colour`.

    Args:
        white: red and blue of what is white, by its green.
        carpet_deg: hue of the field where white is white; the middle of what is green.
    """
    assert [Colour[rule.name.upper()] for rule in GAME_COLOURS] == list(range(1, 9))
    *others, green = GAME_COLOURS
    assert green.hue_deg is not None, "green is a hue"
    from_deg, to_deg = (edge + carpet_deg - CARPET_DEG for edge in green.hue_deg)
    rules = [*others, replace(green, hue_deg=(from_deg, to_deg))]
    return analytic_table(rules, fuzzy=fuzzy, white=white)


def _balanced(ycrcb: NDArray[np.float64], red: float, blue: float) -> NDArray[np.float64]:
    """Colours (n, 3) as a camera would show them whose white is white."""
    y, cr, cb = ycrcb[:, 0], ycrcb[:, 1] - 128.0, ycrcb[:, 2] - 128.0
    r, g, b = (y + 1.402 * cr) / red, y - 0.714 * cr - 0.344 * cb, (y + 1.772 * cb) / blue
    luma = 0.299 * r + 0.587 * g + 0.114 * b
    return np.column_stack([luma, 0.713 * (r - luma) + 128.0, 0.564 * (b - luma) + 128.0])


def _within(
    value: NDArray[np.float64], limits: tuple[float, float], soft: float
) -> NDArray[np.float64]:
    inside = np.minimum(value - limits[0], limits[1] - value)
    # what begins at zero has no threshold there
    inside = np.where((limits[0] <= 0) & (value <= limits[1] - soft), soft, inside)
    return np.clip(0.5 + inside / soft, 0.0, 1.0)


def _in_window(hue_deg: NDArray[np.float64], window: tuple[float, float]) -> NDArray[np.float64]:
    half = ((window[1] - window[0]) % 360) / 2
    away = np.abs((hue_deg - window[0] - half + 180) % 360 - 180)
    return np.clip(0.5 + (half - away) / SOFT_HUE_DEG, 0.0, 1.0)
