"""What the page says and draws, without a browser: words, keys, colours."""

import sys
import webbrowser
from unittest.mock import MagicMock

import numpy as np
import pytest

from olympian.backend import Simulation
from olympian.cockpit import Session, run_headless, serve_page
from olympian.cockpit.page import serve
from olympian.cockpit.page.scene import floor_image, without_painted
from olympian.cockpit.page.status import pad, status
from olympian.cockpit.summary import Summary, summarise
from olympian.robot import load_robot
from olympian.world import parse_world


def run(session: Session, seconds: float) -> Summary:
    for _ in range(round(seconds / session.humanoid.body.dt)):
        session.tick()
    assert session.humanoid.state is not None
    return summarise(session, session.humanoid.state)


def test_a_good_walk_is_not_called_unstable_and_its_speed_is_measured() -> None:
    session = Session.open("bioloid", "flat")
    now = run(session, 0.5)
    assert now.balance.startswith("stable, margin ")
    assert now.situation == "ready"
    session.pilot.down("2")
    assert status(now)["place"] == "0.01 m ahead, 0.00 m left of its start"
    now = run(session, 0.1)
    assert now.parameters == (
        "step length 60 mm · step height 16 mm · turn per step 10° · acceleration 2600°/s²"
    )
    session.pilot.down("5")
    session.pilot.down("w")
    said = {run(session, 0.1).balance.split(",")[0] for _ in range(40)}
    assert said <= {"in motion", "walking"}
    x = session.track.place.x
    run(session, 1.0)
    moved = session.track.place.x - x
    assert moved > 0.08
    assert session.track.speed == pytest.approx(moved, abs=0.02)
    assert f"{session.track.speed:.2f} m/s" in run(session, 0.0).speed


def test_a_driving_key_begins_the_walk_from_standing() -> None:
    session = Session.open("fumanoid", "flat")
    run(session, 0.3)
    session.pilot.down("w")
    assert (session.humanoid.machine.mode, session.humanoid.machine.in_action) == ("run", True)
    session.pilot.up("w")
    run(session, 2.0)
    assert session.humanoid.machine.state == "idle"
    atlas = Session.open("atlas", "flat")
    atlas.pilot.down("w")
    assert atlas.humanoid.machine.message == "key 'w' means nothing in mode stand"


@pytest.mark.parametrize(("key", "says"), [("1", "Hold"), ("2", "Hold"), ("4", "one step")])
def test_the_pad_says_which_keys_are_held(key: str, says: str) -> None:
    session = Session.open("bioloid", "flat")
    session.pilot.down(key)
    told = pad(session.pilot.bindings(), session.humanoid.machine.mode)
    assert says in str(told["how"])
    keys = told["keys"]
    assert isinstance(keys, list)
    assert any(one["held"] for one in keys) == (says == "Hold")


@pytest.mark.parametrize("world", ["flat", "field", "ramp"])
def test_floors_have_their_own_colours(world: str) -> None:
    model = Simulation(load_robot("bioloid"), parse_world(world)).model
    ground = model.geom("ground")
    tile = floor_image(model, ground.id)
    assert np.allclose(tile.mean(axis=(0, 1)) / 255, ground.rgba[:3], atol=0.05)
    seen = without_painted(model, parse_world(world).ball)
    assert seen.geom_rgba[ground.id, 3] == 0.0, "the viewer leaves it to us"
    assert model.geom_rgba[ground.id, 3] == 1.0, "and nobody else's model changes"


def test_lines_and_ball_are_seen_on_the_field() -> None:
    world = parse_world("field_2010")
    model = Simulation(load_robot("bioloid"), world).model
    seen = without_painted(model, world.ball)
    line, goal = model.geom("line_0").id, model.geom("goal_opponent_left").id
    carpet = floor_image(model, model.geom("ground").id).mean(axis=(0, 1)) / 255
    assert (seen.geom_rgba[line, :3] - carpet).min() > 0.3
    for name in ("line_0", "line_circle", "mark_1_along"):
        lifted = seen.geom(name).pos[2] - model.geom(name).pos[2]
        assert lifted > 0.002, "or a browser draws it in pieces"
    assert seen.geom("goal_opponent_left").pos[2] == model.geom("goal_opponent_left").pos[2]
    assert seen.geom_rgba[goal, 0] > 5 * seen.geom_rgba[goal, 2], "yellow"
    assert seen.geom_rgba[model.geom("ball").id, 3] == 0.0


def test_a_ramp_rises_out_of_level_ground_between_level_rails() -> None:
    world = parse_world("ramp:angle_deg=5,heading_deg=30")
    scenery = {solid.name: solid for solid in world.scenery}
    normal = world.T_world_start[:3, 2]
    for name in ("level", "rail_left", "rail_right"):
        assert scenery[name].T_world_solid[2, 2] == pytest.approx(1.0)
    feet = [
        solid.T_world_solid[:3, 3] - (0, 0, solid.size[1] / 2)
        for name, solid in scenery.items()
        if name.startswith("post_")
    ]
    assert np.allclose([normal @ foot for foot in feet], 0.0, atol=1e-9), "on the slope"


@pytest.mark.parametrize("robot", ["fumanoid", "wolfgang"])
def test_headless_a_robot_walks(robot: str) -> None:
    result = run_headless(Session.open(robot, "flat"), 8.0)
    assert (result.did, result.fell) == ("walked", False)
    assert result.moved_m > 0.5


@pytest.mark.parametrize(
    ("robot", "world", "why"),
    [("atlas", "flat", "no walk: olympian tune walk"), ("fumanoid", "ring", "no room to walk")],
)
def test_headless_it_says_why_it_does_not_walk(robot: str, world: str, why: str) -> None:
    result = run_headless(Session.open(robot, world), 0.3)
    assert result.did.startswith("stood (")
    assert why in result.did


@pytest.mark.parametrize("screen", [True, False])
@pytest.mark.parametrize("browser", [True, False])
def test_a_browser_is_opened_where_there_is_a_screen(
    screen: bool, browser: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened, said = list[str](), list[str]()
    monkeypatch.setattr(webbrowser, "open", opened.append)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setenv("DISPLAY", ":0" if screen else "")
    address = "http://127.0.0.1:8080"
    monkeypatch.setattr(serve, "Cockpit", MagicMock(return_value=MagicMock(url=address)))
    serve_page(MagicMock(), "127.0.0.1", 8080, 1.0, said.append, browser=browser)
    assert opened == ([address] if screen and browser else [])
    assert address in said[0], "said in any case"
