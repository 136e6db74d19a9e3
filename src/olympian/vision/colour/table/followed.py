"""The game's colours under the light there is: the field's green and white are learnt and followed.

White is what is bright on the carpet and is not green, as long as it is near grey: lines, mostly.
What is seen above the carpet tells nothing: a sky is bright, near grey, and blue.
The table of the formula is made anew whenever white or the carpet's hue have wandered.
"""

import numpy as np
from numpy.typing import NDArray

from olympian.vision.colour.table.analytic import CARPET_DEG, WHITE, game_table
from olympian.vision.colour.table.table import ColourTable

STEP = 8
"""Pixels from one that is looked at to the next."""
FIRST, EVERY = 10, 5
"""Every one of the first pictures is looked at, later one in five: light changes slowly."""
GREENER = 1.06
"""Green of the carpet by the greater of its red and blue."""
BRIGHTER, BURNT = 1.15, 250
"""Green of what is white by that of the carpet, and from where on nothing tells its colour."""
GREY = 0.62, 1.6
"""Red and blue by green of anything that may be white."""
FEWEST_CARPET, FEWEST_WHITE = 150, 25
SHARE = 0.4
"""How much of what a picture tells is believed at once."""
WHITE_OFF, HUE_OFF = 0.03, 6.0
"""How far white, and the carpet's hue in degrees, wander until a new table is made."""
CARPET_FROM, CARPET_TO = 205.0, 265.0
"""Hues that a carpet may have, degrees: beyond, blue and yellow begin."""
NARROW = 0.35
"""Scatter of red or blue by green beyond which bright things are not of one colour."""


class FollowedColours:
    """Table of the game's colours as they look now; engine with `step` and `reset`."""

    def __init__(self) -> None:
        self.reset()

    def reset(self) -> None:
        """White is white, and the carpet as green as most."""
        self._white, self._hue = np.array(WHITE), CARPET_DEG
        self._made, self._made_hue = self._white.copy(), self._hue
        self._seen = 0
        self.table = game_table()

    def step(self, frame: NDArray[np.uint8], top: int) -> ColourTable:
        """The table for this picture.

        Args: frame: RGB (rows, columns, 3); top: first row that may show the ground.
        """
        self._seen += 1
        if self._seen <= FIRST or self._seen % EVERY == 0:
            self._look(frame[top::STEP, ::STEP].astype(np.float32))
        return self.table

    def _look(self, pixels: NDArray[np.float32]) -> None:
        """Learn from some rows and columns of a picture."""
        red, green, blue = pixels[..., 0], pixels[..., 1], pixels[..., 2]
        carpet = green > GREENER * np.maximum(red / self._white[0], blue / self._white[1])
        if np.count_nonzero(carpet) < FEWEST_CARPET:
            return
        usual = float(np.median(green[carpet]))
        bright = ~carpet & (green > BRIGHTER * usual) & (green < BURNT)
        bright &= (red < BURNT) & (blue < BURNT) & _below_carpet(carpet)
        ratios = np.column_stack([red[bright], blue[bright]]) / green[bright, None]
        ratios = ratios[((ratios > GREY[0]) & (ratios < GREY[1])).all(axis=1)]
        if len(ratios) >= FEWEST_WHITE:
            low, middle, high = np.percentile(ratios, (20, 50, 80), axis=0)
            if (high - low < NARROW).all():
                self._white += SHARE * (middle - self._white)
        self._hue += SHARE * (self._hue_of(pixels[carpet]) - self._hue)
        off = np.abs(self._white / self._made - 1.0).max()
        if off > WHITE_OFF or abs(self._hue - self._made_hue) > HUE_OFF:
            self._made, self._made_hue = self._white.copy(), self._hue
            red_white, blue_white = self._white.tolist()
            self.table = game_table(white=(red_white, blue_white), carpet_deg=self._hue)

    def _hue_of(self, carpet: NDArray[np.float32]) -> float:
        """Of the carpet where white is white, degrees."""
        red, green, blue = np.median(carpet, axis=0) / (self._white[0], 1.0, self._white[1])
        luma = 0.299 * red + 0.587 * green + 0.114 * blue
        hue = np.degrees(np.arctan2(0.713 * (red - luma), 0.564 * (blue - luma))) % 360
        return float(np.clip(hue, CARPET_FROM, CARPET_TO))


def _below_carpet(carpet: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Is there carpet higher up in the same column? Args: carpet: (rows, columns)."""
    below = np.zeros_like(carpet)
    if len(carpet) > 2:  # two in a row: one may be noise
        below[2:] = np.logical_or.accumulate(carpet[:-1] & carpet[1:], axis=0)[:-1]
    return below
