"""What a policy observes, made from the robot's own state tick by tick."""

from math import cos, pi, sin

import numpy as np

from olympian.geometry import Vec
from olympian.motion.learnt.layout import ACTION_SCALE, SPIN_SCALE, Floats, PolicyLayout
from olympian.records import RobotState, Twist
from olympian.robot import Robot


class PolicyObserver:
    """Keeps the last ticks of the policy and puts them in order."""

    def __init__(self, layout: PolicyLayout, robot: Robot) -> None:
        self._layout = layout
        self._places = layout.places(robot)
        self._rest = layout.rest_pose(robot)[self._places]
        self._history = np.zeros((layout.history, layout.frame), dtype=np.float32)
        self._wishes = np.zeros(layout.inputs - self._history.size, dtype=np.float32)
        self._fresh = True

    def reset(self) -> None:
        """There is no past."""
        self._fresh = True

    def action_at(self, q: Vec) -> Vec:
        """The action whose goals are the angles `q` of the robot."""
        return (q[self._places] - self._rest) / self._layout.scale

    def goal(self, action: Vec, q: Vec) -> Vec:
        """Goals of all joints: those that it moves from an action, others from `q`."""
        goal = np.array(q, dtype=float)
        goal[self._places] = self._rest + self._layout.scale * action
        return goal

    def observe(self, state: RobotState, action: Vec, command: Twist, phase: float) -> Floats:
        """(inputs,) what the policy is told now.

        Args:
            action: its last one.
            phase: 0…1 of the stride.
        """
        parts = {
            "gyro": state.angular_velocity_in_torso * SPIN_SCALE,
            "up": state.R_world_torso[2],
            "joints": state.q[self._places] - self._rest,
            "action": action * ACTION_SCALE,
        }
        frame = np.concatenate([parts[name] for name in self._layout.signals])
        if self._fresh:
            self._history[:] = frame
            self._fresh = False
        else:
            self._history[1:] = self._history[:-1].copy()
            self._history[0] = frame
        self._wish(command, phase)
        return np.concatenate([self._history.ravel(), self._wishes])

    def moving(self, command: Twist) -> bool:
        """Does a command mean to go?"""
        size = abs(command.forward) + abs(command.left) + abs(command.turn)
        return size > self._layout.still

    def _wish(self, command: Twist, phase: float) -> None:
        shown = 1.0 if self.moving(command) else 0.0
        angle, values = 2.0 * pi * phase, list[float]()
        for name in self._layout.wishes:
            if name == "command":
                values += [command.forward, command.left, command.turn]
            else:
                values += [shown * sin(angle), shown * cos(angle)]
        self._wishes[:] = values
