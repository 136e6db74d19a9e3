"""How hard head and torso meet the floor: a referee who looks at every physics step."""

from collections import deque
from enum import IntEnum

import msgspec
import mujoco
import numpy as np
from numpy.typing import NDArray

from olympian.backend import Simulation
from olympian.backend.simulation import prefix
from olympian.geometry import Vec3
from olympian.robot import Limb, Robot


class BodyPart(IntEnum):
    """What may touch the floor."""

    FOOT = 1
    LEG = 2
    ARM = 3
    TORSO = 4
    HEAD = 5


KINDS = {"leg": BodyPart.LEG, "arm": BodyPart.ARM, "head": BodyPart.HEAD}


def body_parts(robot: Robot) -> dict[str, BodyPart]:
    """The part of every link: its limb's, or that of the link that carries it."""
    parts = {robot.tree.root: BodyPart.TORSO, robot.torso: BodyPart.TORSO}
    for limb in robot.limbs.values():
        parts.update(_of_limb(robot, limb))
    for joint in robot.tree.depth_first():
        parts.setdefault(joint.child, parts[joint.parent])
    return parts


def _of_limb(robot: Robot, limb: Limb) -> dict[str, BodyPart]:
    """Links from its first joint on; a leg's foot is whatever comes after the last ankle joint."""
    path = robot.tree.path(limb.chain.base, limb.chain.tip)
    parts = {joint.child: KINDS[limb.kind] for joint in path}
    if limb.kind == "leg":
        last = max((place for place, joint in enumerate(path) if joint.movable), default=0)
        parts.update({joint.child: BodyPart.FOOT for joint in path[last:]})
    return parts


WINDOW = 0.005
"""Seconds over which forces and accelerations are averaged: single steps of a simulated contact are
stiffer than any plastic shell."""
FLOOR = 0
"""Stands beside the parts of the body in the table of geoms."""

STAGES = (BodyPart.LEG, BodyPart.ARM, BodyPart.TORSO)
"""A fall gets serious in this order: anything but a foot, an arm or worse, torso or head."""


class Blow(msgspec.Struct, frozen=True):
    """The worst that one part of the body met, as means over `WINDOW`."""

    force: float = 0.0
    """Newtons between it and the floor."""
    acceleration: float = 0.0
    """m/s² of its heaviest link, from the first touch of anything but a foot on."""


class Impact(msgspec.Struct, frozen=True):
    """What the floor did to a robot. Times are the simulation's; None: it never happened."""

    touched_at: float | None
    """When anything but a foot touched the floor."""
    struck_at: float | None
    """When head, torso or an arm did."""
    hit_at: float | None
    """When head or torso did."""
    head: Blow
    torso: Blow


class ImpactWatch:
    """Feels contacts with the world at every physics step from now on; never feeds control."""

    def __init__(self, simulation: Simulation, robot: int = 0) -> None:
        self._model, self._data = simulation.model, simulation.data
        self._part = _geom_parts(simulation, robot)
        self._dt = simulation.options.physics_dt
        self._wrench = np.zeros(6)
        steps = max(1, round(WINDOW / self._dt))
        links = _heaviest(simulation.robots[robot])
        self._sufferers = {
            part: _Sufferer(self._model.body(prefix(robot) + link).id, steps)
            for part, link in links.items()
        }
        self._first: list[float | None] = [None] * len(STAGES)
        simulation.after_step.append(self._look)

    @property
    def touched(self) -> bool:
        """Has anything but a foot met the floor?"""
        return self._first[0] is not None

    def impact(self) -> Impact:
        """All that was felt so far."""
        blows = {part: sufferer.blow() for part, sufferer in self._sufferers.items()}
        head, torso = (blows.get(part, Blow()) for part in (BodyPart.HEAD, BodyPart.TORSO))
        return Impact(*self._first, head=head, torso=torso)

    def _look(self) -> None:
        forces = {part: np.zeros(3) for part in self._sufferers}
        for contact, part in self._on_floor():
            self._note(part)
            if part in forces:
                forces[part] += self._force(contact)
        for part, sufferer in self._sufferers.items():
            velocity = self._velocity(sufferer.body)
            sufferer.feel(forces[part], velocity, self._dt, self.touched)

    def _note(self, part: BodyPart) -> None:
        for place, least in enumerate(STAGES):
            if part >= least and self._first[place] is None:
                self._first[place] = float(self._data.time)

    def _on_floor(self) -> list[tuple[int, BodyPart]]:
        """Contacts of anything but feet with the world, and which part each is of."""
        if self._data.ncon == 0:
            return []
        pairs = self._part[self._data.contact.geom]
        found = (pairs.min(axis=1) == FLOOR) & (pairs.max(axis=1) > BodyPart.FOOT)
        return [(int(row), BodyPart(int(pairs[row].max()))) for row in np.flatnonzero(found)]

    def _force(self, contact: int) -> Vec3:
        """Of one contact, in world axes, up to the sign."""
        mujoco.mj_contactForce(self._model, self._data, contact, self._wrench)
        R_contact_world = self._data.contact.frame[contact].reshape(3, 3)
        return self._wrench[:3] @ R_contact_world

    def _velocity(self, body: int) -> Vec3:
        """Of a body's centre of mass, world axes."""
        mujoco.mj_objectVelocity(
            self._model, self._data, mujoco.mjtObj.mjOBJ_BODY, body, self._wrench, 0
        )
        return self._wrench[3:].copy()


class _Sufferer:
    """One part of the body, and the worst it met."""

    def __init__(self, body: int, steps: int) -> None:
        self.body = body
        self._forces: deque[Vec3] = deque(maxlen=steps)
        self._velocities: deque[Vec3] = deque(maxlen=steps + 1)
        self._force = self._acceleration = 0.0

    def feel(self, force: Vec3, velocity: Vec3, dt: float, touched: bool) -> None:
        """One physics step."""
        self._forces.append(force)
        self._velocities.append(velocity)
        mean = np.sum(self._forces, axis=0) / (self._forces.maxlen or 1)
        self._force = max(self._force, float(np.linalg.norm(mean)))
        if touched and len(self._velocities) == self._velocities.maxlen:
            change = self._velocities[-1] - self._velocities[0]
            lasts = dt * (len(self._velocities) - 1)
            self._acceleration = max(self._acceleration, float(np.linalg.norm(change)) / lasts)

    def blow(self) -> Blow:
        """The worst so far."""
        return Blow(self._force, self._acceleration)


def _geom_parts(simulation: Simulation, robot: int) -> NDArray[np.int64]:
    """The part of every geom; 0 for the world's, and for other robots a foot, which is no blow."""
    model = simulation.model
    parts = np.full(model.nbody, int(BodyPart.FOOT))
    parts[0] = FLOOR
    for link, part in body_parts(simulation.robots[robot]).items():
        parts[model.body(prefix(robot) + link).id] = part
    return parts[model.geom_bodyid]


def _heaviest(robot: Robot) -> dict[BodyPart, str]:
    """The link of head and torso that stands for each; a robot may have no head."""
    found: dict[BodyPart, str] = {}
    for link, part in body_parts(robot).items():
        if part in (BodyPart.HEAD, BodyPart.TORSO):
            best = found.get(part)
            if best is None or _mass(robot, link) > _mass(robot, best):
                found[part] = link
    return found


def _mass(robot: Robot, link: str) -> float:
    inertial = robot.tree.link_by_name[link].inertial
    return inertial.mass if inertial else 0.0
