"""Files a command leaves behind: whole, or not at all."""

from contextlib import suppress
from pathlib import Path

from olympian.errors import OlympianError

__all__ = ["save_text"]


def save_text(path: Path, text: str, *, force: bool) -> None:
    """Write a file whole or not at all; an existing one is kept unless `force`."""
    partial = path.with_name(f".{path.name}.part")
    try:
        if path.exists() and not force:
            raise OlympianError(f"{path} exists already; choose another place or say --force")
        path.parent.mkdir(parents=True, exist_ok=True)
        partial.write_text(text, encoding="utf-8")
        partial.replace(path)
    except OSError as error:
        with suppress(OSError):
            partial.unlink(missing_ok=True)
        raise OlympianError(f"{path}: cannot be written: {error.strerror or error}") from error
