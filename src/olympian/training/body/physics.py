"""What a batch of bodies needs of physics, and which kinds there are."""

# pyright: reportMissingImports=false

from typing import Any, Protocol

import mujoco

from olympian.training.body.arrays import Contacts, Tensor

CONTACTS = 24
"""Most contacts of a world, on average over all; a robot that lies has more of them."""
LYING_CONTACTS = 48
ROWS = 80
"""Most rows of constraints of a world: contacts with three each, and joint limits."""
LYING_ROWS = 180


class BatchedPhysics(Protocol):
    """So many worlds with one robot each. Arrays are shared: who writes into them changes them."""

    worlds: int
    model: mujoco.MjModel
    qpos: Tensor
    """(worlds, nq)"""
    qvel: Tensor
    torque: Tensor
    """(worlds, nu) N m of the motors in this step."""
    sensordata: Tensor
    pushes: Tensor
    """(worlds, nbody, 6) force and torque on each body, world axes."""
    gravity: Tensor
    """(worlds, 3)"""
    masses: Tensor
    """(worlds, nbody)"""
    inertias: Tensor
    floor_friction: Tensor
    """(worlds, ngeom, 3) of all shapes; that of floors decides."""
    geom_pos: Tensor
    warmstart: Tensor
    xpos: Any
    """Warp (worlds, nbody) vec3 of links."""
    xmat: Any

    def step(self) -> None:
        """Let one step pass in all worlds."""
        ...

    def settle(self) -> None:
        """Where links are, anew, after positions were written."""
        ...

    def weigh(self) -> None:
        """Take over what was written into masses and friction."""
        ...

    def contacts(self) -> Contacts:
        """Of the last step."""
        ...
