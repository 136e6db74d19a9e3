"""What a robot saw in one picture, and where that is."""

from dataclasses import dataclass
from math import nan

from olympian.geometry import Mat4, Place
from olympian.vision.colour import SeenGoal, SeenObstacle
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
    """Metres from the robot's start, in the frame of `RobotState.place`."""
    disc: BallDisc
    """Where it is in the picture."""

    def __str__(self) -> str:
        side = "left" if self.left >= 0.0 else "right"
        return f"{self.ahead:.2f} m ahead, {abs(self.left):.2f} m {side}"


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
    goals: tuple[SeenGoal, ...] = ()
    """Yellow and blue ones; white goals are not told from lines."""
    obstacles: tuple[SeenObstacle, ...] = ()
