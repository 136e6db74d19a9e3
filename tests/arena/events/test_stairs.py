"""Stairs: feet where the treads are, in the plan and in physics."""

from dataclasses import replace

import msgspec
import numpy as np
import pytest

from olympian.backend import FallWatch, KinematicBackend, Simulation, Specimen, Start
from olympian.loop import Loop
from olympian.motion import SkillStatus
from olympian.motion.step import Footstep, Stepper, read_gait, stair_steps
from olympian.robot import load_robot
from olympian.state import Estimator
from olympian.world import World
from olympian.world.catalogue import stairs

BIOLOID = load_robot("bioloid")
UP, DOWN = (read_gait("bioloid", name) for name in ("stairs_up", "stairs_down"))
HEIGHT, DEPTH, DISTANCE = 0.03, 0.15, 0.25
TOE, HEEL = 0.054, 0.046
SOLES = ("left_sole", "right_sole")


class Climb:
    """A robot in front of stairs; floor, robot and start differ with the seed."""

    def __init__(self, world: World, seed: int) -> None:
        chance = np.random.default_rng(seed)
        q = BIOLOID.ready + np.radians(chance.uniform(-1, 1, BIOLOID.dof))
        # a start with joint angles places the torso; people place feet
        x, y = chance.uniform(-0.01, 0.01, 2) - [BIOLOID.forward("left_sole", q)[0, 3], 0.0]
        start = Start(x, y, np.radians(chance.uniform(-3, 3)), q)
        specimen = Specimen(*chance.uniform(0.95, 1.05, 2))
        world = replace(world, friction=chance.uniform(0.6, 1.0))
        self.simulation = Simulation(BIOLOID, world, seed, starts=[start], specimens=[specimen])
        actor = self.simulation.actors[0]
        self.stepper = Stepper(BIOLOID, UP)
        self.loop = Loop(actor, self.stepper)
        self.watch = FallWatch(self.simulation)
        self.steepest = 0.0
        """How far the heel of the left sole came up, rad."""
        self.loop.run(0.5)

    def take(self, gait, count, distance, down=False):
        self.stepper.gait = gait
        self.stepper.take(stair_steps(gait, HEIGHT, DEPTH, count, distance, down=down))
        while self.stepper.status is SkillStatus.RUNNING and not self.watch.fell:
            self._tick()
        for _ in range(100):
            self._tick()

    def _tick(self):
        self.loop.tick()
        self.watch.step()
        left = self.simulation.true_pose("left_sole")
        self.steepest = max(self.steepest, float(np.arcsin(-left[2, 0])))

    @property
    def ankles(self):
        return np.array([self.simulation.true_pose(sole)[:3, 3] for sole in SOLES])


def places(gait, steps):
    """Where each planned foot stands, from a start with both at 0: x and height.

    The start is nearer to the first edge than the plan was told by what it holds in reserve.
    """
    x, z, moved = gait.reserve, 0.0, 0
    for step in steps:
        x, z, moved = x + step.x, z + step.z, moved + (step.z != 0.0)
        # what the plan leaves out on the next tread, since the last one brought it along
        yield x + gait.creep * HEIGHT * (moved - (step.z != 0.0)), z


@pytest.mark.parametrize(("gait", "down"), [(UP, False), (DOWN, True)])
@pytest.mark.parametrize("count", [1, 3, 7])
def test_every_planned_foot_is_on_its_tread_and_clear_of_the_riser(gait, down, count):
    steps = stair_steps(gait, HEIGHT, DEPTH, count, DISTANCE, down=down)
    planned = list(places(gait, steps))
    for x, z in planned:
        level = round(abs(z) / HEIGHT)
        behind = DISTANCE + (level - 1) * DEPTH if level else -np.inf
        ahead = DISTANCE + level * DEPTH if level < count else np.inf
        heel, toe = (x - HEEL, x) if down else (x, x + TOE)
        assert behind < heel < toe < ahead
    x, z = planned[-1]
    assert abs(z) == pytest.approx(count * HEIGHT)
    # wholly on the last tread, but for what the step there may bring
    assert x - HEEL >= DISTANCE + (count - 1) * DEPTH - abs(gait.creep) * HEIGHT - 1e-9


@pytest.mark.parametrize("seed", [1])
def test_it_climbs_three_steps_and_pushes_over_its_toes(seed):
    climb = Climb(stairs(HEIGHT, DEPTH, 3, DISTANCE), seed)
    climb.take(UP, 3, DISTANCE)
    assert not climb.watch.fell
    assert climb.ankles[:, 2] == pytest.approx(3 * HEIGHT, abs=0.005)
    assert (climb.ankles[:, 0] > DISTANCE + 2 * DEPTH).all()
    assert climb.steepest > np.radians(20)


@pytest.mark.parametrize(("seed", "short"), [(3, 0.0), (4, 0.02)])
def test_it_goes_up_one_step_and_down_on_the_other_side_wherever_it_believes_the_edge(seed, short):
    distance, landing = 0.12, 0.3
    climb = Climb(stairs(HEIGHT, landing / 3, 1, distance), seed)
    climb.take(UP, 1, distance)
    assert climb.ankles[:, 2] == pytest.approx(HEIGHT, abs=0.005)
    climb.take(DOWN, 1, landing - HEEL - short, down=True)
    assert not climb.watch.fell
    assert climb.ankles[:, 2] == pytest.approx(0.0, abs=0.005)
    assert (climb.ankles[:, 0] > distance + landing).all()


def first_edge(gait):
    """How far the feet go before the first step down."""
    steps = stair_steps(gait, HEIGHT, DEPTH, 1, DISTANCE, down=True)
    return sum(step.x for step in steps if not step.z)


def test_it_stops_short_of_the_first_edge_whose_distance_is_never_quite_so():
    exact = msgspec.structs.replace(DOWN, reserve=0.0)
    assert first_edge(exact) - first_edge(DOWN) == pytest.approx(DOWN.reserve)
    assert DOWN.reserve > 0.005


class Descent:
    """One step down without a floor: the soles feel what the test says."""

    def __init__(self):
        self.stepper = Stepper(BIOLOID, DOWN)
        self.stepper.take([Footstep("right", x=0.07, z=-HEIGHT), Footstep("left")])
        self._state = Estimator(BIOLOID).step(KinematicBackend(BIOLOID).read(), 0.01)

    def go(self, side, times):
        """Until it stands.

        Args:
            times: that the foot of this side meets something on its way down.
        """
        stepper, lowering = self.stepper, f"lower {side}"
        while stepper.status is SkillStatus.RUNNING:
            was = stepper.phase
            stepper.step(self._feeling(was == lowering and times > 0), 0.03)
            times -= was == lowering and stepper.phase == f"withdraw {side}"
        return stepper

    def _feeling(self, load):
        return replace(self._state, loads=np.full(2, 8.0 * load))


@pytest.mark.parametrize(("side", "more"), [("right", 6), ("left", 3)])
def test_a_foot_that_meets_the_edge_is_put_back_and_tries_again_further_ahead(side, more):
    straight = Descent().go(side, 0).steps_done
    stepper = Descent().go(side, 2)
    assert stepper.status is SkillStatus.DONE
    # the first foot down goes back, then both go ahead; to the second one the other comes once
    assert stepper.steps_done == straight + more


def test_a_robot_that_meets_edges_for_ever_stands_and_says_so():
    stepper = Descent().go("right", 100)
    assert stepper.status is SkillStatus.FAILED
    assert "no room for the right foot" in stepper.reason


def test_steps_of_50_mm_are_in_reach_both_ways_because_it_leans_over_the_next_foot():
    sensors = KinematicBackend(BIOLOID).read()
    unloaded = replace(sensors, foot_pressure=np.zeros((2, 4)))
    state = Estimator(BIOLOID).step(unloaded, 0.01)

    def status(gait, down):
        stepper = Stepper(BIOLOID, gait)
        stepper.take(stair_steps(gait, 0.05, DEPTH, 1, 0.08, down=down))
        while stepper.status is SkillStatus.RUNNING:
            stepper.step(state, 0.01)
        return stepper.status

    assert status(UP, down=False) is SkillStatus.DONE
    assert status(DOWN, down=True) is SkillStatus.DONE
    upright = msgspec.structs.replace(DOWN, tip_deg=0.0)
    assert status(upright, down=True) is SkillStatus.FAILED
