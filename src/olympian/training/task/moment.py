"""What is true of all worlds after a step of the policy: what rewards and critics are made of."""

# pyright: reportMissingImports=false

from dataclasses import dataclass

import torch

from olympian.training.body.arrays import Tensor
from olympian.training.task.scale import BodyScale


@dataclass(frozen=True)
class TaskMoment:
    """Tensors (worlds, …). Level axes have x along the torso's heading and z against gravity."""

    scale: BodyScale
    up: Tensor
    """(3) Against gravity, in the torso."""
    velocity: Tensor
    """(3) Of the torso, level axes."""
    smooth: Tensor
    """(3) Ahead, left and turning, without the sway of single steps."""
    spin: Tensor
    """(3) Angular velocity in the torso."""
    height: Tensor
    """() Of the torso over the floor below the lower foot."""
    rest_height: float
    """That of the pose that actions are counted from."""
    q: Tensor
    """(joints) Of the joints that it moves, from their rest."""
    dq: Tensor
    to_limit: Tensor
    """(joints) rad to the nearer end of each joint."""
    torque: Tensor
    duty: Tensor
    saturated: Tensor
    """(joints) Share of the step at full duty."""
    clamped: Tensor
    """(joints) rad by which the limiter keeps the goal behind the wish."""
    action: Tensor
    change: Tensor
    """(joints) Of the action, against the last one."""
    bend: Tensor
    """(joints) Of that change, against the one before."""
    sole_places: Tensor
    """(2, 3) From the torso, level axes."""
    sole_velocity: Tensor
    """(2, 3)"""
    sole_tilt: Tensor
    """(2) Sine of each sole's angle to the floor."""
    lift: Tensor
    """(2) Of the lowest corner over the floor."""
    load: Tensor
    """(2) N on each sole."""
    touches: Tensor
    """() Contacts of the body with itself."""
    command: Tensor
    moving: Tensor
    """() 1 where the command means to go, else 0."""
    phase: Tensor
    lift_rule: float
    """m by which a swinging foot is to be lifted."""
    top_speed: tuple[float, float, float, float]
    turned: Tensor
    """() 1 where a fall ends the episode now."""

    @property
    def phases(self) -> Tensor:
        """(2) 0…1 of each foot's own stride; each swings in its first half."""
        return torch.stack([self.phase, (self.phase + 0.5) % 1.0], -1)

    @property
    def swing(self) -> Tensor:
        """(2) 0…1 of each foot's swing; at the ends it stands."""
        return ((self.phases - AIR[0]) / (AIR[1] - AIR[0])).clamp(0.0, 1.0)


AIR = (0.04, 0.46)
"""Part of its stride in which a foot is in the air."""
