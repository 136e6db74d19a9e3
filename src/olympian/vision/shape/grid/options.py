"""How a frame is summarised by gradient vector griding."""

from dataclasses import dataclass

from olympian.errors import OlympianError


@dataclass(frozen=True)
class GridOptions:
    """How a frame is summarised."""

    cell: int = 16
    """Side of a cell, pixels of the frame; the thesis: 16."""
    threshold: int = 32
    """Least Manhattan length of Roberts' cross of an edge pixel, 1 to 255."""
    two: bool = True
    """Two representers per cell, else one."""
    overlap: bool = False
    """Cells reach over half of each neighbour."""
    thin: bool = True
    """Edges one pixel thick before they are summed: ours, halves the pixels to be summed."""
    join_deg: float = 30.0
    """Angle up to which a pixel belongs to a representer."""
    turn_deg: float = 35.0
    """Largest angle between connected representers."""
    aim_deg: float = 25.0
    """Largest angle between them and the way from one to the other."""
    least: int = 3
    """Pixels of a representer, in quarter resolution pixels that were looked at."""
    quarter: bool = False
    """Every other pixel of every other line."""

    def __post_init__(self) -> None:
        part = (2 if self.quarter else 1) * (2 if self.overlap else 1)
        if self.cell < 2 or self.cell % part:
            raise OlympianError(
                f"cell {self.cell} should be at least 2, a multiple of 2 at quarter resolution or "
                "with overlap, and a multiple of 4 with both"
            )
        if not 1 <= self.threshold <= 255:
            raise OlympianError(f"threshold {self.threshold} should lie between 1 and 255")
