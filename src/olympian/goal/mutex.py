"""The joint mutex: goals from any number of skills, and never two owners for one joint."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from enum import Enum
from functools import lru_cache

import numpy as np

from olympian.geometry import Vec, frozen
from olympian.goal.claims import CLAIMS, Claims, Source
from olympian.goal.parts import LEGS, Mask, Part, parts_of
from olympian.records import JointGoal, Semantic, ServoSettings
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
    owners: Mapping[str, Source]
    """By name of the part; parts that nobody asked for are missing and keep their last goal."""
    refused: Mapping[Source, Mapping[str, Refusal]]
    """By source, then by name of the part."""

    def granted(self, source: Source) -> bool:
        """Did the source get anything?"""
        return source in self.owners.values()


@dataclass(frozen=True, slots=True)
class _Grant:
    """Who gets what, whatever the goals themselves are."""

    owners: Mapping[str, Source]
    refused: Mapping[Source, Mapping[str, Refusal]]
    joints: tuple[tuple[int, Mask], ...]
    """Requests that got something, by their place, and the joints of each."""
    lead: int
    """Request whose plan for the feet counts: that of the legs' owner, or the first to get any."""
    whole: bool
    """Does one request get every part?"""
    reasons: tuple[tuple[Source, Refusal], ...]


class JointMutex:
    """Grants by state and part, anew in every tick; it holds no lock that could be forgotten.

    A part goes to one source as a whole. Protection comes first in every state, so nothing that
    others ask for, in whatever order, can keep it from a joint. Who asks for which joints seldom
    changes from tick to tick, so the last few answers are kept.
    """

    def __init__(self, robot: Robot, claims: Claims = CLAIMS) -> None:
        self.parts: tuple[Part, ...] = parts_of(robot)
        self._dof = robot.dof
        self._order = {
            state: tuple(
                (Source.PROTECTION, *claims.get(state, {}).get(part.kind, ()))
                for part in self.parts
            )
            for state in Semantic
        }
        self._grant = lru_cache(maxsize=64)(self._decide)
        self._set: tuple[list[tuple[ServoSettings | None, Mask]], ServoSettings | None] = [], None
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
        asked = tuple([(request.source, request.goal.mask.tobytes()) for request in requests])
        grant = self._grant(state, asked, tuple(escorted))
        for reason in grant.reasons:
            self.counts[reason] += 1
        return Verdict(self._merged(requests, grant), grant.owners, grant.refused)

    def _decide(
        self, state: Semantic, asked: tuple[tuple[Source, bytes], ...], escorted: tuple[Source, ...]
    ) -> _Grant:
        """Who gets what. Args: asked: sources, and masks of the joints they would move."""
        masks = {source: np.frombuffer(mask, dtype=np.bool_) for source, mask in asked}
        if len(masks) != len(asked):
            names = ", ".join(source.value for source, _ in asked)
            raise ValueError(f"more than one request of a source among {names}")
        owners: dict[str, Source] = {}
        refused: dict[Source, dict[str, Refusal]] = {}
        granted = {source: np.zeros(self._dof, dtype=np.bool_) for source in masks}
        for part, order in zip(self.parts, self._order[state], strict=True):
            wanted = [source for source, mask in masks.items() if mask[part.joints].any()]
            owner = next((source for source in (*order, *escorted) if source in wanted), None)
            for source in wanted:
                if source is owner:
                    owners[part.name] = source
                    granted[source][part.joints] = True
                else:
                    may = source in order or source in escorted
                    why = Refusal.TAKEN if may else Refusal.STATE
                    refused.setdefault(source, {})[part.name] = why
        sources = list(masks)
        joints = tuple(
            (place, granted[source])
            for place, source in enumerate(sources)
            if source in owners.values()
        )
        legs = owners.get(LEGS)
        return _Grant(
            owners=owners,
            refused=refused,
            joints=joints,
            lead=sources.index(legs) if legs is not None else joints[0][0] if joints else 0,
            whole=len(joints) == 1 and len(owners) == len(self.parts),
            reasons=tuple(
                (source, reason) for source, why in refused.items() for reason in set(why.values())
            ),
        )

    def _merged(self, requests: Sequence[Request], grant: _Grant) -> JointGoal:
        """One goal of what was granted."""
        if not grant.joints:
            return JointGoal.none(np.zeros(self._dof))
        lead = requests[grant.lead].goal
        if grant.whole:
            return lead
        q, mask = lead.q.copy(), np.zeros(self._dof, dtype=np.bool_)
        speed = torque = None
        settings = self._settings(requests, grant)
        for place, joints in grant.joints:
            goal = requests[place].goal
            np.copyto(q, goal.q, where=joints)
            np.copyto(mask, goal.mask, where=joints)
            if goal.speed is not None:
                speed = _laid(speed, goal.speed, joints, np.inf)
            if goal.torque is not None:
                torque = _laid(torque, goal.torque, joints, np.nan)
        for merged in (q, mask, speed, torque):
            if merged is not None:
                merged.setflags(write=False)
        return JointGoal(q, mask, speed, lead.support, lead.led, torque, settings)

    def _settings(self, requests: Sequence[Request], grant: _Grant) -> ServoSettings | None:
        """Registers of all owners; the same record as in the last tick if nothing has changed."""
        given = [(requests[place].goal.settings, joints) for place, joints in grant.joints]
        if all(settings is None for settings, _ in given):
            return None
        before, merged = self._set
        same = len(before) == len(given) and all(
            old is new and was is joints
            for (old, was), (new, joints) in zip(before, given, strict=True)
        )
        if not same:
            merged = ServoSettings(
                **{field.name: _laid_settings(field.name, given) for field in fields(ServoSettings)}
            )
            self._set = given, merged
        return merged


def _laid_settings(name: str, given: Sequence[tuple[ServoSettings | None, Mask]]) -> Vec | None:
    """One register by all owners, each for its own joints."""
    whole: Vec | None = None
    for settings, joints in given:
        values = None if settings is None else getattr(settings, name)
        if values is not None:
            whole = _laid(whole, values, joints, np.nan)
    return None if whole is None else frozen(whole)


def _laid(whole: Vec | None, value: Vec, joints: Mask, nothing: float) -> Vec:
    """What one owner says about its joints over what others said, and `nothing` elsewhere."""
    if whole is None:
        whole = np.full(len(joints), nothing)
    np.copyto(whole, value, where=joints)
    return whole
