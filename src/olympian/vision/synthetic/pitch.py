"""The ground: a green carpet with white lines, as the kid-size league of 2010 played on."""

from dataclasses import dataclass

import numpy as np

from olympian.geometry import Vec


@dataclass(frozen=True)
class DrawnPitch:
    """Sizes in metres; the origin is the centre spot, x towards the opponents' goal."""

    length: float = 6.0
    width: float = 4.0
    line: float = 0.05
    circle_radius: float = 0.6
    area_depth: float = 0.6
    """Goal area, from the goal line towards the centre."""
    area_width: float = 2.2
    border: float = 0.7
    """Carpet beyond the lines."""
    goal_width: float = 1.5
    goal_height: float = 0.8
    post: float = 0.1

    def strips(self) -> Vec:
        """White rectangles (n, 4): x from, x to, y from, y to; lines lie inside the measure."""
        end, side, w = self.length / 2, self.width / 2, self.line
        inner, wide = end - self.area_depth, self.area_width / 2
        rows = [
            (-end, end, side - w, side),
            (-end, end, -side, -side + w),
            (-w / 2, w / 2, -side, side),
        ]
        for sign in (-1.0, 1.0):
            rows += [
                (*sorted((sign * (end - w), sign * end)), -side, side),
                (*sorted((sign * inner, sign * (inner + w))), -wide, wide),
                (*sorted((sign * inner, sign * end)), wide - w, wide),
                (*sorted((sign * inner, sign * end)), -wide, -wide + w),
            ]
        return np.array(rows)
