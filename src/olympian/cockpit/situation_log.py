"""What the control module did in the course of a drive, moment by moment."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import isfinite

import msgspec

from olympian.cockpit.keys import known_keys, named
from olympian.cockpit.session import Session
from olympian.decision.dsd import EntryView, stack_text, stack_view
from olympian.errors import OlympianError, unknown


class SituationChange(msgspec.Struct, frozen=True):
    """A change of the situation, and the stack that made it."""

    t: float
    state: str
    reason: str
    stack: tuple[EntryView, ...]
    text: str
    """The stack as people read it."""

    @property
    def top(self) -> str:
        """The last decision and the action it led to."""
        *below, action = self.stack
        asked = f"{below[-1].name} {below[-1].outcome}, " if below else ""
        return asked + action.name


@dataclass(frozen=True)
class TimedPush:
    """Somebody pushes the robot."""

    t: float
    impulse: float
    direction_deg: float = 0.0


def read_shove(text: str) -> TimedPush:
    """A shove as `SECONDS:NEWTON_SECONDS:DEGREES`, the last of which may be left out."""
    try:
        parts = [float(part) for part in text.split(":")]
        if not all(map(isfinite, parts)):
            raise ValueError
        return TimedPush(*parts)
    except (TypeError, ValueError):
        raise OlympianError(
            f"push '{text}' is not SECONDS:NEWTON_SECONDS[:DEGREES], as in 3:2.5:90"
        ) from None


def check_keys(keys: str) -> None:
    """Refuses keys that no mode knows."""
    for key in keys:
        if key != "." and named(key) not in known_keys():
            raise unknown("key", key, [".", *known_keys()])


def follow(
    session: Session,
    seconds: float,
    keys: str = "",
    shoves: Sequence[TimedPush] = (),
    progress: Callable[[float], None] = lambda _: None,
    say: Callable[[str], None] = lambda _: None,
) -> list[SituationChange]:
    """Let time pass, pressing one key after the other; every change of the situation.

    Args:
        keys: one per second; `.` is none.
        say: hears of keys that mean nothing at their time.
    """
    check_keys(keys)
    moments: list[SituationChange] = []
    waiting, pressed = sorted(shoves, key=lambda shove: shove.t), iter(keys)
    second = 0
    while session.simulation.t < seconds:
        t = session.simulation.t
        if t >= second:
            second += 1
            key = next(pressed, ".")
            if key != ".":
                session.pilot.down(key)
                if f"key '{named(key)}'" in session.humanoid.machine.message:
                    say(f"{t:.2f} s: {session.humanoid.machine.message}")
            session.humanoid.breaker.call("progress", progress, t / seconds)
        while waiting and t >= waiting[0].t:
            shove = waiting.pop(0)
            session.push(shove.direction_deg, shove.impulse)
        session.tick()
        now = session.humanoid.hcm.situation
        if not moments or (moments[-1].state, moments[-1].reason) != (now.state.value, now.reason):
            stack = session.humanoid.hcm.stack
            view, text = stack_view(stack), stack_text(stack)
            moments.append(
                SituationChange(round(now.since, 3), now.state.value, now.reason, view, text)
            )
    return moments
