"""Lamps of a hall: how bright, from where, how much comes from everywhere."""

from dataclasses import dataclass
from math import cos, sin

import mujoco
import numpy as np

TOWARDS_FLOOR = 0.6
"""Least downward part of the lamps' direction: they hang overhead."""
SHADOWED = 0.5
"""Share of frames with hard shadows; many lamps throw none."""
SHADOW_REACH = 4.0
"""Metres round the camera's robot in which things throw shadows: a wider map would be coarser."""


@dataclass(frozen=True)
class Light:
    """One broad lamp and what walls and ceiling throw back; 1 is as bright as colours are meant."""

    lamp: float
    ambient: float
    azimuth: float
    downward: float
    """0 is level, 1 straight down."""
    shadows: bool


def draw_light(chance: np.random.Generator) -> Light:
    """Somewhere between an overcast day and a single lamp."""
    lamp = chance.uniform(0.2, 0.8)
    return Light(
        lamp=float(lamp),
        ambient=float(chance.uniform(1.0, 1.15) - 0.8 * lamp),
        azimuth=float(chance.uniform(-np.pi, np.pi)),
        downward=float(chance.uniform(TOWARDS_FLOOR, 0.98)),
        shadows=bool(chance.random() < SHADOWED),
    )


def shine(
    model: mujoco.MjModel, data: mujoco.MjData, light: Light, at: tuple[float, float]
) -> None:
    """Set the lamps of a model; `at` is where shadows should be good."""
    level = float(np.sqrt(1 - light.downward**2))
    way = np.array([level * cos(light.azimuth), level * sin(light.azimuth), -light.downward])
    model.vis.headlight.ambient[:] = light.ambient
    model.vis.headlight.diffuse[:] = 0.0
    model.vis.headlight.specular[:] = 0.0
    model.light_type[0] = mujoco.mjtLightType.mjLIGHT_DIRECTIONAL
    model.light_castshadow[0] = light.shadows
    model.light_diffuse[0] = light.lamp
    model.light_ambient[0] = 0.0
    model.light_specular[0] = 0.1
    data.light_xdir[0] = way
    data.light_xpos[0] = np.array([*at, 0.3]) - SHADOW_REACH * way
