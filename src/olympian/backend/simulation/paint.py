"""Textures and materials of a scene: sky, floors, the ball."""

import mujoco
import numpy as np
from numpy.typing import NDArray

from olympian.world import Ball, BallStyle, FloorFinish, Solid, SolidKind, patches

__all__ = ["BALL_RGBA", "add_paint", "finish_of", "paint_ball", "ring_mesh"]

GRID, CARPET, BALL = "grid", "carpet", "ball"
BALL_RGBA = {BallStyle.ORANGE: (0.95, 0.35, 0.05, 1.0), BallStyle.PATCHED: (1.0, 1.0, 1.0, 1.0)}
"""Colour of a ball's surface, or what its texture is multiplied with."""
PATCH_WHITE, PATCH_BLACK = 235, 18
TILE = 256
"""Texture elements along a metre of carpet: tufts of 4 mm."""
BALL_FACE = 128
"""Texture elements along each of the six faces that are wrapped round a ball."""
ARCS = 96
"""Pieces of a ring: a circle of 0.75 m then departs by 0.4 mm from a true one."""
GL_FACES = (
    # right, up and ahead of each cube face as OpenGL lays them out: +x, -x, +y, -y, +z, -z
    ((0, 0, -1), (0, -1, 0), (1, 0, 0)),
    ((0, 0, 1), (0, -1, 0), (-1, 0, 0)),
    ((1, 0, 0), (0, 0, 1), (0, 1, 0)),
    ((1, 0, 0), (0, 0, -1), (0, -1, 0)),
    ((1, 0, 0), (0, -1, 0), (0, 0, 1)),
    ((-1, 0, 0), (0, -1, 0), (0, 0, -1)),
)


def add_paint(spec: mujoco.MjSpec) -> None:
    """Sky and floors."""
    _add_sky(spec)
    _add_grid(spec)
    _add_carpet(spec)


def finish_of(solid: Solid) -> str:
    """Name of the material of a solid; empty for a plain one."""
    chequered = FloorFinish.CHEQUERED if solid.kind is SolidKind.PLANE else FloorFinish.PLAIN
    return {FloorFinish.PLAIN: "", FloorFinish.CHEQUERED: GRID, FloorFinish.CARPET: CARPET}[
        solid.finish or chequered
    ]


def _add_sky(spec: mujoco.MjSpec) -> None:
    spec.add_texture(
        name="sky",
        type=mujoco.mjtTexture.mjTEXTURE_SKYBOX,
        builtin=mujoco.mjtBuiltin.mjBUILTIN_GRADIENT,
        rgb1=(0.45, 0.65, 0.85),
        rgb2=(0.85, 0.92, 0.97),
        width=64,
        height=64,
    )


def _add_grid(spec: mujoco.MjSpec) -> None:
    """A chequered floor, so that motion over it can be seen."""
    spec.add_texture(
        name="grid",
        type=mujoco.mjtTexture.mjTEXTURE_2D,
        builtin=mujoco.mjtBuiltin.mjBUILTIN_CHECKER,
        rgb1=(0.95, 0.95, 0.95),
        rgb2=(1.0, 1.0, 1.0),
        width=256,
        height=256,
    )
    material = spec.add_material(name="grid", texrepeat=(5, 5), texuniform=True)
    material.textures[mujoco.mjtTextureRole.mjTEXROLE_RGB] = "grid"


def _add_carpet(spec: mujoco.MjSpec) -> None:
    """Tufts whose brightness differs, the same ones on every metre."""
    tufts = np.random.default_rng(0).normal(0.93, 0.05, (TILE, TILE, 1))
    texture = spec.add_texture(
        name=CARPET, type=mujoco.mjtTexture.mjTEXTURE_2D, width=TILE, height=TILE, nchannel=3
    )
    texture.data = _bytes(np.repeat(tufts, 3, axis=2))
    material = spec.add_material(name=CARPET, texrepeat=(1, 1), texuniform=True, specular=0.0)
    material.textures[mujoco.mjtTextureRole.mjTEXROLE_RGB] = CARPET


def paint_ball(spec: mujoco.MjSpec, ball: Ball) -> str:
    """Name of the ball's material, made for its style: gloss, and a texture if it has patches."""
    material = spec.add_material(name=BALL, specular=0.2, shininess=0.3)
    if ball.style is BallStyle.ORANGE:
        return BALL
    texture = spec.add_texture(
        name=BALL,
        type=mujoco.mjtTexture.mjTEXTURE_CUBE,
        width=BALL_FACE,
        height=6 * BALL_FACE,
        nchannel=3,
    )
    texture.data = _patched()
    material.textures[mujoco.mjtTextureRole.mjTEXROLE_RGB] = BALL
    return BALL


def _patched() -> bytes:
    """Six faces below each other, black where the ball has a patch."""
    along = (np.arange(BALL_FACE) + 0.5) / BALL_FACE * 2 - 1
    across, down = np.meshgrid(along, along)
    faces = []
    for right, below, ahead in np.array(GL_FACES, dtype=float):
        directions = across[..., None] * right + down[..., None] * below + ahead
        faces.append(np.where(patches(directions), PATCH_BLACK, PATCH_WHITE))
    grey = np.concatenate(faces).astype(np.uint8)
    return np.repeat(grey[..., None], 3, axis=2).tobytes()


def ring_mesh(spec: mujoco.MjSpec, solid: Solid) -> str:
    """Name of a flat band as a mesh: a wall of boxes would show its joints."""
    radius, width, thickness = solid.size
    angles = np.linspace(0, 2 * np.pi, ARCS, endpoint=False)
    rim = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    corners = [
        np.column_stack([(radius + side * width / 2) * rim, np.full(ARCS, level * thickness / 2)])
        for side, level in ((-1, -1), (1, -1), (1, 1), (-1, 1))
    ]
    mesh = spec.add_mesh(name=solid.name)
    mesh.uservert = np.concatenate(corners).ravel()
    mesh.userface = _band().ravel()
    mesh.inertia = mujoco.mjtMeshInertia.mjMESH_INERTIA_SHELL
    return solid.name


def _band() -> NDArray[np.int32]:
    """Triangles between four rims: inner and outer below, outer and inner above."""
    here = np.arange(ARCS)
    there = (here + 1) % ARCS
    triangles = []
    for first in range(4):
        a, b = first * ARCS, (first + 1) % 4 * ARCS
        triangles += [
            np.stack([a + here, a + there, b + there], axis=1),
            np.stack([a + here, b + there, b + here], axis=1),
        ]
    return np.concatenate(triangles).astype(np.int32)


def _bytes(shares: NDArray[np.float64]) -> bytes:
    return np.clip(shares * 255, 0, 255).astype(np.uint8).tobytes()
