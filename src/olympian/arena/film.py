"""Pictures along a trial: a short clip and a strip, small enough for a page."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from olympian.backend import Simulation, Studio

if TYPE_CHECKING:
    from PIL.Image import Image

WIDTH, HEIGHT = 320, 200
CLIP_HZ = 10
"""Pictures per second of the clip."""
MOST_PICTURES = 120
"""Longer trials are shown quicker than they were: every other picture goes, again and again."""
STRIP_PICTURES, STRIP_WIDTH = 6, 220
"""The strip shows the middle of a few pictures."""
CLIP_BYTES = 400_000
QUALITIES = (70, 50, 35, 20, 10)
"""Tried in turn until a clip is small enough."""


@dataclass(frozen=True)
class FilmView:
    """Where the camera stands: it looks at the robot, from a fixed direction."""

    distance: float = 0.75
    azimuth_deg: float = 60.0
    elevation_deg: float = -12.0
    height: float = 0.2
    """Metres over the floor of the point in the middle of the picture."""
    centre: tuple[float, float] | None = None
    """World x and y of that point; None follows the first robot's torso."""


@dataclass(frozen=True, eq=False)
class Film:
    """What a reader of the report gets: encoded pictures."""

    clip: bytes
    """Animated WebP"""
    strip: bytes
    """JPEG of a few pictures side by side"""
    speed: float
    """How much quicker than real time the clip runs."""
    seconds: float


class Reel:
    """Takes pictures of a running simulation, evenly over a trial of unknown length."""

    def __init__(self, simulation: Simulation, view: FilmView, hz: int = CLIP_HZ) -> None:
        """Args: hz: pictures per second; more of them for what is over in a moment."""
        self._simulation = simulation
        self._view = view
        # smooth edges would cost three times as long where there is no graphics card
        simulation.model.vis.quality.offsamples = 0
        self._studio = Studio(simulation, WIDTH, HEIGHT)
        self._hz, self._every = hz, 1.0 / hz
        self._next = 0.0
        self._pictures: list[NDArray[np.uint8]] = []

    def step(self) -> None:
        """Take a picture if one is due."""
        if self._simulation.t < self._next - 1e-9:
            return
        self._pictures.append(self._shoot())
        if len(self._pictures) > MOST_PICTURES:
            del self._pictures[1::2]
            self._every *= 2.0
        self._next = len(self._pictures) * self._every

    def develop(self) -> Film:
        """The pictures taken so far as files; the camera is put away."""
        self._studio.close()
        return develop(self._pictures, self._every, self._hz)

    def _shoot(self) -> NDArray[np.uint8]:
        view, simulation = self._view, self._simulation
        x, y = view.centre or simulation.true_pose(simulation.robots[0].torso)[:2, 3]
        look_at = (float(x), float(y), view.height)
        return self._studio.shoot(look_at, view.distance, view.azimuth_deg, view.elevation_deg)


def develop(pictures: Sequence[NDArray[np.uint8]], every: float, hz: int = CLIP_HZ) -> Film:
    """A film of pictures (rows, columns, 3). Args: every: seconds from one to the next."""
    from PIL import Image

    images = [Image.fromarray(picture) for picture in pictures]
    return Film(_clip(images, hz), _strip(images), hz * every, len(images) * every)


def _clip(pictures: "list[Image]", hz: int) -> bytes:
    """Animated WebP that runs for ever, as good as its size allows."""
    clip = b""
    for quality in QUALITIES:
        clip = _webp(pictures, quality, hz)
        if len(clip) <= CLIP_BYTES:
            break
    return clip


def _webp(pictures: "list[Image]", quality: int, hz: int) -> bytes:
    return _encoded(
        lambda file: pictures[0].save(
            file,
            "WEBP",
            save_all=True,
            append_images=pictures[1:],
            duration=1000 // hz,
            loop=0,
            quality=quality,
            method=3,
        )
    )


def _strip(pictures: "list[Image]") -> bytes:
    from PIL import Image

    chosen = np.linspace(0, len(pictures) - 1, STRIP_PICTURES).round().astype(int)
    left = max(pictures[0].width - STRIP_WIDTH, 0) // 2
    middles = [np.asarray(pictures[index])[:, left : left + STRIP_WIDTH] for index in chosen]
    strip = Image.fromarray(np.hstack(middles))
    return _encoded(lambda file: strip.save(file, "JPEG", quality=82))


def _encoded(save: Callable[[BytesIO], None]) -> bytes:
    file = BytesIO()
    save(file)
    return file.getvalue()
