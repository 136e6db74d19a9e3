"""A claimant behind a circuit breaker: one that raises asks for nothing any more."""

from collections.abc import Callable, Container, Iterable, Mapping

from olympian.breaker import BadReturnError, Breaker
from olympian.decision.hcm.claimant import Claimant, SkillClaimant
from olympian.geometry import Vec
from olympian.goal import Refusal, Request, Source
from olympian.goal.check import check_goal
from olympian.records import RobotState
from olympian.robot import Robot

__all__ = ["GuardedClaimant", "guarded"]

OUTCOME = "out of service, the module keeps its joints"


class GuardedClaimant:
    """All that the module asks of a claimant, each with an answer that does no harm."""

    def __init__(self, one: Claimant, name: str, robot: Robot, breaker: Breaker) -> None:
        self._one, self._name, self._robot, self._breaker = one, name, robot, breaker
        self.source: Source | None = None
        """As what it asked last."""

    @property
    def works(self) -> bool:
        """Is it in service?"""
        return self._name not in self._breaker.failures

    @property
    def wants(self) -> bool:
        """Is there something to do?"""
        if self.works:
            try:
                return bool(self._one.wants)
            except Exception as error:
                self._broke(error)
        return False

    def request(self, state: RobotState, dt: float, taken: Container[Source]) -> Request | None:
        """What it would do in this tick; a request that is none counts as raised.

        Args: taken: sources of requests in this tick.
        """
        if not self.works:
            return None
        one = self._one
        try:
            goal = one.step(state, dt)
            if goal is None:
                self.source = None
                return None
            source = one.source
            returned_by = one.skill.step if isinstance(one, SkillClaimant) else one.step
            _check_source(source, taken, returned_by)
            check_goal(goal, self._robot, returned_by)
        except Exception as error:
            self._broke(error)
            return None
        self.source = source
        return Request(source, goal)

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
                getattr(self._one, what)(*args)
            except Exception as error:
                self._broke(error)

    def _broke(self, error: Exception) -> None:
        self._breaker.note(self._name, error, OUTCOME)


def guarded(
    claimants: Iterable[Claimant], robot: Robot, breaker: Breaker
) -> tuple[GuardedClaimant, ...]:
    """Claimants by names that tell them apart."""
    named: dict[str, Claimant] = {}
    for one in claimants:
        kind = type(one.skill if isinstance(one, SkillClaimant) else one).__name__
        name, number = f"claimant {kind}", 2
        while name in named:
            name, number = f"claimant {kind} {number}", number + 1
        named[name] = one
    return tuple(GuardedClaimant(one, name, robot, breaker) for name, one in named.items())


def _check_source(
    source: Source, taken: Container[Source], returned_by: Callable[..., object]
) -> None:
    problem = ""
    if not isinstance(source, Source):
        problem = f"its source is a {type(source).__name__}, not a Source"
    elif source is Source.PROTECTION:
        problem = "only the module itself asks as protection"
    elif source in taken:
        problem = f"another claimant asks as {source.value} already"
    if problem:
        raise BadReturnError(problem, returned_by)
