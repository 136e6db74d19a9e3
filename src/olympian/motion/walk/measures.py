"""What follows from a configuration for one robot: the lengths, times and places of its steps."""

from olympian.geometry import Place
from olympian.motion.walk.body import Step
from olympian.motion.walk.config import WalkConfig
from olympian.motion.walk.landing import Demand, demand, flight, wait
from olympian.motion.walk.legs import WalkingLegs
from olympian.motion.walk.pendulum import Pendulum, PendulumState, Point
from olympian.motion.walk.rules import rules_of

SHORTEST = 0.6
"""Share of its time below which a step is not shortened."""


class Measures:
    """Of steps that are made by one configuration, at one tick time."""

    def __init__(self, config: WalkConfig, legs: WalkingLegs, dt: float) -> None:
        pattern = config.pattern
        self.made_by = config
        self.rules = rules_of(config)
        """The same for compiled code."""
        self._legs = legs
        self._dt = dt
        self.height = pattern.torso_height or 0.95 * legs.ready_height
        """Of the torso above the soles."""
        self.spacing = pattern.spacing or legs.ready_spacing
        """Between the soles when it goes straight."""
        self.pendulum = Pendulum(self.height + float(legs.com_in_torso[2]))
        self.step_time = self.whole(pattern.step_time)
        self._flight = flight()
        self._asked: tuple[int, tuple[float, float, float], Demand] | None = None

    def whole(self, seconds: float) -> float:
        """A time in whole ticks: a step that ends between two would land late, and off its plan."""
        return max(round(seconds / self._dt), 1) * self._dt

    def hurried(self, step: Step, hurry: float) -> float:
        """Seconds that a step takes which is shortened by `hurry` now, as far as it still can be.

        Asked at every tick: a step that one odd reading has hurried gets its time back.
        """
        shortest = max(SHORTEST * self.step_time, step.t + 2 * self._dt)
        return min(self.whole(max(self.step_time - hurry, shortest)), self.step_time)

    def push(self, stance: int) -> Point:
        """Where in the standing sole the ground pushes, as planned."""
        ahead, inward = self.made_by.pattern.trim
        return ahead, -inward if stance == 0 else inward

    def com(self, step: Step) -> PendulumState:
        """Where the plan has the centre of mass now."""
        return self.pendulum.after(step.start, self.push(step.stance), step.t)

    def middle(self) -> Step:
        """Both feet down, the body at rest between them."""
        ahead, _ = self.made_by.pattern.trim
        rest = PendulumState((ahead, -self.spacing / 2), (0.0, 0.0))
        return Step(0, 1.0, 0.0, rest, Place(0.0, -self.spacing, 0.0))

    def first_step(self) -> Step:
        """A shift without lift that brings the body to where a steady walk has it."""
        step = self.middle()
        step.time = self.whole(self.pendulum.first_shift(self.step_time))
        return step

    def quick_step(self, foot: int, lift: float) -> Step:
        """A step of this foot right out of a stand."""
        step = self.middle()
        if foot == 0:
            (x, y), swing = step.start.place, step.swing
            step.start = PendulumState((x, -y), (0.0, 0.0))
            step.stance, step.swing = 1, Place(swing.x, -swing.y, 0.0)
        step.time = self.whole(self.made_by.capture_step.time * self.step_time)
        step.lift = lift
        return step

    def fly(self, step: Step, speeds: tuple[float, float, float], dt: float) -> None:
        """Move the foot on to where it should land for these speeds: ahead, left, turning."""
        pattern = self.made_by.pattern
        step.swing, step.aloft = self._flight(
            step.swing,
            step.aloft,
            step.start,
            step.shift,
            (step.t, step.time, dt),
            (pattern.double_support / 2, pattern.soft),
            self.pendulum.rate,
            step.outward,
            self.push(step.stance),
            self._demand(step, speeds),
        )

    def patient(self, step: Step, need: float, speeds: tuple[float, float, float]) -> float:
        """Seconds that a step takes which would have to cross the standing foot, and waits instead.

        A hurry is called off: a foot that cannot cross comes down no better for being early, and
        who steps on a foot in the air lifts the one that carries.

        Args: need: ξ to the left of the standing foot, as it is felt.
        """
        longest = self.made_by.capture.longest
        if longest <= 1.0:
            return step.time
        edge, asked = self._legs.width / 2, self._demand(step, speeds)
        waits = wait(self.pendulum, step.outward, need, edge, asked)
        if waits <= 0.0:
            return step.time
        return self.whole(min(max(step.t + waits, self.step_time), longest * self.step_time))

    def _demand(self, step: Step, speeds: tuple[float, float, float]) -> Demand:
        """What the landing has to keep; the same for many ticks, so the last one is kept."""
        if self._asked is None or self._asked[:2] != (step.stance, speeds):
            outward, push = step.outward, self.push(1 - step.stance)
            found = demand(
                self.pendulum, outward, speeds, self.step_time, push, self.spacing, self._legs
            )
            self._asked = (step.stance, speeds, found)
        return self._asked[2]

    def settled(self, step: Step, dt: float) -> tuple[PendulumState, Point]:
        """Both feet carry and brake the body towards rest between them; where the ground pushes."""
        middle = step.swing.middle()
        rest = (middle.x + self.push(step.stance)[0], middle.y)
        push = self.pendulum.braking(step.start, rest, (0.03, abs(step.swing.y) / 2))
        return self.pendulum.after(step.start, push, dt), push
