"""Worlds by text, and where robots start in them."""

import numpy as np
import pytest

from olympian.backend import Simulation, Start
from olympian.errors import OlympianError
from olympian.robot import load_robot
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


@pytest.mark.parametrize(
    ("heading_deg", "uphill"), [(0, (1, 0)), (90, (0, 1)), (180, (-1, 0)), (270, (0, -1))]
)
def test_a_ramp_rises_where_its_heading_says(heading_deg: int, uphill: tuple[int, int]) -> None:
    world = parse_world(f"ramp:angle_deg=10,heading_deg={heading_deg}")
    rise = world.T_world_start[2, :2]
    assert np.allclose(rise, np.sin(np.radians(10)) * np.array(uphill), atol=1e-12)
    assert world.T_world_start[0, 0] > 0.98
    assert np.array_equal(world.solids[0].T_world_solid, world.T_world_start)


def test_a_robot_stands_on_a_ramp_however_it_is_turned() -> None:
    robot = load_robot("fumanoid")
    for heading_deg in (0, 90, 180):
        world = parse_world(f"ramp:angle_deg=4,heading_deg={heading_deg}")
        simulation = Simulation(robot, world)
        for _ in range(20):
            simulation.advance()
        normal = world.T_world_start[:3, 2]
        for foot in robot.feet:
            T_world_sole = simulation.true_pose(foot.link)
            assert abs(normal @ T_world_sole[:3, 3]) < 2e-3
            assert normal @ T_world_sole[:3, 2] > np.cos(np.radians(1.0))


def test_tiles_are_a_gapless_field_of_heights_by_seed() -> None:
    world = parse_world("tiles:height=0.01,size=0.2,seed=3")
    field = [solid for solid in world.solids if solid.name.startswith("tile_")]
    tops = np.array([tile.T_world_solid[2, 3] + tile.size[2] / 2 for tile in field])
    assert tops.min() > 0
    assert tops.max() < 0.01
    assert tops.mean() == pytest.approx(0.005, abs=0.0005)
    assert tops.std() == pytest.approx(0.01 / np.sqrt(12), rel=0.05)
    for point in np.random.default_rng(0).uniform((-0.4, -2), (5, 2), (500, 2)):
        under = [t for t in field if np.all(abs(t.T_world_solid[:2, 3] - point) <= 0.1 + 1e-9)]
        assert len(under) == 1
    small = parse_world("tiles:size=0.2,length=1,width=1")
    assert 30 < len(small.solids) < len(field) / 5
    again, other = parse_world("tiles:height=0.01,size=0.2,seed=3"), parse_world("tiles:size=0.2")
    assert [solid.size for solid in again.solids] == [solid.size for solid in world.solids]
    assert [solid.size for solid in other.solids] != [solid.size for solid in world.solids]


def test_a_robot_starts_level_on_tiles_and_steps_off_their_edges() -> None:
    robot = load_robot("fumanoid")
    world = parse_world("tiles:height=0.02,seed=1")
    assert np.allclose(world.T_world_start[:3, :3], np.eye(3))
    tilts = []
    for x in (0.0, 1.03):
        simulation = Simulation(robot, world, starts=[Start(x=x)])
        for _ in range(30):
            simulation.advance()
        soles = [simulation.true_pose(foot.link) for foot in robot.feet]
        tilts.append(max(np.degrees(np.arccos(min(T[2, 2], 1.0))) for T in soles))
    assert tilts[0] < 0.5
    assert tilts[1] > 2 * tilts[0]


def test_robots_stand_apart_and_fighters_face_each_other() -> None:
    flat, ring = parse_world("flat"), parse_world("ring")
    assert np.linalg.norm(flat.start(0, 2)[:3, 3] - flat.start(1, 2)[:3, 3]) == pytest.approx(1.0)
    one, two = ring.start(0, 2), ring.start(1, 2)
    assert one[:3, 0] @ two[:3, 0] == pytest.approx(-1.0)
    assert one[:3, 0] @ (two[:3, 3] - one[:3, 3]) > 0


@pytest.mark.parametrize(
    ("text", "culprit"),
    [
        ("mars", "flat, ramp, ring, stairs, tiles"),
        ("flat:gravity=3", "gravity"),
        ("flat:friction=slippery", "slippery"),
        ("flat:friction=nan", "nan"),
        ("ramp:angle_deg=90", "90"),
        ("ramp:heading_deg=north", "north"),
        ("stairs:count=0", "count"),
        ("tiles:size=0.001", "size"),
        ("tiles:seed=-1", "seed"),
        ("tiles:size=0.05,length=20,width=20", "12000"),
    ],
)
def test_a_bad_world_names_the_culprit(text: str, culprit: str) -> None:
    with pytest.raises(OlympianError, match=culprit) as caught:
        parse_world(text)
    assert "\n" not in str(caught.value)
