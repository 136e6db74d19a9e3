"""One goal out of several: each owner says what its own joints do."""

from collections.abc import Sequence
from dataclasses import fields

import numpy as np

from olympian.geometry import Vec, frozen
from olympian.goal.parts import Mask
from olympian.records import JointGoal, ServoSettings

Shares = tuple[tuple[int, Mask], ...]
"""Goals that got something, by their place, and the joints of each."""


class GoalMerge:
    """Lays goals over each other; registers are one record for as long as they stay the same."""

    def __init__(self, dof: int) -> None:
        self._dof = dof
        self.reset()

    def reset(self) -> None:
        """Nothing was merged."""
        self._set: tuple[list[tuple[ServoSettings | None, Mask]], ServoSettings | None] = [], None

    def step(self, goals: Sequence[JointGoal], shares: Shares, lead: int, whole: bool) -> JointGoal:
        """One goal of what was granted.

        Args:
            lead: goal whose plan for the feet counts, by its place.
            whole: that goal gets every part.
        """
        if not shares:
            return JointGoal.none(np.zeros(self._dof))
        first = goals[lead]
        if whole:
            return first
        q, mask = first.q.copy(), np.zeros(self._dof, dtype=np.bool_)
        speed = torque = None
        registers = False
        for place, joints in shares:
            goal = goals[place]
            registers |= goal.settings is not None
            np.copyto(q, goal.q, where=joints)
            np.copyto(mask, goal.mask, where=joints)
            if goal.speed is not None:
                speed = _laid(speed, goal.speed, joints, np.inf)
            if goal.torque is not None:
                torque = _laid(torque, goal.torque, joints, np.nan)
        for merged in (q, mask, speed, torque):
            if merged is not None:
                merged.setflags(write=False)
        settings = self._settings(goals, shares) if registers else None
        return JointGoal(q, mask, speed, first.support, first.led, torque, settings)

    def _settings(self, goals: Sequence[JointGoal], shares: Shares) -> ServoSettings | None:
        """Registers of all owners; the same record as in the last tick if nothing has changed."""
        given = [(goals[place].settings, joints) for place, joints in shares]
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
