"""Where one task should be, and how fast its target moves."""

from dataclasses import dataclass

from olympian.geometry import Vec


@dataclass(frozen=True, slots=True, eq=False)
class Aim:
    """A target in the support link's frame, with the speed at which it moves there.

    Not copied: solving a whole body takes about as long as copying a few small arrays.
    """

    target: Vec
    """`T_support_link` (4, 4) of a pose or head, a point (3,), a rotation (3, 3), angles (k,)."""
    twist: Vec | None = None
    """Feed-forward: linear above angular (6,), or the part of it that the task has: a point's (3,),
    an orientation's angular (3,), a posture's joint speeds (k,). None stands for a target at rest.
    """
