"""A whole robot for a trial: one specimen in one world."""

from collections.abc import Callable

from olympian.arena.walking import WalkConditions
from olympian.backend import Actor, Backend, Simulation, SimulationOptions
from olympian.breaker import STRICT, Breaker
from olympian.decision.hcm import HcmConfig
from olympian.humanoid import Humanoid
from olympian.robot import Robot
from olympian.state import Localiser
from olympian.world import World


def specimen(
    robot: Robot,
    world: World,
    conditions: WalkConditions,
    config: HcmConfig | None = None,
    wrap: Callable[[Actor], Backend] | None = None,
    options: SimulationOptions | None = None,
    localiser: Localiser | None = None,
    eyes: bool = False,
    breaker: Breaker = STRICT,
    walk: str | None = None,
) -> Humanoid:
    """The robot of these conditions.

    Args:
        wrap: a backend around the simulated one, for instance one with faults.
        options: of the simulation, for instance one whose camera takes pictures.
        eyes: watch the pictures that those options ask for.
        breaker: contains what raises; by default nothing does, since a bench must not.
        walk: by name or file; None for the best.
    """
    simulation = Simulation(robot, world, conditions.seed, options, specimens=[conditions.specimen])
    actor: Actor = simulation.actors[0]
    body: Backend = actor if wrap is None else wrap(actor)
    return Humanoid(
        robot,
        body,
        world=world,
        walk=walk,
        config=config,
        localiser=localiser,
        eyes=eyes,
        breaker=breaker,
    )
