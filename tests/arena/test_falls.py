"""Falls in physics: what the referee sees, what protection is worth, and that nobody cries wolf."""

from functools import cache
from math import pi, radians

import numpy as np
import pytest

from olympian.arena.falls.alarms import Alarm, drive_and_listen
from olympian.arena.falls.bench import JUST_ENOUGH
from olympian.arena.falls.drop import HARDEST, Activity, Drop, DropRun, KnockDown, run_drop
from olympian.arena.falls.faller import guarded, heedless, unguarded_from
from olympian.arena.falls.impact import Blow, BodyPart, Impact, ImpactWatch, body_parts
from olympian.arena.falls.referee import FallReferee, walks_on
from olympian.arena.falls.trial import FallTally, FallTrial, unheeded
from olympian.backend import Lie, Simulation, Start
from olympian.geometry import GRAVITY
from olympian.loop import Loop
from olympian.motion import Hold
from olympian.motion.animate import load_movement
from olympian.motion.top_speed import TopSpeed
from olympian.motion.walks import make_walk
from olympian.records import FallDirection
from olympian.robot import Robot, load_robot
from olympian.state.falling import FallSense

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
    push = shove(robot, side, 1.7)
    run = DropRun(robot, push, guarded)
    drop = run.run()
    return FallTrial(push, unheeded(robot, push, run.faller.noticed_at) or drop, drop)


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


@pytest.mark.parametrize(("name", "side"), [("bioloid", "front"), ("wolfgang", "left")])
def test_the_referee_notes_what_touched_first(name: str, side: str) -> None:
    """A second pair of eyes looks at MuJoCo's contacts, link by link."""
    robot = robot_of(name)
    run = DropRun(robot, shove(robot, side, 1.7), heedless)
    model, data = run.simulation.model, run.simulation.data
    parts = body_parts(robot)
    first: dict[BodyPart, float] = {}

    def look() -> None:
        for contact in data.contact[: data.ncon]:
            bodies = sorted(int(model.geom_bodyid[geom]) for geom in contact.geom)
            if bodies[0] == 0 and bodies[1] != 0:
                link = model.body(bodies[1]).name.rpartition("/")[2]
                first.setdefault(parts[link], data.time)

    run.simulation.after_step.append(look)
    drop = run.run()
    impact = drop.impact
    order = [BodyPart.LEG, BodyPart.ARM, BodyPart.TORSO]
    expected = [
        min((t for part, t in first.items() if part >= least), default=None) for least in order
    ]
    assert [impact.touched_at, impact.struck_at, impact.hit_at] == expected
    assert len(set(expected)) > 1, "a fall that tells the stages apart"


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


@pytest.mark.parametrize(("seed", "side"), [(7, "front"), (28, "right")])
def test_a_bioloid_saves_its_head_and_does_not_roll_over(seed: int, side: str) -> None:
    """On straight arms, or on bent legs that let it roll over, it is 176 and 87 N."""
    robot = robot_of("bioloid")
    knock = KnockDown.of(seed, make_walk(robot).top_speed, JUST_ENOUGH["bioloid"])
    drop = run_drop(robot, knock, guarded)
    assert drop.fell
    assert drop.peak < 60.0, f"newtons, on its {side}"


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
    calm = drive_and_listen(robot_of("fumanoid"), 3, 6.0, 0.4 * JUST_ENOUGH["fumanoid"])
    assert calm.fell_at is None
    assert calm.shoves >= 1
    assert calm.alarms == ()


def test_an_alarm_is_false_unless_the_twin_goes_down_soon() -> None:
    assert not Alarm(3.6, 4.0).false
    assert Alarm(3.6, 5.7).false
    assert Alarm(3.6, None).false


def test_bracing_does_not_justify_the_alarm_that_led_to_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """A module that cries wolf lies down by its own posture; its twin, not heeding it, walks on."""
    monkeypatch.setattr(
        FallSense, "step", lambda _, t, *_of: FallDirection.FRONT if t > 1.5 else None
    )
    calm = drive_and_listen(robot_of("bioloid"), 3, 1.5, 0.0)
    assert calm.fell_at is not None
    assert [alarm.twin_down_at for alarm in calm.alarms] == [None]
    assert calm.false_alarms == 1


def test_a_twin_is_the_same_up_to_the_alarm_and_goes_down_where_the_alarm_was_right() -> None:
    """Shoved so hard that nothing helps: the twin that does not heed the alarm falls as well."""
    robot = robot_of("bioloid")
    knock = shove(robot, "front", 2.5)
    run = DropRun(robot, knock, guarded)
    run.prepare()
    places = {}
    while (alarm := run.faller.noticed_at) is None:
        places[run.simulation.t] = run.simulation.data.qpos.copy()
        run.tick()
    twin = DropRun(robot, knock, unguarded_from(alarm))
    twin.prepare()
    while twin.simulation.t in places:
        assert np.array_equal(places[twin.simulation.t], twin.simulation.data.qpos)
        twin.tick()
    assert twin.simulation.t > alarm
    while not twin.over:
        twin.tick()
    assert twin.fell
    assert twin.faller.noticed_at is None, "its module was not asked any more"


class Told:
    """A simulation, as far as a referee sees it, whose torso is wherever a test says."""

    def __init__(self) -> None:
        real = Simulation(robot_of("bioloid"))
        self.robots, self.options, self.world = real.robots, real.options, real.world
        self.pose = real.true_pose(self.robots[0].torso)
        self.start, self.t = self.pose.copy(), 0.0

    def true_pose(self, *_: object) -> np.ndarray:
        return self.pose

    def go(self, referee: FallReferee, seconds: float, ahead: float = 0.0, down: float = 0.0):
        """Straight on and down at these speeds, tick by tick."""
        for _ in range(round(seconds / 0.01)):
            self.t += 0.01
            self.pose = self.pose.copy()
            self.pose[0, 3] += 0.01 * ahead
            self.pose[2, 3] -= 0.01 * down
            referee.look()

    def lift(self, referee: FallReferee) -> None:
        """Back to its full height."""
        self.go(referee, 1.0, down=self.pose[2, 3] - self.start[2, 3])


def test_a_fall_is_quick_and_recovered_means_walked_on() -> None:
    told = Told()
    referee = FallReferee(told)  # type: ignore[arg-type]
    height = told.start[2, 3]
    told.go(referee, 2.0, down=0.25 * height)
    assert referee.down
    assert referee.falls == 0, "it sat down"
    told.lift(referee)
    told.go(referee, 0.1, down=5.0 * height)
    assert (referee.down, referee.falls, referee.recovered) == (True, 1, 0)
    told.lift(referee)
    assert not referee.down
    told.go(referee, 3.0, ahead=0.05)
    assert referee.recovered == 0, "it stands, and went 15 cm"
    told.go(referee, 1.5, ahead=0.05)
    assert referee.recovered == 1
    told.go(referee, 0.1, down=5.0 * height)
    told.lift(referee)
    told.go(referee, 0.5, ahead=0.5)
    told.go(referee, 0.1, down=5.0 * height)
    assert (referee.falls, referee.recovered) == (3, 1), "it went on, but not for long"


def test_who_stands_and_does_not_walk_has_not_recovered() -> None:
    robot = robot_of("bioloid")
    simulation = Simulation(robot)
    loop = Loop(simulation.actors[0], Hold(robot.ready))
    assert not walks_on(simulation, loop.tick)


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
    assert tally.lead_time_s_median == pytest.approx(0.4)


def test_directions_name_movements() -> None:
    assert [f"fall_{side}" for side in FallDirection] == [
        "fall_front",
        "fall_back",
        "fall_left",
        "fall_right",
    ]
