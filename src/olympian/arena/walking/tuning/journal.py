"""The file of a study: one line of JSON for each change, so that whoever is killed loses nothing.

It is plain data; reading it runs nothing.
"""

import fcntl
import os
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

import msgspec

from olympian.arena.walking.tuning.drill import Marks
from olympian.errors import OlympianError
from olympian.files import read_bytes


class Begun(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="line", tag="begun"):
    """The first line: what the study is about."""

    format: str
    header: msgspec.Raw
    """As JSON: what it holds depends on what is tuned."""


class Proposed(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="line", tag="proposed"
):
    """A candidate, before anybody tried it."""

    number: int
    generation: int
    values: dict[str, float]


class Told(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="line", tag="told"):
    """What came of a candidate."""

    number: int
    marks: Marks


class Noted(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="line", tag="noted"):
    """Something about the study as a whole; of two with one name the later counts."""

    name: str
    value: object


Line = Begun | Proposed | Told | Noted
_DECODER = msgspec.json.Decoder(Line)


class Journal:
    """A file to which lines are added; each is there as a whole when `add` comes back."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file

    def add(self, line: Line) -> None:
        """Write one line."""
        self._file.write(msgspec.json.encode(line) + b"\n")
        self._file.flush()


def read_lines(path: Path, formats: Collection[str]) -> list[Line]:
    """All lines of a study that were written to their end.

    Args: formats: of studies that will do.

    Raises:
        OlympianError: it is no study, or one of its lines is damaged.
    """
    if not path.exists():
        raise OlympianError(f"{path}: no such study; 'olympian tune … --study FILE' makes one")
    if not path.is_file():
        raise OlympianError(f"{path}: is not a file; give the file of a study")
    whole = _whole_lines(read_bytes(path))
    lines = [_read(path, number, line) for number, line in enumerate(whole, 1)]
    if lines and not (isinstance(lines[0], Begun) and lines[0].format in formats):
        raise no_study(path)
    return lines


@contextmanager
def locked_journal(path: Path, formats: Collection[str]) -> Iterator[Journal]:
    """The file is there, whole, and nobody else goes on with it meanwhile."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists():
            read_lines(path, formats)
        with path.open("ab") as file:
            _lock(path, file.fileno())
            # a last line that was not written to its end: a new one would be glued to it
            os.truncate(path, sum(len(line) + 1 for line in _whole_lines(path.read_bytes())))
            yield Journal(file)
    except OSError as error:
        raise OlympianError(f"{path}: cannot be written: {error.strerror or error}") from error


def _lock(path: Path, descriptor: int) -> None:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise OlympianError(f"{path}: another process is at this study") from None


def _whole_lines(content: bytes) -> list[bytes]:
    return content.split(b"\n")[:-1]


def _read(path: Path, number: int, line: bytes) -> Line:
    try:
        return _DECODER.decode(line)
    except (msgspec.DecodeError, RecursionError) as error:
        if number == 1:
            raise no_study(path) from error
        raise OlympianError(f"{path}:{number}: the study is damaged: {error}") from error


def no_study(path: Path) -> OlympianError:
    """What is wrong with a file that is something else."""
    return OlympianError(
        f"{path}: is not a study of this version; give a new file or one that 'olympian tune' made"
    )
