"""Getting up: which side is down decides how."""

from olympian.decision.modes.mode import Mode
from olympian.geometry import Mat3
from olympian.records import RobotState

__all__ = ["GetUpMode", "is_lying", "side_down"]

LYING = 0.5
"""Cosine of the tilt beyond which a robot lies (60°): past the 45° from which none comes back by
itself, short of the 75° or so of one that lies on its arms."""


def is_lying(R_world_torso: Mat3) -> bool:
    """Is the torso nearer to level than to upright?"""
    return bool(R_world_torso[2, 2] < LYING)


def side_down(R_world_torso: Mat3) -> str:
    """Which side of the torso faces the ground: front, back, left or right."""
    ahead_up, left_up = R_world_torso[2, 0], R_world_torso[2, 1]
    if abs(ahead_up) >= abs(left_up):
        return "back" if ahead_up > 0 else "front"
    return "right" if left_up > 0 else "left"


class GetUpMode(Mode):
    """lying → getup_SIDE → over. The one mode that cuts others short."""

    name = "get_up"
    idle = "lying"
    movements = ("getup_front", "getup_back", "getup_left", "getup_right")

    @property
    def in_action(self) -> bool:
        """From the moment it is entered: it has to look which side is down."""
        return not self.over

    @property
    def over(self) -> bool:
        """Has the movement ended?"""
        return self.state != self.idle and not self.body.busy

    def step(self, state: RobotState) -> str | None:
        """Choose the movement at first; say how it went at the end."""
        if self.state == self.idle:
            self.state = f"getup_{side_down(state.R_world_torso)}"
            self.body.play(self.state)
        elif self.over:
            lying = is_lying(state.R_world_torso)
            return self.body.reason or ("still lying: get_up once more" if lying else "up")
        return None
