"""What motions move: legs and head of one robot, and what they are about."""

from dataclasses import dataclass
from enum import Enum

import numpy as np

from olympian.decision.head import Track
from olympian.decision.navigate import Goal
from olympian.humanoid import Command, Humanoid
from olympian.records import Semantic, Twist
from olympian.state import in_torso

__all__ = ["Attention", "PlayerBody", "PlayerCourse"]


class Attention(Enum):
    """What the head does while the legs walk."""

    UNSURE = "where it is unsure"
    """It looks where a look tells most: this searches, too."""
    BALL = "at the ball"

    def __repr__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class PlayerCourse:
    """Where legs go and eyes look."""

    twist: Twist
    attention: Attention = Attention.UNSURE

    def __repr__(self) -> str:
        go = self.twist
        return f"{go.forward:.2f} {go.left:+.2f} m/s, {go.turn:+.1f} rad/s"


class PlayerBody:
    """The robot's commands, as motions need them."""

    def __init__(self, robot: Humanoid) -> None:
        self.robot = robot
        self._attention: Attention | None = None
        self._track = Track(robot.robot) if robot.head is not None else None
        self._legs: Command | None = None
        self.told = Twist()
        """Velocity of the last command; zero while something else moves the legs."""

    @property
    def busy(self) -> bool:
        """Does a kick or another movement go on that began earlier?"""
        return self._legs is not None and self._legs.running

    @property
    def stands(self) -> bool:
        """Is it at rest on its feet?"""
        robot = self.robot
        return robot.situation.state is Semantic.CONTROLLABLE and not robot.machine.in_action

    def drive(self, twist: Twist) -> None:
        """Walk so until the next tick says otherwise."""
        self.told = twist
        self.robot.drive(twist)

    def go_to(self, goal: Goal) -> Command:
        """Walk to a place, round all that stands in the way."""
        self.told = Twist()
        return self.robot.go_to(*goal)

    def kick(self, x: float, y: float, direction: float, power: float) -> Command:
        """Kick; it goes on to its end, whatever is asked for meanwhile: nobody stops on one leg."""
        self.told = Twist()
        self._legs = self.robot.kick(x, y, direction, power)
        return self._legs

    def dive(self, side: str) -> Command:
        """Fall to a side on purpose, at once, and get up again."""
        self._legs = self.robot.dive(side)
        return self._legs

    def play(self, movement: str) -> Command:
        """Play a movement to its end."""
        self.told = Twist()
        self._legs = self.robot.play(movement)
        return self._legs

    def attend(self, attention: Attention) -> None:
        """Look there from now on."""
        robot = self.robot
        if self._track is None or robot.head is None:
            return
        if attention is not self._attention:
            self._attention = attention
            if attention is Attention.UNSURE:
                robot.look_where_unsure()
            else:
                self._track.reset()
                robot.head.look(self._track, "follows the ball")
        if attention is Attention.BALL:
            self._follow()

    def _follow(self) -> None:
        """Tell the head where the ball is believed to be."""
        robot = self.robot
        ball = robot.world_model.ball
        if ball is not None and robot.state is not None and self._track is not None:
            self._track.seen(in_torso(robot.state, np.array([ball.x, ball.y, 0.0])))
