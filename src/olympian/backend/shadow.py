"""A real body with a simulated one beside it, which is only there to be looked at."""

from olympian.backend.protocol import Backend
from olympian.backend.simulation import Simulation
from olympian.geometry import T_from
from olympian.records import JointGoal, RobotState, Sensors
from olympian.servo import ServoBank
from olympian.world import World

EVERY = 4
"""Ticks between two moves of the shadow: 25 times a second is enough for eyes."""


class ShadowedBackend:
    """Any body; its shadow stands in `simulation` as the robot believes itself to stand.

    The page, the terminal and the summaries look at a simulation. This one has no physics: nothing
    in it can be pushed, and nothing in it moves the real body.
    """

    def __init__(self, body: Backend, world: World) -> None:
        self.body, self.robot, self.dt = body, body.robot, body.dt
        self.simulation = Simulation(body.robot, world)
        self.inner = self.simulation.actors[0]
        """The shadow."""
        root = self.robot.tree.root
        self._T_torso_root = self.robot.forward(root, self.robot.ready)
        self._T_world_ground = world.start(0, 1)
        self._ticks = 0

    @property
    def servos(self) -> ServoBank | None:
        """Those of the body."""
        return self.body.servos

    def read(self) -> Sensors:
        """What the body feels."""
        return self.body.read()

    def write(self, goal: JointGoal) -> None:
        """Let the body do it."""
        self.body.write(goal)

    def close(self) -> None:
        """Let go of the body, and of its shadow."""
        self.body.close()
        self.simulation.close()

    def show(self, state: RobotState | None) -> None:
        """Stand as the robot believes itself to stand, its lowest sole on the floor.

        Args: state: None: it believes nothing yet.
        """
        if state is None:
            return
        self._ticks += 1
        self.simulation.data.time = state.t
        if self._ticks % EVERY:
            return
        R, place = state.R_world_torso, state.place
        soles = [] if state.soles is None else [float(R[2] @ sole[:3, 3]) for sole in state.soles]
        T_ground_torso = T_from((place.x, place.y, -min(soles, default=0.0)), R=R)
        self.inner.place(self._T_world_ground @ T_ground_torso @ self._T_torso_root, state.q)
