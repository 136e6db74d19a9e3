"""The same walk with and without the sensors that a kit may lack."""

from dataclasses import replace
from math import hypot

import msgspec
import numpy as np

from olympian.arena.walking import WalkConditions
from olympian.backend import FallWatch, Simulation
from olympian.humanoid import Humanoid
from olympian.motion.walks import DYNAMIC, STATIC
from olympian.records import Semantic
from olympian.robot import load_robot
from olympian.seeds import Seeds
from olympian.statistics import Rate
from olympian.world import parse_world

LACKING: tuple[tuple[str, ...], ...] = ((), ("soles",), ("imu", "soles"))
PACE = 0.9
"""Of the top speed of the walk that such a robot takes."""
HAND_SET = 0.5
"""Of the error of a servo's zero, for the static walk: it answers nothing, and with the 1° that the
dynamic walk gets over it falls in half of the trials, whatever it senses. Zeros that a hand has set
with `servo calibrate` are as good as this."""
STAND_S, WALK_S = 1.0, 8.0


class SensesRow(msgspec.Struct, frozen=True):
    """One robot without some sensors, under its control module."""

    robot: str
    lacks: str
    walk: str
    walked: Rate
    """Trials that went on for 8 s without a fall."""
    speed_m_s: float | None
    """Mean of those that walked, by the referee."""
    way_error_percent: float | None
    """Between the odometry's way and the true one, of the true one."""
    faults: int
    """Trials in which the control module took the hardware to be broken."""


SenseTask = tuple[str, tuple[str, ...], int]
"""Robot, what it lacks, seed."""


def walk_without(task: SenseTask) -> tuple[bool, float, float, bool]:
    """Did it walk, how fast (m/s), the odometry's error as a share, and was there a fault?"""
    name, lacks, seed = task
    robot = replace(load_robot(name), lacks=frozenset(lacks))
    conditions = WalkConditions.of(seed, robot)
    if "imu" in lacks:
        conditions = replace(conditions, zero_offset=HAND_SET * conditions.zero_offset)
    floor = parse_world(f"flat:friction={conditions.friction}")
    simulation = Simulation(robot, floor, seed, specimens=[conditions.specimen])
    one, watch = Humanoid(robot, simulation.actors[0], world=floor), FallWatch(simulation)
    one.run(STAND_S)
    believed, true = one.place.xy, simulation.true_place().xy
    one.walk(one.machine.body.top_speed.at(PACE))
    states = set[Semantic]()
    for _ in range(round(WALK_S / one.body.dt)):
        one.tick()
        watch.step()
        states.add(one.situation.state)
    way, told = simulation.true_place().xy - true, one.place.xy - believed
    simulation.close()
    far = hypot(*way)
    return (
        not watch.fell and Semantic.WALKING in states,
        far / WALK_S,
        abs(hypot(*told) - far) / max(far, 1e-6),
        Semantic.HARDWARE_PROBLEM in states,
    )


def senses_row(
    robot: str, lacks: tuple[str, ...], outcomes: list[tuple[bool, float, float, bool]]
) -> SensesRow:
    """What came of all trials."""
    walked = [(speed, error) for held, speed, error, _ in outcomes if held]
    speed, error = np.mean(walked, axis=0).tolist() if walked else (None, None)
    return SensesRow(
        robot=robot,
        lacks=" and ".join(lacks) or "nothing",
        walk=STATIC if "imu" in lacks else DYNAMIC,
        walked=Rate.of(len(walked), len(outcomes)),
        speed_m_s=None if speed is None else round(speed, 3),
        way_error_percent=None if error is None else round(100.0 * error, 1),
        faults=sum(fault for *_, fault in outcomes),
    )


def sense_tasks(robot: str, seeds: Seeds) -> list[SenseTask]:
    """All trials, row after row."""
    return [(robot, lacks, seed) for lacks in LACKING for seed in seeds]
