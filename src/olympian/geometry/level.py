"""Level axes below a tilted body, in compiled code: several senses look along them every tick."""

from math import hypot

import numpy as np

from olympian.compiled import compiled


@compiled
def level_kernel(R):
    """`R_level_body`: the rotation `R_world_body` without its heading, x along the body's own."""
    c, s = R[0, 0], R[1, 0]
    size = hypot(c, s)
    if size > 1e-9:
        c, s = c / size, s / size
    else:
        c, s = 1.0, 0.0
    level = np.empty((3, 3))
    for k in range(3):
        level[0, k] = c * R[0, k] + s * R[1, k]
        level[1, k] = c * R[1, k] - s * R[0, k]
        level[2, k] = R[2, k]
    return level
