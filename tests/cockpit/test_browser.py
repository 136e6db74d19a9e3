"""The page in a real browser: one page for all tests of this file, since drawing it is costly."""

from collections.abc import Iterator
from math import pi

import numpy as np
import pytest
from playwright.sync_api import Locator, Page, ViewportSize

from drills.browser import SCREEN, browser_page, eventually, needs_chromium, served
from olympian.cockpit import Session
from olympian.cockpit.page.serve import Cockpit

pytestmark = needs_chromium
LONG = 60.0
"""Seconds that a busy machine may take to walk a little, or to draw."""
NARROW: ViewportSize = {"width": 420, "height": 800}
OVERLAPS = """() => {
  const shown = (one) => {  // without what is scrolled out of sight
    const box = one.getBoundingClientRect();
    const area = one.closest(".mantine-ScrollArea-viewport")?.getBoundingClientRect() ?? box;
    const top = Math.max(box.top, area.top), bottom = Math.min(box.bottom, area.bottom);
    const { left, right, width } = box;
    return { left, right, width, top, bottom, height: bottom - top };
  };
  const boxes = [...document.querySelectorAll("button, input, [role=combobox]")]
    .filter((one) => one.checkVisibility() && !one.closest("[inert]"))
    .map((one) => [one.textContent.trim() || one.id, shown(one)])
    .filter(([, box]) => box.width > 4 && box.height > 4);
  const hit = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  const found = [];
  for (let i = 0; i < boxes.length; i++)
    for (let k = 0; k < i; k++)
      if (hit(boxes[i][1], boxes[k][1])) found.push([boxes[i][0], boxes[k][0]]);
  return found;
}"""
"""Names of things to click that lie over each other."""
SPILLS = """() => [...document.querySelectorAll("#olympian-pad button, .olympian-joint button")]
  .filter((one) => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1)
  .map((one) => one.textContent.trim())"""
"""Buttons of ours whose label does not fit."""
PLACES = """() => [...document.querySelectorAll(
    "#olympian-pad, #olympian-pad .modes, #olympian-pad .orders, [role=log]")]
  .map((one) => Math.round(one.getBoundingClientRect().top))"""
"""Where the parts of the panel begin."""
PANEL = """() => {
  const panel = document.querySelector("#olympian-pad").closest(".mantine-Paper-root");
  const canvas = document.querySelector("canvas");
  const box = (one) => {
    const r = one.getBoundingClientRect();
    return [r.left, r.top, r.right, r.bottom];
  };
  const low = Math.min(...[...document.querySelectorAll("#olympian-pad button")]
    .map((one) => one.getBoundingClientRect().height));
  return { panel: box(panel), canvas: box(canvas), low };
}"""

Stage = tuple[Cockpit, Page]


@pytest.fixture(scope="module")
def opened() -> Iterator[tuple[Cockpit, Page, list[str]]]:
    session = Session.open("bioloid", "flat")
    with (
        served(session, show=True) as (cockpit, url),
        browser_page(url) as (page, outside),
    ):
        page.set_default_timeout(120_000)
        yield cockpit, page, outside


@pytest.fixture
def stage(opened: tuple[Cockpit, Page, list[str]]) -> Iterator[Stage]:
    """The page with nothing pressed; it never asks another machine for anything."""
    cockpit, page, outside = opened
    page.set_viewport_size(SCREEN["viewport"])
    page.locator("[data-dock-group] #olympian-pad").wait_for()  # laid out anew for a wide screen
    yield cockpit, page
    assert outside == []


def begin(stage: Stage, robot: str, world: str = "flat") -> tuple[Session, Page]:
    """A robot at its start, shown by the page."""
    cockpit, page = stage
    before = cockpit.page
    cockpit.choose(robot, world)
    assert eventually(lambda: cockpit.page is not before, LONG)
    page.locator(f'#olympian-pad[data-page="{cockpit.page.pad._page}"]').wait_for()
    page.get_by_text(f"{robot} on {world}: standing").first.wait_for()
    assert eventually(
        lambda: cockpit.session.humanoid.hcm.situation.state.value == "controllable", LONG
    )
    return cockpit.session, page


def place(session: Session) -> float:
    return float(session.simulation.true_pose(session.humanoid.robot.torso)[0, 3])


def camera(cockpit: Cockpit) -> tuple[float, ...]:
    (client,) = cockpit._server.get_clients().values()
    return tuple(client.camera.position)


def field(page: Page, label: str) -> Locator:
    """The text field beside a label."""
    found = page.get_by_text(label, exact=True).filter(visible=True).first
    return found.locator("xpath=ancestor::*[.//input][1]").locator("input").last


def test_it_begins_with_a_show_that_any_key_ends(stage: Stage) -> None:
    cockpit, page = stage
    page.get_by_text("This is a show: press any key to drive.").wait_for()
    assert eventually(lambda: cockpit.session.humanoid.machine.mode == "run", LONG), (
        "it does something"
    )
    page.keyboard.press("q")  # means nothing else on the page
    assert eventually(lambda: cockpit.show is None)
    page.get_by_text("This is a show").wait_for(state="hidden")
    assert eventually(lambda: cockpit.session.humanoid.machine.state == "idle", LONG)


def test_keys_held_in_the_browser_walk_it(stage: Stage) -> None:
    cockpit, _ = stage
    session, page = begin(stage, "bioloid")
    machine = session.humanoid.machine
    page.get_by_text("driver keys").wait_for(state="hidden")
    page.keyboard.press("2")
    assert eventually(lambda: machine.mode == "walk")
    page.get_by_text("step length 60 mm").first.wait_for()
    before, seen_from = place(session), camera(cockpit)

    page.keyboard.down("w")
    assert eventually(lambda: machine.state == "loop")
    assert eventually(lambda: place(session) > before + 0.03, LONG)
    assert machine.in_action, "a held key goes on, without any further event"
    page.get_by_text("in motion, leans").first.wait_for()
    page.keyboard.up("w")
    assert eventually(lambda: machine.state == "idle", LONG)
    page.get_by_text("stable, margin").first.wait_for()
    assert not session.watch.fell
    assert camera(cockpit) == seen_from, "the viewer moves its camera with w: not here"
    page.keyboard.press("e", delay=500)
    assert eventually(lambda: camera(cockpit) != seen_from), "with e, which is free, it does"

    walking_with_the_pointer(page, session)
    a_key_in_a_text_field_is_text(page, session)


def walking_with_the_pointer(page: Page, session: Session) -> None:
    machine = session.humanoid.machine
    page.get_by_role("button", name="turn left").hover()
    page.mouse.down()
    assert eventually(lambda: machine.state in ("init", "loop"))
    page.mouse.up()
    assert eventually(lambda: machine.state == "idle", LONG)
    page.keyboard.press("ArrowUp", delay=300)
    assert eventually(lambda: machine.state in ("init", "loop"))
    assert eventually(lambda: machine.state == "idle", LONG)
    page.get_by_role("button", name="longer").click()
    assert eventually(lambda: machine.message.startswith("step length 66 mm"))


def a_key_in_a_text_field_is_text(page: Page, session: Session) -> None:
    box = field(page, "N s")
    box.fill("0.1")
    box.press("1")
    page.wait_for_timeout(500)
    assert session.humanoid.machine.mode == "walk", "typing a 1 into a field is no choice of a mode"


def test_nothing_overlaps_or_jumps_in_any_mode_nor_on_a_narrow_screen(stage: Stage) -> None:
    session, page = begin(stage, "bioloid")
    places = []
    for mode in sorted(
        session.humanoid.machine.modes, key="fight".__eq__
    ):  # it has the longest labels
        page.get_by_role("button", name=mode, exact=True).click()
        assert eventually(lambda mode=mode: session.humanoid.machine.mode == mode, LONG)
        session.humanoid.machine.message = "a long line to say " * (20 if mode == "run" else 0)
        page.get_by_role("button", name=mode, pressed=True).wait_for()
        page.get_by_text(f"{mode} · ").first.wait_for()
        assert page.evaluate(OVERLAPS) == []
        assert page.evaluate(SPILLS) == []
        places.append(page.evaluate(PLACES))
    assert all(one == places[0] for one in places), "what is below stays where it is"
    page.set_viewport_size(NARROW)
    page.wait_for_function(f"document.querySelector('canvas').clientWidth == {NARROW['width']}")
    page.get_by_role("button", name="fight", pressed=True).wait_for()
    assert page.evaluate(OVERLAPS) == []
    assert page.evaluate(SPILLS) == []
    the_scene_is_above_the_panel(page)


def the_scene_is_above_the_panel(page: Page) -> None:
    seen = page.evaluate(PANEL)
    assert seen["canvas"][3] <= seen["panel"][1] + 1, "not behind it"
    assert seen["canvas"][3] - seen["canvas"][1] > 250
    assert seen["panel"][0] <= 1
    assert seen["panel"][2] >= NARROW["width"] - 1
    assert seen["low"] > 28, "px: what a thumb can hit"


def test_sliders_pushes_and_choices_reach_the_physics(stage: Stage) -> None:
    cockpit, _ = stage
    session, page = begin(stage, "bioloid")
    page.get_by_text("left arm", exact=True).first.click()
    index = session.humanoid.robot.joint_index["left_shoulder_pitch"]
    servos = session.simulation.actors[0].servos
    before = servos.goal[index]
    box = field(page, "shoulder pitch")

    def moved() -> bool:
        """Types the angle: on a busy machine the page may redraw the box under the keys."""
        box.fill("-40")
        box.press("Enter")
        return eventually(lambda: abs(servos.goal[index] - np.radians(-40)) < 0.02)

    assert any(moved() for _ in range(5)), f"slider did not move the servo from {before}"

    box = field(page, "N s")
    box.fill(str(round(9 * session.fair_push, 2)))
    box.press("Enter")
    page.get_by_role("button", name="forward").last.click()
    page.get_by_text("on flat: fallen").first.wait_for()
    assert session.falls == 1
    page.get_by_role("button", name="Start again").click()
    page.get_by_text("on flat: standing").first.wait_for()

    page.get_by_role("combobox", name="world").click()
    page.get_by_role("option", name="stairs").click()
    page.get_by_text("on stairs").first.wait_for()
    assert cockpit.session.world_name == "stairs"
    assert len(page.screenshot()) > 8_000


def test_a_person_calibrates_joints_at_the_page(stage: Stage) -> None:
    session, page = begin(stage, "bioloid")
    desk, robot = session.desk, session.humanoid.robot
    servos, row = session.simulation.actors[0].servos, robot.joint_index["left_elbow"]

    def press(key: str) -> None:
        page.locator(f'[data-key="{key}"]').click()

    page.get_by_text("Calibration", exact=True).first.click()
    page.get_by_text("left arm", exact=True).first.click()
    page.get_by_role("button", name="Calibrate", exact=True).click()
    assert eventually(lambda: desk.open, LONG)
    press("left_elbow:off")
    assert eventually(lambda: not servos.torque_on[row], LONG)
    press("left_elbow:home")
    page.get_by_text("left_elbow: zero at ").wait_for()
    press("left_arm:on")
    assert eventually(lambda: bool(servos.torque_on[row]), LONG)
    press("left_shoulder_roll:limits")
    page.get_by_text("left_shoulder_roll: looks for its stops").wait_for()
    assert page.evaluate(OVERLAPS) == []
    assert page.evaluate(SPILLS) == []
    page.get_by_role("button", name="Stop", exact=True).click()
    assert eventually(lambda: desk.searching == "", LONG)
    page.get_by_text("is calibrated: nobody looks after it").first.wait_for()
    page.get_by_role("button", name="End calibration", exact=True).click()
    assert eventually(lambda: not desk.open, LONG)
    assert eventually(lambda: session.humanoid.situation.state.value == "controllable", LONG), (
        "the module has it again"
    )


def test_a_robot_with_only_a_walk_runs_from_the_page(stage: Stage) -> None:
    session, page = begin(stage, "fumanoid")
    machine, before = session.humanoid.machine, place(session)
    page.keyboard.down("w")  # from standing: mode run, and off it goes
    assert eventually(lambda: place(session) > before + 0.1, LONG)
    assert machine.state == "run"
    page.get_by_text("speed 50 %").first.wait_for()
    page.keyboard.up("w")
    assert eventually(lambda: machine.state == "idle", LONG)
    assert not session.watch.fell


def test_the_page_sends_it_and_a_key_takes_over(stage: Stage) -> None:
    session, page = begin(stage, "fumanoid")

    def goal() -> object:
        navigation = session.commander.navigation
        return None if navigation is None else navigation.goal

    go = page.get_by_role("button", name="Go", exact=True)
    fields = [field(page, label) for label in ("x [m]", "y [m]", "θ [°]")]
    fields[0].fill("two")
    go.click()
    page.get_by_text("x 'two' is not a number").wait_for()
    assert goal() is None

    fields[0].fill("9")
    fields[2].fill("90")
    fields[2].press("Enter")
    assert eventually(lambda: goal() == (9.0, 0.0, pytest.approx(pi / 2)), LONG)
    page.get_by_text("m to go").first.wait_for()
    assert page.evaluate(OVERLAPS) == []
    page.get_by_role("button", name="Cancel", exact=True).click()
    assert eventually(lambda: goal() is None, LONG)
    page.get_by_role("log").get_by_text("cancelled (9.00, 0.00, 90°)").wait_for()

    page.keyboard.down("Shift")
    page.mouse.click(360, 700)
    page.keyboard.up("Shift")
    assert eventually(lambda: goal() is not None, LONG), "a click on the floor"
    page.mouse.move(360, 300)
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("w", delay=300)
    assert eventually(lambda: goal() is None, LONG)


def test_a_footballer_shows_what_it_believes_and_sees(stage: Stage) -> None:
    """After the others: eyes cost more than all other panels together."""
    cockpit, _ = stage
    session, page = begin(stage, "fumanoid", "field")
    panel = cockpit.page.football
    assert panel is not None
    pictures = page.locator("img[alt='the field from above'], img[alt='what its camera sees']")
    page.locator("img[alt='what its camera sees']").wait_for()
    assert pictures.count() == 2
    first = pictures.last.get_attribute("src")
    assert eventually(lambda: pictures.last.get_attribute("src") != first, LONG), "it goes on"
    page.get_by_role("button", name="Look where it is unsure").click()
    head = session.humanoid.head
    assert head is not None
    assert eventually(lambda: head.text == "looks where it is unsure", LONG)
    page.get_by_text("sure, ± 0.").wait_for()
    cockpit.page.close()
    assert session.humanoid.after_tick == [], "nobody looks at it any more"


def test_closing_the_page_lets_go(stage: Stage) -> None:
    """The last one: the page is gone afterwards."""
    session, page = begin(stage, "bioloid")
    page.get_by_role("button", name="walk", exact=True).click()
    page.get_by_role("button", name="longer", exact=True).wait_for()
    page.keyboard.down("w")
    assert eventually(lambda: session.humanoid.machine.in_action)
    page.close()
    assert eventually(lambda: session.humanoid.machine.state == "idle", LONG)
