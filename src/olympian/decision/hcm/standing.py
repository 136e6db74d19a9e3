"""Third and fourth group: can it act, and is it standing?"""

from enum import Enum, auto

from olympian.decision.hcm.blackboard import Seat
from olympian.decision.hcm.elements import Answer, Question, Side, yes
from olympian.records import Semantic
from olympian.state import is_lying

MARGIN = 0.005
"""Metres the centre of mass keeps from the edge of the support in a pose that holds by itself."""
SLOW = 0.3
"""rad/s of the torso below which a pose is no swing."""


class PickedUp(Question[Answer]):
    """Is it upright with nothing under its feet? Then a person has it, who wants it to be still."""

    def perform(self) -> Answer:
        """Long enough to be no hop; getting up has its own ideas about feet."""
        board = self.blackboard
        since = board.unloaded_since
        if since is None or board.situation.state is Semantic.GETTING_UP:
            return Answer.NO
        return yes(board.t - since >= board.config.unloaded_s)


class Fallen(Question[Side]):
    """Which side is down? Asked until it is up again; while it gets up the answer stays."""

    def __init__(self) -> None:
        self._down = Side.NO

    def perform(self) -> Side:
        """On the way up all sides are up for a while; a limp body may still roll over."""
        rising = self.blackboard.situation.state is Semantic.GETTING_UP
        if not (self.reevaluating and rising) or self._down is Side.NO:
            self._down = self._side()
        return self._down

    def _side(self) -> Side:
        """Only at rest, or where its fall has been seen to: else it is still falling."""
        board = self.blackboard
        over = board.quiet_since is not None or board.situation.state.is_down
        return Side(board.lying.value) if board.lying is not None and over else Side.NO


class Falling(Question[Side]):
    """Is it about to hit the ground, and with which side?"""

    def perform(self) -> Side:
        """As the sense of falling says."""
        falling = self.blackboard.falling
        return Side.NO if falling is None else Side(falling.value)


class Squat(Question[Answer]):
    """Does it sit, as it does to rest its motors?"""

    def perform(self) -> Answer:
        """It knows, because it sat down itself."""
        return yes(self.blackboard.seat is not Seat.NO)


class Down(Question[Answer]):
    """Has it fallen, and not stood since?"""

    def perform(self) -> Answer:
        """From the fall until it is controllable again."""
        return yes(self.blackboard.down)


class Rest(Enum):
    """Can the motors be switched off without a fall?"""

    YES = auto()
    LYING = auto()
    NO = auto()


class Sitting(Question[Rest]):
    """Could it let go of everything?"""

    def perform(self) -> Rest:
        """Sitting or lying it could."""
        board = self.blackboard
        if board.seat is not Seat.NO:
            return Rest.YES if board.seat is Seat.SITTING else Rest.NO
        return Rest.LYING if board.down or is_lying(board.state.R_world_torso) else Rest.NO


class Stable(Question[Answer]):
    """Would it stand as it is, if nothing moved any more?"""

    def perform(self) -> Answer:
        """Centre of mass well over the support and nothing swinging."""
        board = self.blackboard
        if board.situation.state is Semantic.STOPPED:
            return Answer.YES  # it has stopped that way, and swings out
        x, y, z = board.state.angular_velocity_in_torso
        swings = x * x + y * y + z * z > SLOW * SLOW
        return yes(board.state.support_margin > MARGIN and not swings)
