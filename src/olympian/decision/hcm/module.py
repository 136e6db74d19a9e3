"""The Humanoid Control Module: skills ask, it decides who moves the joints, and keeps them safe."""

from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np

from olympian.breaker import Breaker
from olympian.decision.dsd import Stack, Tree, elements_in, read_tree
from olympian.decision.hcm import doing, hardware, leading, resting, special, standing, tumbling
from olympian.decision.hcm.blackboard import Blackboard, Leash, Seat
from olympian.decision.hcm.claimant import Claimant
from olympian.decision.hcm.config import HcmConfig
from olympian.decision.hcm.custody import Custody
from olympian.decision.hcm.guarded import guarded
from olympian.decision.hcm.wishes import Wishes
from olympian.decision.modes.body import Body
from olympian.geometry import Vec2
from olympian.goal import JointMutex, Request, Source, Verdict
from olympian.motion import SkillStatus
from olympian.motion.animate import Animator
from olympian.records import HealthReport, JointGoal, RobotState, Semantic, Situation
from olympian.robot import Robot

__all__ = ["TREE", "Hcm"]

TREE = Path(__file__).with_name("hcm.dsd")
ROOMS = (special, hardware, standing, doing, leading, tumbling, resting)


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
        self.claimants = tuple(claimants)
        self._claimants = guarded(self.claimants, robot, self.breaker)
        self._custody = Custody(robot)
        self.mutex = JointMutex(robot)
        body = Body(robot, animator)
        self._board = Blackboard(robot, config or HcmConfig(), body)
        self.stack = Stack(_tree(), elements_in(*ROOMS), self._board)
        self._leash = Leash.WAITING
        self.verdict: Verdict | None = None
        """Who got what in the last tick."""

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
        self._leash = Leash.WAITING
        self.verdict = None

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
            requests.append(Request(Source.PROTECTION, protection))
        ending = board.leash is Leash.ENDING
        escorted = [request.source for request in requests] if ending else ()
        self.verdict = self.mutex.step(board.situation.state, requests, escorted)
        self._note(self.verdict)
        goal, power = self.verdict.goal, board.take_power()
        return goal if power is goal.power else replace(goal, power=power)

    def _requests(self, state: RobotState, dt: float) -> list[Request]:
        """What the claimants would do, as far as they may do anything."""
        leash = self._board.leash
        if leash is not self._leash:
            self._pull(leash)
        if leash in (Leash.NONE, Leash.WAITING):
            return []
        if leash is Leash.ENDING:
            self._end()
        requests: dict[Source, Request] = {}
        for one in self._claimants:
            request = one.request(state, dt, requests)
            if request is not None:
                requests[request.source] = request
        return list(requests.values())

    def _protect(self, state: RobotState, dt: float) -> JointGoal | None:
        """What the module itself does: a movement of its own, or joints that lost their owner."""
        if self.breaker.failures:
            self._take_over()
        if self._board.acting or self._board.down:
            self._custody.drop()
        if self._board.acting:
            return self._board.body.step(state, dt)
        return self._custody.step(state, dt)

    def _take_over(self) -> None:
        """Joints that a claimant had when it broke down are the module's."""
        owners = {} if self.verdict is None else self.verdict.owners
        for one in self._claimants:
            if not one.works and one.source is not None:
                for part in self.mutex.parts:
                    if owners.get(part.name) is one.source:
                        self._custody.take(part.joints, self._board.q_goal)
                one.source = None

    def _pull(self, leash: Leash) -> None:
        """Tell the claimants how much they may do from now on."""
        before, self._leash = self._leash, leash
        board = self._board
        board.ending_since = board.t if leash is Leash.ENDING else None
        back = before is Leash.NONE or (before is Leash.WAITING and not board.at_ready)
        for one in self._claimants:
            if leash is Leash.NONE:
                one.interrupt(board.situation.reason or board.situation.state.value)
            elif leash is not Leash.ENDING and back:
                one.begin_at(board.q_goal)

    def _end(self) -> None:
        """Tell those who are at something to end it, however often a driver asks for more."""
        for one in self._claimants:
            if one.wants:
                one.finish()

    def _note(self, verdict: Verdict) -> None:
        """Remember who moved what, and tell those who did not."""
        board, goal = self._board, verdict.goal
        if verdict.owners:
            whole = np.count_nonzero(goal.mask) == len(goal.mask)
            board.q_goal = goal.q if whole else np.where(goal.mask, goal.q, board.q_goal)
            for source in verdict.owners.values():
                board.last_granted[source] = board.t
        if any(one.wants for one in self._claimants):
            board.last_wish = board.t
        if verdict.refused:
            for one in self._claimants:
                if one.source is not None and one.source in verdict.refused:
                    one.refused(verdict.refused[one.source])


@cache
def _tree() -> Tree:
    return read_tree(TREE)
