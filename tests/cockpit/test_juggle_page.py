"""The juggling page in a real browser: the slider moves the plate."""

import pytest
from playwright.sync_api import sync_playwright

from drills.browser import (
    CHROMIUM,
    FLAGS,
    SCREEN,
    eventually,
    free_port,
    needs_chromium,
    running,
    slowly,
)
from olympian.arena.juggling.trial import JuggleTrial
from olympian.cockpit.shows import page as show_page
from olympian.cockpit.shows.juggle import JugglePage
from olympian.motion.juggle import stance


def juggling(host: str, port: int) -> JugglePage:
    trial = JuggleTrial(bounces=1, plate=1.05)
    return JugglePage(trial.stage, 0, stance().plate_m, host, port)


def test_a_dropped_ball_is_let_go_again(monkeypatch: pytest.MonkeyPatch) -> None:
    page = juggling("127.0.0.1", free_port())
    monkeypatch.setattr(show_page, "PAUSE", 0.0)
    page.server.get_clients = lambda: {0: object()}  # pyright: ignore
    try:
        first = page.show
        assert page.step()
        first.dropped = True
        while page.plays < 2:
            assert page.step()
        assert page.show is not first
        assert not page.show.dropped
    finally:
        page.close()


@needs_chromium
def test_the_slider_moves_the_plate() -> None:
    with running(juggling) as (page, url), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        tab = browser.new_page(**SCREEN)
        tab.goto(slowly(url))
        tab.get_by_text("bounces").first.wait_for(timeout=60_000)
        before = page.show.plate
        number = tab.locator("input[type=text], input[type=number]").first
        number.fill("1.2")
        assert eventually(lambda: abs(page.show.plate - 1.2) < 1e-6, 60.0)
        assert before != page.show.plate
        assert eventually(lambda: page.show.bounces >= 2, 60.0)
        browser.close()
