"""Who asks for joints: what skills look like to the control module."""

from collections.abc import Mapping
from typing import Protocol

from olympian.geometry import Vec
from olympian.goal import Refusal, Source
from olympian.motion import Skill
from olympian.records import JointGoal, RobotState

__all__ = ["Claimant", "SkillClaimant"]


class Claimant(Protocol):
    """A skill that can be told to end, loses its joints and gets them back."""

    @property
    def source(self) -> Source:
        """As what it asks at present."""
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
    """Any skill as a claimant: it is reset when it loses its joints."""

    def __init__(self, source: Source, skill: Skill) -> None:
        self._source = source
        self.skill = skill
        self.refusals: Mapping[str, Refusal] = {}
        """What it did not get in the last tick, by part."""

    @property
    def source(self) -> Source:
        """As what it asks."""
        return self._source

    @property
    def wants(self) -> bool:
        """Looking around keeps nobody awake; everything else does."""
        return self._source not in (Source.HEAD, Source.BEHAVIOUR)

    def step(self, state: RobotState, dt: float) -> JointGoal | None:
        """Goals for this tick."""
        self.refusals = {}
        return self.skill.step(state, dt)

    def refused(self, parts: Mapping[str, Refusal]) -> None:
        """Remember it until the next tick."""
        self.refusals = parts

    def finish(self) -> None:
        """A plain skill cannot be hurried."""

    def interrupt(self, why: str) -> None:  # noqa: ARG002
        """Begin anew when the joints are back."""
        self.skill.reset()

    def begin_at(self, q: Vec) -> None:
        """A plain skill begins where the joints are."""
