"""A whole robot for a trial: simulation, control module, rover and head."""

from collections.abc import Callable
from dataclasses import dataclass

from olympian.arena.walking.conditions import WalkConditions
from olympian.backend import Actor, Backend, Simulation, SimulationOptions
from olympian.breaker import STRICT, Breaker
from olympian.decision.hcm import (
    Claimant,
    Hcm,
    HcmConfig,
    Rover,
    SkillClaimant,
    Teleop,
    control_module,
)
from olympian.decision.head import Search
from olympian.goal import Source
from olympian.loop import Loop
from olympian.motion.walks import make_walk
from olympian.robot import Robot
from olympian.world import World

__all__ = ["Humanoid"]


@dataclass(frozen=True, eq=False)
class Humanoid:
    """One specimen in one world, ready to be driven."""

    simulation: Simulation
    hcm: Hcm
    rover: Rover
    teleop: Teleop
    loop: Loop

    @staticmethod
    def of(
        robot: Robot,
        world: World,
        conditions: WalkConditions,
        config: HcmConfig | None = None,
        wrap: Callable[[Actor], Backend] | None = None,
        options: SimulationOptions | None = None,
        breaker: Breaker = STRICT,
    ) -> "Humanoid":
        """The robot of these conditions.

        Args:
            wrap: a backend around the simulated one, for instance one with faults.
            options: of the simulation, for instance one whose camera takes pictures.
            breaker: contains what raises; by default nothing does, since a bench must not.
        """
        simulation = Simulation(
            robot, world, conditions.seed, options, specimens=[conditions.specimen]
        )
        actor: Actor = simulation.actors[0]
        backend: Backend = actor if wrap is None else wrap(actor)
        rover = Rover(make_walk(robot))
        teleop = Teleop(robot)
        claimants: list[Claimant] = [rover, teleop]
        if any(limb.kind == "head" and limb.chain.dof for limb in robot.limbs.values()):
            claimants.append(SkillClaimant(Source.HEAD, Search(robot, "field")))
        hcm = control_module(robot, claimants, config, breaker)
        return Humanoid(simulation, hcm, rover, teleop, Loop(backend, hcm, breaker))
