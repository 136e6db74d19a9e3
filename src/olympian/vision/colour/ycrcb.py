"""12-bit colour of a pixel: four bits each of luma, red and blue difference (thesis 10.2).

The arithmetic is OpenCV's full-range BT.601 in fixed point, so both give the same bits. With
weights of 14 fractional bits (0.299 is 4899 / 2¹⁴)

    Y  = (4899 R + 9617 G + 1868 B + 2¹³) >> 14
    Cr = (11682 (R − Y) + 2²¹ + 2¹³) >> 14          Cb = (9241 (B − Y) + 2²¹ + 2¹³) >> 14

Everything fits into 16 bits if the luma's weights are split at their eighth bit, because
(256 h + l) >> 14 = (h + (l >> 8)) >> 6, and if the chroma, of which only the upper four bits are
wanted, is cut in two steps: (w d + 2²¹ + 2¹³) >> 18 = ((w d >> 9) + 4112) >> 9.
"""

import numpy as np
from numpy.typing import NDArray

from olympian.compiled import piece

CELLS = 4096
"""Colours that are told apart: index = luma · 256 + Cr · 16 + Cb, each 0 to 15."""
LUMA_HIGH, LUMA_LOW = (19, 37, 7), (35, 145, 76)
"""Weights of red, green and blue: 4899 = 19 · 256 + 35 and so on."""
RED_CHROMA, BLUE_CHROMA = 11682, 9241


@piece
def luma_pixel(red, green, blue):
    """Brightness of one RGB pixel, whose channels are 64-bit."""
    low = LUMA_LOW[0] * red + LUMA_LOW[1] * green + LUMA_LOW[2] * blue
    high = LUMA_HIGH[0] * red + LUMA_HIGH[1] * green + LUMA_HIGH[2] * blue
    return (high + 32 + (low >> 8)) >> 6


@piece
def pack_pixel(red, green, blue):
    """12-bit colour of one RGB pixel; `lanes.pack_lanes` is the same, 64 at once."""
    red, green, blue = np.int64(red), np.int64(green), np.int64(blue)
    luma = luma_pixel(red, green, blue)
    cr = ((RED_CHROMA * (red - luma) >> 9) + 4112) >> 9
    cb = ((BLUE_CHROMA * (blue - luma) >> 9) + 4112) >> 9
    cr = min(cr, 15)  # pure red gives 256, the one value out of range
    return (luma & 0xF0) << 4 | cr << 4 | cb


def cell_centres() -> np.ndarray:
    """(4096, 3) Y, Cr and Cb, 0 to 255, in the middle of every cell."""
    index = np.arange(CELLS)
    return np.stack([index >> 8, index >> 4 & 15, index & 15], axis=1) * 16.0 + 7.5


def pack_frame(frame: NDArray[np.uint8]) -> NDArray[np.uint16]:
    """(rows, columns) 12-bit colours of an RGB frame, in plain NumPy."""
    red, green, blue = (frame[..., k].astype(np.int32) for k in range(3))
    luma = (4899 * red + 9617 * green + 1868 * blue + 8192) >> 14
    cr = np.clip((RED_CHROMA * (red - luma) + 2105344) >> 14, 0, 255)
    cb = np.clip((BLUE_CHROMA * (blue - luma) + 2105344) >> 14, 0, 255)
    return (luma >> 4 << 8 | cr >> 4 << 4 | cb >> 4).astype(np.uint16)
