"""Single challenges: a situation of a match by itself, with its own beginning and its own end."""

from dataclasses import dataclass, replace
from enum import Enum
from math import atan2, cos, remainder, sin, tau

import numpy as np

from olympian.arena.match.match_plan import MatchPlan
from olympian.arena.match.rules.challenge_umpire import ChallengeAim, ChallengeUmpire
from olympian.arena.match.scene import MatchScene, field_of
from olympian.geometry import Place
from olympian.world import Solid

__all__ = ["CHALLENGES", "Challenge", "ChallengeKind", "challenge_scene"]


class ChallengeKind(Enum):
    """What is asked for."""

    PENALTY = "penalty"
    DRIBBLE = "dribble"
    KEEPER = "keeper"
    PASS = "pass"


@dataclass(frozen=True)
class Challenge:
    """One of them."""

    kind: ChallengeKind
    task: str
    players: tuple[int, ...]
    """Numbers; number 1 keeps the goal."""
    seconds: float
    """Of play, after which it has failed, or for a goalkeeper succeeded."""


CHALLENGES = {
    "penalty": Challenge(
        ChallengeKind.PENALTY, "a goal from the penalty mark, without a keeper", (2,), 60.0
    ),
    "dribble": Challenge(
        ChallengeKind.DRIBBLE, "the ball through two gates of poles, in their order", (2,), 120.0
    ),
    "keeper": Challenge(
        ChallengeKind.KEEPER, "a ball that rolls at the goal does not get in", (1, 2), 8.0
    ),
    "pass": Challenge(
        ChallengeKind.PASS, "both players touch the ball, and then it is in the goal", (2, 3), 120.0
    ),
}
GATES, GATE_HALF = (0.9, 2.2), 0.6
"""Metres along x from the ball to the gates, and from a gate's middle to its poles."""
POLE = 0.05
BEHIND = (0.8, 1.2)
"""Metres from the ball to who is to kick it."""
AWAY = (2.0, 2.8)
"""Metres from the goal to the ball that rolls at it, and m/s of it below."""
SHOT_S = (1.2, 2.0)
"""Seconds until it is there."""


def challenge_scene(challenge: Challenge, plan: MatchPlan, seed: int) -> MatchScene:
    """The beginning of an attempt; places differ with the seed."""
    chance = np.random.default_rng([seed, 41])
    world = field_of(plan, friction=float(chance.uniform(0.7, 1.0)))
    pitch, ball = world.pitch, world.ball
    assert pitch is not None, "football needs a field"
    assert ball is not None, "football needs a ball"
    goal = pitch.length / 2
    gates: tuple[float, ...] = ()
    shot: tuple[float, float] | None = None
    match challenge.kind:
        case ChallengeKind.PENALTY:
            at = (goal - pitch.mark, 0.0)
            starts = [_behind(at, (goal, 0.0), chance)]
        case ChallengeKind.DRIBBLE:
            at = (-goal / 3, 0.0)
            starts = [_behind(at, (goal, 0.0), chance)]
            gates = tuple(at[0] + far for far in GATES)
            poles = [
                Solid.post(x, side * GATE_HALF, POLE, name=f"gate_{index}_{side}")
                for index, x in enumerate(gates)
                for side in (-1, 1)
            ]
            world = replace(world, solids=(*world.solids, *poles))
        case ChallengeKind.KEEPER:
            far, way = float(chance.uniform(*AWAY)), float(chance.uniform(-0.6, 0.6))
            at = (far * cos(way) - goal, far * sin(way))
            into = float(chance.uniform(-0.8, 0.8)) * (pitch.goal_width / 2 - ball.radius)
            shot = _speed(at, (-goal, into), ball.deceleration, float(chance.uniform(*SHOT_S)))
            # a mate far away: a goalkeeper that is alone in its team would attack
            starts = [Place(-goal + 0.35, 0.0, 0.0), Place(goal / 2, -1.5, 0.0)]
        case ChallengeKind.PASS:
            side = 1.0 if chance.random() < 0.5 else -1.0
            at = (0.3 + float(chance.uniform(-0.3, 0.3)), side * float(chance.uniform(0.9, 1.4)))
            mate = Place(at[0] + 1.5, -side * float(chance.uniform(0.2, 0.6)), 0.0)
            starts = [_behind(at, (mate.x, mate.y), chance), mate]
    world = replace(world, ball=replace(ball, at=at))
    aim = ChallengeAim(
        challenge.kind.value, challenge.seconds, gates, GATE_HALF, len(challenge.players)
    )
    return MatchScene(starts, ChallengeUmpire(pitch, ball, aim, shot), world)


def _behind(
    ball: tuple[float, float], aim: tuple[float, float], chance: np.random.Generator
) -> Place:
    """A place behind the ball, not quite on the line to the aim, looking about there."""
    way = atan2(aim[1] - ball[1], aim[0] - ball[0]) + float(chance.uniform(-0.5, 0.5))
    far = float(chance.uniform(*BEHIND))
    faces = remainder(way + float(chance.uniform(-0.3, 0.3)), tau)
    return Place(ball[0] - far * cos(way), ball[1] - far * sin(way), faces)


def _speed(
    at: tuple[float, float], to: tuple[float, float], slows: float, seconds: float
) -> tuple[float, float]:
    """m/s with which a ball that slows down is there in time."""
    dx, dy = to[0] - at[0], to[1] - at[1]
    far = float(np.hypot(dx, dy))
    speed = far / seconds + slows * seconds / 2
    return speed * dx / far, speed * dy / far
