"""Lines, crossings and the centre circle on the field, from edge traces."""

from olympian.vision.shape.lines.crossing import Crossing, CrossingKind, with_arms
from olympian.vision.shape.lines.density import line_density
from olympian.vision.shape.lines.field_circle import FieldCircle
from olympian.vision.shape.lines.field_line import FieldLine
from olympian.vision.shape.lines.field_lines import Markings, find_markings
from olympian.vision.shape.lines.line_points import LinePoints

__all__ = [
    "Crossing",
    "CrossingKind",
    "FieldCircle",
    "FieldLine",
    "LinePoints",
    "Markings",
    "find_markings",
    "line_density",
    "with_arms",
]
