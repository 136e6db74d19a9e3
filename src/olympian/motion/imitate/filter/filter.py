"""The one filter between any sensor and any mapping: it lets only believable people through."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from olympian.geometry import Vec, Vec3, frozen
from olympian.motion.imitate.filter.kernel import LIMBS, kernels
from olympian.motion.imitate.filter.tracker import FASTEST, Tracker
from olympian.motion.imitate.skeleton import JOINTS, Skeleton
from olympian.motion.imitate.trouble import Trouble, Troubles

__all__ = ["SkeletonFilter"]

CLEARLY = 0.4
"""Crossed limbs must lie this much nearer to where they were before they count as swapped."""
LEAST_M = 0.25
"""Sum of the ways of a limb pair's joints below which nothing can have been swapped."""


def swaps(places: Vec, last: Vec, middle: Vec3) -> NDArray[np.intp] | None:
    """The order of rows that puts swapped limbs right; None if none was.

    Trackers swap whole limbs: both arms, or both legs, or both at once.

    Args:
        places, last: (15, 3) of this frame and the one before.
        middle: way of the trunk in between.
    """
    swapped = kernels().swapped
    found = [group for group in (0, 1) if swapped(places, last, middle, group, CLEARLY, LEAST_M)]
    if not found:
        return None
    order = np.arange(len(JOINTS))
    for group in found:
        order[LIMBS[group]] = LIMBS[group, ::-1]
    return order


Mask = NDArray[np.bool_]
"""One truth per joint of the person"""

SURE = 0.5
"""NITE says 0.5 for a joint it has lost and guesses, 1 for one it sees."""
KEEP = 0.5
"""Seconds an unseen joint keeps its place; then its limb is no longer followed."""
REACH = 0.06
"""m: what is further than the fastest movement and this, for the jitter, is no movement."""
JUMP_LASTS = 0.25
"""Seconds after which a place that nobody could have jumped to is believed all the same."""
BACK_LASTS = 0.5
"""Seconds of time gone back after which the stream has started again."""
NEWEST = 4
"""Frames used of those that arrive in one tick: 200 Hz bring two in 10 ms."""
NEWS = 0.1
"""Seconds that a first frame counts for."""
CLOCK_DRIFT = 1e-3
"""s by which a sensor's clock may fall behind the robot's in a second."""
FORESEEN, FADES = 0.1, 0.1
"""Seconds without a frame up to which a movement is foreseen, and in which that fades."""


class SkeletonFilter:
    """Judges joint by joint, and keeps for a while what was last believed."""

    def __init__(self, troubles: Troubles | None = None) -> None:
        self.troubles = troubles or Troubles()
        self._tracker = Tracker()
        self._kernels = kernels()
        self.reset()

    def reset(self) -> None:
        """Forget the person."""
        self._tracker.reset()
        self.person: Skeleton | None = None
        """What is believed; rows are NaN for joints unseen for longer than `KEEP`."""
        self._last: Skeleton | None = None
        self._unseen = np.zeros(len(JOINTS))
        self._jumping = np.zeros(len(JOINTS))
        self._back_since: float | None = None
        self._late = np.inf
        """s from a sensor's time to the robot's, by the frame that came soonest"""

    def step(self, arrived: Sequence[Skeleton], now: float) -> Skeleton | None:
        """Take what arrived until `now`, by the robot's clock; the person as believed."""
        if len(arrived) > NEWEST:
            self.troubles.note(Trouble.BURST, now, f"{len(arrived)} in one tick")
        for skeleton in arrived[-NEWEST:]:
            self._take(skeleton, now)
        return self.person

    def foresee(self, now: float, ahead: float) -> Skeleton | None:
        """The person as it will be `ahead` seconds after `now`, if it goes on as it does."""
        if self.person is None:
            return None
        age = max(now - self._late - self.person.t, 0.0)
        trust = min(max((FORESEEN + FADES - age) / FADES, 0.0), 1.0)
        lead = trust * (age + ahead)
        return replace(
            self.person, t=self.person.t + lead, places=frozen(self._tracker.ahead(lead))
        )

    def _take(self, skeleton: Skeleton, now: float) -> None:
        if not np.isfinite(skeleton.t):
            self.troubles.note(Trouble.NOT_FINITE, now, "its time")
            return
        if self._last is not None and skeleton.t <= self._last.t and not self._again(skeleton, now):
            return
        self._back_since = None
        last = self._last
        dt = NEWS if last is None else skeleton.t - last.t
        good = self._seen(skeleton, now)
        places = np.array(skeleton.places)
        places[~good] = np.nan
        if last is not None:
            middle = self._middle(places, last.places)
            order = swaps(places, last.places, middle) if dt <= JUMP_LASTS else None
            if order is not None:
                self.troubles.note(Trouble.SWAPPED, now)
                places, good = places[order], good[order]
                middle = self._middle(places, last.places)
            good = self._without_jumps(places, good, last.places, middle, dt, now)
        self._unseen = np.where(good, 0.0, self._unseen + dt)
        if not good.all():
            places[~good] = np.nan
            if last is not None:
                kept = last.places + self._middle(places, last.places)
                places = np.where(good[:, None], places, kept)
            places[self._unseen > KEEP] = np.nan
        self._last = Skeleton(skeleton.t, frozen(places), skeleton.confidence, skeleton.gaze)
        tracked = self._tracker.step(places, dt)
        self.person = Skeleton(skeleton.t, frozen(tracked), skeleton.confidence, skeleton.gaze)
        late = now - skeleton.t
        self._late = min(late, self._late + CLOCK_DRIFT * dt)

    def _again(self, skeleton: Skeleton, now: float) -> bool:
        """Has time gone back for so long that the stream must have started again?"""
        assert self._last is not None
        if skeleton.t == self._last.t:
            return False
        self._back_since = now if self._back_since is None else self._back_since
        if now - self._back_since < BACK_LASTS:
            self.troubles.note(Trouble.TIME_BACK, now, f"{self._last.t:.2f} to {skeleton.t:.2f} s")
            return False
        self.troubles.note(Trouble.RESTARTED, now)
        self.reset()
        return True

    def _seen(self, skeleton: Skeleton, now: float) -> Mask:
        if np.isfinite(skeleton.places).all() and (skeleton.confidence > SURE).all():
            return np.ones(len(JOINTS), dtype=np.bool_)
        finite = np.isfinite(skeleton.places).all(axis=1) & np.isfinite(skeleton.confidence)
        absent = np.isnan(skeleton.places).all(axis=1) & (skeleton.confidence == 0.0)
        sure = skeleton.confidence > SURE
        self._tell(Trouble.MISSING, absent, now)
        self._tell(Trouble.NOT_FINITE, ~finite & ~absent, now)
        self._tell(Trouble.UNSURE, finite & ~sure, now)
        return finite & sure

    def _middle(self, places: Vec, last: Vec) -> Vec:
        """Way of the trunk's middle, by what is seen of it both times."""
        way = np.empty(3)
        self._kernels.move_middle(places, last, way)
        return way

    def _without_jumps(
        self, places: Vec, good: Mask, last: Vec, middle: Vec, dt: float, now: float
    ) -> Mask:
        ways = np.empty(len(JOINTS))
        self._kernels.ways(places, last, middle, ways)
        far = good & (ways > REACH + FASTEST * dt)  # False for NaN
        self._jumping = np.where(far, self._jumping + dt, 0.0)
        if not far.any():
            return good
        refused = far & (self._jumping < JUMP_LASTS)
        self._tell(Trouble.JUMP, refused, now)
        return good & ~refused

    def _tell(self, trouble: Trouble, joints: Mask, now: float) -> None:
        if joints.any():
            names = [JOINTS[index] for index in np.flatnonzero(joints)]
            more = f" and {len(names) - 2} more" if len(names) > 3 else ""
            self.troubles.note(trouble, now, ", ".join(names[: 2 if more else 3]) + more)
