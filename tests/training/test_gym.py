"""The environments keep Gymnasium's promises, and observe what a policy on the robot does."""

import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import olympian.training.gym  # registers them
from olympian.training.gym.task_env import TaskEnv

assert olympian.training.gym.IDS


@pytest.mark.parametrize("name", ["olympian/Walk-v0", "olympian/GetUp-v0"])
def test_the_checker_is_content(name: str) -> None:
    environment = gymnasium.make(name, robot="bioloid", disable_env_checker=True)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # bounds of observations are infinite
        check_env(environment.unwrapped, skip_render_check=True)


def test_a_policy_on_the_robot_would_be_told_the_same() -> None:
    """The environment's row beside that of `PolicyObserver`, from the same estimates."""
    from olympian.motion.learnt import PolicyObserver
    from olympian.records import Twist

    environment = TaskEnv("walk", "bioloid")
    told, _ = environment.reset(seed=4)
    inner, layout = environment.environment, environment.layout
    observer = PolicyObserver(layout, inner.robot)
    action = inner._action[0].double().numpy()
    for _ in range(6):
        command = Twist(*inner.commands.command[0].tolist())
        state, phase = inner.body._state, float(inner.phase[0])
        own = observer.observe(state, action, command, phase)
        assert told == pytest.approx(own, abs=2e-4)
        action = np.full(len(layout.joints), 0.1)
        told, *_ = environment.step(action.astype(np.float32))


def test_a_batch_begins_anew_by_itself() -> None:
    batch = gymnasium.make_vec("olympian/Walk-v0", num_envs=3, robot="bioloid")
    told, _ = batch.reset(seed=2)
    again, _ = batch.reset(seed=2)
    assert np.array_equal(told, again)
    ended = np.zeros(3, dtype=bool)
    for _ in range(60):
        action = np.full((3, batch.single_action_space.shape[0]), 5.0, np.float32)
        told, reward, fell, late, info = batch.step(action)
        assert told.shape == (3, batch.single_observation_space.shape[0])
        if fell.any():
            place = int(np.flatnonzero(fell)[0])
            assert not np.array_equal(info["final_obs"][place], told[place])
            assert reward[place] < 0.0
        assert not late.any()
        ended |= fell
        if ended.all():
            break
    assert ended.all()
