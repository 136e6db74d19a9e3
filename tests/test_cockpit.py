"""The page in a real browser: it shows the robot, and what one clicks reaches the physics."""

import socket
from itertools import cycle

import numpy as np
import pytest

from browser import browser_page, eventually, free_port, needs_chromium, served
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


@needs_chromium
def test_the_page_drives_the_robot() -> None:
    session = Session("bioloid", "flat")
    with served(session) as (cockpit, url), browser_page(url) as (page, outside):
        page.get_by_text("standing").first.wait_for(timeout=90_000)

        page.get_by_text("left arm", exact=True).first.click()
        label = page.get_by_text("shoulder pitch", exact=True).filter(visible=True).first
        label.wait_for(timeout=60_000)
        index = session.robot.joint_index["left_shoulder_pitch"]
        before = session.simulation.actors[0].servos.goal[index]
        box = label.locator("xpath=ancestor::*[.//input[@inputmode]][1]").locator("input").last

        def moved() -> bool:
            """Types the angle: on a busy machine the page may redraw the box under the keys."""
            box.fill("-40")
            box.press("Enter")
            servos = session.simulation.actors[0].servos
            return eventually(lambda: abs(servos.goal[index] - np.radians(-40)) < 0.02)

        assert any(moved() for _ in range(3)), f"slider did not move the servo from {before}"

        impulse = page.get_by_text("N s", exact=True).first
        box = impulse.locator("xpath=ancestor::*[.//input[@inputmode]][1]").locator("input").last
        box.fill(str(round(9 * session.fair_push, 2)))
        box.press("Enter")
        page.get_by_role("button", name="forward").click()
        page.get_by_text("fallen").first.wait_for(timeout=60_000)
        assert session.watch.fell
        page.get_by_role("button", name="Start again").click()
        page.get_by_text("standing").first.wait_for(timeout=60_000)

        page.get_by_role("combobox", name="world").click()
        page.get_by_role("option", name="stairs").click()
        page.get_by_text("on stairs").first.wait_for(timeout=90_000)

        pixels = page.screenshot()
        assert len(pixels) > 20_000
        assert outside == []
        assert cockpit.session.world_name == "stairs"
