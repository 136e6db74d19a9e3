"""Shapes: edges, lines, crossings, circles and the ball, whatever their colour."""

from olympian.vision.shape.ball import BallFinder, BallOptions, BallSearch
from olympian.vision.shape.grid import GradientGrid, GridOptions, Traces
from olympian.vision.shape.lines import (
    Crossing,
    CrossingKind,
    FieldCircle,
    FieldLine,
    LinePoints,
    Markings,
    find_markings,
    line_density,
    with_arms,
)
from olympian.vision.shape.spans import below_horizon, inside_circle, skip_lines, whole
from olympian.vision.shape.straight_kernel import StraightEdges, StraightOptions

__all__ = [
    "BallFinder",
    "BallOptions",
    "BallSearch",
    "Crossing",
    "CrossingKind",
    "FieldCircle",
    "FieldLine",
    "GradientGrid",
    "GridOptions",
    "LinePoints",
    "Markings",
    "StraightEdges",
    "StraightOptions",
    "Traces",
    "below_horizon",
    "find_markings",
    "inside_circle",
    "line_density",
    "skip_lines",
    "whole",
    "with_arms",
]
