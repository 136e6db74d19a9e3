"""What browsers say becomes what the robot is told: keys, sticks, forms, sliders, buttons."""

from collections.abc import Callable

from olympian.backend import ShadowedBackend
from olympian.cockpit.page.gamepad import Gamepad
from olympian.cockpit.page.held import HeldKeys, KeyChange
from olympian.cockpit.page.line import Visitor
from olympian.cockpit.page.messages import (
    ActMessage,
    AskMessage,
    ButtonMessage,
    ChooseMessage,
    DeskMessage,
    JointMessage,
    KeysMessage,
    LookMessage,
    PageMessage,
    PointMessage,
    PushMessage,
    SearchMessage,
    SeatMessage,
    StickMessage,
    StopMessage,
    TakeMessage,
    TempoMessage,
    ViewMessage,
)
from olympian.cockpit.page.page import Page
from olympian.cockpit.page.seat import DriverSeat
from olympian.cockpit.page.status import limbs_of
from olympian.cockpit.session import Session
from olympian.cockpit.tempo import Tempo
from olympian.decision.hcm import Stop
from olympian.errors import OlympianError, unknown

__all__ = ["PageControls"]


class PageControls:
    """Of one session. Everybody may look and stop; all else is the driver's."""

    def __init__(
        self,
        session: Session,
        page: Page,
        seat: DriverSeat,
        tempo: Tempo,
        choose: Callable[[str, str], None],
        end: Callable[[], None],
    ) -> None:
        """Args: end: gives a robot that a program brought back to it."""
        self._session, self._page, self._seat, self._tempo = session, page, seat, tempo
        self._choose, self._end = choose, end
        self._held, self._gamepad = HeldKeys(), Gamepad(session)
        self.timeless = ""
        """Why time cannot be stopped here; empty where it can."""
        if isinstance(session.humanoid.body, ShadowedBackend):
            self.timeless = "a real robot's time cannot be stopped: press STOP"

    def hear(self, visitor: Visitor, said: PageMessage, now: float) -> None:
        """Do it.

        Raises: OlympianError: it cannot be done, and nothing has changed.
        """
        if isinstance(said, LookMessage):
            self._look(visitor, said)
        elif isinstance(said, SeatMessage):
            self._sit(visitor, said, now)
        elif isinstance(said, StopMessage):
            self._stop()
        elif visitor.number != self._seat.driver:
            raise OlympianError("somebody else drives: ask for the seat first")
        else:
            self._obey(visitor, said, now)

    def gone(self, visitor: int) -> None:
        """A browser was closed, or does not drive any more: it holds nothing."""
        self._press(self._held.gone(visitor))
        if visitor == self._seat.driver:
            self._gamepad.let_go()

    def step(self, now: float) -> None:
        """Let go what nobody holds any more."""
        self._press(self._held.silent(now))
        self._gamepad.step(now)

    def _look(self, visitor: Visitor, said: LookMessage) -> None:
        visitor.tab, visitor.joint, visitor.hidden = said.tab, said.joint, said.hidden
        if said.hidden:
            self.gone(visitor.number)

    def _sit(self, visitor: Visitor, said: SeatMessage, now: float) -> None:
        before = self._seat.driver
        if said.wish == "ask":
            self._seat.ask(visitor.number, now)
        elif said.wish == "give":
            self.gone(visitor.number)
            self._seat.give(visitor.number)
        else:
            self._seat.keep(visitor.number)
        if before is not None and before != self._seat.driver:
            self.gone(before)

    def _stop(self) -> None:
        """Hold at once, whatever is under way and whoever asked for it."""
        session = self._session
        if session.desk.open:
            session.desk.stop()
            return
        self._gamepad.let_go()
        session.commander.take_over()
        session.humanoid.hcm.wishes.stop = Stop.FREEZE

    def _obey(self, visitor: Visitor, said: PageMessage, now: float) -> None:
        session, pilot = self._session, self._session.pilot
        match said:
            case KeysMessage(held=held):
                self._press(self._held.report(visitor.number, held, now))
            case StickMessage():
                self._gamepad.stick(said, now)
            case ButtonMessage(name=name):
                self._gamepad.button(name)
            case AskMessage(command=command, words=words):
                pilot.ask(command, words)
            case SearchMessage(pattern=pattern) if session.commander.head is not None:
                session.commander.head.search(pattern)
            case PointMessage():
                self._page.point()
            case JointMessage(name=name, degrees=degrees):
                self._move(name, degrees)
            case DeskMessage():
                self._calibrate(said)
            case PushMessage(direction=direction, impulse=impulse):
                session.push(direction, min(impulse, 10.0 * session.fair_push))
            case ChooseMessage(robot=robot, world=world):
                self._choose(robot, world)
            case ActMessage(what=what):
                self._act(what)
            case TempoMessage():
                self._pass_time(said)
            case ViewMessage(name=name, on=on):
                self._page.overlay.switch(name, on=on)
            case TakeMessage() | _:
                pass  # whatever was heard has ended the show

    def _move(self, name: str, degrees: float) -> None:
        robot = self._session.humanoid.robot
        if name not in robot.joint_index:
            raise unknown("joint", name, robot.joint_names)
        self._session.humanoid.hcm.wake()  # somebody is there: it does not rest, or rests no more
        self._session.set_joint_deg(name, degrees)

    def _act(self, what: str) -> None:
        session = self._session
        if what == "ready":
            session.ready()
        elif what == "restart":
            self._tempo.pause(False)
            session.reset()
        elif what == "back":
            self._end()
        elif what == "go_on":
            session.humanoid.hcm.wishes.stop = None
        else:
            session.humanoid.look_where_unsure()

    def _pass_time(self, said: TempoMessage) -> None:
        if self.timeless:
            raise OlympianError(self.timeless)
        if said.factor is not None:
            self._tempo.factor = said.factor
        if said.paused is not None:
            self._tempo.pause(said.paused)
        if said.step:
            self._tempo.step()
        if said.back is not None:
            self._tempo.look_back(said.back)

    def _calibrate(self, said: DeskMessage) -> None:
        desk, what = self._session.desk, said.what
        if what == "begin":
            desk.begin()
        elif what == "end":
            desk.end()
        elif what == "stop":
            desk.stop()
        elif what == "write":
            desk.write(said.words)
        else:
            joints = self._joints(said.whose)
            if what in ("on", "off"):
                desk.power(what == "on", joints)
            elif what == "limits":
                desk.seek(joints)
            else:
                desk.set_home(joints, said.words)

    def _joints(self, whose: str) -> tuple[str, ...]:
        """Of a limb, or one by its own name."""
        robot = self._session.humanoid.robot
        groups = limbs_of(robot) | {name: (name,) for name in robot.joint_names}
        if whose not in groups:
            raise unknown("joint or limb", whose, groups)
        return groups[whose]

    def _press(self, changes: list[KeyChange]) -> None:
        for change in changes:
            (self._session.pilot.down if change.is_down else self._session.pilot.up)(change.key)
