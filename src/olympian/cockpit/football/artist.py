"""Draws beside the loop: it is given what to draw, and returns pictures as they are sent."""

from dataclasses import dataclass
from io import BytesIO

import numpy as np
from PIL import Image

from olympian.beside import Bytes
from olympian.cockpit.football.field_drawing import FieldDrawing
from olympian.cockpit.football.sight_drawing import draw_sight
from olympian.decision.world_model import WorldModel
from olympian.geometry import Place, Vec
from olympian.vision import Seen
from olympian.vision.camera import Lens, to_field
from olympian.world import Pitch

__all__ = ["FootballArtist", "FootballView", "Truth2d"]

WIDTH, QUALITY = 440, 80
"""Pixels of the field across, and of the compression."""
SIGHT = 5.0
"""Metres over the ground to which it is drawn where the head looks."""


@dataclass(frozen=True, eq=False)
class Truth2d:
    """Where all is, as a referee of a simulation sees it, in the frame of the robot's place."""

    robots: list[Place]
    """The one that is shown first."""
    ball: tuple[float, float] | None


@dataclass(frozen=True, eq=False)
class FootballView:
    """What is to be drawn, at one instant."""

    world: WorldModel
    particles: Vec
    """(n, 3) guesses of its place; none where it does not find itself."""
    seen: Seen
    truth: Truth2d | None
    """None: nobody knows it, as with a real robot."""


class FootballArtist:
    """For one field and one lens; lives in the process beside the loop."""

    def __init__(self, pitch: Pitch, lens: Lens) -> None:
        self._pitch, self._lens = pitch, lens

    def __call__(self, scene: FootballView, picture: Bytes | None) -> tuple[bytes, bytes]:
        """The field and what the camera sees, as JPEG; the latter empty without a picture."""
        field = FieldDrawing(self._pitch, WIDTH)
        field.view(self._view(scene.seen))
        field.belief(scene.world, scene.particles)
        if scene.truth is not None:
            field.truth(scene.truth.robots, scene.truth.ball)
        if picture is None:
            return _jpeg(field.image), b""
        rgb = picture.reshape(self._lens.height, self._lens.width, 3)
        return _jpeg(field.image), _jpeg(draw_sight(rgb, scene.seen, self._lens))

    def close(self) -> None:
        """Nothing is held."""

    def _view(self, seen: Seen) -> Vec:
        """(n, 2) outline of the ground in the picture, in the frame of the place."""
        if seen.T_place_camera is None:
            return np.zeros((0, 2))
        right, bottom = self._lens.width - 1.0, self._lens.height - 1.0
        ups = np.linspace(bottom, 0.0, 40)
        sides = []
        for x in (0.0, right):
            edge = np.column_stack([np.full(len(ups), x), ups])
            ground = to_field(self._lens, seen.T_place_camera, edge)
            away = np.hypot(*(ground - seen.T_place_camera[:2, 3]).T)
            with np.errstate(invalid="ignore"):
                sides.append(ground[away < SIGHT])
        outline = np.vstack([sides[0], sides[1][::-1]])
        return outline @ seen.place.turn.T + seen.place.xy


def _jpeg(image: Image.Image) -> bytes:
    packed = BytesIO()
    image.save(packed, "JPEG", quality=QUALITY)
    return packed.getvalue()
