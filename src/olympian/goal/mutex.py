"""The joint mutex: goals from any number of skills, and never two owners for one joint."""

from collections import Counter, deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from olympian.goal.claims import CLAIMS, YIELDS, Claims, Urgency
from olympian.goal.merge import GoalMerge
from olympian.goal.parts import LEGS, Mask, Part, parts_of
from olympian.records import JointGoal, Semantic
from olympian.robot import Robot

PROTECTION = "protection"
"""Name of the module itself among those who ask."""
NEWS = 50
"""Refusals that wait to be told; nobody reads more."""
LASTING = 20
"""Ticks after which a refusal is told: between two actions a state lasts 0.1 s beyond its end."""


class Refusal(NamedTuple):
    """A part that somebody asked for and did not get."""

    claimant: str
    urgency: Urgency
    part: str
    holder: str
    """Who has it; empty where the state forbids it."""
    reason: str

    def __str__(self) -> str:
        return f"{self.claimant} does not get {self.part}: {self.reason}"


class Request(NamedTuple):
    """What somebody would like to do in this tick."""

    claimant: str
    """By name; each asks once a tick."""
    urgency: Urgency
    goal: JointGoal


class Verdict(NamedTuple):
    """What goes out, and who did not get what."""

    goal: JointGoal
    owners: Mapping[str, str]
    """Claimants by part; parts that nobody asked for are missing and keep their last goal."""
    refused: Mapping[str, Mapping[str, Refusal]]
    """By claimant, then by part."""
    moved: frozenset[Urgency]
    """With which urgency something is moved; a walk only counts with its legs."""


@dataclass(frozen=True, slots=True)
class _Grant:
    """Who gets what, whatever the goals themselves are."""

    owners: Mapping[str, str]
    holders: tuple[str | None, ...]
    """The same, part by part."""
    refused: Mapping[str, Mapping[str, Refusal]]
    moved: frozenset[Urgency]
    joints: tuple[tuple[int, Mask], ...]
    """Requests that got something, by their place, and the joints of each."""
    lead: int
    """Request whose plan for the feet counts: that of the legs' owner, or the first to get any."""
    whole: bool
    """Does one request get every part?"""
    tied: bool
    """Do two ask with the same urgency, so that it counts who has a part already?"""
    refusals: tuple[Refusal, ...]
    news: tuple[Refusal, ...]
    """Refusals that whoever asked did not expect."""


class JointMutex:
    """Grants by state and part, anew in every tick; it holds no lock that could be forgotten.

    A part goes to one claimant as a whole: to the most urgent in this state; among equals to the
    one that has it already, then to the one that asked first. Protection comes first in every
    state, so nothing that others ask for can keep it from a joint. Who asks for which joints
    seldom changes from tick to tick, so the last few answers are kept.
    """

    def __init__(self, robot: Robot, claims: Claims = CLAIMS) -> None:
        self.parts: tuple[Part, ...] = parts_of(robot)
        self._dof = robot.dof
        self._merge = GoalMerge(robot.dof)
        self._order = {
            (state, ending): tuple(_order(claims[state][part.kind], ending) for part in self.parts)
            for state in Semantic
            for ending in (False, True)
        }
        self._grant = lru_cache(maxsize=64)(self._decide)
        self.counts: Counter[Refusal] = Counter()
        """Ticks of each refusal so far."""
        self.reset()

    def reset(self) -> None:
        """Nobody has anything, and nothing was refused."""
        self._nobody: tuple[str | None, ...] = (None,) * len(self.parts)
        self._holders = self._nobody
        self._merge.reset()
        self._news: deque[Refusal] = deque(maxlen=NEWS)
        self.counts.clear()

    def step(self, state: Semantic, requests: Sequence[Request], ending: bool = False) -> Verdict:
        """Who moves what in this tick.

        Args:
            requests: at most one per claimant.
            ending: it comes to a stand: who stands may move all that nobody else does.
        """
        asked = tuple([(one.claimant, one.urgency, one.goal.mask.tobytes()) for one in requests])
        grant = self._grant(state, ending, asked, self._nobody)
        if grant.tied:
            grant = self._grant(state, ending, asked, self._holders)
        self._holders = grant.holders
        counts = self.counts
        for refusal in grant.refusals:
            counts[refusal] += 1
        for refusal in grant.news:
            if counts[refusal] == LASTING:
                self._news.append(refusal)
        goals = [one.goal for one in requests]
        goal = self._merge.step(goals, grant.joints, grant.lead, grant.whole)
        return Verdict(goal, grant.owners, grant.refused, grant.moved)

    def news(self) -> list[Refusal]:
        """Refusals that have lasted for the first time, since this was last asked."""
        told = list(self._news)
        self._news.clear()
        return told

    def _decide(
        self,
        state: Semantic,
        ending: bool,
        asked: tuple[tuple[str, Urgency, bytes], ...],
        holders: tuple[str | None, ...],
    ) -> _Grant:
        """Who gets what.

        Args:
            asked: claimants, their urgencies, and masks of the joints they would move.
            holders: who had each part in the last tick.
        """
        urgencies = {name: urgency for name, urgency, _ in asked}
        if len(urgencies) != len(asked):
            raise ValueError(f"more than one request of a claimant among {', '.join(urgencies)}")
        masks = {name: np.frombuffer(mask, dtype=np.bool_) for name, _, mask in asked}
        owners: dict[str, str] = {}
        refused: dict[str, dict[str, Refusal]] = {}
        granted = {name: np.zeros(self._dof, dtype=np.bool_) for name in masks}
        orders = self._order[state, ending]
        for part, order, holder in zip(self.parts, orders, holders, strict=True):
            wanted = [name for name, mask in masks.items() if mask[part.joints].any()]
            ranks = [
                (order.index(urgencies[name]), name != holder, place)
                for place, name in enumerate(wanted)
                if urgencies[name] in order
            ]
            owner = wanted[min(ranks)[2]] if ranks else None
            for name in wanted:
                if name == owner:
                    owners[part.name] = name
                    granted[name][part.joints] = True
                else:
                    why = _why(part, state, order, urgencies, name, owner)
                    refused.setdefault(name, {})[part.name] = why
        names, legs = list(masks), owners.get(LEGS)
        kinds = {part.name: part.kind for part in self.parts}
        refusals = tuple(why for parts in refused.values() for why in parts.values())
        joints = tuple(
            (place, granted[name]) for place, name in enumerate(names) if granted[name].any()
        )
        return _Grant(
            owners=owners,
            holders=tuple(owners.get(part.name) for part in self.parts),
            refused=refused,
            moved=_moved(owners, urgencies),
            joints=joints,
            lead=names.index(legs) if legs is not None else joints[0][0] if joints else 0,
            whole=len(joints) == 1 and len(owners) == len(self.parts),
            tied=len(set(urgencies.values())) < len(urgencies),
            refusals=refusals,
            news=tuple(
                why for why in refusals if kinds[why.part] not in YIELDS.get(why.urgency, ())
            ),
        )


def _order(row: tuple[Urgency, ...], ending: bool) -> tuple[Urgency, ...]:
    """All that may move a part, the most urgent first."""
    standing = (Urgency.STAND,) if ending and Urgency.STAND not in row else ()
    return (Urgency.PROTECTION, *row, *standing)


def _why(
    part: Part,
    state: Semantic,
    order: tuple[Urgency, ...],
    urgencies: Mapping[str, Urgency],
    name: str,
    owner: str | None,
) -> Refusal:
    """Why `name` does not get a part. Args: order: urgencies that may move it in this state."""
    if owner is not None and urgencies[name] in order:
        why = f"{owner} has it ({urgencies[owner].value})"
        return Refusal(name, urgencies[name], part.name, owner, why)
    allowed = ", ".join(urgency.value for urgency in order[1:] or order)
    asked, now = urgencies[name].value, state.value.replace("_", " ")
    why = f"state {now} leaves it to {allowed}, not to {asked}"
    return Refusal(name, urgencies[name], part.name, "", why)


def _moved(owners: Mapping[str, str], urgencies: Mapping[str, Urgency]) -> frozenset[Urgency]:
    """What is under way; arms that swing without legs are no walk."""
    moved = {urgencies[name] for name in owners.values()}
    walks = LEGS not in owners or urgencies[owners[LEGS]] is Urgency.WALK
    return frozenset(moved if walks else moved - {Urgency.WALK})
