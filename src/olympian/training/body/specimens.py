"""How the robots of a batch differ: as in `bench walk`, and in battery, slope and tiles."""

# pyright: reportMissingImports=false

from dataclasses import dataclass
from math import pi

import torch

from olympian.backend import FRICTION, MASS, STRENGTH, ZERO, Noise
from olympian.geometry import GRAVITY
from olympian.robot import Robot
from olympian.training.body.arrays import Tensor

SOLE_CREEP = 0.5
"""Share of specimens on a slope or on tiles; the others stand on a level floor."""


@dataclass(frozen=True)
class Hardship:
    """How hard it may be, beyond what every specimen differs in."""

    slope: float = 0.0
    """rad of the steepest floor."""
    tiles: float = 0.0
    """Metres of the largest step between two tiles."""
    supply: tuple[float, float] = (1.0, 1.0)
    """Least and most of the battery, as shares of the normal voltage."""


class Specimens:
    """One of each per world; `draw` makes some of them anew."""

    def __init__(self, robot: Robot, worlds: int, device: str, noise: Noise) -> None:
        legs = robot.indices([name for leg in robot.legs for name in leg.chain.joint_names])
        self._legs = torch.as_tensor(legs, device=device)
        biases = [noise.gyro_bias] * 3 + [noise.accelerometer_bias] * 3
        self._bias_scale = torch.tensor(biases, device=device)

        def ones(*shape: int) -> Tensor:
            return torch.ones(worlds, *shape, device=device)

        self.friction, self.strength, self.mass, self.supply = ones(), ones(), ones(), ones()
        self.offset = 0.0 * ones(robot.dof)
        """rad by which each servo believes its joint to be further."""
        self.imu_roll_pitch = 0.0 * ones(2)
        self.up = ones(3) * torch.tensor([0.0, 0.0, 1.0], device=device)
        """Against gravity, in the frame of the floor: slopes are tilted gravity."""
        self.bias = 0.0 * ones(6)
        """Of gyro (rad/s) and accelerometer (m/s²)."""
        self.tile_seed = torch.zeros(worlds, dtype=torch.int32, device=device)
        self.tile_height = 0.0 * ones()

    def draw(self, some: Tensor, hardship: Hardship, chance: torch.Generator) -> None:
        """New ones where `some` (worlds,) is true."""
        places = torch.nonzero(some).ravel()
        count, device = len(places), some.device

        def between(low: float, high: float, *shape: int) -> Tensor:
            share = torch.rand(count, *shape, generator=chance, device=device)
            return low + (high - low) * share

        def normal(*shape: int) -> Tensor:
            return torch.randn(count, *shape, generator=chance, device=device)

        self.friction[places] = between(*FRICTION)
        self.strength[places] = between(1.0 - STRENGTH, 1.0 + STRENGTH)
        self.mass[places] = between(1.0 - MASS, 1.0 + MASS)
        self.supply[places] = between(*hardship.supply)
        zeros = torch.zeros(count, self.offset.shape[1], device=device)
        zeros[:, self._legs] = ZERO * normal(len(self._legs))
        self.offset[places] = zeros
        self.imu_roll_pitch[places] = ZERO * normal(2)
        self.bias[places] = self._bias_scale * normal(6)
        kind = between(0.0, 1.0)
        # steep floors are rare: the share of the steepest slope is a square
        tilt = hardship.slope * between(0.0, 1.0) ** 2 * (kind < SOLE_CREEP)
        way = between(-pi, pi)
        level = torch.sin(tilt)
        self.up[places] = torch.stack(
            [level * torch.cos(way), level * torch.sin(way), torch.cos(tilt)], -1
        )
        self.tile_height[places] = hardship.tiles * between(0.0, 1.0) * (kind > SOLE_CREEP)
        seeds = torch.randint(1, 2**30, (count,), generator=chance, device=device)
        self.tile_seed[places] = seeds.to(torch.int32)

    @property
    def gravity(self) -> Tensor:
        """(worlds, 3) m/s²."""
        return -GRAVITY * self.up

    @property
    def chip_turns(self) -> Tensor:
        """(worlds, 3, 3) how the inertial sensor is turned against its place."""
        roll, pitch = self.imu_roll_pitch.unbind(-1)
        cr, sr, cp, sp = torch.cos(roll), torch.sin(roll), torch.cos(pitch), torch.sin(pitch)
        zero = torch.zeros_like(roll)
        rows = [cp, sp * sr, sp * cr, zero, cr, -sr, -sp, cp * sr, cp * cr]
        return torch.stack(rows, -1).view(-1, 3, 3)
