"""The same shove twice: once with nobody to look after the robot, once protected."""

from collections.abc import Sequence

import msgspec

from olympian.arena.falls.alarms import TOPPLED
from olympian.arena.falls.drop import Drop, DropRun, KnockDown
from olympian.arena.falls.faller import unguarded_from
from olympian.robot import Robot
from olympian.statistics import Spread


class FallTrial(msgspec.Struct, frozen=True):
    """One shove with and without protection; both runs are the same up to the alarm."""

    shove: KnockDown
    bare: Drop
    """Of its twin, which went on as if nothing had happened."""
    guarded: Drop

    @property
    def fell(self) -> bool:
        """Did the guarded robot go down?"""
        return self.guarded.fell

    @property
    def detected_before_impact(self) -> bool:
        """Did it know before head, torso or an arm touched the floor?"""
        return _before(self.guarded.noticed_at, self.guarded.struck_at)

    @property
    def protected_before_impact(self) -> bool:
        """Was its posture complete before head or torso touched the floor?"""
        return _before(self.guarded.protected_at, self.guarded.hit_at)

    @property
    def lead_time_s(self) -> float | None:
        """From the alarm to where the unprotected robot first touched with anything but a foot."""
        if self.guarded.noticed_at is None or self.bare.touched_at is None:
            return None
        return self.bare.touched_at - self.guarded.noticed_at

    @property
    def comparable(self) -> bool:
        """Did it fall both times?"""
        return self.bare.fell and self.guarded.fell


class FallTally(msgspec.Struct, frozen=True, kw_only=True):
    """All trials of one robot. Ratios are sums of protected over sums of unprotected peaks."""

    trials: int
    fell: int
    detected_before_impact: int
    protected_before_impact: int
    needless_alarms: int
    """Alarms in shoves that the unprotected twin survived."""
    lead_time_s_median: float | None
    lead_time_s_p5: float | None
    peak_impact_ratio: float | None
    """Floor force on head or torso, whichever was worse; None: no blow to compare with."""
    acceleration_ratio: float | None
    """Of head or torso, whichever was worse."""

    @staticmethod
    def of(trials: Sequence[FallTrial]) -> "FallTally":
        """Counts and ratios."""
        fallen = [trial for trial in trials if trial.fell]
        leads = Spread.of(trial.lead_time_s for trial in fallen if trial.lead_time_s is not None)
        both = [trial for trial in trials if trial.comparable]
        bare, guarded = [trial.bare for trial in both], [trial.guarded for trial in both]
        return FallTally(
            trials=len(trials),
            fell=len(fallen),
            detected_before_impact=sum(trial.detected_before_impact for trial in fallen),
            protected_before_impact=sum(trial.protected_before_impact for trial in fallen),
            needless_alarms=sum(
                trial.guarded.noticed_at is not None and not trial.bare.fell for trial in trials
            ),
            lead_time_s_median=leads.median if leads else None,
            lead_time_s_p5=leads.p5 if leads else None,
            peak_impact_ratio=_ratio([d.peak for d in guarded], [d.peak for d in bare]),
            acceleration_ratio=_ratio([d.jerk for d in guarded], [d.jerk for d in bare]),
        )


def unheeded(
    robot: Robot, shove: KnockDown, alarm: float | None, walk: str | None = None
) -> Drop | None:
    """What becomes of the twin that did not heed the alarm; without one there is no other fate.

    Args: alarm: time of the simulation, s.
    """
    if alarm is None:
        return None
    twin = DropRun(robot, shove, unguarded_from(alarm, walk))
    twin.prepare()
    while not twin.over or (not twin.fell and twin.simulation.t < alarm + TOPPLED):
        twin.tick()
    twin.simulation.close()
    return twin.drop()


def _before(early: float | None, late: float | None) -> bool:
    """Did it come first? What never came late counts as later than everything."""
    return early is not None and (late is None or early < late)


def _ratio(guarded: Sequence[float], bare: Sequence[float]) -> float | None:
    return round(sum(guarded) / sum(bare), 3) if sum(bare) > 0.0 else None
