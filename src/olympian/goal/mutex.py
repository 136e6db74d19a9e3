"""The joint mutex: goals from any number of skills, and never two owners for one joint."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum

import numpy as np

from olympian.geometry import frozen
from olympian.goal.claims import CLAIMS, Claims, Source
from olympian.goal.parts import Part, parts_of
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
        self._bit = np.zeros(robot.dof, dtype=np.int64)
        for index, part in enumerate(self.parts):
            self._bit[part.joints] = 1 << index
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
        self, state: Semantic, requests: Sequence[Request], escorted: Iterable[Source] = ()
    ) -> Verdict:
        """Who moves what in this tick.

        Args:
            requests: at most one per source.
            escorted: sources that may go on although the state does not let them: a walk that is
                to finish its step before the robot stands still.
        """
        asked = {request.source: self._asked(request.goal) for request in requests}
        if len(asked) != len(requests):
            names = [request.source.value for request in requests]
            raise ValueError(f"more than one request of a source among {', '.join(names)}")
        owners: dict[str, Source] = {}
        refused: dict[Source, dict[str, Refusal]] = {}
        for index, part in enumerate(self.parts):
            allowed = (*self._order[state][index], *escorted)
            owner = next((one for one in allowed if asked.get(one, 0) >> index & 1), None)
            if owner is not None:
                owners[part.name] = owner
            for source, wanted in asked.items():
                if source is not owner and wanted >> index & 1:
                    why = Refusal.TAKEN if source in allowed else Refusal.STATE
                    refused.setdefault(source, {})[part.name] = why
        for source, parts in refused.items():
            self.counts.update((source, why) for why in set(parts.values()))
        return Verdict(self._merged(requests, owners), owners, refused)

    def _asked(self, goal: JointGoal) -> int:
        """Parts a goal touches, as bits."""
        return int(np.bitwise_or.reduce(self._bit[goal.mask], initial=0))

    def _merged(self, requests: Sequence[Request], owners: dict[str, Source]) -> JointGoal:
        """One goal of what was granted; the plan for the feet is that of the legs' owner."""
        if not owners:
            return JointGoal.none(np.zeros(len(self._bit)))
        goals = {request.source: request.goal for request in requests}
        leader = goals[owners.get("legs", next(iter(owners.values())))]
        if len(set(owners.values())) == 1 and len(owners) == len(self.parts):
            return leader
        q, mask = leader.q.copy(), np.zeros(len(self._bit), dtype=np.bool_)
        speed = np.full(len(q), np.inf)
        for part in self.parts:
            if part.name in owners:
                goal, joints = goals[owners[part.name]], part.joints
                q[joints], mask[joints] = goal.q[joints], goal.mask[joints]
                if goal.speed is not None:
                    speed[joints] = goal.speed[joints]
        return JointGoal(frozen(q), frozen(mask), frozen(speed), leader.support, leader.led)
