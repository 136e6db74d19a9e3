"""Who asks for joints: what skills look like to the control module."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Protocol

import numpy as np

from olympian.breaker import BadReturnError
from olympian.errors import OlympianError
from olympian.geometry import Vec
from olympian.goal import PROTECTION, Mask, Refusal, Urgency, parts_named, parts_of
from olympian.motion import Skill
from olympian.records import JointGoal, RobotState
from olympian.robot import Robot

AWAKE = frozenset(Urgency) - {Urgency.LOOK, Urgency.IDLE, Urgency.STAND}
"""What keeps a robot from resting its motors."""


class Claimant(Protocol):
    """A skill that can be told to end, loses its joints and gets them back."""

    @property
    def name(self) -> str:
        """What it is called in the log."""
        ...

    @property
    def urgency(self) -> Urgency:
        """How urgently it asks at present."""
        ...

    @property
    def wants(self) -> bool:
        """Is there something to do, beyond holding a pose?"""
        ...

    def step(self, state: RobotState, dt: float) -> JointGoal | None:
        """Goals for this tick, or None to leave the joints alone."""
        ...

    def refused(self, parts: Mapping[str, Refusal]) -> None:
        """Told after a tick in which it did not get everything it asked for."""
        ...

    def finish(self) -> None:
        """Come to an end as soon as it is safe; told in every tick while it `wants` something."""
        ...

    def interrupt(self, why: str) -> None:
        """The joints are lost: forget what was under way."""
        ...

    def begin_at(self, q: Vec) -> None:
        """The joints are back; `q` is where they were sent last."""
        ...


class SkillClaimant:
    """Any skill as a claimant for some parts: it is reset when it loses its joints."""

    def __init__(
        self,
        robot: Robot,
        skill: Skill,
        parts: Iterable[str] | str | None = None,
        urgency: Urgency | None = None,
        name: str = "",
    ) -> None:
        """Args:
        parts: what it needs and may move, for instance `("left_arm", "head")`; None takes the
            skill's own `parts`. Of a skill that has more of its own, the others are left out.
        urgency: None takes the skill's own, and `Urgency.SKILL` where it has none.
        name: what it is called in the log; that of its class by default.

        Raises: OlympianError: the robot lacks a part, or the urgency is none.
        """
        self.skill = skill
        self.name = name or type(skill).__name__
        own = getattr(skill, "parts", None)
        parts, own = own if parts is None else parts, parts if own is None else own
        if parts is None or own is None:
            known = ", ".join(part.name for part in parts_of(robot))
            raise OlympianError(f"skill '{self.name}' says no parts; choose from {known}")
        claimed = parts_named(robot, parts)
        self.parts = tuple(part.name for part in claimed)
        self.urgency: Urgency = (
            getattr(skill, "urgency", Urgency.SKILL) if urgency is None else urgency
        )
        self.wants = self.urgency in AWAKE
        check_claim(self)
        self._robot = robot
        self._claimed: Mask = np.any([part.joints for part in claimed], axis=0)
        known = [part.joints for part in parts_named(robot, own)]
        self._beyond: Mask = ~np.any([self._claimed, *known], axis=0)
        self.refusals: Mapping[str, Refusal] = {}
        """What it did not get in the last tick, by part."""
        self.interrupted = ""
        """Why it lost its joints, if it did."""

    @property
    def lost(self) -> str:
        """Why it has not all the joints it needs; empty while it has."""
        return self.interrupted or "; ".join(
            f"{part}: {refusal.reason}" for part, refusal in self.refusals.items()
        )

    def reset(self) -> None:
        """As if it had never asked."""
        self.refusals, self.interrupted = {}, ""
        self.skill.reset()

    def step(self, state: RobotState, dt: float) -> JointGoal | None:
        """Goals for this tick."""
        self.refusals = {}
        return self.skill.step(state, dt)

    def fitted(self, goal: JointGoal) -> JointGoal:
        """A goal for the parts that were asked for, which may be fewer than the skill's own.

        Raises: BadReturnError: it moves what it never spoke of.
        """
        beyond = goal.mask & self._beyond
        if beyond.any():
            claimed, joint = ", ".join(self.parts), self._robot.joint_names[int(beyond.argmax())]
            raise BadReturnError(f"it asks for {claimed} and moves '{joint}'", self.skill.step)
        mask = goal.mask & self._claimed
        return goal if (mask == goal.mask).all() else replace(goal, mask=mask)

    def refused(self, parts: Mapping[str, Refusal]) -> None:
        """Remember it until the next tick."""
        self.refusals = parts

    def finish(self) -> None:
        """A plain skill cannot be hurried."""

    def interrupt(self, why: str) -> None:
        """Begin anew when the joints are back."""
        self.interrupted = why
        self.skill.reset()

    def begin_at(self, q: Vec) -> None:  # noqa: ARG002
        """A plain skill begins where the joints are."""
        self.interrupted = ""


def check_claim(one: Claimant) -> None:
    """Refuse at once what could never be granted.

    Raises: OlympianError: its urgency is none, or only the module's own.
    """
    if not (isinstance(one.name, str) and one.name) or one.name == PROTECTION:
        raise OlympianError(f"a claimant needs a name of its own, not {one.name!r}")
    if not isinstance(one.urgency, Urgency) or one.urgency is Urgency.PROTECTION:
        known = ", ".join(f"Urgency.{urgency.name}" for urgency in list(Urgency)[1:])
        raise OlympianError(f"urgency of '{one.name}' is {one.urgency!r}; choose from {known}")
