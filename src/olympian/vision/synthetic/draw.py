"""From a scene to a frame and its truth."""

from dataclasses import dataclass
from math import cos, sin
from typing import Any

import numpy as np
from numpy.typing import NDArray

from olympian.geometry import Vec
from olympian.vision.synthetic.rays import cast
from olympian.vision.synthetic.scene import BALL_PAINTS, Block, DrawnBall, Scene, View, corners
from olympian.vision.truth import BallDisc, Colour, Thing, Truth


@dataclass(frozen=True, eq=False)
class Picture:
    """A drawn frame and what it really shows."""

    frame: NDArray[np.uint8]
    """(height, width, 3) RGB."""
    truth: Truth
    scene: Scene


def draw(scene: Scene) -> Picture:
    """The frame of a scene: surfaces by nine rays a pixel, then light, lens and noise.

    The label of a pixel is what the ray through its centre meets.
    """
    view, blocks, ball = scene.view, scene.blocks, scene.ball
    shape = (view.height, view.width)
    out, things = np.zeros((*shape, 3), dtype=np.float32), np.zeros(shape, dtype=np.uint8)
    owner = np.full(shape, -1, dtype=np.int16)
    given: tuple[Any, ...] = (*cast_of(scene), out, things, owner)
    cast(*given)
    truth = Truth(
        things=things,
        colours=_colours(scene, things, owner),
        ball=_disc(view, ball, things) if ball else None,
        T_field_camera=view.T_field_camera,
        ball_at=(ball.x, ball.y) if ball else None,
        robots_at=tuple((b.x, b.y, b.heading) for b in blocks if b.thing is Thing.ROBOT),
    )
    return Picture(_expose(out, scene), truth, scene)


def cast_of(scene: Scene) -> tuple[Any, ...]:
    """What `cast` wants to know of a scene."""
    view, ball = scene.view, scene.ball
    return (
        view.T_field_camera[:3, 3].copy(),
        view.T_field_camera[:3, :3].copy(),
        view.focal_px,
        scene.pitch.strips(),
        _sizes(scene),
        np.array([_row(view, block) for block in scene.blocks]).reshape(-1, 14),
        np.array([block.rgb for block in scene.blocks]).reshape(-1, 3),
        np.array([ball.x, ball.y, ball.radius, ball.turn]) if ball else np.zeros(4),
        np.array(BALL_PAINTS[ball.paint][:2] if ball else np.zeros((2, 3)), dtype=float),
        float(scene.seed % 1000),
    )


def _row(view: View, block: Block) -> tuple[float, ...]:
    """A block as `cast` wants it."""
    seen = view.to_pixels(corners(block))
    if np.isnan(seen).any():  # partly behind the camera: it may be anywhere
        window = (-1.0, float(view.width), -1.0, float(view.height))
    else:
        low, high = seen.min(axis=0) - 2, seen.max(axis=0) + 2
        window = (float(low[0]), float(high[0]), float(low[1]), float(high[1]))
    place = (block.x, block.y, block.heading, *block.half, block.bottom, float(block.thing))
    return (*place, cos(block.heading), sin(block.heading), *window)


def _sizes(scene: Scene) -> Vec:
    p = scene.pitch
    return np.array([p.circle_radius, p.line, p.length / 2 + p.border, p.width / 2 + p.border])


def _colours(
    scene: Scene, things: NDArray[np.uint8], owner: NDArray[np.int16]
) -> NDArray[np.uint8]:
    colours = np.zeros_like(things)
    colours[things == Thing.FIELD] = Colour.GREEN
    colours[things == Thing.LINE] = Colour.WHITE
    if scene.ball is not None:
        colours[things == Thing.BALL] = BALL_PAINTS[scene.ball.paint][2]
    for index, block in enumerate(scene.blocks):
        colours[owner == index] = block.colour
    return colours


def _disc(view: View, ball: DrawnBall, things: NDArray[np.uint8]) -> BallDisc | None:
    """The outline of a sphere, which is nearly a circle; None where nothing of it is seen."""
    R, origin = view.T_field_camera[:3, :3], view.T_field_camera[:3, 3]
    seen = R.T @ (np.array([ball.x, ball.y, ball.radius]) - origin)
    shown = int((things == Thing.BALL).sum())
    if seen[2] <= ball.radius or shown == 0:
        return None
    # Half axes of the ellipse: away from the middle of the picture it is longer than wide.
    away = float(np.hypot(seen[0], seen[1]))
    depth2, r2 = float(seen[2] ** 2), ball.radius**2
    scale = view.focal_px / (depth2 - r2)
    long = scale * ball.radius * np.sqrt(away**2 + depth2 - r2)
    short = view.focal_px * ball.radius / np.sqrt(depth2 - r2)
    at = seen[:2] * seen[2] * scale + np.array([(view.width - 1) / 2, (view.height - 1) / 2])
    radius = float(np.sqrt(long * short))
    return BallDisc(float(at[0]), float(at[1]), radius, min(1.0, shown / (np.pi * radius**2)))


def _expose(surface: NDArray[np.float32], scene: Scene) -> NDArray[np.uint8]:
    light, rng = scene.light, np.random.default_rng([scene.seed, 23])
    across = np.linspace(-0.5, 0.5, surface.shape[1])[:, None]
    lit = surface * (light.gain * (1 + light.slope * across)).astype(np.float32)
    for axis in (0, 1):
        lit = _blur(lit, light.blur_px, axis)
    lit += light.noise * rng.standard_normal(lit.shape, dtype=np.float32)
    return np.clip(np.rint(lit), 0, 255).astype(np.uint8)


def _blur(image: NDArray[np.float32], sigma: float, axis: int) -> NDArray[np.float32]:
    reach = max(1, int(np.ceil(3 * sigma)))
    weights = np.exp(-0.5 * (np.arange(-reach, reach + 1) / max(sigma, 1e-3)) ** 2)
    weights = (weights / weights.sum()).astype(np.float32)
    pads = [(reach, reach) if k == axis else (0, 0) for k in range(3)]
    wide, size = np.pad(image, pads, mode="edge"), image.shape[axis]
    out = np.zeros_like(image)
    for k, weight in enumerate(weights):
        window = [slice(None)] * 3
        window[axis] = slice(k, k + size)
        out += weight * wide[tuple(window)]
    return out
