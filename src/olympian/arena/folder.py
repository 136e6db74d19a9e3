"""A folder of files that appears whole or not at all, and never over somebody's own files."""

import os
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from olympian.errors import OlympianError


def check_folder(folder: Path, marker: str) -> None:
    """Refuse a place where a report cannot or should not go.

    It may be free, empty, or an older report: one whose `marker` lists every file in it.

    Raises:
        OlympianError: something else is there, or it cannot be read or written.
    """
    try:
        folder = folder.resolve()
        if folder.exists() and not folder.is_dir():
            raise OlympianError(f"{folder}: is a file; give a folder for the report")
        nearest = next(parent for parent in folder.parents if parent.exists())
        if not os.access(nearest, os.W_OK):
            raise OlympianError(f"{folder}: cannot be written: no permission in {nearest}")
        if folder.exists():
            _check_contents(folder, marker)
    except (OSError, UnicodeDecodeError) as error:
        raise _complaint(folder, error) from error


def _check_contents(folder: Path, marker: str) -> None:
    there = {path.name for path in folder.iterdir()}
    if there and marker not in there:
        raise OlympianError(
            f"{folder}: holds other files already, such as {min(there)}; choose another folder"
        )
    if not there:
        return
    known = {marker, *(folder / marker).read_text(encoding="utf-8").split("\n")}
    if strangers := there - known:
        raise OlympianError(
            f"{folder}: beside an older report there is {min(strangers)}; choose another folder"
        )


def save_folder(folder: Path, files: Mapping[str, bytes], marker: str) -> None:
    """Write `files` by name, and `marker`, which lists them; an older report is replaced."""
    check_folder(folder, marker)
    folder = folder.resolve()
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(dir=folder.parent, prefix=f".{folder.name}.") as beside:
            new, old = Path(beside) / "new", Path(beside) / "old"
            new.mkdir()
            for name, content in files.items():
                (new / name).write_bytes(content)
            (new / marker).write_text("\n".join(files), encoding="utf-8")
            _swap(folder, new, old)
    except OSError as error:
        raise _complaint(folder, error) from error


def _swap(folder: Path, new: Path, old: Path) -> None:
    """Put `new` where `folder` is, or leave everything as it was."""
    if folder.exists():
        folder.rename(old)
    try:
        new.rename(folder)
    except OSError:
        if old.exists():
            old.rename(folder)
        raise


def _complaint(folder: Path, error: Exception) -> OlympianError:
    reason = getattr(error, "strerror", None) or error
    return OlympianError(f"{folder}: cannot be written: {reason}")
