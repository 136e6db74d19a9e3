"""The truth about all worlds, as rewards need it: whatever computes their physics."""

# pyright: reportMissingImports=false

from dataclasses import dataclass

from olympian.training.body.arrays import Tensor


@dataclass(frozen=True)
class BodyView:
    """Tensors (worlds, …) in world axes, joints in the robot's order."""

    R: Tensor
    """(3, 3) R_world_torso"""
    place: Tensor
    """(3) Of the torso's origin."""
    velocity: Tensor
    """(3) m/s of the root."""
    spin: Tensor
    """(3) rad/s of the torso, in the torso."""
    q: Tensor
    dq: Tensor
    torque: Tensor
    """N m of each winding."""
    duty: Tensor
    saturated: Tensor
    """Share of the last step at full duty."""
    sent: Tensor
    """Goals as the limiter let them through."""
    sole_places: Tensor
    """(2, 3)"""
    sole_R: Tensor
    """(2, 3, 3)"""
    pressure: Tensor
    """(2, 4) N on the cells of each sole."""
    touches: Tensor
    """() Contacts of the body with itself."""
    up: Tensor
    """(3) Against gravity."""
    ground: Tensor
    """(2) Height of the floor below each foot."""
    q_measured: Tensor
    """As the servos report it."""
    up_felt: Tensor
    """(3) Against gravity in the torso, as the robot believes."""
    spin_felt: Tensor
