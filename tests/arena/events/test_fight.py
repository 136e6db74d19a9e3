"""Fighting: every set begins and ends in one stance, nobody falls alone, and an opponent does."""

from dataclasses import replace

import numpy as np
import pytest

from olympian.arena import EVENTS
from olympian.backend import FallWatch, Simulation
from olympian.decision.fighter import FURTHEST, Fighter, FightState
from olympian.geometry import R_from_rpy, Vec
from olympian.loop import Loop
from olympian.motion.animate import Animator, load_movement
from olympian.motion.hold import Hold
from olympian.motion.skill import SkillStatus
from olympian.motion.step import read_gait
from olympian.robot import Robot, load_robot

KINDS, SIDES = ("punch", "lever", "uppercut", "kick"), ("left", "right")
SETS = [*(f"{kind}_{side}" for kind in KINDS for side in SIDES), "fight_cheer"]


@pytest.fixture(scope="module")
def bioloid() -> Robot:
    return load_robot("bioloid")


@pytest.fixture(scope="module")
def stance(bioloid: Robot) -> Vec:
    return load_movement(bioloid, "fight_stance").frames[-1].q


@pytest.mark.parametrize("name", SETS)
def test_every_set_begins_and_ends_in_the_stance(bioloid: Robot, stance: Vec, name: str) -> None:
    frames = load_movement(bioloid, name).frames
    assert frames[0].q == pytest.approx(stance, abs=1e-9)
    assert frames[-1].q == pytest.approx(stance, abs=1e-9)


def test_steps_in_the_stance_keep_the_stance(bioloid: Robot, stance: Vec) -> None:
    gait = read_gait("bioloid", "fight")
    left, right = (bioloid.forward(f"{side}_sole", stance)[:3, 3] for side in SIDES)
    assert gait.spacing == pytest.approx(left[1] - right[1], abs=1e-3)
    assert gait.torso_height == pytest.approx(-left[2], abs=1e-3)
    for joint, angle_deg in gait.arms_deg.items():
        assert angle_deg == pytest.approx(np.degrees(stance[bioloid.joint_index[joint]]))


@pytest.mark.parametrize(
    ("kind", "frame"),
    [("punch", "hit"), ("lever", "lever"), ("uppercut", "rise"), ("kick", "kick")],
)
def test_left_strikes_as_right_does(bioloid: Robot, kind: str, frame: str) -> None:
    tip = "sole" if kind == "kick" else "hand"
    places = []
    for side in SIDES:
        frames = {one.name: one for one in load_movement(bioloid, f"{kind}_{side}").frames}
        places.append(bioloid.forward(f"{side}_{tip}", frames[frame].q)[:3, 3])
    assert places[0] == pytest.approx(places[1] * [1, -1, 1], abs=1e-3)


def _play(robot: Robot, name: str, seed: int) -> tuple[Animator, FallWatch]:
    """One set from the ready pose and back to it."""
    simulation = Simulation(robot, seed=seed)
    actor = simulation.actors[0]
    sets = [load_movement(robot, one) for one in ("fight_stance", name, "fight_end")]
    animator = Animator(robot, sets, robot.ready)
    loop, watch = Loop(actor, animator), FallWatch(simulation)
    for one in sets:
        animator.play(one.name, loops=1)
        while animator.status is SkillStatus.RUNNING:
            loop.tick()
            watch.step()
    for _ in range(100):
        loop.tick()
        watch.step()
    return animator, watch


@pytest.mark.parametrize("name", SETS)
def test_every_set_is_played_without_a_fall(bioloid: Robot, name: str) -> None:
    animator, watch = _play(bioloid, name, seed=3)
    assert animator.status is SkillStatus.DONE
    assert not watch.fell


def _falls(robot: Robot, q: Vec, force: float) -> bool:
    """Does a second's push from the side at the head fell it?"""
    simulation = Simulation(robot, seed=1)
    loop, watch = Loop(simulation.actors[0], Hold(robot.ready)), FallWatch(simulation)
    hold = loop.skill
    assert isinstance(hold, Hold)
    for share in np.linspace(0.0, 1.0, 100):
        hold.q = robot.ready + share * (q - robot.ready)
        loop.tick()
    loop.run(0.5)
    simulation.push(np.array([0.0, force, 0.0]), 1.0, link="head")
    for _ in range(250):
        loop.tick()
        watch.step()
    return watch.fell


def test_the_stance_takes_a_push_that_fells_an_upright_robot(bioloid: Robot, stance: Vec) -> None:
    assert _falls(bioloid, bioloid.ready, 3.4)
    assert not _falls(bioloid, stance, 3.4)


@pytest.mark.parametrize("event", ["fight", "fight_low"])
def test_an_opponent_is_knocked_down_wherever_it_holds_its_arms(bioloid: Robot, event: str) -> None:
    """It stands afterwards, too."""
    trial = EVENTS[event].run(bioloid, seed=101).trial
    assert trial.success
    assert trial.time_s < 8.0


def _alone(robot: Robot, bell: bool, seconds: float) -> tuple[Fighter, Simulation, float]:
    """Also how far ahead it got, by the truth; a fall fails."""
    simulation = Simulation(robot, seed=2)
    actor = simulation.actors[0]
    fighter = Fighter(robot)
    loop, watch = Loop(actor, fighter), FallWatch(simulation)
    loop.run(2.0)
    if bell:
        fighter.begin()
    furthest = 0.0
    for _ in range(round(seconds / actor.dt)):
        loop.tick()
        watch.step()
        furthest = max(furthest, float(simulation.true_pose("torso")[0, 3]))
    assert not watch.fell
    return fighter, simulation, furthest


def test_before_the_bell_a_fighter_keeps_its_guard(bioloid: Robot) -> None:
    fighter, simulation, _ = _alone(bioloid, bell=False, seconds=1.0)
    assert fighter.doing is FightState.GUARD
    guard = load_movement(bioloid, "fight_guard").frames[-1].q
    arms = bioloid.indices([name for arm in bioloid.arms for name in arm.chain.joint_names])
    assert simulation.actors[0].read().q[arms] == pytest.approx(guard[arms], abs=np.radians(3.0))


@pytest.mark.parametrize(
    ("pitch_deg", "does"), [(-8, FightState.CHARGE), (-15, FightState.BACK_OFF)]
)
def test_a_fighter_that_is_bent_back_gives_up_the_push(
    bioloid: Robot, pitch_deg: float, does: FightState
) -> None:
    """The other one wins it: who walks on gets its feet ahead of its body, and falls."""
    simulation = Simulation(bioloid, seed=2)
    actor = simulation.actors[0]
    fighter = Fighter(bioloid)
    loop = Loop(actor, fighter)
    fighter.begin()
    state = loop.tick()
    bent = R_from_rpy(0.0, np.radians(pitch_deg), 0.0)
    fighter.step(replace(state, R_world_torso=bent), actor.dt)
    assert fighter.doing is does


def test_a_fighter_that_meets_nobody_feels_so_and_goes_no_further(bioloid: Robot) -> None:
    """One charge through free air, and the next one only if another bell is rung.

    It stops within 10 cm: the opponent's feet may lie there.
    """
    fighter, _, furthest = _alone(bioloid, bell=True, seconds=10.0)
    assert fighter.landed == 0
    assert fighter.doing is FightState.GUARD
    assert FURTHEST < furthest < FURTHEST + 0.10
