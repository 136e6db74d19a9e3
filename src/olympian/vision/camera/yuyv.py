"""YUYV, the raw format of most webcams, as RGB: two pixels share one pair of colour values."""

import numpy as np
from numpy.typing import NDArray

from olympian.compiled import compiled, inlined
from olympian.errors import OlympianError

__all__ = ["rgb_from_yuyv"]


def rgb_from_yuyv(
    packed: bytes | NDArray[np.uint8], width: int, height: int, stride: int | None = None
) -> NDArray[np.uint8]:
    """RGB (height, width, 3) of Y0 U Y1 V bytes in BT.601, Y from 16 to 235 as video has it.

    Args:
        stride: bytes from one row to the next, where rows are padded.
    """
    stride = 2 * width if stride is None else stride
    values = np.frombuffer(packed, dtype=np.uint8)
    needed = stride * (height - 1) + 2 * width
    if width < 2 or width % 2 or height < 1 or stride < 2 * width or values.size < needed:
        raise OlympianError(
            f"a YUYV frame of {width} × {height} needs an even width and {max(needed, 0)} bytes, "
            f"got {values.size}"
        )
    rgb = np.empty((height, width, 3), dtype=np.uint8)
    _convert(values, stride, rgb)
    return rgb


@inlined
def _byte(value):
    """65536ths as a byte."""
    return np.uint8(min(max(value >> np.int32(16), np.int32(0)), np.int32(255)))


@compiled
def _convert(values, stride, rgb):
    """In whole numbers of 32 bits: 65536 times the factors of BT.601 for video range."""
    for row in range(rgb.shape[0]):
        line, place = rgb[row], row * stride
        for pair in range(rgb.shape[1] // 2):
            u = np.int32(values[place + 1]) - np.int32(128)
            v = np.int32(values[place + 3]) - np.int32(128)
            red = np.int32(104597) * v
            green = np.int32(25675) * u + np.int32(53279) * v
            blue = np.int32(132201) * u
            for side in range(2):
                y = np.int32(values[place + 2 * side]) - np.int32(16)
                light = np.int32(76309) * y + np.int32(32768)
                line[2 * pair + side, 0] = _byte(light + red)
                line[2 * pair + side, 1] = _byte(light - green)
                line[2 * pair + side, 2] = _byte(light + blue)
            place += 4
