"""A lens of another focal length, and a camera that is upside down, are noticed and said."""

from dataclasses import replace

import numpy as np
import pytest

from drills.football.pitch import EYE, FieldWalk, seen_from
from olympian.decision.localise import Certainty, PitchLocaliser
from olympian.decision.localise.evidence import Evidence
from olympian.decision.localise.lens_check import through_lens
from olympian.geometry import Mat4, Place, T_from, Vec
from olympian.vision import Seen
from olympian.vision.camera import Pinhole, pixels_of_field, to_field
from olympian.vision.camera.pose import R_MOUNT_CAMERA
from olympian.world import MODERN

DECLARED = Pinhole.of_view(640, 480, 45.0)
START = Place(-1.0, 0.4, 0.3)


def camera(pan: float) -> Mat4:
    """Half a metre over the ground, and a third of a rad down."""
    return T_from((0.05, 0.0, EYE), (0.0, 0.35, pan)) @ T_from(R=R_MOUNT_CAMERA)


def lens_of(scale: float) -> Pinhole:
    """One of so many times the declared focal length; negative: upside down."""
    focal = abs(scale) * DECLARED.focal[0]
    return Pinhole(640, 480, (focal, focal), DECLARED.centre)


def believed(points: Vec, T: Mat4, scale: float) -> Vec:
    """Where the robot puts points (n, 2) that it sees through that lens."""
    pixels = pixels_of_field(lens_of(scale), T, points, beyond=True)
    if scale < 0.0:
        pixels = 2 * np.array(DECLARED.centre) - pixels
    return to_field(DECLARED, T, pixels)


class LensWalk(FieldWalk):
    """Sees through another lens than the declared one."""

    scale = 1.0

    def _looked(self, pan: float) -> Seen:
        T = camera(pan)
        true = seen_from(self.pitch, self.true, pan, self.t, self.chance)
        lines = [
            replace(line, start=a, end=b)
            for line in true.lines
            for a, b in [believed(np.array([line.start, line.end]), T, self.scale)]
            if np.hypot(*a) < 5.0 and np.hypot(*b) < 5.0
        ]
        return replace(true, T_place_camera=T, lines=tuple(lines), crossings=())


def walk(scale: float, seconds: float = 25.0) -> LensWalk:
    one = LensWalk(MODERN, PitchLocaliser(MODERN, START), START)
    one.scale = scale
    for turn in (0.25, -0.3):
        one.go(seconds / 2, Place(0.12, 0.02, turn))
    return one


def test_the_declared_lens_is_not_doubted() -> None:
    one = walk(1.0)
    assert one.localiser.news == ""
    assert one.off < 0.15


@pytest.mark.parametrize(
    ("scale", "said"),
    [
        (1.4, "the lens is not the declared one: its focal length is longer"),
        (0.72, "the lens is not the declared one: its focal length is shorter"),
    ],
)
def test_another_lens_is_said_and_makes_it_unsure(scale: float, said: str) -> None:
    one = walk(scale)
    assert one.localiser.news.endswith(said)
    assert one.localiser.localisation.certainty is not Certainty.SURE
    assert one.off < 0.5, "unsure, not wrong"


@pytest.mark.parametrize("scale", [1.4, 0.72, -1.0])
def test_what_another_lens_shows_is_put_right_by_it(scale: float) -> None:
    """Pixels of one lens, taken as the declared one's, go back to where they came from."""
    T = camera(0.2)
    start, end = np.array([0.9, 0.1]), np.array([1.1, 0.5])
    a, b = believed(np.array([start, end]), T, scale)
    way = (b - a) / np.hypot(*(b - a))
    evidence = Evidence(
        0.0, np.array([[*a, 1.0, 1.0], [*b, 1.0, 1.0]]), np.full(2, -1), np.array([way, way]),
        T[:3, 3],
    )  # fmt: skip
    right = through_lens(evidence, T, scale)
    np.testing.assert_allclose(right.points[:, :2], [start, end], atol=1e-6)
    true = (end - start) / np.hypot(*(end - start))
    for one in right.ways:
        assert abs(one @ true) == pytest.approx(1.0, abs=1e-4)
