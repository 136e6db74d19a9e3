"""Worlds by text, and where robots start in them."""

import numpy as np
import pytest

from olympian.errors import OlympianError
from olympian.world import SolidKind, parse_world, world_names


@pytest.mark.parametrize("name", world_names())
def test_every_world_has_ground_and_a_start(name: str) -> None:
    world = parse_world(name)
    assert world.solids
    assert np.allclose(world.start(0, 1)[3], (0, 0, 0, 1))


def test_parameters_reach_the_world() -> None:
    world = parse_world("stairs:height=0.04,depth=0.2,count=5,friction=0.7")
    steps = [solid for solid in world.solids if solid.kind is SolidKind.BOX]
    assert len(steps) == 9
    assert max(step.size[2] for step in steps) == pytest.approx(0.2)
    assert world.friction == 0.7
    tops = [step.T_world_solid[2, 3] + step.size[2] / 2 for step in steps[:5]]
    assert np.allclose(np.diff(tops), 0.04)


def test_the_ramp_rises_ahead() -> None:
    T_world_start = parse_world("ramp:angle_deg=10").T_world_start
    assert T_world_start[2, 0] == pytest.approx(np.sin(np.radians(10)))


def test_robots_stand_apart_and_fighters_face_each_other() -> None:
    flat, ring = parse_world("flat"), parse_world("ring")
    assert np.linalg.norm(flat.start(0, 2)[:3, 3] - flat.start(1, 2)[:3, 3]) == pytest.approx(1.0)
    one, two = ring.start(0, 2), ring.start(1, 2)
    assert one[:3, 0] @ two[:3, 0] == pytest.approx(-1.0)
    assert one[:3, 0] @ (two[:3, 3] - one[:3, 3]) > 0


@pytest.mark.parametrize(
    ("text", "culprit"),
    [
        ("mars", "flat, ramp, ring, stairs"),
        ("flat:gravity=3", "gravity"),
        ("flat:friction=slippery", "slippery"),
        ("flat:friction=nan", "nan"),
        ("ramp:angle_deg=90", "90"),
        ("stairs:count=0", "count"),
    ],
)
def test_a_bad_world_names_the_culprit(text: str, culprit: str) -> None:
    with pytest.raises(OlympianError, match=culprit) as caught:
        parse_world(text)
    assert "\n" not in str(caught.value)
