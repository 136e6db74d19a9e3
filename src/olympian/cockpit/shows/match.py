"""A football match in the browser: all robots, score and clock, and what one of them believes."""

from base64 import b64encode
from collections.abc import Callable
from itertools import count
from typing import Protocol

import numpy as np

from olympian.beside import Helper
from olympian.cockpit.football import FootballArtist, FootballView
from olympian.cockpit.shows.page import ShowPage, ShowRun
from olympian.humanoid import Humanoid

__all__ = ["MatchPage", "MatchView"]

EVERY = 60
"""Ticks between two drawings of what a robot believes."""


class MatchView(ShowRun, Protocol):
    """A match that goes on."""

    @property
    def robots(self) -> tuple[tuple[str, Humanoid], ...]:
        """Players by name."""
        ...

    @property
    def headline(self) -> str:
        """Score, state and clock."""
        ...

    @property
    def lines(self) -> tuple[str, ...]:
        """What each player is about."""
        ...

    @property
    def news(self) -> str:
        """The referee's last word."""
        ...

    def close(self) -> None:
        """The end."""
        ...


class MatchPage(ShowPage[MatchView]):
    """One match after the other."""

    def __init__(self, begin: Callable[[int], MatchView], seed: int, host: str, port: int) -> None:
        """Args: begin: makes a match from its seed."""
        seeds = count(seed)
        super().__init__(lambda: self._begin_anew(begin(next(seeds))), host, port)
        self.server.initial_camera.position = (0.0, -6.5, 4.5)
        self.server.initial_camera.look_at = (0.0, -0.4, 0.0)
        names = tuple(name for name, _ in self.show.robots)
        self._chosen = self.server.gui.add_dropdown("what a player believes", names)
        self._field = self.server.gui.add_html("")
        self._artist = self._open_artist()
        self._ticket: int | None = None
        self._ticks = 0

    def step(self) -> bool:
        """One tick, and now and then a picture of what the chosen player believes."""
        goes_on = super().step()
        self._ticks += 1
        if self._artist is not None:
            self._draw_belief(self._artist)
        return goes_on

    def sentences(self) -> list[str]:
        """Score, clock, and what all are about."""
        show = self.show
        pace = f"real time × {self._pace.real_time_factor:.2f}"
        return [f"**{show.headline}** · {pace}", *show.lines, f"_{show.news}_"]

    def close(self) -> None:
        """Stop serving."""
        super().close()
        self.show.close()

    def _begin_anew(self, following: MatchView) -> MatchView:
        """The match before is over."""
        before = getattr(self, "show", None)
        if before is not None:
            before.close()
        return following

    def _open_artist(self) -> Helper | None:
        robot = self.show.robots[0][1]
        pitch = robot.world.pitch
        if robot.tracker is None or pitch is None:
            return None
        return Helper(FootballArtist, pitch, robot.tracker.lens)

    def _draw_belief(self, artist: Helper) -> None:
        if self._ticket is not None and artist.ready(self._ticket):
            field, _ = artist.answer(self._ticket)
            self._ticket = None
            picture = b64encode(field).decode()
            self._field.content = (
                '<img style="width:100%" alt="what a player believes"'
                f' src="data:image/jpeg;base64,{picture}">'
            )
        if self._ticket is None and self._ticks % EVERY == 0:
            robot = dict(self.show.robots)[self._chosen.value]
            if robot.state is not None:
                self._ticket = artist.ask(_view(robot), None)


def _view(robot: Humanoid) -> FootballView:
    """What one robot believes, in the axes of its team."""
    particles = np.zeros((0, 3))
    if robot.localiser is not None:
        particles = robot.localiser.filter.particles[:, :3].copy()
    return FootballView(robot.world_model, particles, robot.seen, None)
