"""Gradient vector griding: a frame as edge traces."""

from olympian.vision.shape.grid.grid import GradientGrid, GridOptions
from olympian.vision.shape.grid.traces import Traces

__all__ = ["GradientGrid", "GridOptions", "Traces"]
