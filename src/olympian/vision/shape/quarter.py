"""Quarter resolution: every other pixel of every other line (11.1.5)."""

from olympian.kinematics.compiled import bare

__all__ = ["halve"]


@bare
def halve(grey, spans, plane, small_spans):
    """Fills plane and spans of half the size; lines that are not needed stay as they are."""
    height, width = len(small_spans), (grey.shape[1] + 1) // 2
    for y in range(height):
        small_spans[y, 0] = (spans[2 * y, 0] + 1) // 2
        small_spans[y, 1] = (spans[2 * y, 1] + 1) // 2
    for y in range(height):
        used = False
        for z in range(max(y - 2, 0), min(y + 2, height)):
            used = used or small_spans[z, 0] < small_spans[z, 1]
        if used:
            line = grey[2 * y]
            out = plane[y, :width]
            for x in range(len(out)):
                out[x] = line[2 * x]
