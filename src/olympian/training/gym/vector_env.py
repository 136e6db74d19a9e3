"""A task for other people's algorithms: many robots at once, on a CPU or a GPU."""

# pyright: reportMissingImports=false

from pathlib import Path
from typing import Any

import numpy as np
import torch
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from olympian.robot import load_robot
from olympian.training.gym.task_env import FULL, action_space, observation_space
from olympian.training.learn.run import RunOptions, make_environment
from olympian.training.task.task_file import read_task


class TaskVectorEnv(VectorEnv):
    """The same task in a batch; a world whose episode ends begins anew in the same step."""

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012

    def __init__(
        self,
        num_envs: int = 16,
        task: str = "walk",
        robot: str = "fumanoid",
        device: str = "cpu",
        updates: float = FULL,
    ) -> None:
        """Args: updates: of the curriculum; by default all of it is over."""
        name, read = read_task(task)
        options = RunOptions(1.0, device, num_envs, 0, Path(f"{name}.npz"))
        self.environment = make_environment(
            load_robot(robot), name, read, options, begins_again=False
        )
        self.environment.updates = updates
        self.layout, self.num_envs = self.environment.layout, num_envs
        self.single_observation_space = observation_space(self.layout.inputs)
        self.single_action_space = action_space(len(self.layout.joints))
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """All anew. Args: seed: of the whole batch."""
        del options
        first = seed[0] if isinstance(seed, list) else seed
        if first is not None:
            self.environment.chance.manual_seed(first)
        told, _ = self.environment.reset()
        return told.cpu().numpy().copy(), {}

    def step(
        self, actions: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """A fiftieth of a second in all worlds."""
        environment = self.environment
        given = torch.as_tensor(np.asarray(actions, dtype=np.float32)).to(environment.device)
        outcome = environment.step(given)
        told, info = outcome.observation, {}
        ended = outcome.ended
        if bool(ended.any()):
            last = np.full(self.num_envs, None, dtype=object)
            for place in torch.nonzero(ended).ravel().tolist():
                last[place] = told[place].cpu().numpy().copy()
            info = {"final_obs": last, "_final_obs": ended.cpu().numpy().copy()}
            told, _ = environment.reset(ended)
        fell = outcome.fell.cpu().numpy().astype(bool)
        late = ended.cpu().numpy().astype(bool) & ~fell
        return told.cpu().numpy().copy(), outcome.reward.cpu().numpy().copy(), fell, late, info
