"""The joint mutex: goals from any number of skills, and never two owners for one joint."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

import numpy as np

from olympian.geometry import Vec, frozen
from olympian.goal.claims import CLAIMS, Claims, Source
from olympian.goal.mutex_kernel import touched
from olympian.goal.parts import LEGS, Mask, Part, parts_of
from olympian.records import JointGoal, Semantic
from olympian.robot import Robot

__all__ = ["JointMutex", "Refusal", "Request", "Verdict"]


class Refusal(Enum):
    """Why a source did not get a part it asked for."""

    STATE = "not in this state"
    TAKEN = "another source moves it"


@dataclass(frozen=True, slots=True)
class Request:
    """What a source would like to do in this tick."""

    source: Source
    goal: JointGoal


@dataclass(frozen=True, slots=True)
class Verdict:
    """What goes out, and who did not get what."""

    goal: JointGoal
    owners: dict[str, Source]
    """By name of the part; parts that nobody asked for are missing and keep their last goal."""
    refused: dict[Source, dict[str, Refusal]]
    """By source, then by name of the part."""

    def granted(self, source: Source) -> bool:
        """Did the source get anything?"""
        return source in self.owners.values()


class JointMutex:
    """Grants by state and part, anew in every tick; it holds no lock that could be forgotten.

    A part goes to one source as a whole. Protection comes first in every state, so nothing that
    others ask for, in whatever order, can keep it from a joint.
    """

    def __init__(self, robot: Robot, claims: Claims = CLAIMS) -> None:
        self.parts: tuple[Part, ...] = parts_of(robot)
        self._bits = tuple(1 << index for index in range(len(self.parts)))
        self._all = sum(self._bits)
        self._bit = np.zeros(robot.dof, dtype=np.int64)
        for bit, part in zip(self._bits, self.parts, strict=True):
            self._bit[part.joints] = bit
        self._masks: dict[int, Mask] = {}
        self._order = {
            state: tuple(
                (Source.PROTECTION, *claims.get(state, {}).get(part.kind, ()))
                for part in self.parts
            )
            for state in Semantic
        }
        self.counts: Counter[tuple[Source, Refusal]] = Counter()
        """Refused goals so far: one per source, reason and tick."""

    def step(
        self, state: Semantic, requests: Sequence[Request], escorted: Sequence[Source] = ()
    ) -> Verdict:
        """Who moves what in this tick.

        Args:
            requests: at most one per source.
            escorted: sources that may go on although the state does not let them: a walk that is
                to finish its step before the robot stands still.
        """
        asked = {request.source: touched(request.goal.mask, self._bit) for request in requests}
        if len(asked) != len(requests):
            names = [request.source.value for request in requests]
            raise ValueError(f"more than one request of a source among {', '.join(names)}")
        owners: dict[str, Source] = {}
        owned = dict.fromkeys(asked, 0)
        for bit, part, order in zip(self._bits, self.parts, self._order[state], strict=True):
            for source in (*order, *escorted):
                if asked.get(source, 0) & bit:
                    owners[part.name] = source
                    owned[source] |= bit
                    break
        refused = {
            source: self._refusals(bits & ~owned[source], source, state, escorted)
            for source, bits in asked.items()
            if bits != owned[source]
        }
        return Verdict(self._merged(requests, owned, owners), owners, refused)

    def _refusals(
        self, bits: int, source: Source, state: Semantic, escorted: Sequence[Source]
    ) -> dict[str, Refusal]:
        """Why a source did not get these parts."""
        why = {
            part.name: Refusal.TAKEN if source in order or source in escorted else Refusal.STATE
            for bit, part, order in zip(self._bits, self.parts, self._order[state], strict=True)
            if bits & bit
        }
        for reason in set(why.values()):
            self.counts[source, reason] += 1
        return why

    def _merged(
        self, requests: Sequence[Request], owned: dict[Source, int], owners: dict[str, Source]
    ) -> JointGoal:
        """One goal of what was granted; the plan for the feet is that of the legs' owner."""
        lucky = [(request.goal, owned[request.source]) for request in requests]
        lucky = [(goal, bits) for goal, bits in lucky if bits]
        if not lucky:
            return JointGoal.none(np.zeros(len(self._bit)))
        if lucky[0][1] == self._all:
            return lucky[0][0]
        leader = owners.get(LEGS)
        goals = (request.goal for request in requests if request.source is leader)
        lead = next(goals, lucky[0][0])
        q, mask = lead.q.copy(), np.zeros(len(self._bit), dtype=np.bool_)
        for goal, bits in lucky:
            joints = self._joints(bits)
            np.copyto(q, goal.q, where=joints)
            np.copyto(mask, goal.mask, where=joints)
        speed = self._laid([(goal.speed, bits) for goal, bits in lucky], np.inf)
        torque = self._laid([(goal.torque, bits) for goal, bits in lucky], np.nan)
        q.setflags(write=False)
        mask.setflags(write=False)
        return JointGoal(q, mask, speed, lead.support, lead.led, torque)

    def _laid(self, values: list[tuple[Vec | None, int]], nothing: float) -> Vec | None:
        """What some owners say about their joints, and `nothing` elsewhere; None if none does."""
        if all(value is None for value, _ in values):
            return None
        whole = np.full(len(self._bit), nothing)
        for value, bits in values:
            if value is not None:
                np.copyto(whole, value, where=self._joints(bits))
        return frozen(whole)

    def _joints(self, bits: int) -> Mask:
        """Joints of some parts."""
        if bits not in self._masks:
            self._masks[bits] = (self._bit & bits) != 0
        return self._masks[bits]
