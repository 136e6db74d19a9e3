"""The page served on this machine, in real time, until stopped."""

import socket
import sys
import time
from collections.abc import Callable
from contextlib import redirect_stdout
from queue import Empty, SimpleQueue

from olympian.backend import ShadowedBackend
from olympian.breaker import Breaker, Failure
from olympian.cockpit.page.admission import open_server
from olympian.cockpit.page.controls import PageControls
from olympian.cockpit.page.line import PageLine, Visitor
from olympian.cockpit.page.messages import LookMessage, PageMessage, SeatMessage
from olympian.cockpit.page.page import Page
from olympian.cockpit.page.seat import DriverSeat
from olympian.cockpit.page.show import Show
from olympian.cockpit.real_time import RealTime
from olympian.cockpit.session import Session
from olympian.cockpit.tempo import Tempo
from olympian.errors import OlympianError

Command = Callable[[], None]
FRAME = 1 / 30
"""Seconds between pictures: what an eye needs; the physics goes on in between."""


def check_port(host: str, port: int) -> None:
    """Refuse a port that is taken, before anything is started on it."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except (OSError, OverflowError) as error:
            raise OlympianError(
                f"cannot listen on {host}:{port}: {error}; choose another port (--port, or port=…)"
            ) from error


class Cockpit:
    """A server with one session at a time; choosing a robot or world replaces it."""

    def __init__(
        self, session: Session, host: str, port: int, *, show: bool = False, frame: float = FRAME
    ) -> None:
        """Args:
        show: begin with one for the first visitor, until anybody takes over.
        frame: seconds between pictures.
        """
        check_port(host, port)
        self._frame = frame
        self._with_show = show
        self.line, self.seat, self.tempo = PageLine(), DriverSeat(), Tempo()
        self._server, self.url = open_server(host, port, self.line)
        self._commands: SimpleQueue[Command] = SimpleQueue()
        self._breaker = Breaker()
        self._next_frame = 0.0
        self._pace = RealTime()
        self.ended = False
        """Has a visitor ended it?"""
        self._begin(session)

    def run(self, seconds: float | None = None, tell: Callable[[str], None] = print) -> None:
        """Simulate in real time until a visitor ends it, or for `seconds`."""
        started = time.perf_counter()
        pace = RealTime()
        while not self.ended and (seconds is None or time.perf_counter() - started < seconds):
            self.tick(pace, tell)

    def tick(self, pace: RealTime, tell: Callable[[str], None]) -> None:
        """One tick of the run, or a while in which time stands still; drawn if it is time."""
        self._obey(tell)
        if self.tempo.passes():
            if self.show is not None and self.line.watched:
                self.show.step()
            self.session.tick()
            self.page.remember()
        self._keep_up(pace)

    def follow(self) -> None:
        """From now on, draw the robot whenever its own program lets a tick pass, in real time."""
        self._pace = RealTime()
        self.session.desk.refusal = "its own program moves the robot: show() without block=False"
        self.controls.timeless = "its own program has the time: show() without block=False"
        self.session.humanoid.after_tick.append(self._followed)

    def _followed(self) -> None:
        self.session.look()
        self.page.remember()
        self._keep_up(self._pace)
        self._obey(print)
        if self.ended:
            self.close()

    def _keep_up(self, pace: RealTime) -> None:
        """Draw, if it is time, and wait for the wall clock."""
        now = time.perf_counter()
        if now >= self._next_frame:
            caption = self.show.caption if self.show else ""
            self._breaker.call("page", self.page.show, pace.real_time_factor, caption)
            self._next_frame = now + self._frame
        pace.wait(self.session.humanoid.body.dt / self.tempo.factor)

    def end(self) -> None:
        """Somebody has seen enough."""
        self.ended = True

    def close(self) -> None:
        """Stop serving; harmless when called twice."""
        followed = self.session.humanoid.after_tick
        if self._followed in followed:
            followed.remove(self._followed)
        self.page.close()
        with redirect_stdout(sys.stderr):
            self._server.stop()

    def __enter__(self) -> "Cockpit":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _begin(self, session: Session) -> None:
        self.session = session
        self._breaker.reset()
        self.show = Show(session) if self._with_show else None
        self.tempo.pause(False)
        self.page = Page(self._server, self.line, session, self.seat, self.tempo, self._put)
        self.controls = PageControls(
            session, self.page, self.seat, self.tempo, self.choose, self.end
        )

    def _put(self, command: Command) -> None:
        """What somebody did on the page, for the thread of the run: that ends the show."""

        def obeyed() -> None:
            self.take_over()
            command()

        self._commands.put(obeyed)

    def take_over(self) -> None:
        """Somebody drives: the show is over, for other robots and worlds too."""
        if self.show is not None:
            self.show.end()
            self.show, self._with_show = None, False

    def choose(self, robot: str, world: str) -> None:
        """Replace the session at the next tick; a bad choice is told and changes nothing."""
        seed = self.session.simulation.seed

        def begin() -> None:
            if self.session.choice is None:
                raise OlympianError("a program brought this robot: it stays the one it is")
            if isinstance(self.session.humanoid.body, ShadowedBackend):
                raise OlympianError("a real robot is on this page: it stays the one it is")
            following = Session.open(robot, world, seed)
            self.page.close()
            self._begin(following)

        self._put(begin)

    def _obey(self, tell: Callable[[str], None]) -> None:
        now = time.monotonic()
        for visitor, said in self.line.take():
            self._attempt(lambda visitor=visitor, said=said: self._hear(visitor, said, now), tell)
        self._notice(now)
        self._attempt(lambda: self.controls.step(now), tell)
        while True:
            try:
                command = self._commands.get_nowait()
            except Empty:
                return
            self._attempt(command, tell)

    def _hear(self, visitor: Visitor, said: PageMessage | None, now: float) -> None:
        """Something that one browser said; None: it has gone."""
        if said is None:
            self.controls.gone(visitor.number)
            self.seat.leave(visitor.number)
            return
        if visitor.number == self.seat.driver and not isinstance(said, LookMessage | SeatMessage):
            self.take_over()
        self.controls.hear(visitor, said, now)

    def _notice(self, now: float) -> None:
        """Who is here, and has anybody waited for the seat long enough?"""
        before = self.seat.driver
        for visitor in self.line.news():
            self.seat.enter(visitor.number)
        if self.seat.step(now) and before is not None:
            self.controls.gone(before)

    def _attempt(self, command: Command, tell: Callable[[str], None]) -> None:
        """What cannot be done is told, and changes nothing."""
        try:
            command()
        except OlympianError as error:
            self._refuse(str(error), tell)
        except Exception as error:
            if self._breaker.strict:
                raise
            self._refuse(str(Failure.of("click", error, "not done")), tell)

    def _refuse(self, why: str, tell: Callable[[str], None]) -> None:
        self._breaker.call("listener", tell, why)
        self.line.say("refused", why)
