"""The third layer: sequences of poses, one player at a time."""

from typing import Protocol

from olympian.errors import OlympianError
from olympian.geometry import Place, Vec, frozen
from olympian.motion import Skill, SkillStatus, TopSpeed
from olympian.motion.animate import Animator
from olympian.motion.settle import PostureGlide
from olympian.motion.step import Stepper
from olympian.motion.walk import DynamicWalk
from olympian.motion.walks import Walk
from olympian.records import JointGoal, RobotState
from olympian.robot import Robot


class Player(Skill, Protocol):
    """A skill that says why it broke off."""

    @property
    def reason(self) -> str:
        """Empty where all went as asked."""
        ...


class Body:
    """Plays movements, steps or walks, each from where the last goals were; holds in between."""

    def __init__(
        self,
        robot: Robot,
        animator: Animator,
        stepper: Stepper | None = None,
        walk: Walk | None = None,
    ) -> None:
        """Args: stepper: None for a robot without gaits. walk: None for one that cannot run."""
        self.robot = robot
        self.animator = animator
        self._stepper = stepper
        self._walk = walk
        self.reset()

    def reset(self) -> None:
        """Stand in the ready pose, with nothing to do."""
        self._player: Player | None = None
        self._goal = JointGoal.all(self.robot.ready)
        self.animator.reset()
        if self._stepper is not None:
            self._stepper.reset()
        if self._walk is not None:
            self._walk.reset()
        self.frozen = False
        """While true, time stands still for the players: the last goals are held."""

    @property
    def q(self) -> Vec:
        """Goals of all joints after the last step."""
        return self._goal.q

    @property
    def busy(self) -> bool:
        """Is a movement, a step or a walk under way?"""
        return self._player is not None and self._player.status is SkillStatus.RUNNING

    @property
    def failed(self) -> bool:
        """Did the last movement or walk break off?"""
        return self._player is not None and self._player.status is SkillStatus.FAILED

    @property
    def reason(self) -> str:
        """Why the last movement broke off, or why the last step was not taken as asked."""
        return "" if self._player is None else self._player.reason

    def hold(self, q: Vec) -> None:
        """Drop what is under way and keep every joint at `q`."""
        if self._player is not None:
            self._player.reset()
        self._player = None
        self._goal = JointGoal.all(frozen(q))

    def glide(self, q: Vec) -> None:
        """Go smoothly to `q` from wherever the goals are."""
        start = self.q
        self.hold(start)
        self._player = PostureGlide(start, q)

    def play(self, name: str, loops: int = 1) -> None:
        """Start a movement, or have it follow the one under way."""
        if self._player is not self.animator:
            self.animator.begin_at(self.q)
            self._player = self.animator
        self.animator.play(name, loops)

    def stepper(self) -> Stepper:
        """The stepper, in charge of the joints from now on."""
        if self._stepper is None:
            raise OlympianError(f"robot '{self.robot.name}' has no gaits to step with")
        self._put_in_charge(self._stepper)
        return self._stepper

    @property
    def top_speed(self) -> TopSpeed:
        """Of the walk, whoever is in charge."""
        if self._walk is None:
            raise OlympianError(f"robot '{self.robot.name}' has no walk to run with")
        return self._walk.top_speed

    @property
    def dynamic_walk(self) -> DynamicWalk | None:
        """The walk, if it makes steps of its own accord that have a phase."""
        return self._walk if isinstance(self._walk, DynamicWalk) else None

    @property
    def next_footstep(self) -> tuple[int, Place] | None:
        """Foot that stands (0 left, 1 right) and where it sees the next step; None between."""
        return getattr(self._walk, "next_footstep", None) if self._player is self._walk else None

    def walk(self) -> Walk:
        """The walk, in charge of the joints from now on."""
        if self._walk is None:
            raise OlympianError(f"robot '{self.robot.name}' has no walk to run with")
        self._put_in_charge(self._walk)
        return self._walk

    def step(self, state: RobotState, dt: float) -> JointGoal:
        """Goals for this tick."""
        self.animator.paused = self.frozen
        if self._stepper is not None:
            self._stepper.frozen = self.frozen
        goal = None
        # a walk has no way to stand still in mid step: while time does, it is not asked
        held = self.frozen and self._player is self._walk
        if self._player is not None and not held:
            goal = self._player.step(state, 0.0 if self.frozen else dt)
        if goal is not None:
            self._goal = goal.moved_to(frozen(goal.q)) if goal.q.flags.writeable else goal
        return self._goal

    def _put_in_charge(self, player: Stepper | Walk) -> None:
        if self._player is not player:
            player.begin_at(self.q)
            self._player = player
