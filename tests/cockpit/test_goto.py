"""Go to a place, from keys: the way there, and who takes over."""

import os
import re
from dataclasses import replace
from math import hypot, pi
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from olympian.cockpit import Session
from olympian.cockpit.keys import ASK_KEYS
from olympian.cockpit.page.goal_marker import floor_point
from olympian.cockpit.terminal.drive import drive_by_text
from olympian.cockpit.terminal.terminal import Keyboard, TerminalKeys, key_names
from olympian.decision.navigate import Disc, Floor
from olympian.decision.navigate.scene import ObstacleMap
from olympian.errors import OlympianError
from olympian.geometry import T_from
from olympian.records import Semantic
from olympian.world import Solid, parse_world
from olympian.world.catalogue import course, flat

PATIENCE = 60.0
"""Seconds that a metre or two may take."""


def run(session: Session, seconds: float) -> None:
    for _ in range(round(seconds / session.humanoid.body.dt)):
        session.tick()


def sent(robot: str, world: str, *numbers: str) -> Session:
    """A robot that has just been sent somewhere."""
    session = Session.open(robot, world, seed=1)
    run(session, 0.5)
    session.pilot.ask("go_to", numbers)
    return session


def arrive(session: Session) -> None:
    navigation = session.commander.navigation
    assert navigation is not None
    while navigation.goal is not None and session.simulation.t < PATIENCE:
        session.tick()


def goal(session: Session) -> object:
    navigation = session.commander.navigation
    return None if navigation is None else navigation.goal


def truth(session: Session) -> tuple[float, float, float]:
    """Middle of the soles and heading of the torso, as a referee sees them."""
    soles = [session.simulation.true_pose(foot.link) for foot in session.humanoid.robot.feet]
    x, y = np.mean([T[:2, 3] for T in soles], axis=0)
    ahead = session.simulation.true_pose(session.humanoid.robot.torso)[:2, 0]
    return float(x), float(y), float(np.arctan2(ahead[1], ahead[0]))


def test_a_place_that_was_typed_is_reached_and_logged() -> None:
    told: list[str] = []
    session = Session.open("fumanoid", "flat")
    drive_by_text(session, ".60.8 0,4 90\n............", told.append)
    x, y, yaw = truth(session)
    assert hypot(x - 0.8, y - 0.4) < 0.2
    assert abs(yaw - pi / 2) < 0.3
    assert any(line.endswith("s  goes to (0.80, 0.40, 90°)") for line in told)
    assert any(line.endswith("s  arrived at (0.80, 0.40, 90°)") for line in told)
    assert session.falls == 0


def test_on_the_course_it_goes_round_what_stands_there() -> None:
    session = sent("fumanoid", "course", "1.5", "-0.5", "0")  # a box is right in between
    floor = Floor.of(course())
    assert floor.walls is not None
    scene = ObstacleMap(floor.obstacles, floor.walls)
    straight = min(scene.clearance(t * 1.5, t * -0.5) for t in np.linspace(0, 1, 50))
    assert straight < 0.0, "the straight way is barred"
    nearest, navigation = np.inf, session.commander.navigation
    assert navigation is not None
    while navigation.goal is not None and session.simulation.t < PATIENCE:
        session.tick()
        nearest = min(nearest, scene.clearance(*truth(session)[:2]))
    assert navigation.text.startswith("arrived")
    assert nearest > 0.1
    assert session.falls == 0


def test_what_stands_in_a_world_is_known_and_what_can_be_stepped_on_is_floor() -> None:
    for name in ("flat", "stairs", "ring", "tiles", "ramp"):
        assert Floor.of(parse_world(name)).obstacles == (), name
    assert len(Floor.of(parse_world("field")).obstacles) == 4, "posts of the goals"
    world = course(seed=3, count=5)
    assert len(Floor.of(world).obstacles) == 5, "walls are the room"
    assert Floor.of(world).walls == world.room
    wall = Solid.box(1.0, 2.0, length=0.5, width=0.1, name="wall")
    mine = flat().adding(Solid.post(1.0, -0.5, radius=0.1), wall)
    disc, box = Floor.of(mine).obstacles
    assert disc == Disc(1.0, -0.5, 0.1)
    np.testing.assert_allclose(np.ptp(box.corners, axis=0), [0.5, 0.1])
    assert Floor.of(replace(mine, T_world_start=T_from((1.0, 0.0, 0.0)))).obstacles[0].x == 0.0
    with pytest.raises(OlympianError, match="two things that are named 'wall'"):
        mine.adding(wall)


@pytest.mark.parametrize(
    ("numbers", "complaint"),
    [
        (("1", "oops", "0"), "y 'oops' is not a number"),
        (("1", "", "0"), "y '' is not a number"),
        (("inf", "0", "0"), "x 'inf' is not finite"),
        (("1", "2"), "'1 2' is not 3 numbers: x y θ°"),
        (("9", "0", "0"), "outside the room"),
        (("0.82", "-0.26", "0"), "inside polygon"),
    ],
)
def test_a_bad_place_is_one_line_and_nothing_moves(
    numbers: tuple[str, ...], complaint: str
) -> None:
    session = sent("fumanoid", "course", *numbers)
    assert complaint in session.humanoid.machine.message
    assert "\n" not in session.humanoid.machine.message
    run(session, 0.5)
    assert goal(session) is None
    assert session.humanoid.machine.mode == "stand"
    assert session.humanoid.hcm.situation.state is Semantic.CONTROLLABLE


def test_a_bad_place_on_the_way_leaves_the_good_one() -> None:
    session = sent("fumanoid", "flat", "1", "0", "0")
    before = goal(session)
    session.pilot.ask("go_to", ["50", "0", "0"])
    assert "is 50.0 m away: at most 10 m" in session.humanoid.machine.message
    assert goal(session) is before


@pytest.mark.parametrize(
    ("key", "state"),
    [("w", "run"), ("a", "run"), ("space", "stop"), ("esc", "stop"), ("1", "stop")],
)
def test_a_driving_key_takes_over(key: str, state: str) -> None:
    session = sent("fumanoid", "flat", "2", "0", "0")
    run(session, 2.0)
    assert session.doing == "to a goal"
    assert session.humanoid.hcm.situation.state is Semantic.WALKING
    session.pilot.down(key)
    run(session, 0.05)
    assert goal(session) is None
    assert session.humanoid.machine.state == state
    session.pilot.up(key)
    run(session, 3.0)
    assert session.humanoid.hcm.situation.state is Semantic.CONTROLLABLE
    assert session.falls == 0


def test_keys_that_a_terminal_never_lets_go_end_with_a_goal() -> None:
    session = Session.open("fumanoid", "flat")
    run(session, 0.5)
    session.pilot.down("5")
    session.pilot.down("w")
    run(session, 1.0)
    session.pilot.ask("go_to", ["0.6", "0", "0"])
    arrive(session)
    run(session, 2.0)
    assert session.humanoid.machine.state == "idle", "w is forgotten, so that the mode can be left"


def test_the_goal_outlives_a_halt_and_a_fall() -> None:
    session = sent("bioloid", "flat", "0.7", "0", "0")
    run(session, 2.0)
    session.pilot.down("7")
    run(session, 2.5)
    navigation = session.commander.navigation
    assert navigation is not None
    assert navigation.text.endswith("waits: stopped")
    session.pilot.down("7")
    run(session, 3.0)
    session.push(0.0, 20 * session.fair_push)
    run(session, 1.0)
    assert session.humanoid.hcm.situation.state.is_down
    assert navigation.goal is not None
    arrive(session)
    assert navigation.text == "arrived at (0.70, 0.00, 0°)"
    assert session.falls == 1


def test_the_place_is_known_whoever_walks() -> None:
    session = Session.open("bioloid", "flat", seed=2)
    run(session, 1.0)
    for key in ("2", "w"):  # steps of a gait
        session.pilot.down(key)
    run(session, 5.0)
    session.pilot.down("5")  # then the dynamic walk
    run(session, 4.0)
    for key in ("w", "a"):
        session.pilot.down(key)
    run(session, 3.0)
    session.pilot.down("space")
    run(session, 2.0)
    x, y, yaw = truth(session)
    place = session.humanoid.place
    assert place is not None
    assert hypot(x, y) > 0.3
    assert hypot(place.x - x, place.y - y) < 0.1 * hypot(x, y) + 0.03
    assert abs(place.yaw - yaw) < 0.1


def test_standing_leads_nowhere() -> None:
    session = Session.open("fumanoid", "flat")
    run(session, 20.0)
    assert session.humanoid.place == pytest.approx((0.0, 0.0, 0.0), abs=1e-3)


def test_the_keys_are_in_the_docs() -> None:
    page = (Path(__file__).parents[2] / "docs" / "driving.md").read_text()
    rows = re.findall(r"^\| everywhere[^|]*\| (.*) \|$", page, re.MULTILINE)
    assert set(ASK_KEYS.values()) <= set(re.findall(r"`([^`]+)`", " ".join(rows)))


def test_a_robot_without_a_walk_says_so() -> None:
    session = sent("atlas", "flat", "1", "0", "0")
    assert "has no mode 'run'" in session.humanoid.machine.message
    session.pilot.down("6")
    assert "has no mode 'run'" in session.humanoid.machine.message


def test_a_line_is_typed_corrected_and_left() -> None:
    session, keyboard = Session.open("fumanoid", "flat"), Keyboard()
    session.tick()
    for key in ("6", "1", " ", "x", "backspace", "q", "left"):
        keyboard.press(session, key)
    assert keyboard.line(session).startswith("go to x y θ°: 1 q"), "letters are no commands"
    keyboard.press(session, "esc")
    assert keyboard.line(session) == ""
    assert goal(session) is None
    keyboard.press(session, "enter")
    assert session.humanoid.machine.message == "", "an empty line is none"


def test_a_terminal_tells_escape_from_an_arrow() -> None:
    assert key_names("1\x7f\n\x1b") == ["1", "backspace", "enter", "esc"]
    reader, writer = os.pipe()
    keys = TerminalKeys(reader)
    os.write(writer, b"w\x1b")
    assert keys.read() == ["w"], "an arrow may be on its way"
    os.write(writer, b"[A\x1b")
    assert keys.read() == ["up"]
    assert keys.read() == ["esc"], "nothing followed"
    os.close(reader)
    os.close(writer)


@given(
    *(st.floats(-5, 5) for _ in range(4)), st.floats(0.2, 3), st.floats(-pi, pi), st.floats(-1, 1)
)
def test_a_click_finds_the_floor(
    x: float, y: float, eye_x: float, eye_y: float, eye_z: float, yaw: float, up: float
) -> None:
    T_view_drive = T_from((0.3, -0.2, up), (0.1, 0.0, yaw))
    on_floor = (T_view_drive @ np.array([x, y, 0.0, 1.0]))[:3]
    eye = (T_view_drive @ np.array([eye_x, eye_y, eye_z, 1.0]))[:3]
    found = floor_point(eye, on_floor - eye, T_view_drive)
    assert found == pytest.approx((x, y), abs=1e-6)
    assert floor_point(eye, eye - on_floor, T_view_drive) is None, "the sky is no place"
