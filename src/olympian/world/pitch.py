"""The sizes of a football field, and where its lines run."""

from dataclasses import dataclass

from olympian.geometry import Vec, frozen


@dataclass(frozen=True)
class Pitch:
    """Metres between the middles of lines; the origin is the centre spot, x towards one goal."""

    length: float
    width: float
    border: float
    """Carpet beyond the lines."""
    goal_width: float
    """Between the middles of the posts."""
    goal_height: float
    goal_depth: float
    areas: tuple[tuple[float, float], ...]
    """Depth and width of the areas before each goal."""
    mark: float
    """From the goal line to the penalty mark."""
    circle_radius: float
    line_width: float = 0.05
    post: float = 0.1
    """Diameter of posts and bars."""
    goal_colours: tuple[str, str] | None = None
    """Classes of the own goal, at negative x, and of the opponents'; None: both are white."""

    @property
    def segments(self) -> Vec:
        """(n, 4): x and y of both ends of every straight line, penalty marks not included."""
        x, y = self.length / 2, self.width / 2
        lines = [(-x, -y, x, -y), (-x, y, x, y), (-x, -y, -x, y), (x, -y, x, y), (0, -y, 0, y)]
        for depth, width in self.areas:
            for side in (-1, 1):
                near, far, half = side * x, side * (x - depth), width / 2
                lines += [(near, -half, far, -half), (near, half, far, half)]
                lines += [(far, -half, far, half)]
        return frozen(lines)

    @property
    def marks(self) -> tuple[tuple[float, float], ...]:
        """The penalty marks and the centre spot."""
        return ((self.mark - self.length / 2, 0.0), (0.0, 0.0), (self.length / 2 - self.mark, 0.0))

    @property
    def posts(self) -> Vec:
        """(4, 2): feet of the goal posts."""
        x, y = self.length / 2, self.goal_width / 2
        return frozen([(-x, -y), (-x, y), (x, -y), (x, y)])


MODERN = Pitch(9.0, 6.0, 1.0, 2.6, 1.2, 0.6, ((1.0, 3.0), (2.0, 5.0)), 1.5, 0.75)
"""Kid size as in the rules of 2022: white goals, a goal area and a penalty area."""
TWENTY_TEN = Pitch(
    *(6.0, 4.0, 0.7, 1.5, 0.9, 0.5, ((0.6, 2.2),), 1.8, 0.6), goal_colours=("blue", "yellow")
)
"""Kid size as in the rules of 2010, the year of the thesis: a yellow and a blue goal, poles."""
PITCHES = {"modern": MODERN, "2010": TWENTY_TEN}
