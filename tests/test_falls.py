"""Falls in physics: what the referee sees, what protection is worth, and that nobody cries wolf."""

from functools import cache
from math import pi, radians

import numpy as np
import pytest

from olympian.arena.falls.alarms import Calm, drive_and_listen
from olympian.arena.falls.drop import Drop, run_drop
from olympian.arena.falls.enough import JUST_ENOUGH
from olympian.arena.falls.faller import heedless
from olympian.arena.falls.impact import Blow, Impact, ImpactWatch
from olympian.arena.falls.parts import BodyPart, body_parts
from olympian.arena.falls.shove import HARDEST, Activity, KnockDown
from olympian.arena.falls.trial import FallTally, FallTrial, run_fall
from olympian.backend import Lie, Simulation, Start
from olympian.geometry import GRAVITY
from olympian.loop import Loop
from olympian.motion import Hold
from olympian.motion.animate import load_movement
from olympian.motion.top_speed import TopSpeed
from olympian.robot import Robot, load_robot
from olympian.state.falling import FallDirection

ROBOTS = ("bioloid", "fumanoid", "wolfgang")
TOP_SPEED = TopSpeed(0.4, 0.2, 0.1, 1.0)
HEADINGS = {"front": 0.0, "back": pi, "left": pi / 2, "right": -pi / 2}


@cache
def robot_of(name: str) -> Robot:
    return load_robot(name)


def shove(robot: Robot, side: str, times: float, seed: int = 1) -> KnockDown:
    """A push that lays a standing robot on this side."""
    ns = times * JUST_ENOUGH[robot.name]
    return KnockDown(seed, Activity.STAND, 0.0, 0.0, 0.0, 0.2, HEADINGS[side], ns)


@cache
def trial_of(name: str, side: str) -> FallTrial:
    robot = robot_of(name)
    return run_fall(robot, shove(robot, side, 1.7))


@pytest.mark.parametrize("name", ROBOTS)
def test_every_link_has_a_part(name: str) -> None:
    robot = robot_of(name)
    parts = body_parts(robot)
    assert parts.keys() == robot.tree.link_by_name.keys()
    assert parts[robot.torso] is BodyPart.TORSO
    assert parts["head"] is BodyPart.HEAD
    assert all(parts[foot.link] is BodyPart.FOOT for foot in robot.feet)
    assert all(parts[arm.chain.tip] is BodyPart.ARM for arm in robot.arms)


def test_a_standing_robot_meets_nothing_but_its_feet() -> None:
    robot = robot_of("bioloid")
    simulation = Simulation(robot)
    watch = ImpactWatch(simulation)
    Loop(simulation.actors[0], Hold(robot.ready)).run(0.3)
    assert watch.impact() == Impact(None, None, None, Blow(), Blow())


def test_a_lying_robot_weighs_what_it_weighs() -> None:
    """At rest the floor cannot carry torso and head with more than the weight."""
    robot = robot_of("bioloid")
    simulation = Simulation(robot, starts=[Start(lie=Lie.BACK)])
    loop = Loop(simulation.actors[0], Hold(robot.ready))
    loop.run(1.0)
    watch = ImpactWatch(simulation)
    loop.run(0.2)
    seen = watch.impact()
    assert seen.touched_at is not None
    assert 0.3 < seen.torso.force / (robot.tree.mass * GRAVITY) < 1.05
    assert seen.torso.acceleration < 1.0


def test_the_same_seed_gives_the_same_shove() -> None:
    assert KnockDown.of(5, TOP_SPEED, 2.0) == KnockDown.of(5, TOP_SPEED, 2.0)
    shoves = [KnockDown.of(seed, TOP_SPEED, 2.0) for seed in range(60)]
    assert {knock.activity for knock in shoves} == set(Activity)
    strengths = [knock.ns / 2.0 for knock in shoves]
    assert min(strengths) >= 1.0
    assert 2.5 < max(strengths) <= HARDEST
    assert np.histogram([knock.towards for knock in shoves], 4, (-pi, pi))[0].min() >= 5
    assert all(knock.twist == type(knock.twist)() for knock in shoves if knock.activity == "stand")


def test_a_shove_pushes_along_the_robots_own_axes() -> None:
    force = KnockDown(0, Activity.STAND, 0.0, 0.0, 0.0, 1.0, pi / 2, 3.0).force(radians(90.0))
    assert force == pytest.approx([-30.0, 0.0, 0.0], abs=1e-9)


def test_a_touch_of_the_finger_knocks_nobody_over() -> None:
    robot = robot_of("bioloid")
    drop = run_drop(robot, shove(robot, "front", 0.2), heedless)
    assert not drop.fell
    assert drop.noticed_at is drop.touched_at is None
    assert drop.peak == drop.jerk == 0.0


@pytest.mark.parametrize("name", ROBOTS)
@pytest.mark.parametrize("side", ["front", "back", "left"])
def test_a_fall_is_felt_before_the_ground(name: str, side: str) -> None:
    trial = trial_of(name, side)
    assert trial.fell
    assert trial.detected_before_impact
    assert trial.lead_time_s is not None
    assert trial.lead_time_s > 0.2


@pytest.mark.parametrize("name", ROBOTS)
def test_protection_softens_the_blow(name: str) -> None:
    tally = FallTally.of([trial_of(name, side) for side in ("front", "back", "left")])
    assert tally.fell == 3
    assert tally.peak_impact_ratio is not None
    assert tally.peak_impact_ratio < 0.7


@pytest.mark.parametrize("name", ROBOTS)
def test_movements_are_quick_and_mirror_images(name: str) -> None:
    robot = robot_of(name)
    front, back, left, right = (load_movement(robot, f"fall_{side}") for side in FallDirection)
    for built in (front, back, left, right):
        assert built.interrupts
        assert built.frames[0].move_from(robot.ready).duration <= 0.32
    mirror = np.diag([1.0, -1.0, 1.0])
    for foot in robot.feet:
        other = next(tip for tip in robot.feet if tip is not foot)
        seen = mirror @ robot.forward(other.link, right.frames[0].q)[:3, 3]
        assert robot.forward(foot.link, left.frames[0].q)[:3, 3] == pytest.approx(seen, abs=0.005)


def test_a_walk_that_is_jostled_raises_no_alarm() -> None:
    calm = drive_and_listen(robot_of("fumanoid"), 3, 8.0, 0.4 * JUST_ENOUGH["fumanoid"])
    assert calm.fell_at is None
    assert calm.shoves >= 1
    assert not calm.false_alarm


def test_an_alarm_before_a_fall_is_not_false() -> None:
    assert not Calm(5.0, 1, None, 4.0).false_alarm
    assert not Calm(5.0, 1, 3.6, 4.0).false_alarm
    assert Calm(5.0, 1, 2.0, 4.0).false_alarm
    assert Calm(5.0, 1, 2.0, None).false_alarm


def test_the_tally_divides_sums() -> None:
    knock = KnockDown(0, Activity.STAND, 0.0, 0.0, 0.0, 1.0, 0.0, 3.0)

    def drop(fell: bool, head: float, torso: float) -> Drop:
        impact = Impact(2.5, 2.5, 2.6, Blow(head, head), Blow(torso, torso))
        return Drop(fell, 0.1, 0.3, 0.5, 0.5, 0.6, impact)

    trials = [
        FallTrial(knock, drop(True, 100.0, 0.0), drop(True, 10.0, 20.0)),
        FallTrial(knock, drop(True, 0.0, 300.0), drop(True, 0.0, 60.0)),
        FallTrial(knock, drop(True, 900.0, 0.0), drop(False, 0.0, 0.0)),
        FallTrial(knock, drop(False, 0.0, 0.0), drop(False, 0.0, 0.0)),
    ]
    tally = FallTally.of(trials)
    assert (tally.trials, tally.fell, tally.needless_alarms) == (4, 2, 1)
    assert tally.peak_impact_ratio == pytest.approx(80.0 / 400.0)
    assert tally.head_ratio == pytest.approx(0.1)
    assert tally.torso_ratio == pytest.approx(80.0 / 300.0, abs=1e-3)
    assert tally.lead_time_s_median == pytest.approx(0.4)


def test_directions_name_movements() -> None:
    assert [f"fall_{side}" for side in FallDirection] == [
        "fall_front",
        "fall_back",
        "fall_left",
        "fall_right",
    ]
