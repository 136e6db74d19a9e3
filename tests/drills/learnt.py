"""Policies without any training: they stand, and their numbers can be told apart."""

from itertools import pairwise

import numpy as np

from olympian.motion.learnt import Fitting, LearntPolicy, PolicyLayout
from olympian.robot import Robot


def untrained(robot: Robot, task: str = "walk", seed: int = 0, size: float = 0.0) -> LearntPolicy:
    """A policy whose actions are of about this size; at zero it stands in the ready pose."""
    chance = np.random.default_rng(seed)
    joints = [name for leg in robot.legs for name in leg.chain.joint_names]
    layout = PolicyLayout(
        task=task,
        joints=tuple(sorted(joints, key=robot.joint_names.index)),
        rest=tuple(robot.ready.tolist()),
        scale=0.3,
        period=0.02,
        history=4,
        stride=0.44,
        still=0.02,
        top_speed=(0.8, 0.4, 0.3, 1.5),
    )
    sizes = (layout.inputs, 384, 256, 128, len(layout.joints))
    layers = [
        (chance.normal(0.0, 1.0 / np.sqrt(a), (b, a)), np.zeros(b)) for a, b in pairwise(sizes)
    ]
    layers[-1] = (size * layers[-1][0], layers[-1][1])
    mean, deviation = np.zeros(layout.inputs), np.ones(layout.inputs)
    return LearntPolicy(layout, Fitting.of(robot), mean, deviation, layers, "not trained")
