"""Sees where all robots and the ball truly are, and what touches what; feeds no control."""

from collections.abc import Callable

import numpy as np

from olympian.arena.match.rules.pitch_truth import PitchTruth, PlayerTruth
from olympian.backend import Simulation
from olympian.backend.simulation import BALL, prefix
from olympian.backend.simulation.start import Start, start_pose
from olympian.backend.simulation.watch import FALLEN_HEIGHT, FALLEN_TILT
from olympian.geometry import Mat4
from olympian.robot import BASE_JOINT, Posture

__all__ = ["PitchWitness"]

UP_TILT, UP_HEIGHT = np.radians(25.0), 0.8
"""Less tilt than this, and more of its height: it stands again."""
NOBODY = -1


class PitchWitness:
    """Looks after every physics step for touches, and after every tick for the rest."""

    def __init__(self, simulation: Simulation, who: tuple[tuple[int, int], ...]) -> None:
        """Args: who: team and number of each robot of the simulation."""
        self._simulation, self._who = simulation, who
        model = simulation.model
        self._ball = model.geom(BALL).id
        self._owner = np.full(model.ngeom, NOBODY)
        """Robot of each shape."""
        self._base, self._torsos = [], []
        for index, robot in enumerate(simulation.robots):
            root = model.body(prefix(index) + robot.tree.root).id
            self._owner[model.body_rootid[model.geom_bodyid] == root] = index
            self._base.append(int(model.joint(prefix(index) + BASE_JOINT).dofadr[0]))
            self._torsos.append(_standing(simulation, index))
        self._touched: set[int] = set()
        self._fallen = [False] * len(who)
        simulation.after_step.append(self._feel)

    def look(self, held: Callable[[int], bool], ball_held: bool) -> PitchTruth:
        """Where all is now. Args: held: is this robot in the referee's hands?"""
        data, touched = self._simulation.data, self._touched
        against = self._contacts()
        players = tuple(
            self._player(index, index in touched, against[index], held(index))
            for index in range(len(self._who))
        )
        touched.clear()
        x, y = data.body(BALL).xpos[:2].tolist()
        return PitchTruth(self._simulation.t, (x, y), players, ball_held)

    def lies(self, index: int) -> bool:
        """Was it down at the last look?"""
        return self._fallen[index]

    def standing(self, index: int) -> Mat4:
        """`T_place_torso` of a robot in its ready pose."""
        return self._torsos[index]

    def _player(
        self, index: int, touches: bool, against: frozenset[int], held: bool
    ) -> PlayerTruth:
        place, base = self._simulation.true_place(index), self._base[index]
        vx, vy = self._simulation.data.qvel[base : base + 2].tolist()
        pushes = tuple(self._who[other] for other in sorted(against))
        return PlayerTruth(
            *self._who[index], place.x, place.y, place.yaw, self._is_down(index),
            touches, pushes, (vx, vy), held,
        )  # fmt: skip

    def _is_down(self, index: int) -> bool:
        """Down until it stands upright again: who is on its way up has not arrived."""
        T = self._simulation.true_pose(self._simulation.robots[index].torso, index)
        up, height = self._torsos[index][:3, 2], self._torsos[index][2, 3]
        tilt = float(np.arccos(np.clip(T[2, :3] @ up, -1.0, 1.0)))
        if tilt > FALLEN_TILT or T[2, 3] < FALLEN_HEIGHT * height:
            self._fallen[index] = True
        elif tilt < UP_TILT and T[2, 3] > UP_HEIGHT * height:
            self._fallen[index] = False
        return self._fallen[index]

    def _feel(self) -> None:
        pairs = self._simulation.data.contact.geom
        ball = (pairs == self._ball).any(axis=1)
        if ball.any():
            owners = self._owner[pairs[ball]]
            self._touched.update(owners[owners != NOBODY].tolist())

    def _contacts(self) -> list[frozenset[int]]:
        """Robots that each robot touches."""
        found: list[set[int]] = [set() for _ in self._who]
        pairs = self._owner[self._simulation.data.contact.geom]
        both = (pairs != NOBODY).all(axis=1) & (pairs[:, 0] != pairs[:, 1])
        for a, b in pairs[both].tolist():
            found[a].add(b)
            found[b].add(a)
        return [frozenset(one) for one in found]


def _standing(simulation: Simulation, index: int) -> Mat4:
    robot = simulation.robots[index]
    T_world_root, q = start_pose(robot, Start(), np.eye(4))
    return T_world_root @ Posture(robot.tree, q).T_root_link[robot.torso]
