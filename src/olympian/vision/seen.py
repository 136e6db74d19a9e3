"""What one picture showed, on the ground: the record between the eyes and those who decide."""

from dataclasses import dataclass
from math import nan

from olympian.geometry import Mat4, Place
from olympian.vision.colour import SeenGoal, SeenObstacle
from olympian.vision.colour.objects import Box
from olympian.vision.shape import Crossing, FieldCircle, FieldLine
from olympian.vision.truth import BallDisc


@dataclass(frozen=True)
class BallPlace:
    """A ball on the ground."""

    ahead: float
    left: float
    """Metres from where the robot stood when the picture was taken, along its heading."""
    x: float
    y: float
    """Metres in the frame of `RobotState.place`."""
    disc: BallDisc
    """Where it is in the picture."""
    certainty: float = 1.0
    """Share of such sights that are balls, 0 to 1."""

    def __str__(self) -> str:
        side = "left" if self.left >= 0.0 else "right"
        return f"{self.ahead:.2f} m ahead, {abs(self.left):.2f} m {side}"


@dataclass(frozen=True)
class SeenPost:
    """Foot of a goal post: the middle of the post on the ground."""

    ahead: float
    left: float
    """Metres from where the robot stood when the picture was taken, along its heading."""
    x: float
    y: float
    """Metres in the frame of `RobotState.place`."""
    colour: str
    """`white`, `yellow` or `blue`."""
    foot: tuple[float, float]
    """x, y of the foot in the picture, pixels."""
    certainty: float
    """Share of such sights that are posts, 0 to 1."""


@dataclass(frozen=True)
class SeenRobot:
    """Another robot, or whatever else of its size stands or lies on the field."""

    ahead: float
    left: float
    """Metres from where the robot stood when the picture was taken, along its heading: the nearest
    point at which the other one touches the ground."""
    x: float
    y: float
    """Metres in the frame of `RobotState.place`."""
    width: float
    """Metres across the line of sight, at that distance."""
    team: str | None
    """Colour of its mark, `cyan` or `magenta`; None where none is in sight."""
    box: Box
    """Around it in the picture, pixels."""
    certainty: float
    """Share of such sights that are robots, 0 to 1."""


@dataclass(frozen=True, eq=False)
class Seen:
    """What one picture showed; an empty one before the first.

    Places are metres ahead and left on the ground. Zero is the middle between the robot's soles,
    and ahead is where its torso faced, at the time of the picture.
    """

    t: float = nan
    """When the picture was taken, by the clock of the sensors; NaN: none yet."""
    place: Place = Place()  # noqa: RUF009  it is frozen
    """Where the robot believed it was then."""
    T_place_camera: Mat4 | None = None
    """Where its camera was over the ground; None: no foot carried, or the attitude was unknown."""
    ball: BallPlace | None = None
    lines: tuple[FieldLine, ...] = ()
    crossings: tuple[Crossing, ...] = ()
    circle: FieldCircle | None = None
    posts: tuple[SeenPost, ...] = ()
    """Of goals of any colour, the surest first."""
    robots: tuple[SeenRobot, ...] = ()
    """The nearest first."""
    goals: tuple[SeenGoal, ...] = ()
    """Yellow and blue ones in the picture; what they tell of places is in `posts`."""
    obstacles: tuple[SeenObstacle, ...] = ()
    """Dark and marked things in the picture; what they tell of places is in `robots`."""
