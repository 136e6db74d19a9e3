"""A footballer that stands on the centre spot and knows of no ball."""

from functools import cache

import numpy as np

from olympian.decision.localise import Certainty
from olympian.decision.world_model import WorldModel
from olympian.football.means import PlayerMeans
from olympian.football.view import BallView, PlayerView
from olympian.geometry import Place
from olympian.humanoid import Humanoid
from olympian.records import Semantic, Twist
from olympian.team import TeamRole


@cache
def player_means() -> PlayerMeans:
    return PlayerMeans.of(Humanoid("fumanoid", world="field", eyes=False), 2, 4)


def player_view() -> PlayerView:
    around = WorldModel(0.0, Place(), np.zeros((3, 3)), Certainty.SURE)
    return PlayerView(
        0.0, player_means(), Place(), Twist(), Semantic.CONTROLLABLE, "", None, around, None,
        TeamRole.SUPPORTER, None,
    )  # fmt: skip


def ball_at(x: float, y: float, vx: float = 0.0, vy: float = 0.0) -> BallView:
    """For a player on the centre spot that faces the opponents."""
    return BallView(x, y, vx, vy, x, y, (x + 5 * vx, y + 5 * vy), 0.0, True, bool(vx or vy))
