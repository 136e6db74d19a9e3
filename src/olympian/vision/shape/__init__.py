"""Shapes: edges, lines, crossings, circles and the ball, whatever their colour."""

from olympian.vision.shape.ball import BallFinder, BallSearch
from olympian.vision.shape.ball_options import BallOptions
from olympian.vision.shape.field_lines import (
    Crossing,
    CrossingKind,
    FieldCircle,
    FieldLine,
    Markings,
    find_markings,
)
from olympian.vision.shape.grid import GradientGrid
from olympian.vision.shape.grid_options import GridOptions
from olympian.vision.shape.spans import below_horizon, inside_circle, skip_lines, whole
from olympian.vision.shape.straight import StraightEdges, StraightOptions
from olympian.vision.shape.traces import Traces

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
    "Markings",
    "StraightEdges",
    "StraightOptions",
    "Traces",
    "below_horizon",
    "find_markings",
    "inside_circle",
    "skip_lines",
    "whole",
]
