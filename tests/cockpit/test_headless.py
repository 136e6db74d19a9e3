"""Runs without a page, and the server of the page; tests in a browser are in their own file."""

import socket
from itertools import cycle
from urllib.request import urlopen

import numpy as np
import pytest

from drills.browser import free_port
from olympian import Humanoid, KinematicBackend, Simulation, Twist
from olympian.cockpit import Session, run_headless
from olympian.cockpit.page.serve import Cockpit, check_port
from olympian.cockpit.page.status import about
from olympian.errors import OlympianError
from olympian.robot import load_robot, robot_names
from olympian.world import world_names


def test_a_headless_run_reports_what_happened() -> None:
    result = run_headless(Session.open("bioloid", "flat", seed=2), 2.0)
    assert result.robot == "bioloid"
    assert not result.fell
    assert 0.1 < result.min_torso_height_m < 0.4
    assert result.real_time_factor > 0


def test_a_hard_push_fells_it_and_a_restart_puts_it_back() -> None:
    session = Session.open("bioloid", "flat")
    for _ in range(20):
        session.tick()
    session.push(0.0, 20 * session.fair_push)
    for _ in range(150):
        session.tick()
    assert session.watch.fell
    session.reset()
    for _ in range(20):
        session.tick()
    assert not session.watch.fell


def test_a_port_in_use_is_one_clear_line() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with pytest.raises(OlympianError, match="--port"):
            check_port("127.0.0.1", taken.getsockname()[1])


def test_every_robot_and_world_has_a_page_with_a_slider_per_joint() -> None:
    cockpit = Cockpit(Session.open("bioloid", "flat"), "127.0.0.1", free_port())
    try:
        worlds = world_names()
        assert len(worlds) >= len(robot_names())
        for robot, world in zip(cycle(robot_names()), worlds, strict=False):
            cockpit.choose(robot, world)
            cockpit.run(0.05)
            assert cockpit.session.choice == (robot, world)
            told = about(cockpit.session, {}, football=False)
            limbs = told["limbs"]
            assert isinstance(limbs, dict)
            assert sum(map(len, limbs.values())) == cockpit.session.humanoid.robot.dof
            assert told["choice"], "no program waits for it"
        told: list[str] = []
        cockpit.choose("bioloid", "moon")
        cockpit.run(0.05, told.append)
        assert "moon" in told[0]
        assert cockpit.session.world_name == world
    finally:
        cockpit.close()


@pytest.fixture
def walker() -> Humanoid:
    """A program's own robot, which has walked already."""
    robot = Humanoid("fumanoid", seed=1)
    robot.walk(Twist(forward=0.3)).run(2.0)
    return robot


def test_a_program_shows_its_robot_until_time_is_up(walker: Humanoid) -> None:
    port, before = free_port(), walker.simulation.t
    page = walker.show(port=port, seconds=0.4, browser=False)
    assert page.session.humanoid is walker
    assert walker.simulation.t > before, "it goes on from where it was"
    assert walker.after_tick == []
    walker.show(port=port, seconds=0.05, browser=False)  # closed, so that it can be shown again


def test_a_page_follows_what_the_program_does(walker: Humanoid) -> None:
    with walker.show(port=free_port(), browser=False, block=False) as page:
        walker.run(0.3)
        assert b"<html" in urlopen(page.url).read()
        page.page._put(lambda: page.session.push(90.0, 1.0))
        walker.run(0.1)
        assert np.abs(walker.simulation.data.xfrc_applied).max() > 0.0, "a visitor may push it"
        assert about(page.session, {}, football=False)["choice"] == [], "there is a way back"
        page.end()
        walker.run(0.1)
        assert walker.after_tick == [], "and end it, which does not end the program"
    walker.run(0.1)


def test_several_robots_are_shown_together() -> None:
    fumanoid, port = load_robot("fumanoid"), free_port()
    one, two = (Humanoid(fumanoid, actor) for actor in Simulation([fumanoid] * 2).actors)
    with pytest.raises(OlympianError, match="1 would stand still"):
        one.show(port=port, browser=False)
    two.walk(Twist(forward=0.3))
    page = two.show(one, port=port, seconds=0.5, browser=False)
    assert page.session.number == 1
    assert one.simulation.t > 0.1
    two.simulation.push(np.array([0.0, 90.0, 0.0]), 0.1, robot=1)
    for _ in range(100):
        page.session.tick()
    assert page.session.falls == 1, "the one that is shown is the one that is watched"


def test_what_cannot_be_shown_is_one_line(walker: Humanoid) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with pytest.raises(OlympianError, match="port="):
            walker.show(port=taken.getsockname()[1], browser=False)
    with pytest.raises(OlympianError, match="not simulated"):
        Humanoid(walker.robot, KinematicBackend(walker.robot)).show(browser=False)
