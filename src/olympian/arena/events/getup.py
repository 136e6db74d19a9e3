"""Get-up: from the front, the back and the sides to standing."""

from collections.abc import Sequence
from functools import cache
from math import radians

import numpy as np

from olympian.arena.conditions import Conditions
from olympian.arena.event import Event, EventBar, Outcome, Score, Trial, mean
from olympian.arena.film import FilmView
from olympian.arena.programs import SETTLE, animator
from olympian.arena.stage import Stage
from olympian.backend import Lie, Start
from olympian.kinematics import Kinematics
from olympian.motion.animate import Animator, SelfCollision
from olympian.robot import Posture, Robot
from olympian.state import side_down
from olympian.world import flat

LIMIT = 6.0
"""Seconds from the first command to standing."""
STAY = 2.0
"""Seconds it must then stand."""
UPRIGHT = radians(15.0)
"""Largest tilt of the torso that counts as upright."""
HEIGHT = 0.9
"""Share of the ready pose's torso height that counts as standing: a squat does not."""
ON_FLOOR = 0.01
"""Metres; a sole that is higher does not carry."""
ARMS = radians(10.0)
"""After a fall the arms are anywhere near where they were."""


class GetupTrial(Trial, frozen=True, kw_only=True):
    """One attempt; `time_s` is from the command to standing for good, or all of it in vain."""

    side: str
    """On which it was laid."""
    felt: str
    """Which it took to be down after a second; a robot can roll off its side."""


class GetupScore(Score, frozen=True, kw_only=True):
    """Mean time of those that stood."""

    time_s: float | dict[str, float | None] | None
    """By side where the event has two."""

    def figures(self) -> str:
        """How long it took."""
        times = self.time_s if isinstance(self.time_s, dict) else {"": self.time_s}
        said = (
            f"{side} {time:.1f} s" if time is not None else f"{side} –"
            for side, time in times.items()
        )
        return ", ".join(said).strip()


class Getup(Event):
    """Lies for a second, gets the command, and must stand within 6 s and for 2 s more."""

    bar = EventBar(must="95 % within 6 s", aim="100 % within 3 s", share=0.95)
    view = FilmView(distance=0.8, azimuth_deg=50.0, elevation_deg=-15.0, height=0.16)
    movements = ("getup_front", "getup_back", "getup_left", "getup_right")

    def __init__(self, name: str, sides: tuple[str, ...]) -> None:
        """Args: sides: which side is down, in turn: front, back, left, right."""
        self.name = name
        self.title = f"Lies on its {' or '.join(sides)}; stands within 6 s, and 2 s later"
        self._sides = sides

    def run(self, robot: Robot, seed: int, film: bool = False, part: int = 0) -> Outcome:  # noqa: ARG002
        """One attempt."""
        side = self._sides[seed % len(self._sides)]
        conditions = Conditions.of(seed)
        start = _laid_down(robot, conditions, Lie[side.upper()])
        stage = Stage.alone(
            robot,
            flat(conditions.friction),
            conditions,
            animator(robot, *self.movements),
            self.view,
            film,
            start,
        )
        stage.stand(SETTLE)
        stage.mark()
        return stage.outcome(self.attempt(stage, side))

    def attempt(self, stage: Stage, side: str) -> GetupTrial:
        """Play what suits the side that the robot feels is down; does it stand, and when?"""
        player = stage.program(Animator)
        felt = side_down(stage.states[0].R_world_torso)
        player.play(f"getup_{felt}", loops=1)
        up_since, was_up = None, False
        while stage.witness.time < (LIMIT if up_since is None else up_since + STAY):
            stage.tick()
            if not stands_up(stage):
                up_since = None
            elif up_since is None:
                up_since, was_up = stage.witness.time, True
        time = stage.witness.time if up_since is None else up_since
        lies = up_since is None
        note = player.reason if lies else ""
        return stage.trial(
            GetupTrial, not lies, time, note, fell=was_up and lies, side=side, felt=felt
        )

    def score(self, trials: Sequence[Trial]) -> GetupScore:
        """Time by side."""
        tried = [trial for trial in trials if isinstance(trial, GetupTrial)]
        times = {
            side: mean((one.time_s for one in tried if one.side == side and one.success), 2)
            for side in self._sides
        }
        return GetupScore(
            **self.tally(trials),
            time_s=times if len(times) > 1 else next(iter(times.values())),
        )


def stands_up(stage: Stage) -> bool:
    """Upright, at its full height, on both soles."""
    witness = stage.witness
    height = witness.T_world_torso[2, 3]
    tall = height >= HEIGHT * _ready_height(stage.simulation.robots[0])
    return bool(witness.tilt < UPRIGHT and tall and witness.soles.max() < ON_FLOOR)


def _laid_down(robot: Robot, conditions: Conditions, lie: Lie) -> Start:
    """A start with arms astray, drawn again until no part of the robot is inside another."""
    chance = np.random.default_rng([conditions.seed, 0, 3])
    while True:
        q = np.array(robot.ready)
        for arm in robot.arms:
            joints = robot.indices(arm.chain.joint_names)
            q[joints] += chance.uniform(-ARMS, ARMS, len(joints))
        start = conditions.start(robot, q, lie)
        if start.q is not None and _collisions(robot).at(start.q) is None:
            return start


@cache
def _collisions(robot: Robot) -> SelfCollision:
    return SelfCollision(Kinematics(robot))


@cache
def _ready_height(robot: Robot) -> float:
    """Torso origin over the soles in the ready pose."""
    T_root_link = Posture(robot.tree, robot.ready).T_root_link
    soles = [T_root_link[foot.link][2, 3] for foot in robot.require_feet()]
    return float(T_root_link[robot.torso][2, 3] - np.mean(soles))
