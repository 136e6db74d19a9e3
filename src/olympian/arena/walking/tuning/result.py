"""The set that won, as a file that says where it comes from."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from olympian.arena.walking.tuning.header import StudyHeader, WalkHeader
from olympian.arena.walking.tuning.proof import Proof
from olympian.arena.walking.tuning.tuning import Tuned
from olympian.errors import OlympianError
from olympian.motion.number_set import write_numbers
from olympian.motion.walk import WalkConfig
from olympian.seeds import CHOOSING, TUNING

MARK = "study:"
PROOF = "proof:"
"""Begins the line that says how the limits were proven."""


def check_result(path: Path, header: StudyHeader[Any, Any], force: bool) -> None:
    """Refuse to write over anything but this study's own result."""
    try:
        if path.is_dir():
            raise OlympianError(f"{path}: is a folder; give a file for the set")
        if force or not path.exists():
            return
        head = path.read_text(encoding="utf-8", errors="replace").splitlines()[:20]
    except OSError as error:
        raise OlympianError(f"{path}: cannot be read: {error.strerror or error}") from error
    if f"# {MARK} {header.identity}" not in head:
        raise OlympianError(
            f"{path} exists already and is not this study's result;"
            " choose another --out or say --force"
        )


def make_folder(path: Path) -> None:
    """See to it that there is a place for a file."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OlympianError(f"{path}: cannot be written: {error.strerror or error}") from error


def save_result(
    path: Path,
    header: WalkHeader,
    tuned: Tuned[WalkConfig],
    proof: Proof,
    about: Mapping[str, str],
    force: bool,
) -> None:
    """Write the set with the limits that were proven, whole or not at all."""
    check_result(path, header, force)
    make_folder(path)
    scenarios = [exercise.name for exercise in header.exercises]
    text = f"{provenance(header, tuned, about, scenarios, 'walk')}\n{PROOF} {proof}"
    write_numbers(path, proof.config, text)


def renew_proof(path: Path, proof: Proof) -> None:
    """Put another proof, and limits that hold, into a set that says where it comes from."""
    lines = path.read_text(encoding="utf-8").splitlines()
    head = [line.removeprefix("#").strip() for line in lines if line.startswith("#")]
    kept = [line for line in head if not line.startswith(PROOF)]
    write_numbers(path, proof.config, "\n".join([*kept, f"{PROOF} {proof}"]))


def provenance(
    header: StudyHeader[Any, Any],
    tuned: Tuned[Any],
    about: Mapping[str, str],
    exercises: Iterable[str],
    what: str,
) -> str:
    """Where a set comes from, line by line.

    Args:
        about: what only the caller knows: command, versions, date.
        exercises: names of what candidates had to do.
        what: was tuned, `walk` for instance.
    """
    lines = {
        "robot": header.robot,
        "trials": f"{tuned.trials}, {header.population} a generation, this is number"
        f" {tuned.number}",
        "objective": f"{tuned.value:.4f} (start: {tuned.start_value:.4f}; 0 is perfect, 1 falls"
        f" at once) on {tuned.finals.rounds} rounds of: {', '.join(exercises)}",
        "seeds": f"drawn by seed {header.seed}: {TUNING} to search, {CHOOSING} for the finals",
        **about,
    }
    text = [
        f"{what.capitalize()} of {header.robot}, found by olympian tune {what}.",
        f"{MARK} {header.identity}",
    ]
    return "\n".join([*text, *(f"{key}: {' '.join(v.split())}" for key, v in lines.items())])
