"""The file of a study: one line for each change, so that whoever is killed loses nothing."""

import fcntl
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from olympian.errors import OlympianError

__all__ = ["check_journal", "locked_journal"]


def check_journal(path: Path) -> None:
    """Refuse what is no study before anything touches it."""
    if not path.exists():
        raise OlympianError(f"{path}: no such study; 'olympian tune walk --study FILE' makes one")
    if not path.is_file():
        raise OlympianError(f"{path}: is no file; give the file of a study")
    try:
        with path.open("rb") as file:
            first = file.readline()
    except OSError as error:
        raise OlympianError(f"{path}: cannot be read: {error.strerror or error}") from error
    if first and not _is_entry(first):
        raise OlympianError(f"{path}: is no study; give a new file or one of 'olympian tune walk'")


@contextmanager
def locked_journal(path: Path) -> Iterator[None]:
    """The file is there, whole, and nobody else goes on with it meanwhile."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists():
            check_journal(path)
        with path.open("ab") as file:
            _lock(path, file.fileno())
            # left behind by a process that was killed while it wrote; the lock says it is gone
            path.with_name(path.name + ".lock").unlink(missing_ok=True)
            _cut_torn_line(path)
            yield
    except OSError as error:
        raise OlympianError(f"{path}: cannot be written: {error.strerror or error}") from error


def _lock(path: Path, descriptor: int) -> None:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise OlympianError(f"{path}: another process is at this study") from None


def _cut_torn_line(path: Path) -> None:
    """Drop a last line that was not written to its end; a new one would be glued to it."""
    content = path.read_bytes()
    whole = content.rfind(b"\n") + 1
    if whole < len(content):
        os.truncate(path, whole)


def _is_entry(line: bytes) -> bool:
    try:
        entry = json.loads(line)
    except ValueError:
        # a torn first line: nothing but the beginning of an entry
        return not line.endswith(b"\n") and line.startswith(b'{"op_code"')
    return isinstance(entry, dict) and "op_code" in entry
