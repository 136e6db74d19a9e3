"""Files a command leaves behind: whole, or not at all."""

from pathlib import Path

from olympian.errors import OlympianError
from olympian.files import whole_file


def save_text(path: Path, text: str, *, force: bool) -> None:
    """Write a file whole or not at all; an existing one is kept unless `force`."""
    with whole_file(path) as partial:
        refuse_existing(path, force)
        path.parent.mkdir(parents=True, exist_ok=True)
        partial.write_text(text, encoding="utf-8")


def refuse_existing(path: Path, force: bool) -> None:
    """Raise an OlympianError where a file would be replaced that nobody said may be."""
    if path.exists() and not force:
        raise OlympianError(f"{path} exists already; choose another place or say --force")
