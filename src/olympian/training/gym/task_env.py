"""A task for other people's algorithms: one robot in the simulation that judges."""

# pyright: reportMissingImports=false

from typing import Any

import gymnasium
import numpy as np
import torch

from olympian.motion.learnt.layout import SATURATED
from olympian.robot import load_robot
from olympian.training.body.simulated import SimulatedBody
from olympian.training.environment import Environment
from olympian.training.task.scale import layout_of
from olympian.training.task.task_file import read_task

FULL = 1e9
"""Updates of the curriculum's clock at which everything is as hard as it will be."""
TICK = 0.01


class TaskEnv(gymnasium.Env[np.ndarray, np.ndarray]):
    """Observations, actions and rewards of a task's file, step by step at 50 Hz.

    The same numbers go into and out of a policy on the robot: what is learnt here runs there.
    """

    metadata = {"render_modes": []}  # noqa: RUF012

    def __init__(self, task: str = "walk", robot: str = "fumanoid", updates: float = FULL) -> None:
        """Args: updates: of the curriculum; by default all of it is over."""
        name, read = read_task(task)
        model = load_robot(robot)
        self.layout = layout_of(model, name, read)
        body = SimulatedBody(model, round(self.layout.period / TICK))
        own = read.for_robot(model.name)
        self.environment = Environment(model, own, self.layout, body, 0, begins_again=False)
        self.environment.updates = updates
        self.observation_space = observation_space(self.layout.inputs)
        self.action_space = action_space(len(self.layout.joints))

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """Begin anew, as another specimen with another command."""
        super().reset(seed=seed, options=options)
        if seed is not None:
            self.environment.chance.manual_seed(seed)
        told, _ = self.environment.reset()
        return told[0].numpy().copy(), {}

    def step(self, action: np.ndarray) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        """A fiftieth of a second."""
        given = torch.as_tensor(np.asarray(action, dtype=np.float32))[None]
        outcome = self.environment.step(given)
        fell, ended = bool(outcome.fell[0]), bool(outcome.ended[0])
        info = {name: float(part[0]) for name, part in outcome.parts.items()}
        told = outcome.observation[0].numpy().copy()
        return told, float(outcome.reward[0]), fell, ended and not fell, info


def observation_space(inputs: int) -> gymnasium.spaces.Box:
    """What a policy is told."""
    return gymnasium.spaces.Box(-np.inf, np.inf, (inputs,), np.float32)


def action_space(joints: int) -> gymnasium.spaces.Box:
    """What it does: goals are its rest pose and so many times the layout's scale, rad."""
    return gymnasium.spaces.Box(-SATURATED, SATURATED, (joints,), np.float32)
