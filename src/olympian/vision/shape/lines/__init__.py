"""Lines, crossings and the centre circle on the field, from edge traces."""

from olympian.vision.shape.lines.field_lines import (
    Crossing,
    CrossingKind,
    FieldCircle,
    FieldLine,
    Markings,
    find_markings,
)

__all__ = ["Crossing", "CrossingKind", "FieldCircle", "FieldLine", "Markings", "find_markings"]
