"""Figures as files: whole, or not there at all."""

from pathlib import Path
from typing import TYPE_CHECKING

from olympian.errors import OlympianError
from olympian.files import whole_file

if TYPE_CHECKING:
    from matplotlib.figure import Figure

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
    with whole_file(path) as partial:
        path.parent.mkdir(parents=True, exist_ok=True)
        figure.savefig(partial, format=kind, dpi=150)
