"""How the robots of a trial get their bodies: in the simulation itself, or behind a virtual bus."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import NamedTuple

from olympian.backend import Backend, Dynamixel, Simulation, Specimen, Start
from olympian.errors import OlympianError
from olympian.robot import Robot
from olympian.virtual import LineFaults, VirtualRobot
from olympian.world import World


class Embodied(NamedTuple):
    """A simulation and a body for each robot in it."""

    simulation: Simulation
    bodies: Sequence[Backend]


Maker = Callable[[Sequence[Robot], World, int, Sequence[Start], Sequence[Specimen]], Embodied]


def directly(
    robots: Sequence[Robot],
    world: World,
    seed: int,
    starts: Sequence[Start],
    specimens: Sequence[Specimen],
) -> Embodied:
    """Programs move the simulated servos themselves."""
    simulation = Simulation(robots, world, seed, starts=starts, specimens=specimens)
    return Embodied(simulation, simulation.actors)


def over_buses(faults: LineFaults | None = None, latency: float = 0.001) -> Maker:
    """The program has ports only: goals and answers go byte by byte over virtual buses.

    Args: latency: of the adapters, s.
    """

    def make(
        robots: Sequence[Robot],
        world: World,
        seed: int,
        starts: Sequence[Start],
        specimens: Sequence[Specimen],
    ) -> Embodied:
        if len(robots) != 1:
            raise OlympianError(f"{len(robots)} robots in one world: only one can be on a bus")
        virtual = VirtualRobot(
            robots[0],
            world,
            seed,
            latency=latency,
            faults=faults,
            start=starts[0],
            specimen=specimens[0],
        )
        ports = {name: virtual.port(name) for name in virtual.robot.buses}
        return Embodied(virtual.simulation, [Dynamixel(robots[0], ports)])

    return make


_MAKER: ContextVar[Maker] = ContextVar("how bodies are made", default=directly)


@contextmanager
def embodying(make: Maker) -> Iterator[None]:
    """Trials that begin inside make their bodies this way."""
    token = _MAKER.set(make)
    try:
        yield
    finally:
        _MAKER.reset(token)


def embody(
    robots: Sequence[Robot],
    world: World,
    seed: int,
    starts: Sequence[Start],
    specimens: Sequence[Specimen],
) -> Embodied:
    """Bodies for a trial, as it is the way now."""
    return _MAKER.get()(robots, world, seed, starts, specimens)
