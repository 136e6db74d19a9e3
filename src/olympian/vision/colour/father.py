"""Fathers: which region stands for another since their logical merge, compiled."""

from olympian.compiled import piece

__all__ = ["root"]


@piece
def root(father, region):
    """The region that stands for `region`: its father's father and so on."""
    while father[region] != region:
        region = father[region]
    return region
