"""A robot driven by keys: from a terminal in real time, or from a text as fast as it goes."""

from collections.abc import Callable, Iterable
from typing import Protocol

import msgspec
import numpy as np

from olympian.breaker import Breaker
from olympian.cockpit.real_time import RealTime
from olympian.cockpit.session import Session
from olympian.cockpit.terminal.terminal import Keyboard, TerminalKeys
from olympian.geometry import Mat4
from olympian.humanoid import EventLog

QUIT, WAIT = "q", "."
WAIT_SECONDS = 1.0
LOOK = 0.1
"""Seconds between two drawings of the display."""


class DriveStage(Protocol):
    """Where a session runs: with a page or without."""

    session: Session

    def tick(self, pace: RealTime, tell: Callable[[str], None]) -> None:
        """Let one tick pass in real time."""
        ...


class Solo:
    """A session without a page."""

    def __init__(self, session: Session) -> None:
        self.session = session

    def tick(self, pace: RealTime, tell: Callable[[str], None]) -> None:  # noqa: ARG002
        """Let one tick pass in real time."""
        self.session.tick()
        pace.wait(self.session.humanoid.body.dt)


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
    stage: DriveStage,
    keys: TerminalKeys,
    show: Callable[[Session, float, str], None],
    tell: Callable[[str], None],
) -> DriveResult:
    """Obey keys in real time until `q`.

    Args:
        show: draws a session, its real-time factor and the line that is being typed.
        tell: hears every line of the log.
    """
    tell = Breaker().around("listener", tell)
    pace, next_look, keyboard = RealTime(), 0.0, Keyboard()
    start, news = _place(stage.session), _News(tell)
    while not keys.ended:
        for key in keys.read():
            if key == QUIT and not keyboard.is_writing:
                return _result(stage.session, start)
            keyboard.press(stage.session, key)
        stage.tick(pace, tell)
        news.step(stage.session)
        if stage.session.simulation.t >= next_look or stage.session.simulation.t < next_look - 1:
            line = keyboard.line(stage.session)
            breaker = stage.session.humanoid.breaker
            breaker.call("display", show, stage.session, pace.real_time_factor, line)
            next_look = stage.session.simulation.t + LOOK
    return _result(stage.session, start)


def drive_by_text(
    session: Session, keys: Iterable[str], tell: Callable[[str], None]
) -> DriveResult:
    """Obey keys one after the other; `.` lets a second pass, `q` or the end of the text ends it.

    Args:
        tell: hears every change of mode or state, every message, and every line of the log.
    """
    tell = Breaker().around("listener", tell)
    session.tick()
    start, told = _place(session), ""
    news, keyboard = _News(tell), Keyboard()
    for key in keys:
        alone = not keyboard.is_writing
        if alone and key == QUIT:
            break
        if alone and key in "\r\n":
            continue
        ticks = round(WAIT_SECONDS / session.humanoid.body.dt) if alone and key == WAIT else 1
        if not alone or key != WAIT:
            keyboard.press(session, key)
        for _ in range(ticks):
            session.tick()
            news.step(session)
            told = _tell_mode(session, told, tell)
    return _result(session, start)


class _News:
    """Lines of the log that were not told yet."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        self._tell = tell
        self._log: EventLog | None = None
        self._told = 0

    def step(self, session: Session) -> None:
        """Tell what is new; another session has a log of its own."""
        if session.humanoid.log is not self._log:
            self._log, self._told = session.humanoid.log, 0
        for line in session.humanoid.log.since(self._told):
            self._tell(line)
        self._told = session.humanoid.log.written


def _tell_mode(session: Session, told: str, tell: Callable[[str], None]) -> str:
    machine = session.humanoid.machine
    news = ": ".join(filter(None, (f"{machine.mode} {session.doing}", machine.message)))
    if news != told:
        tell(f"{session.simulation.t:7.2f} s  {news}")
    return news


def _place(session: Session) -> Mat4:
    return session.simulation.true_pose(session.humanoid.robot.torso, session.number)


def _result(session: Session, start: Mat4) -> DriveResult:
    end, machine = _place(session), session.humanoid.machine
    turned = start[:3, :3].T @ end[:3, :3]
    return DriveResult(
        robot=session.humanoid.robot.name,
        world=session.world_name,
        seed=session.simulation.seed,
        seconds=round(session.simulation.t, 2),
        mode=machine.mode,
        state=session.doing,
        falls=session.falls,
        moved_m=round(float(np.linalg.norm(end[:2, 3] - start[:2, 3])), 3),
        turned_deg=round(float(np.degrees(np.arctan2(turned[1, 0], turned[0, 0]))), 1) + 0.0,
        message=machine.message,
    )
