"""Sag: what gravity asks of the joints, what the servo needs for it, and what is left of it."""

import numpy as np
import pytest

from olympian.backend import Simulation
from olympian.geometry import GRAVITY
from olympian.kinematics import Kinematics
from olympian.kinematics.gravity import GravityLoad
from olympian.kinematics.ground_push import ground_push
from olympian.loop import Loop
from olympian.motion import Hold
from olympian.records import Support
from olympian.robot import load_robot
from olympian.servo import ServoBank
from twins import ground_push as ground_push_twin


@pytest.fixture(scope="module")
def bioloid():
    return load_robot("bioloid")


def test_weight_is_shared_by_the_centre_of_mass(bioloid):
    assert GravityLoad(bioloid).shares(bioloid.ready) == pytest.approx([0.5, 0.5], abs=0.02)


def test_a_foot_in_the_air_carries_nothing(bioloid):
    q = bioloid.joint_vector({"left_knee": 1.2, "left_hip_pitch": -0.6}, bioloid.ready)
    assert GravityLoad(bioloid).shares(q) == pytest.approx([0.0, 1.0])


def test_torque_on_one_foot_is_the_slope_of_potential_energy(bioloid):
    """With one sole held still, torque is dE/dq: an independent way to the same numbers."""
    rng = np.random.default_rng(3)
    kinematics = Kinematics(bioloid)
    q = bioloid.ready + rng.uniform(-0.05, 0.05, bioloid.dof)

    def energy(angles):
        return bioloid.tree.mass * GRAVITY * kinematics.standing(angles, "left_sole").com[2]

    on_left = Support(np.array([True, False]), np.zeros(3))
    h = 1e-6
    steps = h * np.eye(bioloid.dof)
    slope = np.array([(energy(q + step) - energy(q - step)) / (2 * h) for step in steps])
    assert GravityLoad(bioloid).torque(q, on_left) == pytest.approx(slope, abs=1e-6)


def test_the_compiled_push_and_its_twin_agree():
    rng = np.random.default_rng(7)
    for feet in (1, 2, 2, 2, 4):
        for _ in range(100):
            soles = rng.uniform(-0.1, 0.1, (feet, 3)) * rng.choice([(1, 1, 1), (1, 1, 0.02)])
            normals = np.array([0.0, 0.0, 1.0]) + rng.uniform(-0.2, 0.2, (feet, 3))
            carries = np.arange(feet) < rng.integers(1, feet + 1)
            com = np.array([0.0, 0.0, 0.3]) + rng.uniform(-0.05, 0.05, 3)
            given = (soles, normals, com, carries, rng.uniform(-2, 2, 3), bool(rng.integers(2)))
            results = zip(ground_push(*given), ground_push_twin.ground_push(*given), strict=True)
            for compiled, plain in results:
                assert np.allclose(compiled, plain, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("controller", ["compliance", "pid"])
@pytest.mark.parametrize("torque", [-0.6, 0.3])
def test_lead_makes_the_servo_push_just_so(bioloid, controller, torque):
    bank = ServoBank.of(bioloid, controller=controller)
    bank.registers.write("i_gain", 0)
    q = np.zeros(bioloid.dof)
    goal = q + bank.lead(np.full(bioloid.dof, torque), q)
    bank.reset(q)
    bank.set_goal(goal)
    volts = bank.step(q, q, 0.001)
    given = bank.motor_constant * volts / bank.resistance
    tick_of_torque = 1.8 / 32
    assert given == pytest.approx(np.full(bioloid.dof, torque), abs=tick_of_torque)


def test_calibrated_robot_stands_where_it_is_told(bioloid):
    def error(with_sag):
        simulation = Simulation(bioloid)
        loop = Loop(simulation.actors[0], Hold(bioloid.ready))
        if not with_sag:
            loop.sag = None
        state = loop.run(2.0)
        return np.degrees(np.abs(state.q - bioloid.ready).max())

    assert error(with_sag=True) < 0.5 < error(with_sag=False)


def test_robots_without_calibration_get_no_compensation():
    atlas = load_robot("atlas")
    loop = Loop(Simulation(atlas).actors[0], Hold(atlas.ready))
    assert loop.sag is None
