"""What is known of an adoption: kept in the robot's folder, so that it can be gone on with."""

from pathlib import Path

import msgspec

from olympian.errors import OlympianError
from olympian.files import read_bytes, whole_file
from olympian.statistics import Rate

__all__ = ["AdoptionFile", "JudgedRow", "read_adoption", "write_adoption"]

NAME = "adoption.json"
MOST = 2**20
"""Bytes of the file."""


class JudgedRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something that many specimens tried."""

    what: str
    rate: Rate
    """How many did it without a fall."""
    figure: str = ""
    """How fast, how far, how hard; in words."""


class AdoptionFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The state of an adoption after its last finished stage."""

    model: str
    """Absolute path of the model file."""
    spent_s: float = 0.0
    """Of work so far, all runs together."""
    notes: tuple[str, ...] = ()
    """What the import found, and what the stages had to say."""
    missing: tuple[str, ...] = ()
    """What its description leaves open."""
    pace: float = 0.0
    """Wall seconds that all processes together needed for a simulated second of standing."""
    stood: Rate | None = None
    """First specimens, a while in the ready pose."""
    first_walk: str = ""
    """What became of the walk that follows from its size."""
    candidates: int = 0
    """Walks that were tried by the search."""
    tuned: str = ""
    """What became of the search."""
    seeds: str = ""
    """On which it was judged."""
    judged: tuple[JudgedRow, ...] = ()


def read_adoption(folder: Path) -> AdoptionFile | None:
    """What the folder holds of an adoption; None if none began there.

    Raises: OlympianError: the file is no such file.
    """
    path = folder / NAME
    if not path.exists():
        return None
    try:
        return msgspec.json.decode(read_bytes(path, MOST), type=AdoptionFile)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise OlympianError(f"{path}: is no adoption: {error}; remove it to begin anew") from None


def write_adoption(folder: Path, adoption: AdoptionFile) -> None:
    """Keep it, whole or not at all."""
    with whole_file(folder / NAME) as partial:
        partial.write_bytes(msgspec.json.format(msgspec.json.encode(adoption), indent=2))
