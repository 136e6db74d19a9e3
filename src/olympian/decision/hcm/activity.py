"""Fifth group: what is it doing?"""

from olympian.decision.hcm.blackboard import Permission
from olympian.decision.hcm.elements import Answer, Question, yes
from olympian.goal import Urgency


class Animation(Question[Answer]):
    """Is a movement being played?"""

    def perform(self) -> Answer:
        """Has an animation moved something of late?"""
        board = self.blackboard
        return yes(board.recently(Urgency.ANIMATION, board.config.animation_recent_s))


class Kicking(Question[Answer]):
    """Is it kicking?"""

    def perform(self) -> Answer:
        """Has a kick moved something of late?"""
        return yes(self.blackboard.recently(Urgency.KICK, self.blackboard.config.recent_s))


class Walking(Question[Answer]):
    """Is it walking?"""

    def perform(self) -> Answer:
        """Has a walk moved something of late?"""
        return yes(self.blackboard.recently(Urgency.WALK, self.blackboard.config.recent_s))


class Moving(Question[Answer]):
    """Is a skill under way that has to come to its end before the robot can stand still?"""

    def perform(self) -> Answer:
        """One that moved something of late and, if told to end, has not taken too long."""
        board, config = self.blackboard, self.blackboard.config
        if board.permission is Permission.NONE:
            return Answer.NO  # whatever it was has ended, or was cut short
        since = board.ending_since
        if since is not None and board.t - since > config.finish_most_s:
            return Answer.NO
        return yes(any(board.recently(urgency, config.recent_s) for urgency in _MOVING))


_MOVING = (Urgency.WALK, Urgency.KICK, Urgency.ANIMATION)
