"""A claimant behind a circuit breaker: one that raises asks for nothing any more."""

from collections.abc import Callable, Mapping

from olympian.breaker import BadReturnError, Breaker
from olympian.decision.hcm.claimant import Claimant, SkillClaimant
from olympian.geometry import Vec
from olympian.goal import Refusal, Request, Urgency
from olympian.goal.check import check_goal
from olympian.records import RobotState
from olympian.robot import Robot

OUTCOME = "out of service, the module keeps its joints"


class GuardedClaimant:
    """All that the module asks of a claimant, each with an answer that does no harm."""

    def __init__(self, one: Claimant, name: str, robot: Robot, breaker: Breaker) -> None:
        """Args: name: of its own among all claimants."""
        self.one, self.name = one, name
        self._culprit = f"claimant {name}"
        self._robot, self._breaker = robot, breaker

    @property
    def works(self) -> bool:
        """Is it in service?"""
        return self._culprit not in self._breaker.failures

    @property
    def failure(self) -> str:
        """What put it out of service, if something did."""
        found = self._breaker.failures.get(self._culprit)
        return "" if found is None else str(found)

    @property
    def wants(self) -> bool:
        """Is there something to do?"""
        if self.works:
            try:
                return bool(self.one.wants)
            except Exception as error:
                self._broke(error)
        return False

    def request(self, state: RobotState, dt: float) -> Request | None:
        """What it would do in this tick; a request that is none counts as raised."""
        if not self.works:
            return None
        one = self.one
        try:
            goal = one.step(state, dt)
            if goal is None:
                return None
            urgency = one.urgency
            returned_by = one.skill.step if isinstance(one, SkillClaimant) else one.step
            _check_urgency(urgency, returned_by)
            check_goal(goal, self._robot, returned_by)
            if isinstance(one, SkillClaimant):
                goal = one.fitted(goal)
        except Exception as error:
            self._broke(error)
            return None
        return Request(self.name, urgency, goal)

    def refused(self, parts: Mapping[str, Refusal]) -> None:
        """It did not get everything it asked for."""
        self._tell("refused", parts)

    def finish(self) -> None:
        """Come to an end as soon as it is safe."""
        self._tell("finish")

    def interrupt(self, why: str) -> None:
        """The joints are lost."""
        self._tell("interrupt", why)

    def begin_at(self, q: Vec) -> None:
        """The joints are back."""
        self._tell("begin_at", q)

    def _tell(self, what: str, *args: object) -> None:
        if self.works:
            try:
                getattr(self.one, what)(*args)
            except Exception as error:
                self._broke(error)

    def _broke(self, error: Exception) -> None:
        self._breaker.note(self._culprit, error, OUTCOME)


def _check_urgency(urgency: Urgency, returned_by: Callable[..., object]) -> None:
    if not isinstance(urgency, Urgency):
        raise BadReturnError(
            f"its urgency is a {type(urgency).__name__}, not an Urgency", returned_by
        )
    if urgency is Urgency.PROTECTION:
        raise BadReturnError("only the module itself asks as protection", returned_by)
