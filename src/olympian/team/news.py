"""What is worth a message of its own."""

from math import hypot, remainder, tau

from olympian.team.status import TeamStatus

__all__ = ["is_news"]

BALL_M, PLACE_M, PLACE_RAD = 0.3, 0.5, 0.6
"""By how much these have to change."""
WORDS = ("role", "able", "fallen", "kick_ready", "attacker", "epoch")
"""Of a status: any change of them is news."""


def is_news(told: TeamStatus, now: TeamStatus) -> bool:
    """Has enough changed since it was told?"""
    if any(getattr(told, word) != getattr(now, word) for word in WORDS):
        return True
    before, world = told.world, now.world
    if before is None or world is None:
        return before is not world
    if hypot(world.place.x - before.place.x, world.place.y - before.place.y) > PLACE_M:
        return True
    if abs(remainder(world.place.yaw - before.place.yaw, tau)) > PLACE_RAD:
        return True
    if before.ball is None or world.ball is None:
        return before.ball is not world.ball
    return hypot(world.ball.x - before.ball.x, world.ball.y - before.ball.y) > BALL_M
