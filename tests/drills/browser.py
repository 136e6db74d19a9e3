"""A served page and a real browser that looks at it, shared by the tests of the page."""

import os
import shutil
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Protocol, TypeVar

import pytest
from playwright.sync_api import Page, sync_playwright

from olympian.cockpit import Session
from olympian.cockpit.page.serve import Cockpit

CHROMIUM = shutil.which("chromium")
FLAGS = [
    "--no-sandbox",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--use-gl=angle",
    "--use-angle=swiftshader-webgl",
    "--enable-unsafe-swiftshader",
]
SCREEN = {"viewport": {"width": 1280, "height": 720}, "device_scale_factor": 0.25}
"""A laptop's for all that is laid out, with few of its pixels: the processor draws them."""
FRAME = 0.2
"""Seconds between two pictures: enough for a test, and less to draw."""
needs_chromium = pytest.mark.skipif(
    CHROMIUM is None and "CI" not in os.environ,  # there `make test` must have installed it
    reason="chromium is not installed (make test installs it where it may)",
)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


Served = TypeVar("Served", bound="Runs")


class Runs(Protocol):
    """A page that runs for a while, again and again, until it is closed."""

    def run(self, seconds: float) -> object: ...
    def close(self) -> None: ...


@contextmanager
def running(make: Callable[[str, int], Served]) -> Iterator[tuple[Served, str]]:
    """A page at work in a thread of its own, and its address. Args: make: by host and port."""
    port = free_port()
    page = make("127.0.0.1", port)
    stop = threading.Event()

    def run() -> None:
        while not stop.is_set():
            page.run(0.2)

    thread = threading.Thread(target=run)
    thread.start()
    try:
        yield page, f"http://127.0.0.1:{port}"
    finally:
        stop.set()
        thread.join()
        page.close()


def served(session: Session, *, show: bool = False) -> AbstractContextManager[tuple[Cockpit, str]]:
    def make(host: str, port: int) -> Cockpit:
        cockpit = Cockpit(session, host, port, show=show, frame=FRAME)
        # shadows are half of what a processor draws
        cockpit._server.scene.configure_default_lights(cast_shadow=False)
        return cockpit

    return running(make)


def slowly(url: str) -> str:
    """The same page with one picture a second: the processor draws them, and nobody looks."""
    return f"{url}{'&' if '?' in url else '?'}fps=1"


def _note_outside(url: str, outside: list[str]) -> None:
    if not url.startswith(("http://127.0.0.1", "ws://127.0.0.1", "blob:", "data:")):
        outside.append(url)


@contextmanager
def browser_page(url: str) -> Iterator[tuple[Page, list[str]]]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        page = browser.new_page(**SCREEN)
        outside: list[str] = []
        page.on("request", lambda request: _note_outside(request.url, outside))
        page.set_default_timeout(120_000)
        page.goto(slowly(url))
        page.get_by_role("button", name="stand", exact=True).wait_for()
        yield page, outside
        browser.close()


def eventually(check: Callable[[], bool], seconds: float = 15.0) -> bool:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if check():
            return True
        time.sleep(0.1)
    return False
