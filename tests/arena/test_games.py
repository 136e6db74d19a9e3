"""The referee's tools: conditions, witness, stage, film, scores, and who may take part."""

from io import BytesIO
from math import radians

import numpy as np
import pytest
from PIL import Image

from drills.gl import needs_gl
from olympian.arena import EVENTS, OLYMPICS, Conditions, choose_events
from olympian.arena.event import Trial
from olympian.arena.events.fight import FightTrial
from olympian.arena.events.getup import Getup, stands_up
from olympian.arena.events.moves import MOVES, MovesTrial
from olympian.arena.events.race import RaceTrial
from olympian.arena.film import CLIP_BYTES, FilmView, Reel
from olympian.arena.programs import animator
from olympian.arena.stage import Stage
from olympian.arena.witness import Witness
from olympian.backend import FallWatch, Lie, Simulation, Start
from olympian.errors import OlympianError
from olympian.motion import Hold
from olympian.motion.animate import Animator, Frame, FrameSet, build
from olympian.records import JointGoal
from olympian.robot import Robot, load_robot
from olympian.world.catalogue import flat

SEED = 0
"""Of every stage: a specimen finds out what is wrong with it once, which takes a while."""


@pytest.fixture(scope="module")
def robot() -> Robot:
    return load_robot("bioloid")


def standing(robot: Robot) -> Stage:
    """A robot that does nothing but stand."""
    conditions = Conditions.of(SEED)
    floor = flat(conditions.friction)
    return Stage.alone(robot, floor, conditions, Hold(robot.ready), FilmView())


# --- conditions


def test_conditions_come_from_the_seed_alone() -> None:
    assert Conditions.of(7) == Conditions.of(7)
    assert Conditions.of(7) != Conditions.of(8)
    mine, other = Conditions.of(7), Conditions.of(7, robot=1)
    assert (mine.imu_roll, mine.yaw) != (other.imu_roll, other.yaw)
    assert mine.friction == other.friction


def test_conditions_fill_their_ranges_and_stay_inside() -> None:
    many = [Conditions.of(seed) for seed in range(300)]
    for name, low, high in (
        ("friction", 0.6, 1.0),
        ("x", -0.01, 0.01),
        ("y", -0.01, 0.01),
        ("yaw", -radians(3), radians(3)),
    ):
        values = [getattr(one, name) for one in many]
        assert low - 1e-5 <= min(values) < low + 0.05 * (high - low), name
        assert high - 0.05 * (high - low) < max(values) <= high + 1e-5, name


def test_every_servo_and_link_is_another_one(robot: Robot) -> None:
    many = [Conditions.of(seed).specimen(robot) for seed in range(100)]
    strength, mass = (np.array([getattr(one, of) for one in many]) for of in ("strength", "mass"))
    assert strength.shape == (100, robot.dof)
    assert mass.shape == (100, len(robot.tree.links))
    for drawn, spread in ((strength, 0.10), (mass, 0.05)):
        assert np.allclose(drawn.min(axis=0), 1 - spread, atol=0.2 * spread)
        assert np.allclose(drawn.max(axis=0), 1 + spread, atol=0.2 * spread)
        assert np.abs(drawn - 1).max() <= spread
        assert np.allclose(np.corrcoef(drawn.T), np.eye(drawn.shape[1]), atol=0.45)
    zeros = np.array([one.zero_offset for one in many])
    assert zeros.shape == (100, robot.dof)
    assert zeros.std() == pytest.approx(radians(1), rel=0.05)
    skew = np.array([one.imu_rpy for one in many])
    assert skew[:, :2].std(axis=0) == pytest.approx(radians(1), rel=0.3)
    assert np.all(skew[:, 2] == 0.0)
    again, other = (Conditions.of(7, place).specimen(robot) for place in (0, 1))
    assert np.array_equal(again.strength, many[7].strength)
    assert not np.array_equal(other.strength, many[7].strength)


def test_a_stage_simulates_the_specimen_of_its_conditions(robot: Robot) -> None:
    stage, described = standing(robot), Simulation(robot)
    drawn = Conditions.of(SEED).specimen(robot)
    simulation = stage.simulation
    for link, mass in zip(robot.tree.links, np.asarray(drawn.mass), strict=True):
        body, plain = (one.model.body(f"robot0/{link.name}") for one in (simulation, described))
        assert body.mass[0] == pytest.approx(mass * plain.mass[0])
        assert np.allclose(body.inertia, mass * plain.inertia)
    assert np.allclose(simulation.actors[0].servos.strength, drawn.strength)


def test_a_start_puts_the_feet_down_a_little_off(robot: Robot) -> None:
    conditions = Conditions.of(3)
    start = conditions.start(robot, ahead=0.2)
    assert start.q is not None
    assert 0 < np.abs(start.q - robot.ready).max() <= radians(1)
    simulation = Simulation(robot, starts=[start])
    feet = [simulation.true_pose(foot.link)[:2, 3] for foot in robot.feet]
    # joints that are off by a degree move the soles by some millimetres
    assert np.allclose(np.mean(feet, axis=0), (0.2 + conditions.x, conditions.y), atol=0.01)


# --- witness and stage


def test_a_witness_measures_along_the_heading_at_the_mark(robot: Robot) -> None:
    simulation = Simulation(robot, starts=[Start(0.1, -0.2, 2.0)])
    witness = Witness(simulation)
    witness.step()
    ahead, left, turn = 0.3, -0.05, 1.5
    x = 0.1 + ahead * np.cos(2.0) - left * np.sin(2.0)
    y = -0.2 + ahead * np.sin(2.0) + left * np.cos(2.0)
    simulation.starts = (Start(x, y, 2.0 + turn),)
    simulation.reset()
    soles_ahead = robot.forward(robot.feet[0].link, robot.ready)[0, 3]
    # the soles are placed, the torso is watched: it turns about a point below its origin
    swing = soles_ahead * np.array([1 - np.cos(turn), -np.sin(turn)])
    assert np.allclose(witness.moved[:2], np.array([ahead, left]) + swing, atol=1e-6)
    assert witness.tilt == pytest.approx(0.0, abs=1e-6)
    assert np.allclose(witness.soles, 0.0, atol=1e-3)


def test_a_record_is_sampled_evenly_and_counts_from_the_mark(robot: Robot) -> None:
    stage = standing(robot)
    stage.stand(0.5)
    stage.mark()
    stage.stand(1.0)
    record = stage.witness.record()
    assert np.allclose(np.diff(record.t), 0.04, atol=1e-9)
    assert record.t[0] == pytest.approx(-0.49)
    assert record.t[-1] == pytest.approx(1.0, abs=0.04)
    assert record.torso.shape == (len(record.t), 3)
    assert record.soles.shape == (len(record.t), len(robot.feet))
    assert np.abs(record.heading).max() < radians(1)


def test_a_robot_that_is_pushed_over_fell_and_until_says_no(robot: Robot) -> None:
    stage = standing(robot)
    assert stage.until(lambda: stage.simulation.t > 0.4, 1.0)
    assert not stage.until(lambda: False, 0.2)
    assert not stage.fell
    stage.simulation.push(np.array([30.0, 0.0, 0.0]), 0.3)
    assert not stage.until(lambda: stage.simulation.t > 5.0, 9.0)
    assert stage.fell
    assert stage.simulation.t < 4.0


def test_lying_still_is_not_getting_up(robot: Robot) -> None:
    """A referee that would call this standing is no referee."""
    conditions = Conditions.of(SEED)
    start = conditions.start(robot, lie=Lie.FRONT)
    sets = [
        FrameSet(name=f"getup_{side}", interrupts=True, frames=[Frame(name="lie")])
        for side in ("front", "back", "left", "right")
    ]
    idle = Animator(robot, [build(robot, one) for one in sets], q_start=robot.ready)
    stage = Stage.alone(robot, flat(), conditions, idle, FilmView(), start=start)
    stage.stand(0.5)
    stage.mark()
    trial = Getup("getup_front", ("front",)).attempt(stage, "front")
    assert not trial.success
    assert trial.time_s == pytest.approx(6.0, abs=0.02)


@pytest.mark.parametrize(("bend_deg", "stands"), [(0.0, True), (30.0, False)])
def test_a_squat_is_not_standing(robot: Robot, bend_deg: float, stands: bool) -> None:
    """Upright and on both soles, at 77 % of its height."""
    q = np.array(robot.ready)
    for side in ("left", "right"):
        for joint, share in (("hip_pitch", -1.0), ("knee", 2.0), ("ankle_pitch", -1.0)):
            q[robot.joint_index[f"{side}_{joint}"]] += share * radians(bend_deg)
    start = Start(q=q)
    stage = Stage.alone(robot, flat(), Conditions.of(SEED), Hold(q), FilmView(), start=start)
    stage.stand(0.3)
    assert stage.witness.tilt < radians(15.0)
    assert stage.witness.soles.max() < 0.01
    assert stands_up(stage) is stands


# --- film


@needs_gl
def test_a_long_film_is_small_and_covers_everything(
    robot: Robot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("olympian.arena.film.MOST_PICTURES", 20)
    simulation = Simulation(robot)
    reel = Reel(simulation, FilmView())
    for _ in range(300):
        simulation.actors[0].write(JointGoal.all(robot.ready))
        reel.step()
    film = reel.develop()
    assert len(film.clip) < CLIP_BYTES
    assert film.seconds == pytest.approx(3.0, abs=0.25)
    assert film.speed == 2.0
    with Image.open(BytesIO(film.clip)) as clip:
        assert clip.format == "WEBP"
        assert clip.size == (320, 200)
        # pictures that show no change are stored as one that lasts longer
        assert 1 <= getattr(clip, "n_frames", 1) <= 20
    with Image.open(BytesIO(film.strip)) as strip:
        assert strip.width > 5 * strip.height


# --- events


def test_events_by_name_and_by_group() -> None:
    assert choose_events(["stairs", "race"]) == ("race", "stairs_up", "stairs_down")
    assert choose_events(["all"]) == OLYMPICS
    assert choose_events(["getup"]) == ("getup_front", "getup_back", "getup_side")
    with pytest.raises(OlympianError, match="did you mean 'race'"):
        choose_events(["rac"])
    with pytest.raises(OlympianError, match="no events"):
        choose_events([])


@pytest.mark.parametrize("name", EVENTS)
def test_a_robot_without_the_movements_is_named_with_what_is_missing(name: str) -> None:
    event = EVENTS[name]
    needed = event.gaits + event.walks + event.movements
    assert needed
    with pytest.raises(OlympianError, match="'atlas'") as caught:
        event.check(load_robot("atlas"))
    assert any(f"'{one}'" in str(caught.value) for one in needed)
    assert "\n" not in str(caught.value)


def race(speed: float = 0.08, drift: float = 0.01, success: bool = True) -> RaceTrial:
    return RaceTrial(
        seed=0,
        success=success,
        fell=not success,
        time_s=2.0 / speed,
        conditions=Conditions.of(0),
        distance_m=2.0,
        drift_m=2.0 * drift,
    )


def test_a_race_is_won_by_standing_speed_and_straightness() -> None:
    score = EVENTS["race"].score
    assert score([race()] * 19 + [race(success=False)]).reached
    assert not score([race()] * 18 + [race(success=False)] * 2).reached
    assert not score([race(speed=0.075)] * 20).reached
    assert not score([race(drift=0.06), race(drift=-0.06)] * 10).reached
    lost = score([race(success=False)] * 3)
    assert not lost.reached
    assert (lost.trials, lost.successes, lost.falls) == (3, 0, 3)
    assert lost.figures()


def test_a_sprint_is_won_by_standing_and_speed() -> None:
    score = EVENTS["sprint"].score
    assert score([race(speed=0.2, drift=0.1)] * 20).reached
    assert not score([race(speed=0.1)] * 20).reached
    assert not score([race(speed=0.2)] * 18 + [race(success=False)] * 2).reached


def fight(knockdown: bool, fell: bool) -> FightTrial:
    return FightTrial(
        seed=0,
        success=knockdown and not fell,
        fell=fell,
        time_s=5.0,
        conditions=Conditions.of(0),
        knockdown=knockdown,
    )


def test_a_fight_needs_knock_downs_and_few_own_falls() -> None:
    score = EVENTS["fight"].score
    win, draw, both = fight(True, False), fight(False, False), fight(True, True)
    assert score([win] * 16 + [draw] * 4).reached
    assert not score([win] * 15 + [draw] * 5).reached
    assert EVENTS["fight_low"].score([win, draw] * 10).reached
    assert not EVENTS["fight_low"].score([win] * 9 + [draw] * 11).reached
    assert EVENTS["fight_copy"].score([both, draw] * 10).reached, "reported, whatever comes of it"
    assert score([win] * 18 + [both] * 2).reached
    assert not score([win] * 17 + [both] * 3).reached


def test_every_single_move_must_do() -> None:
    def trial(move: str, success: bool = True) -> Trial:
        return MovesTrial(
            seed=0,
            success=success,
            fell=not success,
            time_s=3.0,
            conditions=Conditions.of(0),
            move=move,
        )

    good = [trial(move) for move in MOVES]
    score = EVENTS["moves"].score
    assert score(good * 2).reached
    # one movement that always fails is a tenth of all trials, but all of its own
    weak = score([*good, *good[1:], trial(MOVES[0], success=False)])
    assert not weak.reached
    assert f"{MOVES[0]} 1 of 2" in weak.figures()


def test_the_fall_watch_accepts_the_low_stance(robot: Robot) -> None:
    """Otherwise every fighter would be down before the bell."""
    conditions = Conditions.of(SEED)
    stage = Stage.alone(robot, flat(), conditions, animator(robot, "fight_stance"), FilmView())
    stage.program(Animator).play("fight_stance", loops=1)
    stage.stand(3.0)
    assert not stage.fell
    assert FallWatch(stage.simulation).step() is False
