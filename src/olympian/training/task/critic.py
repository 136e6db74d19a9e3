"""What the critic is told beside the policy's own row: the truth, which only training knows."""

# pyright: reportMissingImports=false

import torch

from olympian.training.body.arrays import Tensor
from olympian.training.body.simulated import AnyBody
from olympian.training.task.mirror import AXIAL, JOINTS, PLAIN, POLAR, SWAP, WAY, Kind
from olympian.training.task.moment import TaskMoment
from olympian.training.task.shoves import Shoves


def critic_row(m: TaskMoment, body: AnyBody, shoves: Shoves) -> list[tuple[Kind, Tensor]]:
    """Blocks with how they look in a mirror; about 1 in size."""
    scale, one = m.scale, body.specimens
    weight = 9.81 * scale.mass
    ahead = body.view().R[:, :2, 0]
    ahead = ahead / ahead.norm(dim=-1, keepdim=True).clamp_min(1e-6)
    on = (shoves.left > 0).float()
    fx, fy = shoves.force.unbind(-1)
    along = (ahead[:, 0] * fx + ahead[:, 1] * fy) * on / weight
    aside = (ahead[:, 0] * fy - ahead[:, 1] * fx) * on / weight
    who = [one.friction, one.strength, one.mass, one.supply]
    return [
        (POLAR, m.velocity / scale.speed * 3.0),
        (POLAR, m.up),
        (AXIAL, m.spin * 0.3),
        (JOINTS, m.dq * 0.1),
        (SWAP, m.lift / scale.height * 10.0),
        (SWAP, (m.sole_places / scale.height).flatten(1)),
        (SWAP, m.load / weight),
        (PLAIN, (m.height / m.rest_height)[:, None]),
        (WAY, m.smooth / scale.speed * 3.0),
        ((1, -1), _pair(along, aside)),
        (PLAIN, _columns(who)),
        (SWAP, body.view().ground / scale.height * 10.0),
    ]


def _pair(first: Tensor, second: Tensor) -> Tensor:
    return _columns([first, second])


def _columns(values: list[Tensor]) -> Tensor:

    return torch.stack(values, -1)
