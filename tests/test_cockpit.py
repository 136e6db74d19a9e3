"""Runs without a page, and the server of the page; tests in a browser are in their own file."""

import socket
from itertools import cycle

import pytest

from browser import free_port
from olympian.cockpit import Session, run_headless
from olympian.cockpit.serve import Cockpit, check_port
from olympian.errors import OlympianError
from olympian.robot import robot_names
from olympian.world import world_names


def test_a_headless_run_reports_what_happened() -> None:
    result = run_headless(Session("bioloid", "flat", seed=2), 2.0)
    assert result.robot == "bioloid"
    assert not result.fell
    assert 0.1 < result.min_torso_height_m < 0.4
    assert result.real_time_factor > 0


def test_a_hard_push_fells_it_and_a_restart_puts_it_back() -> None:
    session = Session("bioloid", "flat")
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
    cockpit = Cockpit(Session("bioloid", "flat"), "127.0.0.1", free_port())
    try:
        worlds = world_names()
        assert len(worlds) >= len(robot_names())
        for robot, world in zip(cycle(robot_names()), worlds, strict=False):
            cockpit.choose(robot, world)
            cockpit.run(0.05)
            assert cockpit.session.robot_name == robot
            assert cockpit.session.world_name == world
            assert len(cockpit.page.sliders) == cockpit.session.robot.dof
        told: list[str] = []
        cockpit.choose("bioloid", "moon")
        cockpit.run(0.05, told.append)
        assert "moon" in told[0]
        assert cockpit.session.world_name == world
    finally:
        cockpit.close()
