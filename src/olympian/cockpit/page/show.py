"""A short show for who has just opened the page: what the robot can do, until somebody drives."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from olympian.cockpit.keys import COMMAND_KEYS, MODE_KEYS
from olympian.cockpit.session import Session
from olympian.decision.modes.run import RUN
from olympian.motion.animate import movement_names
from olympian.records import Semantic

TO_DRIVE = "This is a show: press any key to drive."
STAND, WALK, STAIRS, FIGHT = "stand", "walk", "stairs", "fight"
STOP, READY = "stop", "ready"
NUDGE, BLOW = 3.0, 20.0
"""Shoves, in fair ones: what a walk takes without a fall, and what no robot here stands."""
PATIENCE = 40.0
"""Seconds that an act may take when it has to wait for the robot."""
PAUSE = 10.0
"""Seconds after which the show begins again while nobody has taken over."""
PLACE = ("1.5", "-0.5", "0")
"""On the course: behind a box."""


@dataclass(frozen=True)
class Act:
    """One thing that the robot does."""

    caption: str
    begin: Callable[[Session], None]
    seconds: float
    """At least; it goes on while the robot is down, or busy with what takes its own time."""
    waits: bool = False
    """Does it take its own time?"""
    mode: str = ""
    """In which it begins; whichever it is if empty."""


class Show:
    """Does what a driver would, by the same keys, act after act; `end` hands the robot over.

    It never comes back by itself once somebody has taken over.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self._begin_again()
        self.on = True
        """Until somebody takes over."""

    def _begin_again(self) -> None:
        self._acts: Iterator[Act] = iter(acts(self._session))
        self._act: Act | None = None
        self._coming: Act | None = None
        self._since = self._session.simulation.t
        self._waiting = False

    @property
    def caption(self) -> str:
        """What is to be seen and what to press; empty after the show."""
        if not self.on:
            return ""
        if self._waiting:
            left = max(0.0, PAUSE - self._passed)
            return f"{TO_DRIVE}\nIt begins again in {left:.0f} s."
        return f"{TO_DRIVE}\n{self._act.caption}" if self._act is not None else TO_DRIVE

    def step(self) -> None:
        """Call once per tick: go on with the next act when the last one is over."""
        if not self.on or not self._over:
            return
        if self._waiting:
            self._session.reset()
            self._begin_again()
            return
        following = self._coming or next(self._acts, None)
        if following is not None and not self._in_mode(following.mode):
            self._coming = following
            return
        self._act, self._coming = following, None
        self._since = self._session.simulation.t
        if self._act is None:
            self._waiting = True
        else:
            self._act.begin(self._session)

    def _in_mode(self, mode: str) -> bool:
        """Is a mode in charge? If not, ask for it."""
        machine = self._session.humanoid.machine
        if mode in ("", machine.mode):
            return True
        if machine.asked != mode:
            self._session.pilot.down(MODE_KEYS[mode])
        return machine.mode == mode

    def end(self) -> None:
        """Somebody takes over: what is under way comes to a stop."""
        if self.on:
            self.on = False
            self._session.commander.take_over()
            _stop(self._session)
            self._session.humanoid.machine.message = (
                "it is yours: hold w to walk, 1 to 5 choose a mode"
            )

    @property
    def _passed(self) -> float:
        return self._session.simulation.t - self._since

    @property
    def _over(self) -> bool:
        if self._waiting:
            return self._passed >= PAUSE
        if self._act is None:
            return self._session.humanoid.hcm.situation.state is Semantic.CONTROLLABLE
        if self._passed < self._act.seconds:
            return False
        navigation = self._session.commander.navigation
        busy = self._session.humanoid.machine.in_action or (
            navigation is not None and navigation.goal is not None
        )
        down = self._session.humanoid.hcm.situation.state.is_down
        return self._passed >= PATIENCE or not (down or (busy and self._act.waits))


def acts(session: Session) -> list[Act]:
    """What this robot can do in this world, in the order of the show."""
    modes = session.humanoid.machine.modes
    world = session.simulation.world.name
    script: list[Act] = []
    if session.opponent is not None and FIGHT in modes:
        script += _fight()
    elif world == "stairs" and STAIRS in modes:
        script += [_pressed("It climbs the stairs: 3, then w.", STAIRS, "up")]
    elif world == "course" and session.commander.navigation is not None:
        script += [Act("It finds its way: shift-click on the floor.", _go, 1.0, waits=True)]
    elif world not in ("stairs", "ring") and (RUN in modes or WALK in modes):
        script += _walk()
    else:
        script += _stand(session)
    if world not in ("stairs", "ring") and "getup_back" in movement_names(
        session.humanoid.robot.name
    ):
        script += [Act("A hard shove: it falls, and gets up again.", _shove(180.0, BLOW), 4.0)]
    if "cheer" in session.humanoid.machine.commands(STAND):
        script += [_pressed("It cheers: 1, then y.", STAND, "cheer")]
    return script


def _walk() -> list[Act]:
    return [
        Act("It walks: hold w.", _press("w"), 5.0),
        Act("A shove from its left: it walks on.", _shove(-90.0, NUDGE), 3.0),
        Act("It walks a bend: hold w and a.", _press("a"), 4.0),
        Act("It stands again: let go.", _stop, 1.5, waits=True),
    ]


def _stand(session: Session) -> list[Act]:
    """For a robot that has nowhere to go, or no walk to go there with."""
    cannot = not {RUN, WALK} & set(session.humanoid.machine.modes)
    why = " It has no walk (olympian tune walk finds one)." if cannot else ""
    return [
        Act(f"It spreads its arms.{why}", _spread, 2.0, waits=True, mode=STAND),
        Act("And lowers them: r.", lambda one: one.humanoid.machine.press(READY), 2.0, True, STAND),
        Act(f"A shove from its right: it stands.{why}", _shove(90.0, 1.0), 3.0),
    ]


def _fight() -> list[Act]:
    return [
        Act("It goes into its guard: 4.", lambda _: None, 1.0, waits=True, mode=FIGHT),
        _pressed("A step ahead: w.", FIGHT, "forward"),
        _pressed("A punch: l.", FIGHT, "punch_right"),
        _pressed("And one with the left: j.", FIGHT, "punch_left"),
        _pressed("A step ahead: w.", FIGHT, "forward"),
        _pressed("Another punch: l.", FIGHT, "punch_right"),
    ]


def _pressed(caption: str, mode: str, command: str) -> Act:
    """A command of a mode, which takes its own time."""
    return Act(caption, lambda session: session.humanoid.machine.press(command), 1.0, True, mode)


def _press(key: str) -> Callable[[Session], None]:
    return lambda session: session.pilot.down(key)


def _shove(direction_deg: float, share: float) -> Callable[[Session], None]:
    return lambda session: session.push(direction_deg, share * session.fair_push)


def _spread(session: Session) -> None:
    """Arms to the middle of all that their joints can do."""
    robot = session.humanoid.robot
    q = np.array(robot.ready)
    for name, limb in robot.limbs.items():
        if name.endswith("_arm"):
            rows = robot.indices(limb.chain.joint_names)
            q[rows] = (robot.lower[rows] + robot.upper[rows]) / 2
    session.humanoid.machine.body.glide(q)


def _go(session: Session) -> None:
    session.pilot.ask("go_to", PLACE)


def _stop(session: Session) -> None:
    """What a driver does who lets all keys go."""
    if STOP in COMMAND_KEYS.get(session.humanoid.machine.mode, {}):
        session.humanoid.machine.press(STOP)
