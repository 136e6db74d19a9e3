"""Checkpoints: network, optimiser, curriculum and story of a run, to go on from."""

# pyright: reportMissingImports=false

from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from pickle import UnpicklingError
from typing import Any

import msgspec
import torch

from olympian.errors import OlympianError
from olympian.files import read_bytes, whole_file
from olympian.motion.learnt import Fitting, PolicyLayout
from olympian.training.learn.ppo import Ppo
from olympian.training.learn.tally import TallyRow

FORMAT = 1


@dataclass
class Progress:
    """How far a run is; what goes on with it."""

    update: int = 0
    level: float = 0.0
    minutes: float = 0.0
    samples: int = 0
    rows: tuple[TallyRow, ...] = ()


def save_checkpoint(
    path: Path, ppo: Ppo, progress: Progress, layout: PolicyLayout, fitting: Fitting
) -> None:
    """Write all that a run needs to go on, whole or not at all."""
    packed = BytesIO()
    torch.save(
        {
            "format": FORMAT,
            "network": ppo.network.state_dict(),
            "optimiser": ppo.optimiser.state_dict(),
            "rate": ppo.rate,
            "chance": torch.get_rng_state(),
            "layout": msgspec.json.encode(layout).decode(),
            "fitting": msgspec.json.encode(fitting).decode(),
            "rows": msgspec.json.encode(progress.rows).decode(),
            "counts": (progress.update, progress.level, progress.minutes, progress.samples),
        },
        packed,
    )
    with whole_file(path) as part:
        part.write_bytes(packed.getvalue())


def load_checkpoint(path: Path, ppo: Ppo, layout: PolicyLayout, fitting: Fitting) -> Progress:
    """Go on from a file: network and optimiser take over what it holds.

    Raises: OlympianError: it is of another robot or task, or no checkpoint.
    """
    stored = _read(path)
    own = msgspec.json.decode(stored["fitting"], type=Fitting)
    if differing := own.differences(fitting):
        raise OlympianError(
            f"{path}: trained for '{own.robot}', not for this '{fitting.robot}': other "
            f"{', '.join(differing)}"
        )
    if msgspec.json.decode(stored["layout"], type=PolicyLayout) != layout:
        raise OlympianError(f"{path}: its task tells or moves other things: train anew")
    try:
        ppo.network.load_state_dict(stored["network"])
        # without its moments the first update would throw the policy far off
        ppo.optimiser.load_state_dict(stored["optimiser"])
    except (RuntimeError, ValueError, KeyError) as error:
        raise OlympianError(f"{path}: its network has another size: {error}") from error
    ppo.rate = stored["rate"]
    torch.set_rng_state(stored["chance"])
    update, level, minutes, samples = stored["counts"]
    rows = msgspec.json.decode(stored["rows"], type=tuple[TallyRow, ...])
    return Progress(update, level, minutes, samples, rows)


def _read(path: Path) -> dict[str, Any]:
    data = read_bytes(path)
    try:
        # only tensors and plain values: nothing in the file is executed
        stored = torch.load(BytesIO(data), map_location="cpu", weights_only=True)
        if stored["format"] != FORMAT:
            raise OlympianError(f"{path}: a checkpoint of another version")
    except (UnpicklingError, EOFError, KeyError, RuntimeError, TypeError, ValueError) as error:
        raise OlympianError(f"{path}: not a checkpoint: {str(error).splitlines()[0]}") from error
    return stored
