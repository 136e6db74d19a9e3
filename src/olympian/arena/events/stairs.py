"""Stairs: three steps up to the landing, and down again on the other side."""

from collections.abc import Sequence

from olympian.arena.event import Event, EventBar, Outcome, Score, Trial, mean
from olympian.arena.film import FilmView
from olympian.arena.programs import stepping
from olympian.arena.stage import Stage
from olympian.motion import SkillStatus
from olympian.motion.step import Footstep, Gait, Stepper, ahead_steps, read_gait, stair_steps
from olympian.robot import Robot
from olympian.world import World, stairs

COUNT, DEPTH, DISTANCE = 3, 0.15, 0.25
"""The staircase: steps, and metres; DISTANCE is from the start to the first edge."""
TOP, LANDING = DISTANCE + (COUNT - 1) * DEPTH, 3 * DEPTH
"""Where the landing begins, and how long it is."""
LEVEL = 0.01
"""Metres by which a sole may stand higher or lower than the floor it should be on."""
NEAR = 0.1
"""Metres before the first edge down at which it asks its odometry how far it has come."""
LIMIT = 120.0
"""Seconds for one way."""
STAY = 2.0
"""Seconds of standing at the end."""


class StairsTrial(Trial, frozen=True, kw_only=True):
    """One way up, or up and down."""

    climbed: bool
    """Did it stand on the landing?"""


class StairsScore(Score, frozen=True, kw_only=True):
    """Mean time of those that did it."""

    steps: int
    step_height_m: float
    time_s: float | None
    """For the one way that the event is about."""
    climbed: int
    """Trials that stood on the landing."""

    def figures(self) -> str:
        """How long, how high."""
        time = "nobody made it" if self.time_s is None else f"{self.time_s:.1f} s"
        on_top = "" if self.successes == self.climbed else f", {self.climbed} were on top"
        return f"{self.steps} steps of {1e3 * self.step_height_m:.0f} mm, {time}{on_top}"


class StairsUp(Event):
    """Climbs from the floor in front of the first step."""

    view = FilmView(distance=0.95, azimuth_deg=60.0, elevation_deg=-18.0, height=0.22)
    gaits = ("stairs_up",)

    def __init__(self, name: str = "stairs_up", height: float = 0.03) -> None:
        """Args: height: of a step, metres."""
        self.name = name
        self.height = height
        self.title = (
            f"{COUNT} steps of {1e3 * height:.0f} mm up:"
            " both soles on the landing, and standing 2 s later"
        )
        self.bar = EventBar(must="85 %", aim="50 mm steps, 95 %", share=0.85)

    def run(self, robot: Robot, seed: int, film: bool = False, part: int = 0) -> Outcome:  # noqa: ARG002
        """One way up."""
        stage, stepper = self._begin(robot, seed, film)
        time, climbed = self._climb(stage, stepper)
        return stage.outcome(_trial(stage, climbed, climbed, time))

    def score(self, trials: Sequence[Trial]) -> StairsScore:
        """Time of those that did it."""
        good = [trial for trial in trials if trial.success]
        return StairsScore(
            **self.tally(trials),
            steps=COUNT,
            step_height_m=self.height,
            time_s=mean((trial.time_s for trial in good), 2),
            climbed=sum(isinstance(trial, StairsTrial) and trial.climbed for trial in trials),
        )

    def _begin(self, robot: Robot, seed: int, film: bool) -> tuple[Stage, Stepper]:
        def staircase(friction: float) -> World:
            return stairs(self.height, DEPTH, COUNT, DISTANCE, friction)

        return stepping(robot, "stairs_up", seed, self.view, film, staircase)

    def _climb(self, stage: Stage, stepper: Stepper) -> tuple[float, bool]:
        """Seconds, and whether it then stands on the landing."""
        time = _take(stage, stepper, self._way_up(stepper.gait))
        return time, _on_floor(stage, COUNT * self.height, TOP)

    def _way_up(self, gait: Gait) -> list[Footstep]:
        return stair_steps(gait, self.height, DEPTH, COUNT, DISTANCE)


class StairsDown(StairsUp):
    """Climbs first, in the same trial, then goes down on the other side.

    A robot that fell on the way up has not come down: the share is of all trials.
    """

    gaits = ("stairs_up", "stairs_down")

    def __init__(self, name: str = "stairs_down", height: float = 0.03) -> None:
        super().__init__(name, height)
        self.title = (
            f"Up {COUNT} steps of {1e3 * height:.0f} mm, then down on the other side:"
            " both soles on the floor, and standing 2 s later"
        )
        self.bar = EventBar(must="80 %", aim="50 mm steps, 95 %", share=0.8)

    def run(self, robot: Robot, seed: int, film: bool = False, part: int = 0) -> Outcome:  # noqa: ARG002
        """Up and down."""
        stage, stepper = self._begin(robot, seed, film)
        time, climbed = self._climb(stage, stepper)
        came_down = False
        if climbed:
            time, came_down = self._descend(stage, stepper)
        return stage.outcome(_trial(stage, came_down, climbed, time))

    def _descend(self, stage: Stage, stepper: Stepper) -> tuple[float, bool]:
        """As `_climb`, from where the steps up should have ended."""
        ahead = TOP + LANDING - sum(step.x for step in self._way_up(stepper.gait))
        begin, x = stage.simulation.t, stage.states[0].odometry.place.x
        stepper.gait = gait = read_gait(stage.simulation.robots[0], "stairs_down")
        _take(stage, stepper, ahead_steps(gait, ahead - NEAR), heading=0.0)
        left = ahead - (stage.states[0].odometry.place.x - x)
        _take(stage, stepper, stair_steps(gait, self.height, DEPTH, COUNT, left, down=True), 0.0)
        time = stage.simulation.t - STAY - begin
        return time, _on_floor(stage, 0.0, TOP + LANDING + (COUNT - 1) * DEPTH)


def _take(
    stage: Stage, stepper: Stepper, steps: Sequence[Footstep], heading: float | None = None
) -> float:
    """Take the steps and stand; seconds of the steps."""
    begin = stage.simulation.t
    stepper.take(steps, heading)
    stage.until(lambda: stepper.status is SkillStatus.DONE, LIMIT)
    seconds = stage.simulation.t - begin
    stage.stand(STAY)
    return seconds


def _on_floor(stage: Stage, height: float, edge: float) -> bool:
    """Do both soles stand on the floor that is so high, their toes beyond an edge?"""
    if stage.fell:
        return False
    T_world_soles = [
        (stage.simulation.true_pose(foot.link), foot) for foot in stage.simulation.robots[0].feet
    ]
    return all(
        abs(T[2, 3] - height) < LEVEL and T[0, 3] + foot.outline[:, 0].max() > edge
        for T, foot in T_world_soles
    )


def _trial(stage: Stage, success: bool, climbed: bool, time: float) -> StairsTrial:
    feet = ", ".join(f"{1e3 * height:.0f}" for height in stage.witness.soles)
    note = "" if success or stage.fell else f"soles ended {feet} mm high"
    return stage.trial(StairsTrial, success, time, note, climbed=climbed)
