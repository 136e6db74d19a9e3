"""The dynamic walk: its laws by numbers, its promises in physics."""

from math import exp, radians

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from olympian.backend import FallWatch, Simulation, Specimen
from olympian.errors import OlympianError
from olympian.geometry import T_from, inverse
from olympian.loop import Loop
from olympian.motion.skill import SkillStatus
from olympian.motion.walk import STABILISERS, DynamicWalk, WalkConfig, read_walk, write_walk
from olympian.motion.walk.footwork import Place
from olympian.motion.walk.pendulum import Pendulum, PendulumState
from olympian.motion.walk.pose_kernel import sole_in_torso
from olympian.motion.walk.senses import Feeling
from olympian.motion.walk.stabilise import NOTHING_GIVEN, Sway, catch, hip, level, press, stretch
from olympian.records import Twist
from olympian.robot import load_robot

ROBOTS = ("bioloid", "fumanoid", "wolfgang")
angles = st.floats(-1.0, 1.0)


@pytest.fixture(scope="module")
def fumanoid():
    return load_robot("fumanoid")


class Drive:
    """A robot in physics, its walk and a referee."""

    def __init__(self, robot, config=None, seed=2, **specimen):
        self.simulation = Simulation(robot, seed=seed, specimens=[Specimen(**specimen)])
        self.walk = DynamicWalk(robot, config or read_walk(robot))
        self.loop = Loop(self.simulation.actors[0], self.walk)
        self.watch = FallWatch(self.simulation)
        self.robot = robot
        self.loop.run(0.3)

    def go(self, seconds, forward=0.0, left=0.0, turn=0.0):
        """(3,) x, y, yaw that it moved by; fails if it falls."""
        before = self.pose()
        self.walk.command(Twist(forward, left, turn))
        for _ in range(round(100 * seconds)):
            self.loop.tick()
            assert not self.watch.step(), f"fell at {self.simulation.t:.2f} s"
        return self.pose() - before

    def pose(self):
        T = self.simulation.true_pose(self.robot.torso)
        return np.array([T[0, 3], T[1, 3], np.arctan2(T[1, 0], T[0, 0])])


# laws


def test_divergent_component_leaves_the_foot_as_an_exponential():
    pendulum, foot = Pendulum(0.3), (0.01, 0.0)
    state = PendulumState((0.02, 0.05), (0.1, -0.2))
    later = pendulum.after(state, foot, 0.2)
    grown = exp(pendulum.rate * 0.2) * np.subtract(pendulum.divergent(state), foot)
    assert np.subtract(pendulum.divergent(later), foot) == pytest.approx(grown)


def test_steady_steps_repeat_themselves():
    """A foot that lands `lead` behind the divergent component finds it there a step later again."""
    pendulum, stride, spacing, time = Pendulum(0.3), (0.1, 0.0), 0.1, 0.25
    lead = pendulum.lead(stride, spacing, time)
    grown = exp(pendulum.rate * time) * np.array(lead)
    assert grown - (stride[0], spacing) == pytest.approx(pendulum.lead(stride, -spacing, time))


@given(angles, angles, angles)
def test_places_undo_themselves(x, y, yaw):
    place = Place(x, y, yaw)
    assert place.then(place.inverse()) == pytest.approx((0.0, 0.0, 0.0), abs=1e-12)
    middle = place.middle()
    assert middle.then(middle.inverse().then(place)) == pytest.approx(place)


@given(st.tuples(*[angles] * 3), st.tuples(*[angles] * 3), st.tuples(*[angles] * 3))
def test_compiled_pose_equals_the_plain_one(torso_xyz, rpy, sole_xyz):
    sole_rpy = (rpy[2], rpy[0], rpy[1])
    plain = inverse(T_from(torso_xyz, rpy)) @ T_from(sole_xyz, sole_rpy)
    assert sole_in_torso(torso_xyz, rpy, sole_xyz, sole_rpy) == pytest.approx(plain, abs=1e-12)


# stabilisers one by one: the sense of what they do, and nothing when off

PENDULUM = Pendulum(0.3)
PLAN = PendulumState((0.01, 0.04), (0.2, 0.0))


def feeling(x=0.0, y=0.0, vx=0.0, vy=0.0, roll=0.0, pitch=0.0):
    divergent = (x + vx / PENDULUM.rate, y + vy / PENDULUM.rate)
    return Feeling((x, y), (vx, vy), (roll, pitch), divergent, (x, y))


def config(**values):
    names = {key.split("__")[0] for key in values}
    dotted = {key.replace("__", "."): value for key, value in values.items()}
    return WalkConfig().only(*names).changed(dotted)


def test_capture_lands_where_the_fall_goes():
    caught = catch(
        config(capture__gain=(1.0, 0.7, 0.5)), PENDULUM, PLAN, feeling(x=0.02, y=-0.02), 0.1
    )
    grown = exp(PENDULUM.rate * 0.1)
    assert caught.shift == pytest.approx([0.02 * grown, -0.01 * grown])
    far = catch(
        config(capture__gain=(1.0, 1.0, 1.0), capture__hurry=1.0), PENDULUM, PLAN, feeling(0.5), 0
    )
    assert far.shift[0] == pytest.approx(0.12)
    assert far.hurry == pytest.approx(0.5 - 0.12)


def test_capture_believes_soles_and_large_errors():
    held = config(capture__gain=(0.5, 0.5, 0.5), capture__growth=0.0)
    assert catch(held, PENDULUM, PLAN, feeling(0.04), 0.2).shift[0] == pytest.approx(0.02)
    certain = held.changed({"capture.certain": (0.03, 0.03)})
    # half of what may be noise, all that is beyond
    assert catch(certain, PENDULUM, PLAN, feeling(0.04), 0.2).shift[0] == pytest.approx(0.025)
    assert catch(certain, PENDULUM, PLAN, feeling(y=-0.05), 0.2).shift[1] == pytest.approx(-0.035)


def test_energy_and_symmetry_lengthen_the_step_of_a_fast_body():
    fast = feeling(x=0.01, vx=0.1)
    for chosen in (config(energy__gain=0.2), config(symmetry__gain=0.5)):
        assert catch(chosen, PENDULUM, PLAN, fast, 0.1).shift[0] > 0.0
    assert catch(config(symmetry__gain=0.5), PENDULUM, PLAN, fast, 0.1).shift[0] == pytest.approx(
        0.01
    )


def test_ankle_presses_toes_and_the_outer_edge_down_within_its_limit():
    chosen = config(ankle__gain=(1.0, 1.0), ankle__most_deg=3.0)
    roll, pitch = press(chosen, feeling(x=0.02, y=0.01), 0.3)
    assert pitch == pytest.approx(radians(2.0))
    assert roll == pytest.approx(-radians(1.0))
    assert press(chosen, feeling(x=1.0), 0.3)[1] == pytest.approx(radians(3.0))


def test_posture_turns_sole_and_torso_against_the_tilt():
    tilted = feeling(roll=0.1, pitch=0.2)
    assert press(config(posture__ankle=(0.5, 0.0, 0.5, 0.0)), tilted, 0.3) == pytest.approx(
        (0.05, 0.1)
    )
    assert hip(config(posture__hip=(0.5, 0.0, 0.5, 0.0)), tilted, 0.3) == pytest.approx(
        (-0.05, -0.1)
    )


def test_stance_leg_grows_for_a_body_that_lags_once_it_is_past_upright():
    chosen = config(length__gain=0.2)
    ahead = PendulumState((0.05, 0.0), (0.0, 0.0))
    behind = PendulumState((-0.05, 0.0), (0.0, 0.0))
    lag = feeling(x=-0.01)
    assert stretch(chosen, ahead, lag, 0.3) > 5 * stretch(chosen, behind, lag, 0.3) > 0.0
    assert stretch(chosen, ahead, feeling(x=-1.0), 0.3) == pytest.approx(0.01)


def test_foot_in_the_air_takes_on_the_tilt_and_the_other_lets_go():
    chosen = config(level__share=1.0)
    give = ((0.0, 0.0, 0.0, 0.1), (0.0, 0.0, 0.0, 0.0))
    for _ in range(30):
        give = level(chosen, feeling(x=0.01, pitch=0.2), 0, give, 0.01)
    assert give[1] == pytest.approx([0.01, 0.0, 0.0, 0.2], rel=0.01)
    assert abs(give[0][3]) < 0.02


def test_lift_follows_the_sway():
    chosen, sway = config(clearance__gain=0.5, clearance__filter=0.0), Sway()
    assert sway.lift(chosen) == chosen.clearance.least
    for y in (-0.02, 0.02):
        sway.see(y)
    sway.stride(0.0)
    assert sway.lift(chosen) == pytest.approx(0.02)
    assert sway.lift(WalkConfig()) == WalkConfig().pattern.lift


def test_switched_off_nothing_acts():
    shoved, off = feeling(0.05, 0.05, 0.3, 0.3, 0.2, 0.2), WalkConfig().only()
    assert catch(off, PENDULUM, PLAN, shoved, 0.1).shift == pytest.approx([0.0, 0.0])
    assert press(off, shoved, 0.3) == hip(off, shoved, 0.3) == (0.0, 0.0)
    assert stretch(off, PLAN, shoved, 0.3) == 0.0
    assert level(off, shoved, 0, ((1.0,) * 4,) * 2, 0.01) == NOTHING_GIVEN


# sets


def test_sets_survive_the_file(fumanoid, tmp_path):
    chosen = read_walk(fumanoid).changed({"capture.gain.2": 0.25, "pattern.trim": (0.01, -0.002)})
    path = tmp_path / "walk.toml"
    write_walk(path, chosen, "made by a test\nin two lines")
    assert read_walk(fumanoid, path) == chosen
    assert path.read_text().startswith("# made by a test\n# in two lines\n")
    assert [entry.name for entry in tmp_path.iterdir()] == ["walk.toml"]


@pytest.mark.parametrize(
    ("values", "culprit"),
    [
        ({"capture.gian": 1.0}, "gian"),
        ({"capture.gain.7": 1.0}, "'7'"),
        ({"pattern.lift": 9.0}, "lift"),
        ({"pattern.lift": "high"}, "lift"),
    ],
)
def test_bad_parameters_are_named(values, culprit):
    with pytest.raises(OlympianError, match=culprit):
        WalkConfig().changed(values)


def test_bad_file_is_named_with_its_line(fumanoid, tmp_path):
    path = tmp_path / "walk.toml"
    path.write_text("[pattern]\nlift = 0.02\nstep_tyme = 0.3\n")
    with pytest.raises(OlympianError, match=r"walk\.toml:3: .*step_tyme"):
        read_walk(fumanoid, path)
    with pytest.raises(OlympianError, match="no such file"):
        read_walk(fumanoid, tmp_path / "none.toml")
    with pytest.raises(OlympianError, match="olympian tune walk"):
        read_walk(load_robot("atlas"))


def test_every_stabiliser_is_a_table_with_a_switch():
    for name in STABILISERS:
        assert isinstance(WalkConfig().value(f"{name}.on"), bool)
    with pytest.raises(OlympianError, match="cpature"):
        WalkConfig().only("cpature")


# physics


@pytest.mark.parametrize("name", ROBOTS)
def test_goes_where_the_twist_points_and_stops(name):
    robot = load_robot(name)
    drive = Drive(robot)
    top = drive.walk.config.limits.top_speed
    ahead, side, turn = 0.5 * top[0], 0.5 * top[1], 0.5 * top[2]
    assert drive.go(4.0, forward=ahead)[0] > 0.6 * 4.0 * ahead - 0.1
    drive.go(3.0, turn=turn)
    drive.go(3.0, left=side)
    drive.go(4.0)
    assert drive.walk.status is SkillStatus.DONE
    assert np.abs(drive.go(1.0)).max() < 0.02


def test_walks_curves_backwards_and_on_the_spot(fumanoid):
    drive = Drive(fumanoid)
    assert drive.go(4.0, forward=-0.2)[0] < -0.4
    drive.go(1.5)
    moved = drive.go(3.0, turn=0.8)
    assert moved[2] > 1.2
    assert np.hypot(*moved[:2]) < 0.1
    drive.go(4.0, forward=0.25, left=0.05, turn=0.4)
    before = drive.walk.steps_done
    drive.walk.marching = True
    spot = drive.go(3.0)
    assert drive.walk.steps_done >= before + 8
    assert np.hypot(*spot[:2]) < 0.25
    drive.walk.marching = False
    drive.go(2.0)
    assert drive.walk.status is SkillStatus.DONE


@pytest.mark.parametrize("share", [0.1, 0.35, 0.6, 0.85])
def test_stops_from_any_phase_and_starts_again(fumanoid, share):
    drive = Drive(fumanoid)
    drive.go(2.0, forward=0.3)
    while not (drive.walk.phase - share) % 1.0 < 0.06:
        drive.go(0.01, forward=0.3)
    drive.go(3.0)
    assert drive.walk.status is SkillStatus.DONE
    assert drive.go(3.0, forward=0.3)[0] > 0.3


def test_a_shove_that_fells_the_open_loop_is_survived(fumanoid):
    outcomes = []
    closed = read_walk(fumanoid)
    for chosen in (closed, closed.open_loop()):
        drive = Drive(fumanoid, chosen, seed=5)
        drive.go(3.0, forward=0.2)
        drive.simulation.push(np.array([17.0, 0.0, 0.0]), 0.1)
        try:
            drive.go(3.0, forward=0.2)
            outcomes.append("stands")
        except AssertionError:
            outcomes.append("fell")
    assert outcomes == ["stands", "fell"]


def test_odometry_knows_where_it_went(fumanoid):
    drive = Drive(fumanoid)
    start = drive.pose()
    drive.go(6.0, forward=0.3, turn=0.2)
    drive.go(3.0)
    moved = drive.pose() - start
    odometry = drive.walk.odometry
    assert np.hypot(*(moved[:2] - odometry.place.xy)) < 0.12 * np.hypot(*moved[:2])
    assert abs(moved[2] - odometry.place.yaw) < 0.15
    spread = np.linalg.eigvalsh(odometry.covariance)
    assert (spread > 0.0).all()
    # twice as many steps, less certain
    before = np.trace(odometry.covariance)
    drive.go(4.0, forward=0.3)
    assert np.trace(drive.walk.odometry.covariance) > before


def test_parameters_act_at_the_next_step(fumanoid):
    drive = Drive(fumanoid)
    drive.go(2.0, forward=0.1)
    drive.walk.config = drive.walk.config.changed({"pattern.step_time": 0.3})
    drive.go(0.6, forward=0.1)
    before = drive.walk.steps_done
    drive.go(3.0, forward=0.1)
    assert abs(drive.walk.steps_done - before - 10) <= 1


@pytest.mark.parametrize(
    "twist", [Twist(float("nan")), Twist(0.0, float("inf")), Twist(turn=float("-inf"))]
)
def test_commands_that_are_no_numbers_stop_it(fumanoid, twist):
    drive = Drive(fumanoid)
    drive.go(1.5, forward=0.2)
    drive.walk.command(twist)
    assert "not finite" in drive.walk.reason
    for _ in range(300):
        drive.loop.tick()
        assert not drive.watch.step()
    assert drive.walk.status is SkillStatus.DONE


def test_huge_and_jumping_commands_are_cut(fumanoid):
    drive, chance = Drive(fumanoid), np.random.default_rng(3)
    walk = drive.walk
    fastest = np.array(walk.config.limits.acceleration) * 0.01 + 1e-9
    before = np.zeros(3)
    for _ in range(600):
        walk.command(Twist(*(chance.uniform(-1e9, 1e9, 3))))
        drive.loop.tick()
        assert not drive.watch.step()
        speed = np.array([walk.speed.forward, walk.speed.left, walk.speed.turn])
        assert (np.abs(speed - before) <= fastest).all()
        assert (np.abs(speed) <= np.array(walk.config.limits.top_speed) + 1e-9).all()
        before = speed
        assert np.isfinite(walk.q).all()


def test_soles_do_not_touch_where_they_pass(fumanoid):
    """A spacing of hardly more than a sole's width: feet land further apart than that says."""
    narrow = read_walk(fumanoid).changed({"pattern.spacing": 0.092})
    drive = Drive(fumanoid, narrow)
    drive.walk.marching = True
    feet, edges = fumanoid.feet, []
    for _ in range(200):
        drive.loop.tick()
        left, right = (fumanoid.forward(foot.link, drive.walk.q)[1, 3] for foot in feet)
        edges.append(left + feet[0].outline[:, 1].min() - right - feet[1].outline[:, 1].max())
    assert min(edges[100:]) > 0.005
