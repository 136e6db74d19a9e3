"""A juggling robot in the browser, with a slider for the plate in its hand."""

from collections.abc import Callable
from itertools import count
from typing import Protocol

from olympian.cockpit.shows.page import ShowPage, ShowRun

__all__ = ["JugglePage", "JugglingShow"]


class JugglingShow(ShowRun, Protocol):
    """A robot, a plate and a ball; it is over when the ball is dropped."""

    t: float
    plate: float

    @property
    def bounces(self) -> int:
        """So far."""
        ...


class JugglePage(ShowPage[JugglingShow]):
    """One run after the other; a dropped ball starts the next."""

    def __init__(
        self,
        begin: Callable[[int], JugglingShow],
        seed: int,
        plate: tuple[float, float],
        host: str,
        port: int,
    ) -> None:
        """Args: begin: makes a run from its seed; plate: lowest and highest plate, metres."""
        self.best, seeds = 0, count(seed)
        super().__init__(lambda: begin(next(seeds)), host, port)
        self.server.initial_camera.position = (2.4, 1.4, 1.3)
        self.server.initial_camera.look_at = (0.2, 0.1, 0.8)
        self.slider = self.server.gui.add_slider("plate (m)", *plate, 0.01, self.show.plate)

    def step(self) -> bool:
        """One tick, with the plate where the slider is."""
        self.show.plate = float(self.slider.value)
        return super().step()

    def sentences(self) -> list[str]:
        """How long it has kept the ball up."""
        show = self.show
        self.best = max(self.best, show.bounces)
        state = "dropped" if show.done else "keeps it up"
        return [
            f"**{show.bounces} bounces** · {state}",
            f"best {self.best}",
            f"t = {show.t:.1f} s · real time × {self._pace.real_time_factor:.2f}",
        ]
