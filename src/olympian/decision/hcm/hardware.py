"""Second group: does the hardware do what it should?"""

from enum import Enum, auto

from olympian.decision.hcm.elements import Question, Working
from olympian.decision.hcm.resting import SIT


class ServoTrouble(Enum):
    """What is the matter with the servos, the worst first."""

    MISSING = auto()
    OVERLOADED = auto()
    OVERHEATED = auto()
    OK = auto()


class Servos(Question[ServoTrouble]):
    """Do all servos answer, and can they go on?"""

    def perform(self) -> ServoTrouble:
        """As their readings say."""
        health = self.blackboard.health
        if health.missing:
            return ServoTrouble.MISSING
        if health.overloaded:
            return ServoTrouble.OVERLOADED
        return ServoTrouble.OVERHEATED if health.overheated else ServoTrouble.OK


class Supply(Enum):
    """Should the motors be on?"""

    STARTING = auto()
    LOW = auto()
    IDLE = auto()
    ON = auto()


class Power(Question[Supply]):
    """Is it up and running, has it the power to be, and does anybody need it?"""

    def perform(self) -> Supply:
        """Starting, then as battery and commands say."""
        board = self.blackboard
        if not board.started:
            return Supply.STARTING
        if board.health.voltage_low:
            return Supply.LOW
        rest = board.config.idle_s if board.knows(SIT) else 0.0  # else it could only fall to rest
        return Supply.IDLE if rest and board.t - board.last_wish > rest else Supply.ON


class InertialSensor(Question[Working]):
    """Does the inertial sensor tell anything new?"""

    def perform(self) -> Working:
        """A live one never repeats itself."""
        return Working.STALE if self.blackboard.health.imu_stale else Working.OK


class FootPressure(Question[Working]):
    """Do the soles tell anything new?"""

    def perform(self) -> Working:
        """As the readings say."""
        return Working.STALE if self.blackboard.health.pressure_stale else Working.OK
