"""Arrays of all worlds: each is one block of memory that torch, Warp and NumPy see."""

# pyright: reportMissingImports=false

from dataclasses import dataclass
from functools import cache
from typing import Any

import torch
import warp as wp

Tensor = torch.Tensor
wp.config.log_level = wp.LOG_WARNING
wp.init()


@cache
def share_stream(device: str) -> None:
    """Let torch and Warp queue their work on a GPU in one line, which can also be recorded."""
    if device != "cpu":
        stream = torch.cuda.Stream()
        torch.cuda.set_stream(stream)
        wp.set_stream(wp.stream_from_torch(stream))


class Shared:
    """A tensor and the same memory as Warp knows it."""

    def __init__(self, tensor: Tensor, kind: Any = None) -> None:
        self.tensor = tensor
        self.warp = wp.from_torch(tensor) if kind is None else wp.from_torch(tensor, dtype=kind)


def shared(device: str, *shape: int, kind: Any = None, whole: bool = False) -> Shared:
    """Zeros.

    Args:
        kind: a Warp type whose numbers the last axes are, for instance `wp.vec3`.
        whole: of integers.
    """
    dtype = torch.int32 if whole else torch.float32
    return Shared(torch.zeros(shape, dtype=dtype, device=device), kind)


@dataclass(frozen=True)
class Contacts:
    """Contacts of all worlds in a row, as Warp arrays; the first `count` count."""

    count: Any
    world: Any
    geoms: Any
    places: Any
    frames: Any
    forces: Any
    """Along the rows of the frame, on the second shape."""
    most: int
