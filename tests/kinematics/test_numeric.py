"""The four numeric methods and steps solved stance leg first."""

import numpy as np
import pytest

from olympian.geometry import pose_error
from olympian.kinematics import SOLVERS, IkStatus, solver
from olympian.kinematics.chain_kernel import ChainKernel
from olympian.kinematics.numeric import GradientDescent, PseudoInverse, StochasticIterative
from olympian.kinematics.numeric.evaluation import downhill, evaluate
from olympian.kinematics.pose_step import pose_difference
from olympian.robot import load_robot

NUMERIC = [name for name in SOLVERS if name != "closed"]
CHAINS = [("fumanoid", "left_leg"), ("bioloid", "right_leg"), ("atlas", "left_leg")]


@pytest.mark.parametrize("name", NUMERIC)
@pytest.mark.parametrize("pair", CHAINS, ids="-".join)
def test_methods_reach_their_tolerance_from_the_ready_pose(name: str, pair: tuple[str, str]):
    robot = load_robot(pair[0])
    chain = robot.limb(pair[1]).chain
    ready = robot.ready[robot.indices(chain.joint_names)]
    method, random = solver(name, chain), np.random.default_rng(1)
    for _ in range(10):
        q = np.clip(ready + random.uniform(-0.1, 0.1, 6), chain.lower, chain.upper)
        T = chain.forward(q)
        result = method.solve(T, ready)
        assert result.status is IkStatus.SOLVED
        error_m, error_rad = pose_error(T, chain.forward(result.q))
        assert error_m <= method.tolerance_m
        assert error_rad <= method.tolerance_rad
        assert result.error_m == pytest.approx(error_m, abs=1e-12)
        assert result.error_rad == pytest.approx(error_rad, abs=1e-9)
        assert result.iterations > 0
        assert np.all((result.q >= chain.lower) & (result.q <= chain.upper))


def test_seven_joints_with_one_that_hardly_moves():
    """The last wrist joint of Atlas has ±1 mrad: the others must make up for it."""
    chain = load_robot("atlas").limb("left_arm").chain
    middle, random = (chain.lower + chain.upper) / 2, np.random.default_rng(2)
    for method in (
        PseudoInverse(chain),
        GradientDescent(chain, tolerance_m=1e-3, tolerance_rad=1e-2),
    ):
        for _ in range(10):
            q = np.clip(middle + random.uniform(-0.3, 0.3, 7), chain.lower, chain.upper)
            assert method.solve(chain.forward(q), middle).solved


def test_pseudo_inverse_survives_the_straight_knee():
    chain = load_robot("bioloid").limb("left_leg").chain
    start, goal = np.zeros(6), np.array([0.0, 0.0, -0.4, 0.8, -0.4, 0.0])
    result = PseudoInverse(chain).solve(chain.forward(goal), start)
    assert result.solved
    assert np.all(np.isfinite(result.q))


@pytest.mark.parametrize("name", NUMERIC)
def test_unreachable_goals_end_and_say_so(name: str):
    chain = load_robot("fumanoid").limb("left_leg").chain
    T = chain.forward(np.zeros(6))
    T[2, 3] -= 1.0
    result = solver(name, chain).solve(T, np.zeros(6))
    assert result.status is IkStatus.NOT_CONVERGED
    assert np.all(np.isfinite(result.q))
    assert result.error_m > 0.5


@pytest.mark.parametrize("name", NUMERIC)
def test_bad_goals_are_refused(name: str):
    chain = load_robot("fumanoid").limb("left_leg").chain
    T = chain.forward(np.zeros(6))
    T[0, 0] = np.nan
    assert solver(name, chain).solve(T, np.zeros(6)).status is IkStatus.BAD_GOAL


def test_chance_is_an_argument():
    chain = load_robot("fumanoid").limb("left_leg").chain
    T = chain.forward(np.full(6, 0.1))
    first, again, other = (
        StochasticIterative(chain, seed=s).solve(T, np.zeros(6)) for s in (1, 1, 2)
    )
    np.testing.assert_array_equal(first.q, again.q)
    assert np.any(first.q != other.q)


def test_downhill_is_the_gradient_of_the_evaluation():
    chain = load_robot("wolfgang").limb("left_leg").chain
    kernel, random = ChainKernel(chain), np.random.default_rng(3)
    q, goal = random.uniform(-0.5, 0.5, (2, 6))
    T_goal, weight, h = kernel.forward(goal), 0.05, 1e-6
    T, J = kernel.jacobian(q)
    slope = np.empty(6)
    downhill(T_goal, T, J, weight, slope)
    for k in range(6):
        values = []
        for sign in (1, -1):
            moved = q.copy()
            moved[k] += sign * h
            values.append(0.5 * evaluate(T_goal, kernel.forward(moved), weight))
        assert slope[k] == pytest.approx(-(values[0] - values[1]) / (2 * h), rel=1e-5, abs=1e-9)


def test_pose_difference_agrees_with_plain_geometry():
    random = np.random.default_rng(4)
    chain = load_robot("atlas").limb("left_leg").chain
    for _ in range(20):
        T, T_goal = (chain.forward(random.uniform(-1, 1, 6)) for _ in range(2))
        error = np.empty(6)
        pose_difference(T_goal, T, error)
        error_m, error_rad = pose_error(T_goal, T)
        assert np.linalg.norm(error[:3]) == pytest.approx(error_m)
        assert np.linalg.norm(error[3:]) == pytest.approx(error_rad)
