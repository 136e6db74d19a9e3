"""The Humanoid Control Module: skills ask, it decides who moves the joints, and keeps them safe."""

from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np

from olympian.breaker import Breaker
from olympian.decision.dsd import DecisionTree, Stack, elements_in, read_tree
from olympian.decision.hcm import (
    activity,
    falling,
    hardware,
    permitting,
    resting,
    special,
    standing,
)
from olympian.decision.hcm.blackboard import Blackboard, Permission, Seat
from olympian.decision.hcm.claimant import Claimant, check_claim
from olympian.decision.hcm.config import HcmConfig
from olympian.decision.hcm.custody import Custody
from olympian.decision.hcm.guarded import GuardedClaimant
from olympian.decision.hcm.wishes import Wishes
from olympian.decision.modes import PROTECTIVE, Body
from olympian.geometry import Vec2
from olympian.goal import PROTECTION, JointMutex, Mask, Part, PartKind, Request, Urgency, Verdict
from olympian.motion import SkillStatus
from olympian.motion.animate import Animator, load_movement, movement_names
from olympian.records import HealthReport, JointGoal, RobotState, Semantic, Situation
from olympian.robot import Robot

TREE = Path(__file__).with_name("hcm.dsd")
ROOMS = (special, hardware, standing, activity, permitting, falling, resting)


class Hcm:
    """A skill made of skills.

    In every tick the claimants say what they would do, the tree decides what the robot is about,
    and the mutex grants joints accordingly: a goal that is granted goes out in the same tick.
    A claimant that raises is out of service until `reset`: the module takes its joints.
    """

    def __init__(
        self,
        robot: Robot,
        animator: Animator,
        claimants: Iterable[Claimant],
        config: HcmConfig | None = None,
        breaker: Breaker | None = None,
    ) -> None:
        """A module that is starting up; see `control_module` for one with all it needs.

        Args:
            animator: knows the movements for falling, getting up, sitting and rising.
            breaker: what claimants are called through.
        """
        self.robot = robot
        self.breaker = breaker or Breaker()
        self._claimants: list[GuardedClaimant] = []
        for claimant in claimants:
            self.add(claimant)
        self._custody = Custody(robot)
        self.mutex = JointMutex(robot)
        body = Body(robot, animator)
        self._board = Blackboard(robot, config or HcmConfig(), body)
        self.stack = Stack(_tree(), elements_in(*ROOMS), self._board)
        self._permission = Permission.WAITING
        self._pushed: Mask | None = None
        self.verdict: Verdict | None = None
        """Who got what in the last tick."""

    @property
    def claimants(self) -> tuple[Claimant, ...]:
        """Who asks for joints."""
        return tuple(one.one for one in self._claimants)

    @property
    def situation(self) -> Situation:
        """What the robot is about, why, and since when."""
        return self._board.situation

    @property
    def report(self) -> HealthReport:
        """What is the matter with the hardware, as of the last tick."""
        return self._board.health

    @property
    def braced(self) -> bool:
        """Has the last fall's protective posture been reached, as far as it was commanded?"""
        return self._board.braced

    @property
    def lean(self) -> Vec2:
        """(roll, pitch), rad, of its soles against what the joints say, felt while it stood."""
        return self._board.lean.lean

    @property
    def seated(self) -> bool:
        """Is it down on the floor by its own will, or on the way there or back?"""
        return self._board.seat is not Seat.NO

    def knows(self, movement: str) -> bool:
        """Can the module itself play it: a fall, a dive, a way up?"""
        return self._board.knows(movement)

    @property
    def wishes(self) -> Wishes:
        """Standing orders to the module itself: stop, shut down, record."""
        return self._board.wishes

    @property
    def status(self) -> SkillStatus:
        """Always at work."""
        return SkillStatus.RUNNING

    def wake(self) -> None:
        """Somebody wants something: motors that rest come on."""
        self._board.last_wish = self._board.t

    def reset(self) -> None:
        """As if just switched on, all in service; claimants are reset by those who have them."""
        self.breaker.reset()
        self._custody.drop()
        self._board.reset()
        self._board.body.reset()
        self.stack.reset()
        self.mutex.reset()
        self._permission = Permission.WAITING
        self._pushed = self.verdict = None

    def step(self, state: RobotState, dt: float) -> JointGoal:
        """Goals for this tick."""
        board = self._board
        board.look(state)
        if board.situation.state is Semantic.CONTROLLABLE:
            board.learn_lean(dt)
        requests = self._requests(state, dt)
        self.stack.step(state.t)
        protection = self._protect(state, dt)
        if protection is not None:
            requests.append(Request(PROTECTION, Urgency.PROTECTION, protection))
        # what comes to its end does so by the rights it had when it was free
        ending = board.permission is Permission.ENDING
        rights = board.permitted if ending else board.situation.state
        self.verdict = self.mutex.step(rights, requests, ending)
        self._note(self.verdict)
        goal, power = self._hold_pushed(self.verdict.goal), board.take_power()
        return goal if power is goal.power else replace(goal, power=power)

    def add(self, claimant: Claimant) -> None:
        """From now on it asks for joints as well.

        Raises: OlympianError: it asks for what could never be granted.
        """
        check_claim(claimant)
        name, number = claimant.name, 2
        taken = {one.name for one in self._claimants}
        while name in taken or f"claimant {name}" in self.breaker.failures:
            name, number = f"{claimant.name} {number}", number + 1
        self._claimants.append(GuardedClaimant(claimant, name, self.robot, self.breaker))

    def remove(self, claimant: Claimant) -> None:
        """It asks for nothing any more; parts that it had go gently to the ready pose."""
        (gone,) = [one for one in self._claimants if one.one is claimant]
        self._claimants.remove(gone)
        had = self._parts_of(gone)
        if any(part.kind is PartKind.LEGS for part in had):
            for one in self._claimants:  # who stands from now on takes the whole body there
                one.begin_at(self._board.q_goal)
        else:
            for part in had:
                self._custody.take(part.joints, self._board.q_goal, gently=True)

    def why_broken(self, claimant: Claimant) -> str:
        """What put it out of service; empty while it is at work."""
        return next((one.failure for one in self._claimants if one.one is claimant), "")

    def looks_after(self, parts: Iterable[str]) -> bool:
        """Is it about to bring one of these parts back to the ready pose?"""
        joints = self._custody.joints
        return any((part.joints & joints).any() for part in self.mutex.parts if part.name in parts)

    def _parts_of(self, one: GuardedClaimant) -> list[Part]:
        """What a claimant moved in the last tick."""
        owners = {} if self.verdict is None else self.verdict.owners
        return [part for part in self.mutex.parts if owners.get(part.name) == one.name]

    def _requests(self, state: RobotState, dt: float) -> list[Request]:
        """What the claimants would do, as far as they may do anything."""
        permission = self._board.permission
        if permission is not self._permission:
            self._permit(permission)
        if permission in (Permission.NONE, Permission.WAITING):
            return []
        if permission is Permission.ENDING:
            self._end()
        asked = [one.request(state, dt) for one in self._claimants]
        return [request for request in asked if request is not None]

    def _protect(self, state: RobotState, dt: float) -> JointGoal | None:
        """What the module itself does: a movement of its own, or joints that lost their owner."""
        if self.breaker.failures:
            for one in self._claimants:
                if not one.works:
                    for part in self._parts_of(one):
                        self._custody.take(part.joints, self._board.q_goal)
        if self._board.acting or self._board.down:
            self._custody.drop()
        if self._board.acting:
            return self._board.body.step(state, dt)
        return self._custody.step(state, dt)

    def _permit(self, permission: Permission) -> None:
        """Tell the claimants how much they may do from now on."""
        before, self._permission = self._permission, permission
        board = self._board
        board.ending_since = board.t if permission is Permission.ENDING else None
        back = before is Permission.NONE or (before is Permission.WAITING and not board.at_ready)
        for one in self._claimants:
            if permission is Permission.NONE:
                one.interrupt(board.situation.reason or board.situation.state.value)
            elif permission is not Permission.ENDING and back:
                one.begin_at(board.q_goal)

    def _end(self) -> None:
        """Tell those who are at something to end it, however often a driver asks for more."""
        for one in self._claimants:
            if one.wants:
                one.finish()

    def _hold_pushed(self, goal: JointGoal) -> JointGoal:
        """Joints that pushed and are nobody's any more hold where they are: else they push on."""
        left = None if self._pushed is None else self._pushed & ~goal.mask
        self._pushed = None if goal.torque is None else goal.mask & ~np.isnan(goal.torque)
        if left is None or not left.any():
            return goal
        torque = None if goal.torque is None else np.where(left, np.nan, goal.torque)
        q = np.where(left, self._board.q_goal, goal.q)
        return replace(goal, q=q, mask=goal.mask | left, torque=torque)

    def _note(self, verdict: Verdict) -> None:
        """Remember who moved what, and tell those who did not."""
        board, goal = self._board, verdict.goal
        if verdict.owners:
            whole = np.count_nonzero(goal.mask) == len(goal.mask)
            board.q_goal = goal.q if whole else np.where(goal.mask, goal.q, board.q_goal)
            if goal.torque is not None:  # joints that push are sent nowhere
                board.q_goal = np.where(np.isnan(goal.torque), board.q_goal, board.state.q)
            for urgency in verdict.moved:
                board.last_moved[urgency] = board.t
        if any(one.wants for one in self._claimants):
            board.last_wish = board.t
        if verdict.refused:
            for one in self._claimants:
                if one.name in verdict.refused:
                    one.refused(verdict.refused[one.name])


def control_module(
    robot: Robot,
    claimants: Iterable[Claimant],
    config: HcmConfig | None = None,
    breaker: Breaker | None = None,
) -> Hcm:
    """A module that falls, gets up, sits and rises as far as the library knows how.

    Args:
        claimants: who asks for joints, for instance a `ModeMachine`.
        breaker: what claimants are called through; who raises is out of service.
    """
    own = [name for name in movement_names(robot) if name in PROTECTIVE]
    animator = Animator(robot, [load_movement(robot, name) for name in own], robot.ready)
    return Hcm(robot, animator, claimants, config, breaker)


@cache
def _tree() -> DecisionTree:
    return read_tree(TREE)
