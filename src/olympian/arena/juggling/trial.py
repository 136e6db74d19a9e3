"""Runs of juggling over seeds, and what they come to together."""

from collections.abc import Callable, Sequence
from statistics import median

import msgspec

from olympian.arena.juggling.physics import Physics
from olympian.arena.juggling.published import Published
from olympian.arena.juggling.result import JuggleResult
from olympian.motion.juggle import Bounce, Steering, check_plate, equipped, stance
from olympian.robot import load_robot
from olympian.statistics import Rate

__all__ = ["JuggleTally", "JuggleTrial", "tally"]

ROBOT = "atlas"


class JuggleTally(msgspec.Struct, frozen=True, kw_only=True):
    """Several runs as one: the fewest bounces, all drops, the worst errors, median times."""

    runs: int
    bounces: int
    bounces_total: int
    drops: int
    plate_tilt_deg_max: float
    plate_height_error_m: float
    head_error_m: float
    support_foot_slip_m: float
    solve_us_median: float
    step_us_median: float
    joint_limit_violations: int
    welded: bool
    physics: bool
    each: tuple[JuggleResult, ...]
    rates: dict[str, Rate]
    """Runs that kept the ball up."""
    seeds: str


class JuggleTrial(msgspec.Struct, frozen=True, kw_only=True):
    """What is juggled: as published, in physics, or in physics and standing free."""

    bounces: int
    """Bounces after which a run ends."""
    plate: float
    """Height of the plate's top, metres."""
    physics: bool = False
    free: bool = False
    steering: Steering = Steering.RETURN
    """Of the published kind; in physics the mirror law steers."""
    bounce: Bounce = Bounce.MIRROR
    """Of the published kind; in physics the ball bounces as it does."""

    def stage(self, seed: int) -> Published | Physics:
        """Robot and ball at the start of a run.

        Raises: OlympianError: the plate cannot be held so high or low.
        """
        how = stance()
        check_plate(self.plate, how)
        robot = equipped(load_robot(ROBOT), how)
        if self.physics:
            return Physics(robot, how, self.plate, seed, self.free)
        return Published(robot, how, self.steering, self.plate, seed, self.bounce)

    def run(self, seed: int, advance: Callable[[float], None] = lambda _: None) -> JuggleResult:
        """One run to its end. Args: advance: hears which part of the bounces is done."""
        stage, told = self.stage(seed), 0
        while stage.bounces < self.bounces and not stage.dropped:
            stage.tick()
            if stage.bounces > told:
                told = stage.bounces
                advance(told / self.bounces)
        return stage.result()


def tally(results: Sequence[JuggleResult], seeds: str = "") -> JuggleTally:
    """All runs together. Args: seeds: that they were run on, in words."""
    return JuggleTally(
        runs=len(results),
        bounces=min(one.bounces for one in results),
        bounces_total=sum(one.bounces for one in results),
        drops=sum(one.drops for one in results),
        plate_tilt_deg_max=max(one.plate_tilt_deg_max for one in results),
        plate_height_error_m=max(one.plate_height_error_m for one in results),
        head_error_m=max(one.head_error_m for one in results),
        support_foot_slip_m=max(one.support_foot_slip_m for one in results),
        solve_us_median=median(one.solve_us_median for one in results),
        step_us_median=median(one.step_us_median for one in results),
        joint_limit_violations=sum(one.joint_limit_violations for one in results),
        welded=results[0].welded,
        physics=results[0].physics,
        each=tuple(results),
        rates={"kept up": Rate.among(not one.drops for one in results)},
        seeds=seeds,
    )
