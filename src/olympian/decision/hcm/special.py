"""First group: special modes, asked for by people and referees."""

from enum import Enum, auto

from olympian.decision.hcm import wishes
from olympian.decision.hcm.elements import Answer, Question, yes


class Shutdown(Question[Answer]):
    """Is the robot to be switched off?"""

    def perform(self) -> Answer:
        """As it was asked for."""
        return yes(self.blackboard.wishes.shutdown)


class StopKind(Enum):
    """How to stop, if at all."""

    OFF = auto()
    FREEZE = auto()
    SOFT = auto()
    PENALTY = auto()
    NO = auto()


class StopOrder(Question[StopKind]):
    """Has somebody stopped it? A person counts more than the referee."""

    def perform(self) -> StopKind:
        """As it was asked for."""
        asked = self.blackboard.wishes
        if asked.stop is not None:
            return _KINDS[asked.stop]
        return StopKind.PENALTY if asked.penalty else StopKind.NO


_KINDS = {kind: StopKind[kind.name] for kind in wishes.Stop}


class RecordWish(Enum):
    """Is somebody making movements?"""

    YES = auto()
    TEACHING = auto()
    NO = auto()


class Record(Question[RecordWish]):
    """Is it being used to make movements? Then nothing protects it but its owner."""

    def perform(self) -> RecordWish:
        """As it was asked for."""
        asked = self.blackboard.wishes
        if asked.limp:
            return RecordWish.TEACHING
        return RecordWish.YES if asked.record else RecordWish.NO
