"""Faults at the worst moments: which state, how soon, did it fall, did it come back?"""

from collections.abc import Callable, Iterator, Sequence
from enum import Enum

import msgspec
import numpy as np

from olympian.arena.control.specimen import specimen
from olympian.arena.crew import ALONE, Crew, run_all
from olympian.arena.falls import FallReferee, walks_on
from olympian.arena.walking import WalkConditions
from olympian.backend import Actor, Fault, FaultyBackend
from olympian.humanoid import Humanoid
from olympian.records import JointGoal, Semantic, Twist
from olympian.robot import Robot, load_robot
from olympian.seeds import JUDGING, Seeds
from olympian.statistics import Rate, Spread
from olympian.world import flat

IN_TIME = 0.6
"""Seconds within which the documented state has to be reached."""
LASTS, BACK = 4.0, 12.0
"""Seconds a fault lasts, and within which the robot should then be at anybody's service again."""
PACE = 0.4
"""Share of the top speed."""
SETTLED = 1.0
"""Seconds of standing before it is told to walk on."""
SHOVE = 1.3
"""Shove that fells a standing robot: capture point moved by so many times the height."""


class Moment(Enum):
    """What the robot is doing when it happens."""

    STANDING = "standing"
    WALKING = "walking"
    GETTING_UP = "getting up"


class FaultTrial(msgspec.Struct, frozen=True):
    """One fault at one moment."""

    fault: str
    moment: str
    in_moment: bool
    """Was it doing that when the fault came? A robot that knows no way up never gets up."""
    seed: int
    state: str
    """Reached after `reaction_s`, or whatever it was in after 0.6 s."""
    reaction_s: float | None
    """None: not in time."""
    fell: bool
    """From standing or walking, while the fault lasted; by the true pose."""
    fell_later: bool
    """After the fault was cleared, on its way back or before it came to rest; by the true pose."""
    recovered: bool
    """At anybody's service after the fault was cleared, and then it walked on: 0.2 m, upright."""
    unsafe_goals: int
    """Not finite or outside the joints' limits; of all goals that were sent."""


class FaultReport(msgspec.Struct, frozen=True):
    """All faults at all moments."""

    robot: str
    trials: int
    in_time: int
    """Documented state within 0.6 s."""
    fell_standing: int
    fell_walking: int
    fell_later: int
    """After the fault was cleared."""
    recovered: int
    unsafe_goals: int
    reaction_s_median: float
    reaction_s_p95: float
    reaction_s_worst: float
    rates: dict[str, Rate]
    rows: list[FaultTrial]
    seeds: str
    versions: str = ""


def faults_of(robot: Robot) -> tuple[Fault, ...]:
    """The list of the documentation, on a leg: where it hurts most."""
    leg = robot.legs[0]
    pitch = [name for name in leg.chain.joint_names if "pitch" in name.lower()]
    knee = next(name for name in leg.chain.joint_names if "knee" in name.lower())
    supply = robot.supply_v
    low = () if supply is None else (Fault.voltage_low(0.8 * supply),)
    return (
        Fault.servo_missing(knee),
        Fault.servo_unpowered(robot.arms[0].chain.joint_names[0]),
        Fault.bus_lost(leg.name),
        Fault.imu_frozen(),
        Fault.pressure_stuck(leg.name),
        Fault.overload(pitch[-1]),
        Fault.overheating(knee),
        *low,
    )


def measure(
    robot: str,
    trials: int,
    seed: int,
    progress: Callable[[float], None],
    versions: str = "",
    crew: Crew = ALONE,
) -> FaultReport:
    """Every fault at every moment, each with so many specimens."""
    model, seeds = load_robot(robot), JUDGING.take(trials, seed)
    rows = run_all(crew, _perform, list(_cases(robot, model, seeds)), progress)
    took = [row.reaction_s for row in rows if row.reaction_s is not None]
    spread, rates = Spread.of(took), _rates(rows)
    return FaultReport(
        robot=model.name,
        trials=len(rows),
        **{name: rate.successes for name, rate in rates.items()},
        unsafe_goals=sum(row.unsafe_goals for row in rows),
        reaction_s_median=spread.median if spread else float("nan"),
        reaction_s_p95=spread.p95 if spread else float("nan"),
        reaction_s_worst=max(took, default=float("nan")),
        rates=rates,
        rows=rows,
        seeds=str(seeds),
        versions=versions,
    )


def _rates(rows: Sequence[FaultTrial]) -> dict[str, Rate]:
    fell = {
        moment: [row.fell for row in rows if row.moment == moment.value]
        for moment in (Moment.STANDING, Moment.WALKING)
    }
    return {
        "in_time": Rate.among(row.reaction_s is not None for row in rows),
        "fell_standing": Rate.among(fell[Moment.STANDING]),
        "fell_walking": Rate.among(fell[Moment.WALKING]),
        "fell_later": Rate.among(row.fell_later for row in rows),
        "recovered": Rate.among(row.recovered for row in rows),
    }


def _cases(source: str, robot: Robot, seeds: Seeds) -> Iterator[tuple[str, Fault, Moment, int]]:
    for fault in faults_of(robot):
        for moment in Moment:
            for seed in seeds:
                yield source, fault, moment, seed


def _perform(case: tuple[str, Fault, Moment, int]) -> FaultTrial:
    return fault_trial(*case)


def fault_trial(source: str, fault: Fault, moment: Moment, seed: int) -> FaultTrial:
    """One fault at one moment: it comes, lasts, and is cleared."""
    robot = load_robot(source)
    bodies: list[_Watched] = []

    def watched(actor: Actor) -> _Watched:
        bodies.append(_Watched(actor))
        return bodies[0]

    humanoid = specimen(robot, flat(), WalkConditions.of(seed, robot), wrap=watched)
    body, run = bodies[0], _Run(humanoid)
    in_moment = run.until(moment)
    referee = run.referee = FallReferee(humanoid.simulation)
    body.inject(fault)
    reaction = run.reaction()
    state = humanoid.hcm.situation.state
    run.on(LASTS)
    fell = referee.falls
    body.clear(fault)
    run.twist = Twist()
    served = run.settles(BACK)
    fell_later = referee.falls - fell
    run.twist = humanoid.machine.top_speed.at(PACE)
    recovered = served and walks_on(humanoid.simulation, run.tick)
    humanoid.simulation.close()
    return FaultTrial(
        fault=str(fault),
        moment=moment.value,
        in_moment=in_moment,
        seed=seed,
        state=state.value,
        reaction_s=reaction,
        fell=fell > 0 and moment is not Moment.GETTING_UP,
        fell_later=fell_later > 0,
        recovered=recovered,
        unsafe_goals=body.unsafe,
    )


class _Watched(FaultyBackend):
    """Counts goals that no servo should ever get."""

    def __init__(self, actor: Actor) -> None:
        super().__init__(actor)
        self.unsafe = 0

    def write(self, goal: JointGoal) -> None:
        """Pass it on."""
        q, robot = goal.q[goal.mask], self.robot
        low, high = robot.lower[goal.mask] - 1e-9, robot.upper[goal.mask] + 1e-9
        self.unsafe += not (np.isfinite(q).all() and (q >= low).all() and (q <= high).all())
        super().write(goal)


class _Run:
    """Ticks of one humanoid that is told to walk or not."""

    def __init__(self, humanoid: Humanoid) -> None:
        self._humanoid = humanoid
        self.twist = Twist()
        self.referee: FallReferee | None = None
        """Looks on from the fault on."""

    def until(self, moment: Moment) -> bool:
        """Let time pass until it is doing what it should; False if it never does."""
        humanoid = self._humanoid
        self.on(1.0)
        if moment is Moment.WALKING:
            self.twist = humanoid.machine.top_speed.at(PACE)
            self.on(2.5)
        elif moment is Moment.GETTING_UP:
            robot = humanoid.simulation.robots[0]
            impulse = SHOVE * robot.tree.mass
            humanoid.simulation.push(np.array([impulse / 0.1, 0.0, 0.0]), 0.1)
            while humanoid.hcm.situation.state is not Semantic.GETTING_UP:
                self.tick()
                if humanoid.simulation.t > 12.0:
                    return False
            self.on(0.7)
        return True

    def reaction(self) -> float | None:
        """Seconds until the state is as documented; None if it takes too long."""
        humanoid = self._humanoid
        began = humanoid.simulation.t
        while humanoid.simulation.t - began < IN_TIME:
            self.tick()
            if humanoid.hcm.situation.state is Semantic.HARDWARE_PROBLEM:
                return round(humanoid.simulation.t - began, 3)
        return None

    def on(self, seconds: float, until: Semantic | None = None) -> None:
        """Go on, at most until it is about that."""
        humanoid = self._humanoid
        end = humanoid.simulation.t + seconds
        while humanoid.simulation.t < end and humanoid.hcm.situation.state is not until:
            self.tick()

    def settles(self, seconds: float) -> bool:
        """Go on until it has been at anybody's service for a while; False if that takes longer."""
        hcm, simulation = self._humanoid.hcm, self._humanoid.simulation
        end, since = simulation.t + seconds, simulation.t
        while simulation.t < end:
            self.tick()
            if hcm.situation.state is not Semantic.CONTROLLABLE:
                since = simulation.t
            elif simulation.t > since + SETTLED:
                return True
        return False

    def tick(self) -> None:
        """One pass of the loop."""
        self._humanoid.drive(self.twist)  # as if nothing were the matter
        self._humanoid.tick()
        if self.referee is not None:
            self.referee.look()
