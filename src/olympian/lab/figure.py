"""Figures as files: whole, or not there at all."""

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from olympian.errors import OlympianError

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["check_format", "save_figure"]

FORMATS = ("pdf", "png", "svg")


def check_format(path: Path) -> str:
    """The format a file's name asks for."""
    kind = path.suffix.lstrip(".").lower()
    if kind not in FORMATS:
        names = ", ".join(FORMATS)
        raise OlympianError(f"{path}: cannot draw '{path.suffix}'; choose from {names}")
    return kind


def save_figure(figure: "Figure", path: Path) -> None:
    """Write the figure in the format of its name; an existing file is replaced."""
    kind = check_format(path)
    partial = path.with_name(f".{path.name}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        figure.savefig(partial, format=kind, dpi=150)
        partial.replace(path)
    except OSError as error:
        with suppress(OSError):
            partial.unlink(missing_ok=True)
        raise OlympianError(f"{path}: cannot be written: {error.strerror or error}") from error
