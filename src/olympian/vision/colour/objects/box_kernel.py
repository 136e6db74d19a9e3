"""Boxes that lie near each other, compiled."""

from olympian.compiled import bare

__all__ = ["group_boxes"]

LEFT, TOP, RIGHT, BOTTOM = range(4)


@bare
def group_boxes(boxes, reach, across, labels):
    """Number of groups of near boxes; each box's group is written to `labels`.

    Args:
        boxes: (n, 4) left, top, right, bottom.
        reach: pixels between boxes of one group, by the longest side of both.
        across: the same sideways at most, pixels.
        labels: (n,) out.
    """
    count = boxes.shape[0]
    for box in range(count):
        labels[box] = -1
    groups = 0
    for seed in range(count):
        if labels[seed] >= 0:
            continue
        labels[seed] = groups
        grew = True
        while grew:
            grew = False
            for box in range(count):
                if labels[box] < 0 and _touches(boxes, labels, box, groups, reach, across):
                    labels[box] = groups
                    grew = True
        groups += 1
    return groups


@bare
def _touches(boxes, labels, box, group, reach, across):
    """Whether a box is near one of a group."""
    for other in range(boxes.shape[0]):
        if labels[other] == group and _near(boxes[box], boxes[other], reach, across):
            return True
    return False


@bare
def _near(one, other, reach, across):
    side = max(one[RIGHT] - one[LEFT], one[BOTTOM] - one[TOP])
    side = max(side, max(other[RIGHT] - other[LEFT], other[BOTTOM] - other[TOP])) + 1
    far = reach * side + 2
    sideways = max(one[LEFT], other[LEFT]) - min(one[RIGHT], other[RIGHT]) - 1
    down = max(one[TOP], other[TOP]) - min(one[BOTTOM], other[BOTTOM]) - 1
    return sideways <= min(far, across) and down <= far
