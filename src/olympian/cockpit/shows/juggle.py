"""A juggling robot in the browser, with a slider for the plate in its hand."""

import sys
import time
from collections.abc import Callable
from contextlib import redirect_stdout
from queue import Empty, SimpleQueue
from typing import Protocol

import mujoco

from olympian.cockpit.page.admission import open_server
from olympian.cockpit.page.scene import PageScene
from olympian.cockpit.page.serve import FRAME, check_port
from olympian.cockpit.real_time import RealTime

__all__ = ["JugglePage", "JugglingShow"]

Command = Callable[[], None]
AGAIN = 2.0
"""Seconds after a drop at which the next ball is let go."""


class JugglingShow(Protocol):
    """A run that can be watched."""

    dt: float
    t: float
    plate: float
    dropped: bool

    @property
    def bounces(self) -> int:
        """So far."""
        ...

    @property
    def model(self) -> mujoco.MjModel:
        """What is drawn."""
        ...

    def drawn(self) -> mujoco.MjData:
        """How it is now."""
        ...

    def step(self) -> None:
        """Let one tick pass."""
        ...


class JugglePage:
    """A server with one run after the other; a dropped ball starts the next."""

    def __init__(
        self,
        begin: Callable[[int], JugglingShow],
        seed: int,
        plate: tuple[float, float],
        host: str,
        port: int,
    ) -> None:
        """Args: begin: makes a run from its seed; plate: lowest and highest plate, metres."""
        check_port(host, port)
        self._begin, self._seed, self._dropped_at = begin, seed, 0.0
        self.show = begin(seed)
        self.best = 0
        self._server, self.url = open_server(host, port)
        self._commands: SimpleQueue[Command] = SimpleQueue()
        self._fill(plate)

    def run(self, seconds: float | None = None) -> None:
        """Juggle in real time; forever, or for `seconds`."""
        started, pace, next_frame = time.perf_counter(), RealTime(), 0.0
        while seconds is None or time.perf_counter() - started < seconds:
            self._obey()
            self.show.step()
            now = time.perf_counter()
            if self.show.dropped and now - self._dropped_at > AGAIN:
                self._pick_up(now)
            if now >= next_frame:
                self._draw(pace.real_time_factor)
                next_frame = now + FRAME
            pace.wait(self.show.dt)

    def close(self) -> None:
        """Stop serving."""
        with redirect_stdout(sys.stderr):
            self._server.stop()

    def _fill(self, plate: tuple[float, float]) -> None:
        server, gui = self._server, self._server.gui
        gui.configure_theme(show_logo=False, show_share_button=False)
        gui.main_panel.dock_right()
        gui.set_panel_label("Juggling")
        self._scene = PageScene(server, self.show.model)
        server.initial_camera.position = (2.4, 1.4, 1.3)
        server.initial_camera.look_at = (0.2, 0.1, 0.8)
        self._words = gui.add_markdown("starting …")
        self.slider = gui.add_slider("plate (m)", *plate, 0.01, self.show.plate)
        self.slider.on_update(lambda _: self._commands.put(self._hold_plate))
        gui.add_button("Start again").on_click(lambda _: self._commands.put(self._restart))

    def _hold_plate(self) -> None:
        self.show.plate = float(self.slider.value)

    def _restart(self) -> None:
        """The same run once more, with the plate where the slider is."""
        self.show = self._begin(self._seed)
        self._hold_plate()

    def _pick_up(self, now: float) -> None:
        """The first time a drop is seen, wait; then the next ball."""
        if self._dropped_at == 0.0:
            self._dropped_at = now
            return
        self._dropped_at = 0.0
        self._seed += 1
        self._restart()

    def _obey(self) -> None:
        while True:
            try:
                self._commands.get_nowait()()
            except Empty:
                return

    def _draw(self, real_time_factor: float) -> None:
        show = self.show
        self._scene.show(show.drawn())
        self.best = max(self.best, show.bounces)
        state = "dropped" if show.dropped else "keeps it up"
        self._words.content = (
            f"**{show.bounces} bounces** · {state}  \nbest {self.best}  \n"
            f"t = {show.t:.1f} s · real time × {real_time_factor:.2f}"
        )
