"""What commands do, tick by tick: each is a generator that raises why it failed."""

from collections.abc import Generator
from typing import TYPE_CHECKING

from olympian.decision.hcm import SkillClaimant
from olympian.decision.modes import RunMode, StandMode
from olympian.decision.navigate import OBEYING, Goal
from olympian.errors import OlympianError
from olympian.geometry import Place
from olympian.goal import LEGS, Urgency
from olympian.motion import SkillStatus
from olympian.motion.kick import BALL, Kick, StrideKick
from olympian.motion.walk import GaitMode
from olympian.records import FallDirection, Semantic, Twist

if TYPE_CHECKING:
    from olympian.humanoid.humanoid import Humanoid

__all__ = ["CommandTasks"]

WAKING = {Semantic.STARTUP, Semantic.MOTOR_OFF}
"""States that end by themselves when something is asked for."""


class CommandTasks:
    """The tasks behind the commands of one robot; they use what anybody may use of it."""

    def __init__(self, robot: "Humanoid") -> None:
        self._robot = robot

    def walking(self, twist: Twist, lasts: float) -> Generator[None, None, None]:
        """Goes this way, over falls too, for so many seconds."""
        self._robot.machine.drive(twist, lasts)
        left = 0.0 if twist == Twist() else lasts
        try:
            while left > 0.0 or self._robot.machine.in_action:
                yield
                left -= self._robot.body.dt
                # a fall has ended it: it goes on as soon as the joints are back
                lost = self._robot.machine.mode != RunMode.name and not self._robot.machine.asked
                if lost and self._obeys and left > 0.0:
                    self._robot.machine.drive(twist, left)
        finally:
            if self._robot.machine.mode == RunMode.name:
                self._robot.machine.drive(Twist())

    def standing(self) -> Generator[None, None, None]:
        """Comes to a stand."""
        self._robot.machine.select(StandMode.name)
        while self._robot.machine.mode != StandMode.name or self._robot.machine.in_action:
            yield

    def going(self, goal: Goal) -> Generator[None, None, None]:
        """Goes to a place."""
        navigation = self._robot.navigation
        if navigation is None:
            self._robot.machine.commands(RunMode.name)  # says what it lacks
            return
        navigation.go_to(goal)
        try:
            while navigation.goal is not None:
                yield
        finally:
            navigation.cancel()
        if navigation.reason:
            raise OlympianError(navigation.reason)

    def playing(self, movement: str) -> Generator[None, None, None]:
        """Plays a movement, from a stand."""
        what = f"play {movement}"
        yield from self._waking(what)
        yield from self.standing()
        self._need_joints(what)
        self._robot.machine.press(movement)
        while self._robot.machine.in_action:
            yield
            self._need_joints(what)
        if self._robot.machine.body.failed:
            raise OlympianError(self._robot.machine.body.reason)

    def diving(self, side: FallDirection) -> Generator[None, None, None]:
        """Falls to a side at once, and lies until the control module has it on its feet again."""
        robot, what = self._robot, f"dive {side}"
        yield from self._waking(what)
        robot.hcm.wishes.dive = side
        while robot.hcm.wishes.dive is not None:
            yield
        if robot.situation.state is not Semantic.FALLING:
            raise OlympianError(f"cannot {what}: {robot.situation.state.value.replace('_', ' ')}")
        while not self._obeys:
            if robot.situation.state is Semantic.FALLEN and robot.situation.reason:
                self._need_joints(what)  # it stays down, and says why
            yield

    def kicking(
        self, x: float, y: float, direction: float, power: float
    ) -> Generator[None, None, None]:
        """Kicks a ball, from a stand."""
        robot, ball = self._robot, self._robot.world.ball
        yield from self._waking("kick")
        yield from self.standing()
        radius = BALL if ball is None else ball.radius
        q = robot.machine.body.q
        kick = Kick(robot.robot, x, y, direction, power, radius=radius, q_start=q)
        yield from self.performing(
            SkillClaimant(robot.robot, kick, urgency=Urgency.KICK, name="kick")
        )

    def striding(self, x: float, y: float, direction: float) -> Generator[None, None, None]:
        """Walks through a ball, and stands."""
        robot, machine, what = self._robot, self._robot.machine, "kick in stride"
        walk = machine.body.dynamic_walk
        if walk is None:
            raise OlympianError(f"'{robot.robot.name}' has no dynamic walk to kick with")
        yield from self._waking(what)
        kick = StrideKick(machine.top_speed, *walk.steps)
        ball = self._odometry.then(Place(x, y, direction))
        while not kick.over:
            walks = walk.mode is GaitMode.WALK
            there = self._odometry.inverse().then(ball)
            phase = walk.phase if walks else None
            machine.drive(kick.step(there, phase, walk.speed.forward))
            yield
            self._need_joints(what)
        yield from self.standing()

    def persisting(self, one: SkillClaimant) -> Generator[None, None, None]:
        """Has a skill ask for joints until it is done, anew after all that took them from it."""
        while True:
            try:
                yield from self.performing(one)
            except OlympianError:
                if self._obeys:
                    raise
            else:
                return
            while not self._obeys:
                now = self._robot.situation
                if now.state is Semantic.FALLEN and now.reason:
                    self._need_joints(f"perform {one.name}")  # it stays down, and says why
                self._robot.hcm.wake()
                yield
            yield  # the modes have the joints first: they bring them to the ready pose

    def performing(self, one: SkillClaimant) -> Generator[None, None, None]:
        """Has a skill ask for joints until it is done."""
        what, skill = f"perform {one.name}", one.skill
        yield from self._waking(what)
        if LEGS in one.parts:
            yield from self.standing()
        while self._robot.hcm.looks_after(one.parts) or (LEGS in one.parts and self._moves):
            yield
        self._need_joints(what)
        one.reset()
        self._robot.hcm.add(one)
        try:
            yield
            while skill.status is SkillStatus.RUNNING:
                if why := one.lost or self._robot.hcm.why_broken(one):
                    self._need_joints(what)
                    raise OlympianError(why)
                yield
        finally:
            self._robot.hcm.remove(one)
        if skill.status is SkillStatus.FAILED:
            raise OlympianError(str(getattr(skill, "reason", "")) or "it failed without a reason")

    @property
    def _odometry(self) -> Place:
        """Where its feet have carried it; unlike its place it never jumps."""
        state = self._robot.state
        return Place() if state is None else state.odometry.place

    def _waking(self, what: str) -> Generator[None, None, None]:
        """Until it stands with its motors on, if it is on the way there."""
        while self._robot.situation.state in WAKING or self._robot.hcm.seated:
            yield
        self._need_joints(what)

    def _need_joints(self, what: str) -> None:
        now = self._robot.situation
        if not self._obeys:
            why = f"{now.state.value.replace('_', ' ')}{f': {now.reason}' if now.reason else ''}"
            raise OlympianError(f"cannot {what}: {why}")

    @property
    def _obeys(self) -> bool:
        return self._robot.situation.state in OBEYING

    @property
    def _moves(self) -> bool:
        return self._obeys and self._robot.situation.state is not Semantic.CONTROLLABLE
