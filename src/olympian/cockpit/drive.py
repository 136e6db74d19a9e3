"""A robot driven by keys: from a terminal in real time, or from a text as fast as it goes."""

from collections.abc import Callable, Iterable
from typing import Protocol

import msgspec
import numpy as np

from olympian.cockpit.pace import Pace
from olympian.cockpit.session import Session
from olympian.cockpit.terminal import TerminalKeys
from olympian.geometry import Mat4

__all__ = ["DriveResult", "Solo", "Stage", "drive_by_terminal", "drive_by_text"]

QUIT, AGAIN, WAIT = "q", "0", "."
WAIT_SECONDS = 1.0
LOOK = 0.1
"""Seconds between two drawings of the display."""


class Stage(Protocol):
    """Where a session runs: with a page or without."""

    session: Session

    def tick(self, pace: Pace, tell: Callable[[str], None]) -> None:
        """Let one tick pass in real time."""
        ...


class Solo:
    """A session without a page."""

    def __init__(self, session: Session) -> None:
        self.session = session

    def tick(self, pace: Pace, tell: Callable[[str], None]) -> None:  # noqa: ARG002
        """Let one tick pass in real time."""
        self.session.tick()
        pace.wait(self.session.loop.backend.dt)


class DriveResult(msgspec.Struct, frozen=True):
    """How a drive ended, as a referee saw it."""

    robot: str
    world: str
    seed: int
    seconds: float
    mode: str
    state: str
    falls: int
    """Since the start; getting up between two of them."""
    moved_m: float
    """From where it started, as the crow flies."""
    turned_deg: float
    message: str


def drive_by_terminal(
    stage: Stage,
    keys: TerminalKeys,
    show: Callable[[Session, float], None],
    tell: Callable[[str], None],
) -> DriveResult:
    """Obey keys in real time until `q`.

    Args:
        show: draws a session and its real-time factor.
    """
    pace, next_look = Pace(), 0.0
    start = _place(stage.session)
    while not keys.ended:
        for key in keys.read():
            if key == QUIT:
                return _result(stage.session, start)
            _obey(stage.session, key)
        stage.tick(pace, tell)
        if stage.session.simulation.t >= next_look or stage.session.simulation.t < next_look - 1:
            show(stage.session, pace.real_time_factor)
            next_look = stage.session.simulation.t + LOOK
    return _result(stage.session, start)


def drive_by_text(
    session: Session, keys: Iterable[str], tell: Callable[[str], None]
) -> DriveResult:
    """Obey keys one after the other; `.` lets a second pass, `q` or the end of the text ends it.

    Args:
        tell: hears every change of mode or state, and every message.
    """
    session.tick()
    start, told = _place(session), ""
    for key in keys:
        if key == QUIT:
            break
        if key in "\r\n":
            continue
        ticks = round(WAIT_SECONDS / session.loop.backend.dt) if key == WAIT else 1
        if key != WAIT:
            _obey(session, key)
        for _ in range(ticks):
            session.tick()
            told = _tell_news(session, told, tell)
    return _result(session, start)


def _obey(session: Session, key: str) -> None:
    if key == AGAIN:
        session.reset()
    else:
        session.pilot.down(key)


def _tell_news(session: Session, told: str, tell: Callable[[str], None]) -> str:
    machine = session.machine
    news = ": ".join(filter(None, (f"{machine.mode} {machine.state}", machine.message)))
    if news != told:
        tell(f"{session.simulation.t:6.2f} s  {news}")
    return news


def _place(session: Session) -> Mat4:
    return session.simulation.true_pose(session.robot.torso)


def _result(session: Session, start: Mat4) -> DriveResult:
    end, machine = _place(session), session.machine
    turned = start[:3, :3].T @ end[:3, :3]
    return DriveResult(
        robot=session.robot.name,
        world=session.world_name,
        seed=session.simulation.seed,
        seconds=round(session.simulation.t, 2),
        mode=machine.mode,
        state=machine.state,
        falls=session.falls,
        moved_m=round(float(np.linalg.norm(end[:2, 3] - start[:2, 3])), 3),
        turned_deg=round(float(np.degrees(np.arctan2(turned[1, 0], turned[0, 0]))), 1) + 0.0,
        message=machine.message,
    )
