"""The page in a real browser: one page for all tests of this file, since drawing it is costly."""

import re
from collections.abc import Iterator
from math import pi

import pytest
from playwright.sync_api import Page, ViewportSize

from drills.browser import SCREEN, browser_page, eventually, needs_chromium, served, slowly
from olympian.cockpit import Session
from olympian.cockpit.page.serve import Cockpit

pytestmark = needs_chromium
LONG = 90.0
"""Seconds that a busy machine may take to walk a little, or to draw."""
TABLET: ViewportSize = {"width": 820, "height": 1180}
NARROW: ViewportSize = {"width": 420, "height": 800}
OVERLAPS = """() => {
  const shown = (one) => {  // without what is scrolled out of sight
    const box = one.getBoundingClientRect();
    const area = one.closest(".tab, nav")?.getBoundingClientRect() ?? box;
    const top = Math.max(box.top, area.top), bottom = Math.min(box.bottom, area.bottom);
    const left = Math.max(box.left, area.left), right = Math.min(box.right, area.right);
    return { left, right, width: right - left, top, bottom, height: bottom - top };
  };
  const ours = ":is(#olympian-bar, #olympian-panel) :is(button, input, select)";
  const boxes = [...document.querySelectorAll(ours)].filter((one) => one.checkVisibility())
    .map((one) => [one.textContent.trim() || one.ariaLabel, shown(one)])
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
SPILLS = """() => [...document.querySelectorAll("#olympian-panel button, #olympian-bar button")]
  .filter((one) => one.checkVisibility())
  .filter((one) => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1)
  .map((one) => one.textContent.trim())"""
"""Buttons of ours whose label does not fit."""
PLACES = """() => [...document.querySelectorAll(
    "#olympian-panel .rows, #olympian-panel .pad > div, #olympian-panel .fold, #olympian-bar")]
  .map((one) => Math.round(one.getBoundingClientRect().top))"""
"""Where the parts of the panel begin."""
BOXES = """() => {
  const box = (name) => {
    const r = document.querySelector(name).getBoundingClientRect();
    return [r.left, r.top, r.right, r.bottom];
  };
  return { bar: box("#olympian-bar"), panel: box("#olympian-panel"), canvas: box("#root canvas"),
    stop: box(".stop"), low: Math.min(...[...document.querySelectorAll(".pad button")]
      .map((one) => one.getBoundingClientRect().height)) };
}"""
IS_DRAWN = """() => {
  const small = document.createElement("canvas").getContext("2d");
  small.drawImage(document.querySelector("#root canvas[data-engine]"), 0, 0, 64, 64);
  const ink = new Uint32Array(small.getImageData(0, 0, 64, 64).data.buffer);
  return new Set(ink).size > 50;
}"""
"""Are there sky, floor and a robot in the scene?"""

Stage = tuple[Cockpit, Page]


@pytest.fixture(scope="module")
def opened() -> Iterator[tuple[Cockpit, Page, str, list[str]]]:
    session = Session.open("bioloid", "flat")
    with (
        served(session, show=True) as (cockpit, url),
        browser_page(url) as (page, outside),
    ):
        yield cockpit, page, url, outside


@pytest.fixture
def stage(opened: tuple[Cockpit, Page, str, list[str]]) -> Iterator[Stage]:
    """The page with nothing pressed; it never asks another machine for anything."""
    cockpit, page, _, outside = opened
    page.set_viewport_size(SCREEN["viewport"])
    yield cockpit, page
    assert outside == []


def begin(stage: Stage, robot: str, world: str = "flat") -> tuple[Session, Page]:
    """A robot at its start, shown by the page with its first tab."""
    cockpit, page = stage
    before = cockpit.page
    cockpit.choose(robot, world)
    assert eventually(lambda: cockpit.page is not before, LONG)
    page.locator(f'#olympian-panel[data-page="{cockpit.page._about["page"]}"]').wait_for()
    page.get_by_text(f"{robot} on {world}").first.wait_for()
    tab(page, "Drive")
    assert eventually(lambda: is_ready(cockpit.session), LONG)
    return cockpit.session, page


def is_ready(session: Session) -> bool:
    return session.humanoid.hcm.situation.state.value == "controllable"


def tab(page: Page, name: str) -> None:
    page.get_by_role("tab", name=name, exact=True).click()


def place(session: Session) -> float:
    return float(session.simulation.true_pose(session.humanoid.robot.torso)[0, 3])


def camera(cockpit: Cockpit) -> tuple[float, ...]:
    (client,) = cockpit._server.get_clients().values()
    return tuple(client.camera.position)


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
    page.keyboard.press("e", delay=3000)  # as long as three pictures
    assert eventually(lambda: camera(cockpit) != seen_from), "with e, which is free, it does"

    walking_with_the_pointer(page, session)
    a_key_in_a_text_field_is_text(page, session)
    the_stop_button_stops_it(page, session)


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
    box = page.get_by_label("x [m]").first
    box.fill("0.")
    box.press("1")
    box.press("Enter")
    page.get_by_role("log").get_by_text("goes to (0.10").wait_for()
    assert session.humanoid.machine.mode != "stand", "a 1 in a field is no choice of a mode"
    page.evaluate("document.activeElement.blur()")


def the_stop_button_stops_it(page: Page, session: Session) -> None:
    page.get_by_role("button", name="STOP", exact=True).click()
    assert eventually(lambda: session.humanoid.situation.state.value == "stopped", LONG)
    navigation = session.commander.navigation
    assert navigation is not None
    assert navigation.goal is None
    page.get_by_role("button", name="Go on", exact=True).click()
    assert eventually(lambda: is_ready(session), LONG)


def test_nothing_overlaps_or_jumps_in_any_mode_tab_or_size(stage: Stage) -> None:
    session, page = begin(stage, "bioloid")
    places = []
    for mode in sorted(session.humanoid.machine.modes, key="fight".__eq__):  # the longest labels
        page.get_by_role("button", name=mode, exact=True).click()
        assert eventually(lambda mode=mode: session.humanoid.machine.mode == mode, LONG)
        session.humanoid.machine.message = "a long line to say " * (20 if mode == "run" else 0)
        page.get_by_role("button", name=mode, pressed=True).wait_for()
        page.get_by_text(f"{mode} · ").first.wait_for()
        assert page.evaluate(OVERLAPS) == []
        assert page.evaluate(SPILLS) == []
        places.append(page.evaluate(PLACES))
    assert all(one == places[0] for one in places), "what is below stays where it is"
    for size in (TABLET, NARROW):
        page.set_viewport_size(size)
        page.wait_for_function(
            f"document.querySelector('#root canvas').clientWidth == {size['width']}"
        )
        the_scene_is_above_the_panel(page, size)
        for name in ("Robot", "Joints", "Module", "Plots", "World", "Drive"):
            tab(page, name)
            assert page.evaluate(OVERLAPS) == [], name
            assert page.evaluate(SPILLS) == [], name


def the_scene_is_above_the_panel(page: Page, size: ViewportSize) -> None:
    seen = page.evaluate(BOXES)
    assert seen["bar"][3] <= seen["canvas"][1] + 1
    assert seen["canvas"][3] <= seen["panel"][1] + 1, "not behind it"
    assert seen["canvas"][3] - seen["canvas"][1] > 230
    assert seen["panel"][0] <= 1
    assert seen["panel"][2] >= size["width"] - 1
    assert seen["stop"][2] <= size["width"], "STOP is always in sight"
    assert seen["low"] > 28, "px: what a thumb can hit"


def test_sliders_pushes_and_choices_reach_the_physics(stage: Stage) -> None:
    cockpit, _ = stage
    session, page = begin(stage, "bioloid")
    tab(page, "Joints")
    page.get_by_text("left arm", exact=True).click()
    index = session.humanoid.robot.joint_index["left_shoulder_pitch"]
    servos = session.simulation.actors[0].servos
    box = page.locator("#joint-left_shoulder_pitch input[type=text]")
    reading = page.locator("#joint-left_shoulder_pitch .angle")

    def follows() -> bool:
        """Typed again, it is sent again: the module may have put the joints back meanwhile."""
        box.fill("-40")
        box.press("Enter")
        return eventually(
            lambda: (
                abs(servos.goal[index] + 40 * pi / 180) < 0.02
                and abs(float((reading.text_content() or "0").rstrip("°")) + 40.0) < 2.0
            ),
            20.0,
        )

    assert any(follows() for _ in range(3))
    page.keyboard.press("Escape")

    tab(page, "World")
    page.get_by_label("N s").fill(str(round(9 * session.fair_push, 2)))
    page.get_by_role("button", name="forward").click()
    page.locator(".chip", has_text="fallen").wait_for()
    assert session.falls == 1
    page.get_by_role("button", name="Start again").click()
    page.locator(".chip", has_text="standing").wait_for()

    page.get_by_role("combobox", name="world", exact=True).select_option("stairs")
    page.get_by_text("bioloid on stairs").first.wait_for()
    assert cockpit.session.world_name == "stairs"
    page.wait_for_function(IS_DRAWN)


def test_time_stands_still_goes_slowly_and_is_looked_back_at(stage: Stage) -> None:
    cockpit, _ = stage
    session, page = begin(stage, "fumanoid")
    page.keyboard.press("5")
    page.keyboard.down("w")
    assert eventually(lambda: place(session) > 0.15, LONG)
    page.get_by_role("button", name="Pause").click()
    assert eventually(lambda: cockpit.tempo.paused)
    page.keyboard.up("w")
    page.wait_for_timeout(300)  # the tick under way ends
    t, here = session.simulation.t, place(session)
    page.get_by_role("button", name="Step").click()
    after = pytest.approx(t + session.humanoid.body.dt)
    assert eventually(lambda: session.simulation.t == after)
    page.get_by_label("look back").fill("0")
    assert eventually(lambda: cockpit.tempo.back > 1.0)
    data = session.simulation.data
    torso = session.humanoid.actor.root_body
    shown = cockpit.page.memory.at(data, cockpit.tempo.back)
    assert shown.xpos[torso, 0] < data.xpos[torso, 0] - 0.03, "how it was"
    assert place(session) == pytest.approx(here, abs=0.02), "only what is shown goes back"
    page.get_by_label("pace").select_option("0.25 ×")
    page.get_by_role("button", name="Go on", exact=True).first.click()
    assert eventually(lambda: session.humanoid.machine.state == "idle", LONG)
    assert cockpit.tempo.factor == 0.25
    page.get_by_label("pace").select_option("1 ×")
    assert eventually(lambda: cockpit.tempo.factor == 1.0)
    assert not session.watch.fell


def test_plots_module_and_marks_show_what_goes_on(stage: Stage) -> None:
    cockpit, page = stage
    session = cockpit.session
    tab(page, "Plots")
    page.get_by_label("joint").first.select_option("left_knee")
    page.wait_for_function("Number(document.querySelector('[data-rows]')?.dataset.rows) > 20")
    page.wait_for_function("""() => {
      const one = document.querySelector("canvas.plot");
      const ink = one.getContext("2d").getImageData(0, 0, one.width, one.height).data;
      return ink.some((value) => value > 0);
    }""")
    assert page.evaluate(OVERLAPS) == []
    tab(page, "Module")
    page.get_by_text("StopOrder").wait_for()
    page.get_by_role("button", name="STOP", exact=True).click()
    page.locator(".path li", has_text="StopOrder").get_by_text("FREEZE", exact=True).wait_for()
    page.get_by_role("button", name="Go on", exact=True).click()
    assert eventually(lambda: is_ready(session), LONG)
    tab(page, "Robot")
    for name in ("com", "support", "margin", "capture", "soles", "footsteps", "forces"):
        page.locator(f"#view-{name}").check()
        assert eventually(lambda name=name: name in cockpit.page.overlay.switched)
    assert eventually(lambda: {"com", "capture"} <= set(cockpit.page.overlay._spheres))
    assert eventually(lambda: {"support", "margin"} <= set(cockpit.page.overlay._lines))
    page.locator("#view-com").uncheck()
    assert eventually(lambda: "com" not in cockpit.page.overlay._spheres)
    assert "follow" in cockpit.page.overlay.switched


def test_a_person_calibrates_joints_at_the_page(stage: Stage) -> None:
    session, page = begin(stage, "bioloid")
    desk, robot = session.desk, session.humanoid.robot
    servos, row = session.simulation.actors[0].servos, robot.joint_index["left_elbow"]

    def press(key: str) -> None:
        page.locator(f'[data-desk="{key}"]').click()

    tab(page, "Joints")
    for title in ("Calibration", "left arm"):
        if page.locator("details:not([open])", has_text=title).count():
            page.get_by_text(title, exact=True).click()
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
    assert eventually(lambda: is_ready(session), LONG), "the module has it again"


def test_a_stick_runs_it_until_nobody_is_heard(stage: Stage) -> None:
    session, page = begin(stage, "fumanoid")
    machine, before = session.humanoid.machine, place(session)
    box = page.locator(".stick").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 10)
    assert eventually(lambda: place(session) > before + 0.1, LONG)
    assert eventually(lambda: machine.state == "run", LONG)
    page.evaluate("window.olympianLine.close()")  # the connection breaks while it drives
    page.get_by_text("The connection is lost").wait_for()
    assert eventually(lambda: machine.state == "idle", LONG)
    page.mouse.up()
    page.get_by_text("The connection is lost").wait_for(state="hidden")
    page.get_by_text("You drive").wait_for()
    page.keyboard.down("w")  # the page is whole again
    assert eventually(lambda: machine.state == "run", LONG)
    page.get_by_text("speed 50 %").first.wait_for()
    page.keyboard.up("w")
    assert eventually(lambda: machine.state == "idle", LONG)
    assert not session.watch.fell


def test_a_second_browser_watches_and_is_given_the_seat(
    opened: tuple[Cockpit, Page, str, list[str]], stage: Stage
) -> None:
    cockpit, page = stage
    machine = cockpit.session.humanoid.machine
    browser = page.context.browser
    assert browser is not None
    second = browser.new_page(**SCREEN)
    second.goto(slowly(opened[2]))
    second.get_by_text("You watch").wait_for()
    page.get_by_text("1 watch").wait_for()
    second.keyboard.down("w")
    second.wait_for_timeout(400)
    second.keyboard.up("w")
    assert machine.state != "run", "it only watches"
    second.get_by_role("button", name="Ask to drive").click()
    page.get_by_role("button", name="Hand over").click()
    second.get_by_text("You drive").wait_for()
    page.get_by_text("You watch").wait_for()
    second.keyboard.press("1")
    assert eventually(lambda: machine.mode == "stand")
    second.close()
    page.get_by_role("button", name="Drive", exact=True).click()
    page.get_by_text("You drive").wait_for()


def test_the_page_sends_it_and_a_key_takes_over(stage: Stage) -> None:
    session, page = begin(stage, "fumanoid")

    def goal() -> object:
        navigation = session.commander.navigation
        return None if navigation is None else navigation.goal

    go = page.get_by_role("button", name="Go", exact=True)
    fields = [page.get_by_label(label).first for label in ("x [m]", "y [m]", "θ [°]")]
    fields[0].fill("two")
    go.click()
    page.get_by_text("x 'two' is not a number").first.wait_for()
    assert goal() is None

    fields[0].fill("9")
    fields[2].fill("90")
    fields[2].press("Enter")
    assert eventually(lambda: goal() == (9.0, 0.0, pytest.approx(pi / 2)), LONG)
    page.get_by_text("m to go").first.wait_for()
    assert page.evaluate(OVERLAPS) == []
    assert page.evaluate(SPILLS) == [], "it has more keys than others"
    page.get_by_role("button", name="Cancel", exact=True).click()
    assert eventually(lambda: goal() is None, LONG)
    page.get_by_role("log").get_by_text("cancelled (9.00, 0.00, 90°)").wait_for()

    page.keyboard.down("Shift")
    page.mouse.click(440, 640)
    page.keyboard.up("Shift")
    assert eventually(lambda: goal() is not None, LONG), "a click on the floor"
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("w", delay=300)
    assert eventually(lambda: goal() is None, LONG)


def test_a_footballer_shows_what_it_believes_and_sees(stage: Stage) -> None:
    """After the others: eyes cost more than all other panels together."""
    cockpit, _ = stage
    session, page = begin(stage, "fumanoid", "field")
    panel = cockpit.page.football
    assert panel is not None
    assert panel.sight == b"", "nobody looks yet"
    tab(page, "Football")
    pictures = page.locator("img[alt='the field from above'], img[alt='what its camera sees']")
    page.locator("img[alt='what its camera sees']").wait_for()
    assert pictures.count() == 2
    first = pictures.last.get_attribute("src")
    assert eventually(lambda: pictures.last.get_attribute("src") != first, LONG), "it goes on"
    page.get_by_role("button", name="Look where it is unsure").click()
    head = session.humanoid.head
    assert head is not None
    assert eventually(lambda: head.text == "looks where it is unsure", LONG)
    page.get_by_text(re.compile(r", ± \d")).wait_for()
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
