"""Physics for one or several robots in one world."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

import mujoco
import numpy as np

from olympian.backend.simulation.actor import Actor
from olympian.backend.simulation.options import SimulationOptions
from olympian.backend.simulation.scene import BALL, build_scene, prefix
from olympian.backend.simulation.start import Specimen, Start
from olympian.breaker import Breaker
from olympian.errors import OlympianError
from olympian.geometry import Mat4, Place, Vec, Vec3
from olympian.robot import Robot
from olympian.servo import ServoBank
from olympian.world import World, flat

__all__ = ["Simulation"]

T = TypeVar("T")


@dataclass
class _Push:
    body: int
    force: Vec3
    until: float


class Simulation:
    """A world with robots in it. Each robot is driven through its own `Actor`, a `Backend`.

    Time passes when every robot has written its goals for the tick: robots are equal, and the order
    in which their programs run does not matter.
    """

    def __init__(
        self,
        robots: Robot | Sequence[Robot],
        world: World | None = None,
        seed: int = 0,
        options: SimulationOptions | None = None,
        supply_v: float | None = None,
        starts: Sequence[Start] | None = None,
        specimens: Sequence[Specimen] | None = None,
    ) -> None:
        """Args: starts, specimens: one per robot; upright in the ready pose and as described."""
        self.robots = (robots,) if isinstance(robots, Robot) else tuple(robots)
        self.world = world or flat()
        self.options = options or SimulationOptions()
        self.starts = _one_each("starts", starts or [Start()] * len(self.robots), self.robots)
        specimens = specimens or [Specimen()] * len(self.robots)
        self.specimens = _one_each("specimens", specimens, self.robots)
        for robot in self.robots:
            _check_massive(robot)
        banks = [ServoBank.of(robot, supply_v=supply_v) for robot in self.robots]
        self.model = self._build(banks)
        self.data = mujoco.MjData(self.model)
        self._become_specimens(banks)
        self.actors: tuple[Actor, ...] = tuple(
            Actor(self, index, robot, bank)
            for index, (robot, bank) in enumerate(zip(self.robots, banks, strict=True))
        )
        self._pushes: list[_Push] = []
        self.breaker = Breaker()
        """What watchers are called through."""
        self.after_step: list[Callable[[], None]] = []
        """Called after every physics step; for referees, who may look and not touch."""
        self.reset(seed)

    @property
    def t(self) -> float:
        """Simulated seconds since the start."""
        return float(self.data.time)

    def reset(self, seed: int | None = None) -> None:
        """Everything as at the start, with the noise of `seed` (the last one if None)."""
        self.seed = self.seed if seed is None else seed
        mujoco.mj_resetData(self.model, self.data)
        self._pushes.clear()
        chance = np.random.SeedSequence(self.seed).spawn(len(self.actors))
        for actor, child in zip(self.actors, chance, strict=True):
            ground = self.world.start(actor.index, len(self.actors))
            actor.begin(self.starts[actor.index], ground, np.random.default_rng(child))
        mujoco.mj_forward(self.model, self.data)

    def close(self) -> None:
        """The end: no more robots, and memory is free as soon as nobody looks at it any more.

        A simulation and its robots know each other. Python's collector, which would find them some
        day, does not know how large MuJoCo's part is, and waits while a process grows.
        """
        for actor in self.actors:
            actor.close()
        self.actors = ()

    def push(self, force: Vec3, seconds: float, robot: int = 0, link: str | None = None) -> None:
        """Shove a robot with a force in world axes at the centre of mass of `link` (its torso).

        Raises:
            OlympianError: the force or the time is not finite.
        """
        self._push(prefix(robot) + (link or self.robots[robot].torso), force, seconds)

    def push_ball(self, force: Vec3, seconds: float) -> None:
        """Shove the ball with a force in world axes through its middle.

        Raises:
            OlympianError: there is no ball, or the force or the time is not finite.
        """
        if self.world.ball is None:
            raise OlympianError(f"no ball to push in world '{self.world.name}'")
        self._push(BALL, force, seconds)

    def true_pose(self, link: str, robot: int = 0) -> Mat4:
        """`T_world_link` as only a referee can know it; never an input to control."""
        body = self.data.body(prefix(robot) + link)
        T = np.eye(4)
        T[:3, :3], T[:3, 3] = body.xmat.reshape(3, 3), body.xpos
        return T

    def true_place(self, robot: int = 0) -> Place:
        """Middle between a robot's soles and heading of its torso; for referees as well."""
        machine = self.robots[robot]
        soles = [self.true_pose(foot.link, robot)[:2, 3] for foot in machine.require_feet()]
        x, y = np.mean(soles, axis=0).tolist()
        ahead = self.true_pose(machine.torso, robot)[:2, 0]
        return Place(x, y, float(np.arctan2(ahead[1], ahead[0])))

    def advance_if_all_wrote(self) -> None:
        """Let one tick pass once no robot is still thinking."""
        if all(actor.wrote for actor in self.actors):
            self.advance()

    def advance(self) -> None:
        """Let one tick pass now; robots that wrote nothing keep their goals."""
        for actor in self.actors:
            actor.begin_tick()
        for _ in range(self.options.substeps):
            if self._pushes:
                self._apply_pushes()
            for actor in self.actors:
                actor.drive()
            mujoco.mj_step(self.model, self.data)
            for actor in self.actors:
                actor.sense()
            for look in tuple(self.after_step):
                self._show(look)
        if not np.isfinite(self.data.qpos).all():
            raise OlympianError(f"the simulation diverged at t = {self.t:.3f} s")

    def _push(self, body: str, force: Vec3, seconds: float) -> None:
        force = np.asarray(force, dtype=float)
        if force.shape != (3,) or not np.isfinite(force).all() or not 0 <= seconds < np.inf:
            raise OlympianError(f"a push needs three finite newtons and a time, not {force}")
        self._pushes.append(_Push(self.model.body(body).id, force, self.t + seconds))

    def _build(self, banks: Sequence[ServoBank]) -> mujoco.MjModel:
        """Everything that is simulated; arenas with things of their own add them here."""
        return build_scene(self.robots, banks, self.world, self.options)

    def _show(self, look: Callable[[], None]) -> None:
        """Let somebody watch; one that raises does not watch any more."""
        try:
            look()
        except Exception as error:
            self.after_step.remove(look)
            name = getattr(look, "__qualname__", type(look).__qualname__)
            self.breaker.note(f"watcher {name}", error)

    def _become_specimens(self, banks: Sequence[ServoBank]) -> None:
        for index, (specimen, bank) in enumerate(zip(self.specimens, banks, strict=True)):
            robot = self.robots[index]
            bank.strength[:] = _factors("strengths", specimen.strength, robot.dof)
            masses = _factors("masses", specimen.mass, len(robot.tree.links))
            for link, mass in zip(robot.tree.links, masses, strict=True):
                body = self.model.body(prefix(index) + link.name).id
                self.model.body_mass[body] *= mass
                self.model.body_inertia[body] *= mass
        mujoco.mj_setConst(self.model, self.data)

    def _apply_pushes(self) -> None:
        self.data.xfrc_applied[:] = 0.0
        self._pushes = [push for push in self._pushes if self.t < push.until - 1e-9]
        for push in self._pushes:
            self.data.xfrc_applied[push.body, :3] += push.force


def _one_each(what: str, given: Sequence[T], robots: Sequence[Robot]) -> tuple[T, ...]:
    if len(given) != len(robots):
        raise OlympianError(f"{len(given)} {what} for {len(robots)} robots")
    return tuple(given)


def _factors(what: str, given: float | Vec, count: int) -> Vec:
    """(count,) factors of a specimen, one of which may stand for all."""
    factors = np.asarray(given, dtype=float)
    if factors.shape not in ((), (count,)) or not (np.isfinite(factors) & (factors > 0.0)).all():
        raise OlympianError(
            f"{what} of a specimen need one or {count} positive factors, got {given}"
        )
    return np.broadcast_to(factors, count)


def _check_massive(robot: Robot) -> None:
    if robot.tree.mass <= 0:
        raise OlympianError(
            f"robot '{robot.name}' has no masses: it can be shown and posed, but not simulated"
        )
