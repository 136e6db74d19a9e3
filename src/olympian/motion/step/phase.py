"""One move of a step: from one stance to the next in a given time."""

from dataclasses import dataclass, replace

from olympian.geometry import T_from, Vec
from olympian.motion.step.leg_swing import LegSwing
from olympian.motion.step.stance import Stance, between
from olympian.motion.trajectory import Policy


@dataclass(frozen=True, eq=False)
class Phase:
    """A move between stances; `swing` is the foot in the air, if one is.

    Everything starts and ends without acceleration. Constant acceleration would need less of it,
    but its jumps shake a compliant robot, and the ground's push would jump with it.
    """

    name: str
    before: Stance
    after: Stance
    duration: float
    swing: int | None = None
    leg_swing: LegSwing | None = None
    """The way of the swinging leg, if it does not move its sole on a straight line."""

    @property
    def grounded(self) -> tuple[bool, bool]:
        """Which feet carry weight, left and right."""
        return self.swing != 0, self.swing != 1

    def at(self, t: float) -> Stance:
        """The stance `t` seconds after the start."""
        share = self._share(t)
        body = between(self.before, self.after, Policy.QUINTIC.progress(share)[0])
        return replace(body, com=self._com(share)[0])

    def aloft(self, t: float, way: float, lift: float, bow: float) -> Stance:
        """The stance after `t` seconds, the swinging foot on its way, lifted and put outward."""
        assert self.swing is not None
        body = self.at(t)
        soles = list(body.soles)
        feet = between(self.before, self.after, way).soles
        outward = bow if self.swing == 0 else -bow
        soles[self.swing] = feet[self.swing] @ T_from((0.0, outward, lift))
        return replace(body, soles=(soles[0], soles[1]))

    def leg(self, t: float) -> tuple[int, Vec] | None:
        """The swinging leg and its joint angles, where they are planned."""
        if self.leg_swing is None:
            return None
        return self.leg_swing.leg, self.leg_swing.at(self._share(t))

    def com_acceleration(self, t: float) -> Vec:
        """(2,) of the centre of mass in the plan's axes, m/s²."""
        return self._com(self._share(t))[1]

    def _share(self, t: float) -> float:
        return min(max(t / self.duration, 0.0), 1.0)

    def _com(self, share: float) -> tuple[Vec, Vec]:
        """Place and acceleration: the quintic through both ends with their velocities."""
        T = self.duration
        start, end = self.before.com, self.after.com
        out, arriving = T * self.before.com_velocity, T * self.after.com_velocity
        way = end - start
        cubic = 10 * way - 6 * out - 4 * arriving
        quartic = -15 * way + 8 * out + 7 * arriving
        quintic = 6 * way - 3 * out - 3 * arriving
        s = share
        place = start + s * (out + s * s * (cubic + s * (quartic + s * quintic)))
        return place, s * (6 * cubic + s * (12 * quartic + 20 * s * quintic)) / T**2
