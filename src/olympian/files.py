"""Files are read up to a size, and written whole or not at all."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from olympian.errors import OlympianError

MOST_BYTES = 256 * 2**20
"""Of any file that is read into memory; most kinds have a limit of their own below it."""

LONGEST_NAME = 100
"""Bytes of a name that becomes part of a file's; file systems take 255."""


def plain_name(name: str, whose: str) -> str:
    """A name that may become part of a path: it leads to no other folder.

    Every name that comes out of a file goes through here before it can name a file or a folder.

    Args:
        whose: what is called so, for the error.

    Raises:
        OlympianError: the name is empty, too long, has signs that separate folders or cannot be
            printed, or means a folder.
    """
    problem = ""
    if not name.strip() or name.strip() in (".", ".."):
        problem = "is not a name"
    elif "/" in name or "\\" in name:
        problem = "has a slash in it"
    elif not name.isprintable():
        problem = "has signs that cannot be printed"
    elif len(name.encode()) > LONGEST_NAME:
        problem = f"is longer than {LONGEST_NAME} bytes"
    if problem:
        shown = ascii(name[:LONGEST_NAME])
        raise OlympianError(f"{whose} {shown} {problem}; files are named after it: use plain words")
    return name


def read_bytes(path: Path, most: int = MOST_BYTES) -> bytes:
    """What is in a file.

    Raises:
        OlympianError: it cannot be read, or is larger than `most` bytes.
    """
    try:
        with path.open("rb") as file:
            data = file.read(most + 1)
    except OSError as error:
        raise OlympianError(f"{path}: cannot be read: {error.strerror or error}") from error
    except ValueError as error:
        raise OlympianError(f"{str(path)!r}: cannot be read: {error}") from error
    if len(data) > most:
        raise OlympianError(f"{path}: cannot be read: it is larger than {most} bytes")
    return data


def read_text(path: Path, most: int = MOST_BYTES, errors: str = "strict") -> str:
    """The text in a file, without the mark that some editors put in front.

    Raises:
        OlympianError: it cannot be read, is larger than `most` bytes, or no UTF-8 text.
    """
    data = read_bytes(path, most)
    try:
        return data.decode("utf-8-sig", errors)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise OlympianError(f"{path}:{line}: is not UTF-8 text") from error


@contextmanager
def whole_file(path: Path) -> Iterator[Path]:
    """A place beside `path` to write to; it takes the place of `path` if all went well.

    Who reads `path` meanwhile never sees half of it, and after a failure it is as it was.
    """
    partial = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        yield partial
        partial.replace(path)
    except OSError as error:
        raise OlympianError(f"{path}: cannot be written: {error.strerror or error}") from error
    finally:
        with suppress(OSError):
            partial.unlink(missing_ok=True)
