"""How robots begin an episode: on their feet, nearly in a stand, or thrown down anyhow."""

# pyright: reportMissingImports=false

from math import pi

import numpy as np
import torch

from olympian.geometry import quaternion_wxyz_from_R
from olympian.motion.learnt import PolicyLayout
from olympian.robot import Robot
from olympian.training.body.arrays import Tensor
from olympian.training.body.simulated import AnyBody
from olympian.training.task.scale import BodyScale

PLAY, TILT = 0.03, 0.03
"""rad by which joints and the trunk differ from a stand."""
DRIFT, ROLLING = 0.1, 0.2
"""Speeds of the robot's size, and rad/s, with which a standing robot begins."""
BENT = 0.35
"""Share of a joint's range around the ready pose within which it lies."""
DROP = 0.85
"""Heights from which it is dropped."""


class Postures:
    """Writes starts into a body; joints come back as they are."""

    def __init__(
        self,
        robot: Robot,
        layout: PolicyLayout,
        body: AnyBody,
        scale: BodyScale,
        chance: torch.Generator,
    ) -> None:
        self._body, self._scale, self._chance = body, scale, chance
        device = body.device

        def vector(values: object) -> Tensor:
            return torch.tensor(np.array(values), device=device).float()

        self._ready, self._rest = vector(robot.ready), vector(layout.rest_pose(robot))
        self._lower, self._upper = vector(robot.lower), vector(robot.upper)
        R_torso_sole = robot.forward(robot.feet[0].link, robot.ready)[:3, :3]
        R_torso_root = robot.forward(robot.tree.root, robot.ready)[:3, :3]
        # soles flat on the floor, the heading that of the torso
        up = R_torso_sole[:, 2]
        R_world_root = _level(up) @ R_torso_root
        self._root = vector(quaternion_wxyz_from_R(R_world_root))

    def stand(self, some: Tensor) -> Tensor:
        """Between the ready pose and the rest pose, on both soles."""
        worlds, joints = self._body.worlds, len(self._ready)
        share = self._between(0.0, 1.0, worlds, 1)
        q = self._ready + share * (self._rest - self._ready)
        q = self._inside(q + self._between(-PLAY, PLAY, worlds, joints))
        yaw = self._between(-pi, pi, worlds)
        tilt = self._between(-TILT, TILT, worlds, 2)
        wxyz = _turned(yaw, tilt)
        speed = self._between(-1.0, 1.0, worlds, 2) * DRIFT * self._scale.speed
        spin = self._between(-ROLLING, ROLLING, worlds, 3)
        self._put(some, q, wxyz, 0.0, speed, spin, on_soles=True)
        return q

    def lie(self, some: Tensor, share: float) -> Tensor:
        """Rolled over and bent anyhow, in the air: it falls before it counts.

        Args: share: 0…1 of how far joints are bent.
        """
        worlds, joints = self._body.worlds, len(self._ready)
        reach = BENT * share * (self._upper - self._lower)
        q = self._inside(self._ready + self._between(-1.0, 1.0, worlds, joints) * reach)
        wxyz = torch.randn(worlds, 4, generator=self._chance, device=self._body.device)
        wxyz = wxyz / wxyz.norm(dim=-1, keepdim=True).clamp_min(1e-6)
        still = torch.zeros(worlds, 3, device=self._body.device)
        height = DROP * self._scale.height
        self._put(some, q, wxyz, height, still[:, :2], still, on_soles=False)
        return q

    def _put(
        self,
        some: Tensor,
        q: Tensor,
        wxyz: Tensor,
        height: float,
        speed: Tensor,
        spin: Tensor,
        on_soles: bool,
    ) -> None:
        body, physics = self._body, self._body.physics
        qpos = physics.qpos.clone()
        root = body.base
        qpos[:, root : root + 2] = 0.0
        qpos[:, root + 2] = height
        qpos[:, root + 3 : root + 7] = _times(wxyz, self._root)
        qpos[:, body.joint_places] = q
        qvel = torch.zeros_like(physics.qvel)
        qvel[:, :2], qvel[:, 3:6] = speed, spin
        body.reset(some, qpos, qvel)
        if on_soles:
            view = body.view()
            down = view.sole_R[:, :, 2, :2]
            corners = view.sole_places[:, :, None, 2] + (down[:, :, None] * body.corners).sum(-1)
            raised = physics.qpos[:, root + 2] - corners.amin((1, 2))
            # tiles are as high as their world's highest: nobody begins inside one
            raised = raised + body.specimens.tile_height
            physics.qpos[:, root + 2] = torch.where(some, raised, physics.qpos[:, root + 2])
            physics.settle()

    def _between(self, low: float, high: float, *shape: int) -> Tensor:
        share = torch.rand(*shape, generator=self._chance, device=self._body.device)
        return low + (high - low) * share

    def _inside(self, q: Tensor) -> Tensor:
        return torch.minimum(torch.maximum(q, self._lower), self._upper)


def _level(up: np.ndarray) -> np.ndarray:
    """R_world_torso of heading zero in which `up` (in the torso) points up."""
    ahead = np.array([1.0, 0.0, 0.0]) - up[0] * up
    ahead = ahead / np.linalg.norm(ahead)
    return np.array([ahead, np.cross(up, ahead), up])


def _turned(yaw: Tensor, tilt: Tensor) -> Tensor:
    """(n, 4) w, x, y, z of a heading and a small roll and pitch."""
    c, s = torch.cos(yaw / 2), torch.sin(yaw / 2)
    roll, pitch = tilt.unbind(-1)
    wxyz = torch.stack([c, (c * roll - s * pitch) / 2, (c * pitch + s * roll) / 2, s], -1)
    return wxyz / wxyz.norm(dim=-1, keepdim=True)


def _times(first: Tensor, second: Tensor) -> Tensor:
    """Product of quaternions (n, 4) and (4,)."""
    a, b, c, d = first.unbind(-1)
    e, f, g, h = second.unbind(-1)
    parts = (
        a * e - b * f - c * g - d * h,
        a * f + b * e + c * h - d * g,
        a * g - b * h + c * e + d * f,
        a * h + b * g - c * f + d * e,
    )
    return torch.stack(parts, -1)
