"""What a robot is told from outside, as text: notes are taken of it, and it can be told again."""

import json
from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import TYPE_CHECKING, Any

import numpy as np

from olympian.decision.hcm import Claimant, SkillClaimant, Stop, Wishes
from olympian.errors import OlympianError
from olympian.geometry import Vec
from olympian.goal import Refusal, Urgency
from olympian.records import (
    FallDirection,
    JointGoal,
    RobotState,
    Sensors,
    ServoSettings,
    Support,
    Twist,
)

if TYPE_CHECKING:
    from olympian.humanoid.humanoid import Humanoid

__all__ = ["OrderBook", "RetoldClaimant", "obey", "retold_claimants"]

TOLD = {
    "machine": ("select", "drive", "bar", "press", "release", "pose", "tune"),
    "teleop": ("hold", "let_go"),
    "head": ("ahead", "look_at", "search", "let_go", "reset"),
    "hcm": ("wake",),
}
"""Parts of a robot and what they are told; whatever else happens follows from it."""
LEADING = ("supply", "slope_cw", "margin_cw", "punch", "p_gain", "d_gain")
"""Numbers of the servos by which goals run ahead of joints."""
ARRAYS = ("mask", "speed", "torque", "power")
DTYPES = {"mask": np.bool_, "power": np.int8}


class OrderBook:
    """Writes down what comes from outside the loop; what the robot tells itself comes again anyway.

    Orders are kept until the tick that obeys them begins: those of navigation, which comes after
    the servos have been sent their goals, belong to the next one.
    """

    def __init__(self, robot: "Humanoid", write: Callable[[str], None]) -> None:
        """Args: write: takes a line at the beginning of a tick, or within it."""
        self._robot, self._write = robot, write
        self._depth, self._waiting = 0, list[str]()
        self._known: list[Claimant] = []
        self._undo: list[tuple[object, str, object, object]] = []
        self.claimants = [self._follow(one) for one in self._guests(robot)]
        """Those that it was assembled with, as orders to add them."""
        for part, names in TOLD.items():
            owner = getattr(robot, part)
            for name in names if owner is not None else ():
                self._wrap(owner, name, self._noted(part, name, getattr(owner, name)))
        self._wrap(robot, "restart", self._noted("robot", "restart", robot.restart))
        self._wrap(robot.hcm, "add", self._adding(robot.hcm.add))
        self._wrap(robot.hcm, "remove", self._removing(robot.hcm.remove))
        self._wrap(robot.loop, "tick", self._ticking(robot.loop.tick))
        self._wrap(robot.body, "read", self._reading(robot.body.read))
        self._servos: dict[str, list[float]] = {}
        self._wishes = _wishes(robot.hcm.wishes)

    def close(self) -> None:
        """Take no more notes."""
        self._write = _forget
        for owner, name, wrapped, before in reversed(self._undo):
            own = vars(owner)
            if own.get(name) is not wrapped:
                continue  # a second book stands before this one, which is silent from now on
            if before is None:
                del own[name]
            else:
                own[name] = before
        self._undo.clear()

    def _guests(self, robot: "Humanoid") -> list[Claimant]:
        own = (robot.head, robot.teleop, robot.machine)
        return [one for one in robot.hcm.claimants if one not in own]

    def _wrap(self, owner: object, name: str, wrapped: Callable[..., Any]) -> None:
        """Stand before a method of this one object."""
        self._undo.append((owner, name, wrapped, vars(owner).get(name)))
        setattr(owner, name, wrapped)

    def _note(self, order: dict[str, Any]) -> None:
        if self._depth == 0:
            self._waiting.append(json.dumps(order))

    def _noted(self, part: str, name: str, told: Callable[..., Any]) -> Callable[..., Any]:
        def tell(*args: Any, **more: Any) -> Any:
            said = [_plain(one) for one in (*args, *more.values())]
            self._note({"to": part, "do": name, "with": said})
            return self._within(told, *args, **more)

        return tell

    def _adding(self, add: Callable[[Claimant], None]) -> Callable[[Claimant], None]:
        def tell(one: Claimant) -> None:
            self._within(add, one)
            self._note(self._follow(one))

        return tell

    def _removing(self, remove: Callable[[Claimant], None]) -> Callable[[Claimant], None]:
        def tell(one: Claimant) -> None:
            self._note({"to": "claimants", "do": "remove", "number": self._number(one)})
            return self._within(remove, one)

        return tell

    def _ticking(self, tick: Callable[[], RobotState]) -> Callable[[], RobotState]:
        def tell() -> RobotState:
            wishes = _wishes(self._robot.hcm.wishes)
            if wishes != self._wishes:
                self._note({"to": "wishes", "are": wishes})
            for order in self._waiting:
                self._write(order)
            self._waiting.clear()
            state = self._within(tick)
            self._wishes = _wishes(self._robot.hcm.wishes)
            return state

        return tell

    def _reading(self, read: Callable[[], Sensors]) -> Callable[[], Sensors]:
        """Servos as they are when goals are made from what was read."""

        def feel() -> Sensors:
            sensors, bank = read(), self._robot.body.servos
            if bank is not None:
                now = {name: bank.table[name].tolist() for name in LEADING}
                new = {name: row for name, row in now.items() if row != self._servos.get(name)}
                if new:
                    self._write(json.dumps({"to": "servos", "are": new}))
                self._servos = now
            return sensors

        return feel

    def _within(self, told: Callable[..., Any], *args: Any, **more: Any) -> Any:
        self._depth += 1
        try:
            return told(*args, **more)
        finally:
            self._depth -= 1

    def _follow(self, one: Claimant) -> dict[str, Any]:
        """Write down what a claimant asks for, tick by tick; the order that adds it."""
        number, step = self._number(one), one.step
        if number < 0:
            number = len(self._known)
            self._known.append(one)
            self._wrap(one, "step", self._asking(one, number, step))
        return {"to": "claimants", "do": "add", "number": number, "name": one.name}

    def _number(self, one: Claimant) -> int:
        """Place among those it follows; -1: it is none of them."""
        places = (place for place, known in enumerate(self._known) if known is one)
        return next(places, -1)

    def _asking(
        self, one: Claimant, number: int, step: Callable[[RobotState, float], JointGoal | None]
    ) -> Callable[[RobotState, float], JointGoal | None]:
        def ask(state: RobotState, dt: float) -> JointGoal | None:
            goal = step(state, dt)
            fitted = one.fitted(goal) if goal and isinstance(one, SkillClaimant) else goal
            claim = {"to": "claimants", "do": "claim", "number": number}
            self._write(json.dumps(claim | _asked(one, fitted)))
            return goal

        return ask


def _forget(_: str) -> None:
    """What a closed book writes."""


class RetoldClaimant:
    """A claimant of a recording: it asks for what was asked for, in the ticks in which it was."""

    def __init__(self, name: str) -> None:
        self.name, self.urgency, self.wants = name, Urgency.SKILL, False
        self._goal: JointGoal | None = None

    def claim(self, order: Mapping[str, Any], dof: int) -> None:
        """What it asks for in the tick that comes."""
        self.urgency, self.wants = Urgency(order["urgency"]), bool(order["wants"])
        self._goal = None if order["goal"] is None else _goal(order["goal"], dof)

    def step(self, state: RobotState, dt: float) -> JointGoal | None:  # noqa: ARG002
        """What was asked for, once."""
        goal, self._goal = self._goal, None
        return goal

    def refused(self, parts: Mapping[str, Refusal]) -> None:
        """It was refused then, too."""

    def finish(self) -> None:
        """What it did then follows."""

    def interrupt(self, why: str) -> None:
        """What it did then follows."""

    def begin_at(self, q: Vec) -> None:
        """What it did then follows."""


def retold_claimants(text: str) -> dict[int, RetoldClaimant]:
    """Those that a robot was assembled with, by number."""
    return {order["number"]: RetoldClaimant(order["name"]) for order in json.loads(text)}


def obey(robot: "Humanoid", text: str, guests: dict[int, RetoldClaimant]) -> None:
    """Tell a robot again what it was told.

    Args: guests: claimants by number; those that come are added.

    Raises: OlympianError: it is no order.
    """
    try:
        order = json.loads(text)
        match order["to"]:
            case "claimants":
                _manage(robot, order, guests)
            case "wishes":
                _wish(robot.hcm.wishes, order["are"])
            case "servos":
                _set_servos(robot, order["are"])
            case "robot":
                robot.restart()
            case part if order["do"] in TOLD[part]:
                getattr(getattr(robot, part), order["do"])(*map(_rich, order["with"]))
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        raise OlympianError(f"not an order: {text[:100]!r}: {error}") from error
    except OlympianError:
        return  # it was refused then, too


def _manage(robot: "Humanoid", order: dict[str, Any], guests: dict[int, RetoldClaimant]) -> None:
    number = order["number"]
    match order["do"]:
        case "add":
            guests[number] = RetoldClaimant(order["name"])
            robot.hcm.add(guests[number])
        case "remove":
            robot.hcm.remove(guests.pop(number))
        case "claim":
            guests[number].claim(order, robot.robot.dof)


def _set_servos(robot: "Humanoid", are: dict[str, list[float]]) -> None:
    bank = robot.body.servos
    for name, row in are.items():
        if bank is None or name not in LEADING:
            raise ValueError(f"servos have no {name}")
        bank.table[name][:] = row


def _wishes(wishes: Wishes) -> dict[str, Any]:
    found = {field.name: getattr(wishes, field.name) for field in fields(Wishes)}
    stop = None if wishes.stop is None else wishes.stop.name
    return found | {"stop": stop, "limp": sorted(wishes.limp)}


def _wish(wishes: Wishes, are: dict[str, Any]) -> None:
    for field in fields(Wishes):
        value = are[field.name]
        if field.name == "stop":
            value = None if value is None else Stop[value]
        elif field.name == "limp":
            value = frozenset(value)
        elif field.name == "dive":
            value = None if value is None else FallDirection(value)
        setattr(wishes, field.name, value)


def _asked(one: Claimant, goal: JointGoal | None) -> dict[str, Any]:
    asked = {"urgency": one.urgency.value, "wants": bool(one.wants), "goal": None}
    if goal is None:
        return asked
    plain: dict[str, Any] = {"q": goal.q.tolist(), "led": goal.led}
    for name in ARRAYS:
        value = getattr(goal, name)
        plain[name] = None if value is None else value.tolist()
    if goal.support is not None:
        plain["support"] = {
            "grounded": goal.support.grounded.tolist(),
            "com": goal.support.com_acceleration.tolist(),
            "slip": list(goal.support.slip),
        }
    if goal.settings is not None:
        rows = {field.name: getattr(goal.settings, field.name) for field in fields(ServoSettings)}
        plain["settings"] = {
            name: None if row is None else row.tolist() for name, row in rows.items()
        }
    return asked | {"goal": plain}


def _goal(plain: dict[str, Any], dof: int) -> JointGoal:
    q = np.array(plain["q"], dtype=float)
    if q.shape != (dof,):
        raise ValueError(f"a goal of {q.size} joints, not of {dof}")
    given: dict[str, Any] = {
        name: None if plain[name] is None else np.array(plain[name], DTYPES.get(name, np.float64))
        for name in ARRAYS
    }
    support = settings = None
    if "support" in plain:
        told = plain["support"]
        slip = float(told["slip"][0]), float(told["slip"][1])
        support = Support(np.array(told["grounded"], np.bool_), np.array(told["com"]), slip)
    if "settings" in plain:
        rows = plain["settings"].items()
        settings = ServoSettings(**{name: row and np.array(row, float) for name, row in rows})
    return JointGoal(q, led=plain["led"], support=support, settings=settings, **given)


def _plain(value: object) -> object:
    if isinstance(value, Twist):
        return {"twist": [value.forward, value.left, value.turn]}
    if isinstance(value, np.ndarray):
        return {"array": value.tolist()}
    return dict(value) if isinstance(value, Mapping) else value


def _rich(value: Any) -> Any:
    if isinstance(value, dict) and "twist" in value:
        return Twist(*value["twist"])
    if isinstance(value, dict) and "array" in value:
        return np.array(value["array"])
    return value
