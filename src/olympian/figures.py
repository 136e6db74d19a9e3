"""Figures: every one looks alike, and a file is whole or not there at all."""

from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from olympian.errors import OlympianError
from olympian.files import whole_file

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

FORMATS = ("pdf", "png", "svg")


def new_figure(width: float, height: float) -> "Figure":
    """An empty sheet; sizes in inches."""
    # Loaded here: nobody should wait for a plotting library who does not plot.
    from matplotlib.figure import Figure

    return Figure(figsize=(width, height), layout="constrained")


def plain(axes: "Axes", **grid: Any) -> "Axes":
    """Axes with a grid and without a frame."""
    axes.grid(**{"color": "0.9", **grid})
    axes.spines[["top", "right"]].set_visible(False)
    return axes


def png(figure: "Figure") -> bytes:
    """The picture as PNG, for a page."""
    file = BytesIO()
    figure.savefig(file, format="png", dpi=110)
    return file.getvalue()


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
