"""Quarter resolution: every other pixel of every other line (11.1.5)."""

from olympian.compiled import bare
from olympian.vision.colour.lanes import LANES, even_lanes

__all__ = ["halve"]


@bare
def halve(grey, spans, plane, small_spans):
    """Fills plane and spans of half the size; lines beyond those needed stay as they are."""
    height, width = len(small_spans), (grey.shape[1] + 1) // 2
    first, last = height, -1
    for y in range(height):
        begin, end = (spans[2 * y, 0] + 1) // 2, (spans[2 * y, 1] + 1) // 2
        small_spans[y, 0], small_spans[y, 1] = begin, end
        if begin < end:
            first, last = min(first, y), y
    pixels, out, lanes = grey.reshape(-1), plane.reshape(-1), grey.shape[1] // (2 * LANES)
    for y in range(max(first - 1, 0), min(last + 3, height)):
        at, to = 2 * y * grey.shape[1], y * plane.shape[1]
        for lane in range(lanes):
            even_lanes(pixels, at + 2 * LANES * lane, out, to + LANES * lane)
        for x in range(LANES * lanes, width):
            out[to + x] = pixels[at + 2 * x]
