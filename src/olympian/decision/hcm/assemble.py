"""The control module of a robot, with the movements the library has for it."""

from collections.abc import Iterable

from olympian.breaker import Breaker
from olympian.decision.hcm.claimant import Claimant
from olympian.decision.hcm.config import HcmConfig
from olympian.decision.hcm.module import Hcm
from olympian.decision.modes import PROTECTIVE
from olympian.motion.animate import Animator, load_movement, movement_names
from olympian.robot import Robot

__all__ = ["control_module"]


def control_module(
    robot: Robot,
    claimants: Iterable[Claimant],
    config: HcmConfig | None = None,
    breaker: Breaker | None = None,
) -> Hcm:
    """A module that falls, gets up, sits and rises as far as the library knows how.

    Args:
        claimants: who asks for joints, for instance a `ModeMachine`.
        breaker: what claimants are called through; who raises is out of service.
    """
    breaker = breaker or Breaker()
    own = [name for name in movement_names(robot.name) if name in PROTECTIVE]
    sets = [load_movement(robot, name) for name in own]
    animator = Animator(robot, sets, robot.ready)
    return Hcm(robot, animator, claimants, config, breaker)
