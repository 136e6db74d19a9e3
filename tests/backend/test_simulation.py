"""The simulated body: honest sensors, honest time, the same run for the same seed."""

import hashlib
import subprocess
import sys
from dataclasses import replace

import mujoco
import numpy as np
import pytest

from olympian.arena.falls.drop import Activity, KnockDown
from olympian.arena.walking.scenario import SHOVE_S, PushDirection, Shove
from olympian.backend import (
    Backend,
    FallWatch,
    Noise,
    Simulation,
    SimulationOptions,
    Start,
)
from olympian.errors import OlympianError
from olympian.geometry import GRAVITY
from olympian.records import JointGoal, Sensors
from olympian.robot import Robot, load_robot
from olympian.servo import servo
from olympian.world import flat, parse_world

QUIET = SimulationOptions(noise=Noise.none())


@pytest.fixture(scope="module")
def robot() -> Robot:
    return load_robot("fumanoid")


def hold(simulation: Simulation, seconds: float, q: np.ndarray | None = None) -> list[Sensors]:
    """Keep a pose for a while; what the first robot felt."""
    felt = []
    for _ in range(round(seconds / simulation.options.tick_dt)):
        for actor in simulation.actors:
            felt.append(actor.read())
            actor.write(JointGoal.all(actor.robot.ready if q is None else q))
    return felt


def test_a_true_place_is_that_of_the_soles_and_of_the_torso(robot: Robot) -> None:
    """Feet are where the robot was put down; a torso that leans is elsewhere."""
    starts = [Start(0.4, -0.3, 2.0), Start(-1.0, 0.5, -3.0)]
    world = replace(flat(), T_world_start=np.eye(4), spacing=0.0)
    simulation = Simulation([robot, robot], world, options=QUIET, starts=starts)
    for index, start in enumerate(starts):
        assert simulation.true_place(index) == pytest.approx(
            (start.x, start.y, start.yaw), abs=2e-3
        )
        torso = simulation.true_pose(robot.torso, index)[:2, 3]
        assert np.hypot(*(torso - [start.x, start.y])) > 5e-3
    with pytest.raises(OlympianError, match="has no feet"):
        Simulation(replace(robot, feet=())).true_place()


def test_an_actor_is_a_backend(robot: Robot) -> None:
    assert isinstance(Simulation(robot).actors[0], Backend)


def test_a_tick_is_a_tick(robot: Robot) -> None:
    simulation = Simulation(robot)
    felt = hold(simulation, 0.05)
    assert np.allclose(np.diff([sensors.t for sensors in felt]), 0.01)


def test_the_soles_carry_the_weight(robot: Robot) -> None:
    felt = hold(Simulation(robot, options=QUIET), 1.5)
    total = np.mean([sensors.foot_pressure.sum() for sensors in felt[-20:]])
    assert total == pytest.approx(robot.tree.mass * GRAVITY, rel=0.01)


def test_an_imu_at_rest_feels_gravity_and_no_rotation(robot: Robot) -> None:
    imu = hold(Simulation(robot, options=QUIET), 1.5)[-1].imu
    assert np.linalg.norm(imu.accelerometer) == pytest.approx(GRAVITY, rel=0.01)
    assert imu.accelerometer[2] > 9.7
    assert np.linalg.norm(imu.gyro) < 0.05


def test_noise_is_on_by_default_and_differs_between_seeds(robot: Robot) -> None:
    quiet, first, second = (
        hold(Simulation(robot, seed=seed, options=options), 0.1)[-1].imu.gyro
        for seed, options in ((1, QUIET), (1, None), (2, None))
    )
    assert not np.array_equal(first, second)
    assert np.linalg.norm(first - quiet) > 1e-4


def test_default_noise_is_as_strong_as_documented(robot: Robot) -> None:
    """White noise from one sample to the next, of a robot whose joints are fixed by its stance."""
    felt = hold(Simulation(robot, seed=3), 3.0)[100:]
    quiet = hold(Simulation(robot, seed=3, options=QUIET), 3.0)[100:]

    def white(samples: list[Sensors], of: str) -> float:
        values = np.array([getattr(sensors.imu, of) for sensors in samples])
        return float(np.std(np.diff(values, axis=0)) / np.sqrt(2.0))

    assert white(felt, "gyro") == pytest.approx(0.01, rel=0.15)
    assert white(felt, "accelerometer") == pytest.approx(0.08, rel=0.15)
    assert white(quiet, "gyro") < 0.002
    loads = np.array([sensors.foot_pressure.ravel() for sensors in felt])
    # 2 % of about 5 N per corner, and 0.2 N
    assert 0.15 < np.std(np.diff(loads, axis=0)) / np.sqrt(2.0) < 0.4
    biased = SimulationOptions(noise=Noise(gyro=0.0))
    last = [hold(Simulation(robot, seed=seed, options=biased), 0.02)[-1] for seed in range(24)]
    # what is alike in all runs is motion
    assert np.std([sensors.imu.gyro for sensors in last], axis=0) == pytest.approx(0.01, rel=0.5)


def test_positions_come_in_whole_ticks(robot: Robot) -> None:
    simulation = Simulation(robot)
    q = hold(simulation, 0.2)[-1].q
    tick = servo("rx-64").tick
    sign = np.array([robot.servos[name].sign for name in robot.joint_names])
    zero = np.radians([robot.servos[name].zero_deg for name in robot.joint_names])
    steps = (sign * q + zero) / tick
    assert np.allclose(steps, np.rint(steps), atol=1e-6)
    assert not np.allclose(q, simulation.data.qpos[7:], atol=1e-6)


def test_goals_take_one_tick_of_latency(robot: Robot) -> None:
    def first_reaction(options: SimulationOptions) -> int:
        simulation = Simulation(robot, options=options)
        hold(simulation, 0.3)
        index = robot.joint_index["neck_yaw"]
        before = simulation.actors[0].servos.goal[index]
        q = robot.joint_vector({"neck_yaw": 0.5}, robot.ready)
        for tick in range(10):
            hold(simulation, 0.01, q)
            if simulation.actors[0].servos.goal[index] != before:
                return tick
        return -1

    assert first_reaction(SimulationOptions()) == 1, "unless asked for otherwise"
    for latency in (0, 1, 3):
        assert first_reaction(SimulationOptions(latency_ticks=latency)) == latency


def test_several_robots_move_only_when_all_have_written(robot: Robot) -> None:
    simulation = Simulation([robot, robot])
    first, second = simulation.actors
    first.write(JointGoal.all(robot.ready))
    assert simulation.t == 0.0
    with pytest.raises(OlympianError, match="wrote twice"):
        first.write(JointGoal.all(robot.ready))
    second.write(JointGoal.all(robot.ready))
    assert simulation.t == pytest.approx(0.01)


def test_switched_off_legs_collapse_and_the_watch_sees_it(robot: Robot) -> None:
    simulation = Simulation(robot)
    watch = FallWatch(simulation)
    simulation.actors[0].servos.torque(False)
    for _ in range(30):
        hold(simulation, 0.1)
        if watch.step():
            break
    assert watch.fell


def test_a_push_moves_the_robot_and_a_bad_one_is_refused(robot: Robot) -> None:
    simulation = Simulation(robot, options=QUIET)
    hold(simulation, 0.5)
    start = simulation.true_pose(robot.torso)[:3, 3].copy()
    simulation.push(np.array([8.0, 0.0, 0.0]), 0.1)
    hold(simulation, 0.15)
    assert simulation.true_pose(robot.torso)[0, 3] - start[0] > 0.001
    with pytest.raises(OlympianError, match="finite"):
        simulation.push(np.array([np.nan, 0.0, 0.0]), 0.1)


@pytest.mark.parametrize(
    "force",
    [
        Shove(0.0, PushDirection.LEFT, 2.0).force(0.0),
        KnockDown(0, Activity.STAND, 0.0, 0.0, 0.0, 1.0, np.pi / 2, 2.0).force(0.0),
    ],
    ids=["walking bench", "falls bench"],
)
def test_a_shove_adds_the_momentum_that_it_is_called_by(robot: Robot, force: np.ndarray) -> None:
    """On ice the floor gives nothing back."""
    simulation = Simulation(robot, parse_world("flat:friction=0.001"), options=QUIET)
    hold(simulation, 0.1)
    before = _momentum(simulation)
    simulation.push(force, SHOVE_S)
    hold(simulation, SHOVE_S)
    assert _momentum(simulation) - before == pytest.approx([0.0, 2.0], abs=0.05)


def _momentum(simulation: Simulation) -> np.ndarray:
    """N s, level, of all there is."""
    mujoco.mj_subtreeVel(simulation.model, simulation.data)
    mass = simulation.model.body_subtreemass[0]
    return mass * np.array(simulation.data.subtree_linvel[0][:2])


@pytest.mark.parametrize(
    ("tilt_deg", "height", "down"),
    [(40.0, 1.0, False), (50.0, 1.0, True), (0.0, 0.65, False), (0.0, 0.55, True)],
)
def test_the_referee_calls_a_fall_at_45_degrees_or_60_percent_of_the_height(
    robot: Robot, tilt_deg: float, height: float, down: bool
) -> None:
    simulation = Simulation(robot)
    watch = FallWatch(simulation)
    half = np.radians(tilt_deg) / 2
    simulation.data.qpos[2] *= height
    simulation.data.qpos[3:7] = [np.cos(half), 0.0, np.sin(half), 0.0]
    mujoco.mj_forward(simulation.model, simulation.data)
    assert watch.step() is down


def test_nan_goals_never_reach_the_physics(robot: Robot) -> None:
    simulation = Simulation(robot)
    q = np.array(robot.ready)
    q[3] = np.nan
    with pytest.raises(OlympianError, match=robot.joint_names[3]):
        hold(simulation, 0.05, q)


def test_reset_repeats_the_run_bit_for_bit(robot: Robot) -> None:
    simulation = Simulation(robot, seed=5)
    first = hold(simulation, 0.3)[-1]
    simulation.reset()
    again = hold(simulation, 0.3)[-1]
    assert np.array_equal(first.imu.accelerometer, again.imu.accelerometer)
    assert np.array_equal(first.q, again.q)
    simulation.reset(6)
    assert not np.array_equal(hold(simulation, 0.3)[-1].imu.gyro, first.imu.gyro)


RUN = """
import hashlib, numpy as np
from olympian.backend import Simulation
from olympian.records import JointGoal
from olympian.robot import load_robot
from olympian.world import flat, parse_world
robot = load_robot("fumanoid")
simulation = Simulation([robot, robot], parse_world("ramp"), seed=11)
digest = hashlib.sha256()
for tick in range(100):
    if tick == 50:
        simulation.push(np.array([0.0, 20.0, 0.0]), 0.1)
    for actor in simulation.actors:
        sensors = actor.read()
        imu = sensors.imu
        for values in (sensors.q, imu.gyro, imu.accelerometer, sensors.foot_pressure):
            digest.update(values.tobytes())
        actor.write(JointGoal.all(robot.ready + 0.02 * np.sin(0.1 * tick)))
digest.update(simulation.data.qpos.tobytes())
print(digest.hexdigest())
"""


def test_two_processes_give_the_same_trajectory_bit_for_bit() -> None:
    runs = [
        subprocess.run([sys.executable, "-c", RUN], capture_output=True, text=True, check=True)
        for _ in range(2)
    ]
    assert len(runs[0].stdout.strip()) == 2 * hashlib.sha256().digest_size
    assert runs[0].stdout == runs[1].stdout


@pytest.mark.parametrize("world", ["flat", "ramp", "stairs", "ring"])
def test_the_robot_stands_in_every_world(robot: Robot, world: str) -> None:
    simulation = Simulation(robot, parse_world(world), seed=3)
    watch = FallWatch(simulation)
    for _ in range(20):
        hold(simulation, 0.1)
        watch.step()
    assert not watch.fell


def test_friction_is_the_floors(robot: Robot) -> None:
    def slid(friction: float) -> float:
        simulation = Simulation(robot, parse_world(f"ramp:angle_deg=8,friction={friction}"))
        start = simulation.true_pose(robot.torso)[:3, 3].copy()
        hold(simulation, 1.0)
        return float(np.linalg.norm(simulation.true_pose(robot.torso)[:3, 3] - start))

    assert slid(0.02) > 0.2
    assert slid(1.0) < 0.02


def test_pressure_agrees_with_mujocos_own_contact_forces(robot: Robot) -> None:
    simulation = Simulation(robot, options=QUIET)
    hold(simulation, 0.5)
    simulation.push(np.array([6.0, 4.0, 0.0]), 0.1)
    hold(simulation, 0.1)
    model, data = simulation.model, simulation.data
    for foot, cells in zip(robot.feet, simulation.actors[0].read().foot_pressure, strict=True):
        body = data.body("robot0/" + foot.link)
        R_world_sole, wrench = body.xmat.reshape(3, 3), np.zeros(6)
        total, moment = 0.0, np.zeros(2)
        for index in range(data.ncon):
            contact = data.contact[index]
            if foot.link.split("_")[0] not in model.body(model.geom_bodyid[contact.geom2]).name:
                continue
            mujoco.mj_contactForce(model, data, index, wrench)
            push = R_world_sole[:, 2] @ contact.frame.reshape(3, 3).T @ wrench[:3]
            place = R_world_sole.T @ (contact.pos - body.xpos)
            inside = np.clip(place[:2], foot.pressure.min(axis=0), foot.pressure.max(axis=0))
            total += push
            moment += push * inside
        assert cells.sum() == pytest.approx(total, rel=1e-6, abs=1e-6)
        assert np.allclose(cells @ foot.pressure, moment, atol=1e-6)
