"""Driving from the page, in a real browser: keys held and let go, buttons, modes."""

from playwright.sync_api import Page

from browser import browser_page, eventually, needs_chromium, served
from olympian.cockpit import Session
from olympian.cockpit.serve import Cockpit

OVERLAPS = """() => {
  const boxes = [...document.querySelectorAll("button, input, [role=combobox]")]
    .filter((one) => one.checkVisibility() && !one.closest("[inert]"))
    .map((one) => [one.textContent.trim() || one.id, one.getBoundingClientRect()])
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
SPILLS = """() => [...document.querySelectorAll("#olympian-pad button")]
  .filter((one) => one.scrollWidth > one.clientWidth + 1)
  .map((one) => one.textContent.trim())"""
"""Buttons of the pad whose label does not fit."""


def place(session: Session) -> float:
    return float(session.simulation.true_pose(session.robot.torso)[0, 3])


def camera(cockpit: Cockpit) -> tuple[float, ...]:
    (client,) = cockpit._server.get_clients().values()
    return tuple(client.camera.position)


@needs_chromium
def test_keys_held_in_the_browser_walk_it() -> None:
    session = Session("bioloid", "flat")
    machine = session.machine
    with served(session) as (cockpit, url), browser_page(url) as (page, outside):
        page.get_by_role("button", name="walk", exact=True).wait_for(timeout=90_000)
        assert page.get_by_text("driver keys").is_hidden()
        page.keyboard.press("2")
        assert eventually(lambda: machine.mode == "walk")
        page.get_by_text("SL").first.wait_for(timeout=60_000)
        before, seen_from = place(session), camera(cockpit)

        page.keyboard.down("w")
        assert eventually(lambda: machine.state == "loop")
        assert eventually(lambda: place(session) > before + 0.03, 60.0)
        assert machine.in_action, "a held key goes on, without any further event"
        page.keyboard.up("w")
        assert eventually(lambda: machine.state == "idle", 60.0)
        assert not session.watch.fell
        assert camera(cockpit) == seen_from, "the viewer moves its camera with w: not here"
        page.keyboard.press("e", delay=500)
        assert eventually(lambda: camera(cockpit) != seen_from), "with e, which is free, it does"

        walking_with_the_pointer(page, session)
        a_key_in_a_text_field_is_text(page, session)
        assert outside == []


def walking_with_the_pointer(page: Page, session: Session) -> None:
    machine = session.machine
    page.get_by_role("button", name="turn left").hover()
    page.mouse.down()
    assert eventually(lambda: machine.state in ("init", "loop"))
    page.mouse.up()
    assert eventually(lambda: machine.state == "idle", 60.0)
    page.keyboard.press("ArrowUp", delay=300)
    assert eventually(lambda: machine.state in ("init", "loop"))
    assert eventually(lambda: machine.state == "idle", 60.0)
    page.get_by_role("button", name="longer").click()
    assert eventually(lambda: machine.message.startswith("SL"))


def a_key_in_a_text_field_is_text(page: Page, session: Session) -> None:
    label = page.get_by_text("N s", exact=True).first
    box = label.locator("xpath=ancestor::*[.//input[@inputmode]][1]").locator("input").last
    box.fill("0.1")
    box.press("1")
    page.wait_for_timeout(500)
    assert session.machine.mode == "walk", "typing a 1 into a field is no choice of a mode"


@needs_chromium
def test_nothing_overlaps_in_any_mode() -> None:
    session = Session("bioloid", "flat")
    with served(session) as (_, url), browser_page(url) as (page, _):
        page.get_by_role("button", name="walk", exact=True).wait_for(timeout=90_000)
        for mode in session.machine.modes:
            page.get_by_role("button", name=mode, exact=True).click()
            assert eventually(lambda mode=mode: session.machine.mode == mode, 60.0)
            page.get_by_role("button", name=mode, pressed=True).wait_for(timeout=60_000)
            assert page.evaluate(OVERLAPS) == []
            assert page.evaluate(SPILLS) == []


@needs_chromium
def test_closing_the_page_lets_go() -> None:
    session = Session("bioloid", "flat")
    with served(session) as (_, url):
        with browser_page(url) as (page, _):
            page.get_by_role("button", name="walk", exact=True).click()
            page.get_by_role("button", name="forward", exact=True).first.wait_for(timeout=60_000)
            page.keyboard.down("w")
            assert eventually(lambda: session.machine.in_action)
        assert eventually(lambda: session.machine.state == "idle", 60.0)


@needs_chromium
def test_a_robot_with_only_a_walk_runs_from_the_page() -> None:
    session = Session("fumanoid", "flat")
    machine = session.machine
    with served(session) as (_, url), browser_page(url) as (page, outside):
        page.get_by_role("button", name="run", exact=True).click(timeout=90_000)
        page.get_by_text("speed 50 %").first.wait_for(timeout=60_000)
        before = place(session)
        page.keyboard.down("w")
        assert eventually(lambda: place(session) > before + 0.1, 60.0)
        assert machine.state == "run"
        page.keyboard.up("w")
        assert eventually(lambda: machine.state == "idle", 60.0)
        assert not session.watch.fell
        assert outside == []
