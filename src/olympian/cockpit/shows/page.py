"""A page for something with an end: it waits for a visitor, plays, repeats, and plays again."""

import sys
import time
from collections.abc import Callable
from contextlib import redirect_stdout
from threading import Event
from typing import Generic, Protocol, TypeVar

import mujoco

from olympian.cockpit.page.admission import open_server
from olympian.cockpit.page.scene import PageScene
from olympian.cockpit.page.serve import FRAME, check_port
from olympian.cockpit.real_time import RealTime
from olympian.cockpit.shows.lines import robot_height
from olympian.records import Situation
from olympian.robot import Robot

__all__ = ["ShowPage", "ShowRun"]

PAUSE = 2.0
"""Seconds between the end and the next play, for the eye to see how it ended."""
LOOK = 0.05
"""Seconds between two looks for a visitor."""
WAITING = "waiting for a visitor"


class ShowRun(Protocol):
    """One run from its beginning."""

    robot: Robot

    @property
    def dt(self) -> float:
        """Seconds a tick."""
        ...

    @property
    def done(self) -> bool:
        """Is it over?"""
        ...

    @property
    def situation(self) -> Situation | None:
        """What the robot is about, if a module decides that."""
        ...

    @property
    def model(self) -> mujoco.MjModel:
        """What is drawn."""
        ...

    def drawn(self) -> mujoco.MjData:
        """How it is now."""
        ...

    def tick(self) -> None:
        """Let one tick pass."""
        ...


OneShow = TypeVar("OneShow", bound=ShowRun)


class ShowPage(Generic[OneShow]):
    """Nothing is played that nobody sees."""

    def __init__(
        self,
        begin: Callable[[], OneShow],
        host: str,
        port: int,
        repeats: bool = True,
    ) -> None:
        """A page on which nothing plays yet.

        Args:
            begin: makes the next run.
            repeats: plays again after its end, and waits for a visitor first; what is live does
                neither.
        """
        check_port(host, port)
        self.server, self.url = open_server(host, port)
        self.show, self._begin, self._repeats = begin(), begin, repeats
        self.height = height = robot_height(self.show.robot)
        gui = self.server.gui
        gui.configure_theme(show_logo=False, show_share_button=False)
        self._scene = PageScene(self.server, self.show.model)
        self.server.initial_camera.position = (2.2 * height, 0.0, 0.9 * height)
        self.server.initial_camera.look_at = (0.0, 0.0, 0.45 * height)
        self._words = gui.add_markdown(WAITING)
        self._again = Event()
        if repeats:
            gui.add_button("Again").on_click(lambda _: self._again.set())
        self._ended = 0.0
        self._next_frame = 0.0
        self._pace = RealTime()
        self.plays = 0
        """How often it began"""

    @property
    def words(self) -> str:
        """What stands beside the picture."""
        return self._words.content

    def run(self, seconds: float | None = None) -> None:
        """Play in real time for so long, or for ever; what is live ends with its play."""
        until = time.perf_counter() + (seconds or 0.0)
        while seconds is None or time.perf_counter() < until:
            if not self.step():
                return

    def step(self) -> bool:
        """One tick of the play, or a while of waiting; False once all is over."""
        now = time.perf_counter()
        if self._again.is_set() or not self.plays or self._over(now):
            if self.plays and not self._repeats:
                return False
            if self._repeats and not self.server.get_clients():
                self._words.content = WAITING
                time.sleep(LOOK)
                return True
            self._again.clear()
            if self.plays:
                self.show = self._begin()
            self._ended, self._pace = 0.0, RealTime()
            self.plays += 1
        if self.show.done:
            time.sleep(LOOK)
            return True
        self.show.tick()
        if now >= self._next_frame:
            self.draw()
            self._next_frame = now + FRAME
        self._pace.wait(self.show.dt)
        return True

    def draw(self) -> None:
        """The robot as it is, and what is to be said of it."""
        self._scene.show(self.show.drawn())
        now = self.show.situation
        about = [] if now is None else [f"{now.state.value.replace('_', ' ')} {now.reason}"]
        self._words.content = "  \n".join([*self.sentences(), *about])

    def sentences(self) -> list[str]:
        """What stands beside the picture."""
        return []

    def close(self) -> None:
        """Stop serving."""
        with redirect_stdout(sys.stderr):
            self.server.stop()

    def _over(self, now: float) -> bool:
        """Has it ended, and been looked at for a while?"""
        if not self.show.done:
            return False
        if not self._ended:
            self.draw()
            self._ended = now
        return not self._repeats or now - self._ended > PAUSE
