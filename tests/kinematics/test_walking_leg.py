"""Newton from the last tick against the closed form of the same leg."""

import numpy as np
import pytest

from olympian.kinematics import ClosedForm, IkStatus, NumericLeg, closed_form, leg_solvers
from olympian.robot import load_robot


@pytest.mark.parametrize("name", ["bioloid", "wolfgang", "atlas"])
def test_it_follows_the_closed_form_from_tick_to_tick(name: str) -> None:
    robot = load_robot(name)
    chain = robot.legs[0].chain
    closed, newton = closed_form(chain), NumericLeg(chain)
    assert closed is not None
    q = robot.ready[robot.indices(chain.joint_names)].copy()
    T, exact, found = closed.kernel.forward(q), q.copy(), q.copy()
    for tick in range(60):
        T_goal = T.copy()
        T_goal[0, 3] += 0.03 * robot.tree.mass ** (1 / 3) * 0.3 * np.sin(0.1 * tick)
        T_goal[2, 3] += 0.01 * (1 - np.cos(0.2 * tick))
        exact = closed.nearest(T_goal, exact).q
        result = newton.nearest(T_goal, found)
        assert result.solved
        found = result.q
        assert np.allclose(found, exact, atol=1e-4)


def test_out_of_reach_leaves_the_angles_as_they_were() -> None:
    robot = load_robot("bioloid")
    chain = robot.legs[0].chain
    q = robot.ready[robot.indices(chain.joint_names)].copy()
    T = chain.forward(q)
    T[2, 3] -= 1.0
    result = NumericLeg(chain).nearest(T, q)
    assert result.status is IkStatus.UNREACHABLE
    assert np.array_equal(result.q, q)
    T[0, 0] = np.nan
    assert NumericLeg(chain).nearest(T, q).status is IkStatus.BAD_GOAL


def test_solutions_stay_inside_the_limits() -> None:
    robot = load_robot("bioloid")
    chain = robot.legs[0].chain
    newton, rng = NumericLeg(chain), np.random.default_rng(0)
    for _ in range(50):
        q = chain.lower + (chain.upper - chain.lower) * rng.random(chain.dof)
        result = newton.nearest(chain.forward(q), q + 0.05 * rng.standard_normal(chain.dof))
        if result.solved:
            assert (result.q >= chain.lower).all()
            assert (result.q <= chain.upper).all()


def test_legs_of_a_robot_are_solved_alike() -> None:
    robot = load_robot("bioloid")
    whole = [leg.chain for leg in robot.legs]
    assert all(isinstance(one, ClosedForm) for one in leg_solvers(whole))
    odd = [whole[0], robot.arms[0].chain]
    assert all(isinstance(one, NumericLeg) for one in leg_solvers(odd))
