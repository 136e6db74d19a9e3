"""Streams by name or file."""

from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import BinaryIO

from olympian.errors import OlympianError, unknown
from olympian.files import read_text
from olympian.motion.imitate.skeleton import Skeleton
from olympian.motion.imitate.source.alignment import Hand
from olympian.motion.imitate.source.bvh import read_bvh
from olympian.motion.imitate.source.bvh_skeletons import bvh_skeletons
from olympian.motion.imitate.source.intake import Intake
from olympian.motion.imitate.source.json_line import LONGEST_LINE
from olympian.motion.imitate.source.stream import Recorded
from olympian.motion.imitate.trouble import Troubles

__all__ = ["SUFFIXES", "capped_lines", "find_stream", "open_lines", "open_stream", "stream_names"]

LIBRARY = Path(__file__).parent / "streams"
SUFFIXES = (".bvh", ".jsonl", ".json", ".ndjson")
"""Of files that may be recordings; all but the first hold lines."""


def stream_names() -> tuple[str, ...]:
    """Streams that come with the package; all of them generated (tools/write_streams.py)."""
    return tuple(sorted(path.stem for path in LIBRARY.glob("*.jsonl")))


def find_stream(source: str | Path) -> Path:
    """The file of a stream, by library name or by path."""
    if str(source) in stream_names():
        return LIBRARY / f"{source}.jsonl"
    path = Path(source)
    if path.suffix.lower() not in SUFFIXES:
        raise unknown("stream, .bvh or .jsonl file", str(source), stream_names())
    if not path.is_file():
        names = ", ".join(stream_names())
        raise OlympianError(f"{path}: no such file; give a file or one of {names}")
    return path


def open_stream(
    source: str | Path, troubles: Troubles, units: str | None = None, up: str | None = None
) -> Recorded:
    """A recording, ready to be played.

    Raises:
        OlympianError: naming the file, and the line where it is malformed.
    """
    path = find_stream(source)
    if path.suffix.lower() == ".bvh":
        intake = Intake(troubles, units, up, Hand.RIGHT)
        raw = bvh_skeletons(read_bvh(path), path)
        return _started((intake.skeleton(one, one.t) for one in raw), str(path), troubles)
    lines = read_text(path, errors="replace").splitlines()
    return open_lines(lines, str(path), troubles, units, up)


def capped_lines(file: BinaryIO) -> Iterator[bytes]:
    """Lines of a file or pipe; one without an end comes in parts, which are no skeletons."""
    while line := file.readline(LONGEST_LINE + 2):
        yield line


def open_lines(
    lines: Iterable[str | bytes],
    where: str,
    troubles: Troubles,
    units: str | None = None,
    up: str | None = None,
) -> Recorded:
    """A recording in lines of JSON, read as far as it is played."""
    intake = Intake(troubles, units, up)
    return _started(_numbered(lines, where, intake), where, troubles)


def _numbered(
    lines: Iterable[str | bytes], where: str, intake: Intake
) -> Iterator[Skeleton | None]:
    now = 0.0
    for number, line in enumerate(lines, 1):
        skeleton = intake.line(line, now, f"{where}:{number}: ")
        now = now if skeleton is None else skeleton.t
        yield skeleton


def _started(skeletons: Iterator[Skeleton | None], where: str, troubles: Troubles) -> Recorded:
    """Read as far as the first skeleton: a file without one is the wrong file."""
    first = next((skeleton for skeleton in skeletons if skeleton is not None), None)
    if first is None:
        said = "; ".join(line.split(": ", 1)[1] for line in troubles.news())
        raise OlympianError(f"{where}: no skeleton in it: {said or 'it is empty'}")
    return Recorded(chain([first], skeletons))
