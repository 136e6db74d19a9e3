"""Floors of the feet: planes that are moved to the height of the tile below each foot."""

# pyright: reportMissingImports=false, reportInvalidTypeForm=false, reportCallIssue=false
# pyright: reportArgumentType=false, reportGeneralTypeIssues=false, reportOperatorIssue=false
# pyright: reportAttributeAccessIssue=false, reportIndexIssue=false, reportAssignmentType=false

import warp as wp

# nobody asks for gradients of physics, and without them kernels compile in half the time
wp.set_module_options({"enable_backward": False})
TILE = wp.constant(0.1)
"""Metres of a tile's edge, as in the world `tiles`."""


@wp.func
def tile_height(x: float, y: float, seed: int, height: float):
    """Height of the tile at a place: the same for the same seed, even from 0 to `height`."""
    column, row = int(wp.floor(x / TILE)), int(wp.floor(y / TILE))
    state = wp.rand_init(seed, column * 7919 + row)
    return height * wp.randf(state)


@wp.kernel
def lay_tiles(
    xpos: wp.array2d(dtype=wp.vec3),
    xmat: wp.array2d(dtype=wp.mat33),
    soles: wp.array(dtype=int),
    corners: wp.array2d(dtype=wp.vec2),
    floors: wp.array(dtype=int),
    seeds: wp.array(dtype=int),
    heights: wp.array(dtype=float),
    geom_pos: wp.array2d(dtype=wp.vec3),
    ground: wp.array2d(dtype=float),
):
    """The highest tile below a sole's corners carries it."""
    world, foot = wp.tid()
    body = soles[foot]
    highest = 0.0
    if heights[world] > 0.0:
        for corner in range(4):
            flat = corners[foot, corner]
            at = xpos[world, body] + xmat[world, body] * wp.vec3(flat[0], flat[1], 0.0)
            highest = wp.max(highest, tile_height(at[0], at[1], seeds[world], heights[world]))
    geom_pos[world, floors[foot]] = wp.vec3(0.0, 0.0, highest)
    ground[world, foot] = highest
