"""What the eyes find in one picture, how sure they are of each thing, and a drawing of it."""

from collections.abc import Iterator
from math import cos, radians, sin
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from olympian.geometry import Mat4
    from olympian.vision import Eyes, SeenFrame
    from olympian.vision.colour.objects import Box

    Picture = NDArray[np.uint8]

SURE, LIKELY = 0.9, 0.6
COLOURS = {"sure": (90, 255, 120), "likely": (255, 220, 60), "doubtful": (255, 90, 70)}
UNPLACED = 0.5
"""Certainty, by that with a place, of what is found where nobody knows how large it should be."""
BY_COLOUR = 0.35
"""Certainty of goals and robots by their colours alone."""
LOOKS = 10
"""Looks at one picture until the light in it is known."""


class PictureSight(msgspec.Struct, frozen=True):
    """One thing in a picture."""

    thing: str
    certainty: float
    """Share of such sights that are what they seem, 0 to 1, measured on simulated matches."""
    word: str
    """sure, likely or doubtful"""
    x: float
    y: float
    """Pixels."""
    ahead: float | None = None
    left: float | None = None
    """Metres from below the camera; None where its place is not known."""


def camera_at(height: float, tilt_deg: float) -> "Mat4":
    """A camera over the ground that looks ahead, and down by an angle."""
    import numpy as np

    s, c = sin(radians(tilt_deg)), cos(radians(tilt_deg))
    T = np.eye(4)
    T[:3, :3] = np.array([[0.0, -s, c], [-1.0, 0.0, 0.0], [0.0, -c, -s]])
    T[2, 3] = height
    return T


def look(eyes: "Eyes", picture: "Picture", place: "Mat4 | None") -> "SeenFrame":
    """What they see after they have got used to the light."""
    for _ in range(LOOKS - 1):
        eyes.see(picture, place)
    return eyes.see(picture, place)


def sights_of(eyes: "Eyes", found: "SeenFrame") -> list[PictureSight]:
    """All things, the surest first."""
    every = _placed(eyes, found) if found.T_field_camera is not None else _unplaced(found)
    return sorted(every, key=lambda sight: -sight.certainty)


def drawn(picture: "Picture", sights: list[PictureSight]) -> "Picture":
    """Each thing marked in the colour of its word, with its certainty beside it."""
    import numpy as np
    from PIL import Image, ImageDraw

    canvas = Image.fromarray((picture * 0.7).astype(np.uint8))
    pen = ImageDraw.Draw(canvas)
    for sight in sights:
        colour, x, y = COLOURS[sight.word], sight.x, sight.y
        pen.ellipse((x - 5, y - 5, x + 5, y + 5), outline=colour, width=2)
        pen.text((x + 8, y - 6), f"{sight.thing} {sight.certainty:.2f}", fill=colour)
    return np.asarray(canvas)


def _sight(
    thing: str, certainty: float, at: tuple[float, float], place: tuple[float, float] | None = None
) -> PictureSight:
    word = "sure" if certainty >= SURE else "likely" if certainty >= LIKELY else "doubtful"
    ahead, left = (None, None) if place is None else (round(place[0], 2), round(place[1], 2))
    return PictureSight(
        thing, round(certainty, 2), word, round(at[0], 1), round(at[1], 1), ahead, left
    )


def _placed(eyes: "Eyes", found: "SeenFrame") -> Iterator[PictureSight]:
    from olympian.geometry import Place
    from olympian.vision.camera import pixels_of_field
    from olympian.vision.on_ground import OnGround

    place = found.T_field_camera
    assert place is not None, "things get places by the camera's"
    seen = OnGround(eyes.lens, eyes.table, eyes.ball_radius)(found, 0.0, Place())

    def on_ground(thing: str, certainty: float, spot: "np.ndarray") -> Iterator[PictureSight]:
        x, y = pixels_of_field(eyes.lens, place, spot, beyond=True).tolist()
        if 0 <= x < eyes.lens.width and 0 <= y < eyes.lens.height:
            yield _sight(thing, certainty, (x, y), (float(spot[0]), float(spot[1])))

    if seen.ball is not None:
        ball = seen.ball
        at = ball.disc.x, ball.disc.y
        yield _sight("ball", ball.certainty, at, (ball.ahead, ball.left))
    for line in seen.lines:
        yield from on_ground("line", line.certainty, (line.start + line.end) / 2)
    for crossing in seen.crossings:
        yield from on_ground(f"crossing {crossing.kind.value}", crossing.certainty, crossing.at)
    if seen.circle is not None:
        yield from on_ground("centre circle", seen.circle.certainty, seen.circle.centre)
    for post in seen.posts:
        yield _sight(f"{post.colour} post", post.certainty, post.foot, (post.ahead, post.left))
    for robot in seen.robots:
        name = "robot" if robot.team is None else f"{robot.team} robot"
        yield _sight(name, robot.certainty, _foot(robot.box), (robot.ahead, robot.left))


def _unplaced(found: "SeenFrame") -> Iterator[PictureSight]:
    """Things by shape or colour: nothing tells how large they are, and lines are not looked for."""
    if found.ball is not None:
        disc = found.ball
        yield _sight("ball", UNPLACED * disc.visible, (disc.x, disc.y))
    if found.objects.ball is not None:
        red = found.objects.ball
        yield _sight("orange ball", BY_COLOUR, (red.x, red.y))
    for goal in (*found.objects.yellow_goals, *found.objects.blue_goals):
        yield _sight("coloured goal", BY_COLOUR, _foot(goal.box))
    for one in found.objects.obstacles:
        marked = UNPLACED if one.team is not None else BY_COLOUR
        yield _sight("robot" if one.team is None else f"{one.team} robot", marked, one.foot)


def _foot(box: "Box") -> tuple[float, float]:
    return (box.left + box.right) / 2, float(box.bottom)
