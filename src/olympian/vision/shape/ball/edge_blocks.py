"""Edge pixels near a place, without walking through all of them.

Edge pixels are listed line by line from left to right. A table says where in the list each block of
a line begins, so a circle is asked of the pixels in its own square alone.
"""

from olympian.compiled import piece

BLOCK = 32
"""Pixels of a block; a frame's lines are padded to whole ones."""


@piece
def line_range(y, reach, height):
    """First line at most `reach` from y, and the one after the last."""
    top = min(max(int(y - reach), 0), height)
    return top, min(max(int(y + reach) + 1, top), height)


@piece
def block_range(x, reach, per_line):
    """First block of a line at most `reach` from x, and the one after the last."""
    first = min(max(int(x - reach), 0) // BLOCK, per_line)
    return first, min(max(int(x + reach) // BLOCK + 1, first), per_line)


@piece
def first_of(blocks, per_line, line):
    """Number of the first edge pixel of a line, or after it."""
    return blocks[line * per_line]


@piece
def of_line(blocks, per_line, line, left, right, stride):
    """Edge pixels of the blocks `left` to before `right` of a line: the first, the one after all.

    Of all edge pixels every `stride`-th is meant, a power of two.
    """
    first = blocks[line * per_line + left]
    return (first + stride - 1) & -stride, blocks[line * per_line + right]
