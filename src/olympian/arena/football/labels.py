"""Which thing and which colour each shape of a football scene is, and the ball as a disc."""

from enum import Enum

import mujoco
import numpy as np
from numpy.typing import NDArray

from olympian.backend.simulation import BALL, prefix
from olympian.geometry import Vec, Vec3
from olympian.vision import BallDisc, Colour, Thing
from olympian.vision.camera import Lens

OUTLINE = 96
"""Points on the ball's outline: a circle's area is then right to 0.07 %."""


def ball_disc(
    lens: Lens, centre_in_camera: Vec3, radius: float, things: NDArray[np.uint8]
) -> BallDisc | None:
    """The circle with the middle and the area of the ball's outline; None where nothing is seen.

    A ball away from the middle of the picture shows as an ellipse; the circle is its best likeness.
    """
    seen = int(np.count_nonzero(things == Thing.BALL))
    outline = lens.project(_outline(centre_in_camera, radius), beyond=True)
    if not seen or not np.isfinite(outline).all():
        return None
    x, y = outline[:, 0], outline[:, 1]
    cross = x * np.roll(y, -1) - np.roll(x, -1) * y
    area = abs(float(cross.sum())) / 2
    middle_x = float(((x + np.roll(x, -1)) * cross).sum() / (3 * cross.sum()))
    middle_y = float(((y + np.roll(y, -1)) * cross).sum() / (3 * cross.sum()))
    return BallDisc(middle_x, middle_y, float(np.sqrt(area / np.pi)), min(1.0, seen / area))


def ball_surface(rays: Vec, centre_in_camera: Vec3, radius: float) -> Vec:
    """Where rays (n, 3) from the camera meet the ball, as directions (n, 3) from its centre.

    Rays that miss by a hair, as those of pixels on the very edge may, count as touching it.
    """
    along = rays @ centre_in_camera
    missed_by = centre_in_camera @ centre_in_camera - along**2
    reach = along - np.sqrt(np.maximum(radius**2 - missed_by, 0.0))
    return reach[:, None] * rays - centre_in_camera


def _outline(centre: Vec3, radius: float) -> Vec:
    """Points (n, 3) where the cone from the camera touches the ball."""
    distance = float(np.linalg.norm(centre))
    ahead = centre / distance
    across = np.cross(ahead, np.eye(3)[int(np.argmin(np.abs(ahead)))])
    across /= np.linalg.norm(across)
    over = np.cross(ahead, across)
    sine = min(radius / distance, 1.0)
    angles = np.linspace(0, 2 * np.pi, OUTLINE, endpoint=False)
    ring = np.cos(angles)[:, None] * across + np.sin(angles)[:, None] * over
    return distance * (1 - sine**2) * ahead + radius * np.sqrt(1 - sine**2) * ring


THINGS = {
    "ground": Thing.FIELD,
    "line": Thing.LINE,
    "mark": Thing.LINE,
    "ball": Thing.BALL,
    "goal": Thing.GOAL,
    "pole": Thing.POLE,
    "robot": Thing.ROBOT,
}
"""By the first word of a shape's name; everything else is nothing."""
SURFACES = {
    Colour.BLACK: (0.06, 0.06, 0.07),
    Colour.CYAN: (0.05, 0.65, 0.85),
    Colour.MAGENTA: (0.80, 0.10, 0.55),
}
MARKED = ("upper_arm", "shank", "lower_leg")
"""Links of our robots that carry the team's colour."""
METAL = (0.38, 0.38, 0.40)
"""Grey parts of robots: no colour of the game."""


class Team(Enum):
    """The two sides of a game, by the colour of their markers."""

    CYAN = Colour.CYAN
    MAGENTA = Colour.MAGENTA


class Labels:
    """Thing and colour by shape; the last row stands for the sky."""

    def __init__(self, model: mujoco.MjModel) -> None:
        self.things = np.zeros(model.ngeom + 1, dtype=np.uint8)
        self.colours = np.zeros(model.ngeom + 1, dtype=np.uint8)
        for geom in range(model.ngeom):
            word = _word(model, geom)
            self.things[geom] = THINGS.get(word, Thing.NOTHING)
            self.colours[geom] = _colour(model, geom, word)
        self.ball = model.geom(BALL).id

    def of(self, geoms: NDArray[np.int32]) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
        """Things and colours of a picture of shapes; −1 is the sky."""
        return self.things[geoms], self.colours[geoms]


def dress(model: mujoco.MjModel, robot: int, team: Team) -> None:
    """Paint a robot as the rules want it: black and grey, with markers on arms and legs."""
    for geom in range(model.ngeom):
        body = model.body(model.geom_bodyid[geom]).name
        if not body.startswith(prefix(robot)):
            continue
        shade = float(model.geom_rgba[geom, :3].mean())
        rgb = SURFACES[Colour.BLACK] if shade < 0.5 else METAL
        if any(part in body for part in MARKED):
            rgb = SURFACES[team.value]
        model.geom_rgba[geom, :3] = rgb
        model.geom_matid[geom] = -1


def _word(model: mujoco.MjModel, geom: int) -> str:
    """First word of the shape's name; shapes of robots have none and are known by their body."""
    body = model.body(model.geom_bodyid[geom]).name
    if body.startswith("robot"):
        return "robot"
    return model.geom(geom).name.split("_")[0]


def _colour(model: mujoco.MjModel, geom: int, word: str) -> Colour:
    rgb = model.geom_rgba[geom, :3]
    if word == "robot":
        return next((c for c, own in SURFACES.items() if np.allclose(rgb, own)), Colour.NONE)
    if word == "ball":
        return Colour.RED
    if word in ("goal", "pole", "line", "mark", "ground"):
        red, green, blue = (float(part) for part in rgb)
        if min(red, green, blue) > 0.6:
            return Colour.WHITE
        if red > 0.6 and green > 0.5:
            return Colour.YELLOW
        return Colour.BLUE if blue > green else Colour.GREEN
    return Colour.NONE
