"""From light to numbers: exposure, white balance, blur, noise and gamma of a cheap camera."""

from dataclasses import dataclass
from math import ceil, cos, sin
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Tap: TypeAlias = tuple[int, int, float]
"""Rows down, columns right, and the share of the pixel there."""
DISPLAY_GAMMA = 2.2
"""Rendered colours are meant for a screen; light adds up before this power is taken."""
DAYLIGHT_K = 5500.0
DEFOCUS_TAPS = 3.0
"""Standard deviations to which defocus is computed."""


@dataclass(frozen=True)
class Sensor:
    """One picture's exposure; every number is what is left after the camera's own automatics."""

    gain: float
    """Exposure; 1 shows colours as bright as they are painted."""
    temperature_k: float
    """Of the light, when the camera believes it to be daylight."""
    gamma: float
    defocus_px: float
    """Standard deviation of an unsharp point."""
    smear_px: float
    smear_way: float
    """Length and direction of the trace that a point leaves while the camera moves."""
    shot_noise: float
    read_noise: float
    """Standard deviations at full light and in the dark, as parts of full light."""
    vignette: float
    """Part of the light that is lost in the corners."""


def draw_sensor(chance: np.random.Generator) -> Sensor:
    """A camera on a walking robot: half of its pictures are sharp, a third is smeared."""
    smeared = chance.random() < 0.35
    return Sensor(
        gain=float(np.exp(chance.normal(0.0, 0.22))),
        temperature_k=float(np.clip(chance.normal(5500, 900), 3200, 8500)),
        gamma=float(chance.uniform(2.0, 2.45)),
        defocus_px=float(chance.uniform(0.3, 1.2)),
        smear_px=float(chance.uniform(1.0, 8.0)) if smeared else 0.0,
        smear_way=float(chance.uniform(0, np.pi)),
        shot_noise=float(chance.uniform(0.005, 0.03)),
        read_noise=float(chance.uniform(0.0005, 0.004)),
        vignette=float(chance.uniform(0.0, 0.3)),
    )


def expose(
    rendered: NDArray[np.uint8], sensor: Sensor, chance: np.random.Generator
) -> NDArray[np.uint8]:
    """The picture (H, W, 3) as the camera would deliver it."""
    light = (rendered.astype(np.float32) / np.float32(255)) ** np.float32(DISPLAY_GAMMA)
    for weights in _defocus(sensor.defocus_px):
        light = _blurred(light, weights)
    if sensor.smear_px:
        light = _blurred(light, _smear(sensor.smear_px, sensor.smear_way))
    light *= _balance(sensor.temperature_k) * np.float32(sensor.gain)
    light *= _vignette(light.shape[0], light.shape[1], sensor.vignette)
    noise = np.sqrt(light * np.float32(sensor.shot_noise**2) + np.float32(sensor.read_noise**2))
    light += noise * chance.standard_normal(light.shape, dtype=np.float32)
    shown = np.clip(light, 0.0, 1.0) ** np.float32(1.0 / sensor.gamma)
    return np.rint(shown * np.float32(255)).astype(np.uint8)


def _balance(temperature_k: float) -> NDArray[np.float32]:
    """Gains of red, green and blue: warm light is redder, by the square root of its warmth."""
    warm = float(np.sqrt(DAYLIGHT_K / temperature_k))
    return np.array([warm, 1.0, 1.0 / warm], dtype=np.float32)


def _vignette(height: int, width: int, loss: float) -> NDArray[np.float32]:
    y, x = np.mgrid[:height, :width].astype(np.float32)
    y, x = y - (height - 1) / 2, x - (width - 1) / 2
    square = (x * x + y * y) / max((height**2 + width**2) / 4, 1)
    return (1 - loss * square).astype(np.float32)[..., None]


def _defocus(sigma: float) -> tuple[list[Tap], list[Tap]]:
    """Weights of an unsharp point: first down, then across."""
    reach = ceil(DEFOCUS_TAPS * sigma)
    weights = [
        (along, float(np.exp(-0.5 * (along / sigma) ** 2))) for along in range(-reach, reach + 1)
    ]
    return [(dy, 0, weight) for dy, weight in weights], [(0, dx, weight) for dx, weight in weights]


def _smear(length: float, way: float) -> list[Tap]:
    """Weights of a straight trace; points between pixels are shared among their neighbours."""
    weights: dict[tuple[int, int], float] = {}
    steps = 4 * ceil(length) + 1
    for along in np.linspace(-length / 2, length / 2, steps):
        x, y = along * cos(way), along * sin(way)
        left, top = int(np.floor(x)), int(np.floor(y))
        for dy, dx in ((0, 0), (0, 1), (1, 0), (1, 1)):
            share = abs(1 - dx - (x - left)) * abs(1 - dy - (y - top)) / steps
            weights[top + dy, left + dx] = weights.get((top + dy, left + dx), 0.0) + share
    return [(dy, dx, weight) for (dy, dx), weight in weights.items() if weight > 1e-6]


def _blurred(light: NDArray[np.float32], weights: list[Tap]) -> NDArray[np.float32]:
    """Each pixel mixed from its neighbours; beyond the edge the picture goes on as it ends."""
    height, width = light.shape[:2]
    reach = max(max(abs(dy), abs(dx)) for dy, dx, _ in weights)
    padded = np.pad(light, ((reach, reach), (reach, reach), (0, 0)), mode="edge")
    mixed, part = np.zeros_like(light), np.empty_like(light)
    total = sum(weight for _, _, weight in weights)
    for dy, dx, weight in weights:
        window = padded[reach + dy : reach + dy + height, reach + dx : reach + dx + width]
        mixed += np.multiply(window, np.float32(weight / total), out=part)
    return mixed
