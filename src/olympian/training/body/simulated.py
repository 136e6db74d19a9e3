"""One robot in the simulation that judges, behind the same face as a batch of one."""

# pyright: reportMissingImports=false

import mujoco
import numpy as np
import torch

from olympian.backend import Noise, Simulation, SimulationOptions, Specimen
from olympian.goal import GoalLimiter
from olympian.records import JointGoal, RobotState
from olympian.robot import BASE_JOINT, Robot
from olympian.servo import ServoBank
from olympian.state import Estimator
from olympian.training.body.arrays import Tensor
from olympian.training.body.body import BatchedBody, rectangle
from olympian.training.body.specimens import Specimens
from olympian.training.body.view import BodyView
from olympian.world import flat

PREFIX = "robot0/"


class SimulatedPhysics:
    """Places and pushes of the simulation as tensors (1, …); what is written counts."""

    def __init__(self, simulation: Simulation) -> None:
        model = simulation.model
        self.qpos = torch.zeros(1, model.nq)
        self.qvel = torch.zeros(1, model.nv)
        self.pushes = torch.zeros(1, model.nbody, 6)
        self.simulation = simulation

    def settle(self) -> None:
        """Take over a start that was written."""
        data = self.simulation.data
        data.qpos[:], data.qvel[:] = self.qpos[0].numpy(), self.qvel[0].numpy()
        mujoco.mj_forward(self.simulation.model, data)

    def look(self) -> None:
        """Where everything is now."""
        data = self.simulation.data
        self.qpos[0], self.qvel[0] = torch.tensor(data.qpos), torch.tensor(data.qvel)


class SimulatedBody:
    """A robot with its own limiter, bus, servos, sensors and estimates; slow, and the truth."""

    worlds, device = 1, "cpu"

    def __init__(self, robot: Robot, ticks: int, noise: Noise | None = None) -> None:
        """Args: ticks: of the bus in one step of the policy."""
        self.robot, self._ticks = robot, ticks
        self.noise = noise or Noise()
        self.specimens = Specimens(robot, 1, "cpu", self.noise)
        self.chance = torch.Generator()
        self._bank = ServoBank.of(robot)
        self.physics = SimulatedPhysics(self._simulate(0))
        model = self.physics.simulation.model
        joints = [model.joint(PREFIX + name) for name in robot.joint_names]
        self.joint_places = torch.tensor([int(joint.qposadr[0]) for joint in joints])
        self._dofs = torch.tensor([int(joint.dofadr[0]) for joint in joints])
        self.base = int(model.joint(PREFIX + BASE_JOINT).qposadr[0])
        self.torso_index = int(model.body(PREFIX + robot.torso).id)
        self._soles = [model.body(PREFIX + foot.link).id for foot in robot.feet]
        corners = np.array([rectangle(foot.outline) for foot in robot.feet], dtype=np.float32)
        self.corners = torch.tensor(corners)
        self._begin()

    def advance(self, target: Tensor) -> None:
        """Let a step of the policy pass with these goals (1, joints), rad."""
        actor, simulation = self._actor, self.physics.simulation
        wish = JointGoal(target[0].double().numpy(), self._everyone, led=False)
        push = self.physics.pushes[0, self.torso_index, :3].double().numpy()
        self._saturated[:] = 0.0
        for _ in range(self._ticks):
            if push.any():
                simulation.push(push, actor.dt)
            goal = self._limiter.step(wish, self._state.q, actor.dt)
            actor.write(goal)
            self._state = self._estimator.step(actor.read(), actor.dt, goal)
            self._saturated += actor.servos.saturated / self._ticks
            self._sent = goal.q
        self.physics.look()

    def reset(self, some: Tensor, qpos: Tensor, qvel: Tensor) -> None:
        """Begin anew as another specimen, if `some` is true."""
        if not bool(some[0]):
            return
        self.physics.simulation.close()
        seed = int(torch.randint(0, 2**31, (1,), generator=self.chance))
        self.physics.simulation = self._simulate(seed)
        self.physics.qpos.copy_(qpos)
        self.physics.qvel.copy_(qvel)
        self.physics.settle()
        self._begin()

    def view(self) -> BodyView:
        """The robot as it is now."""
        data, state = self.physics.simulation.data, self._state
        sensors = state.sensors
        torso = data.xmat[self.torso_index].reshape(3, 3)
        root = data.body(PREFIX + self.robot.tree.root).xmat.reshape(3, 3)
        pressure = sensors.foot_pressure
        assert pressure is not None

        def one(values: object) -> Tensor:
            return torch.tensor(np.array(values), dtype=torch.float32)[None]

        turned = [data.xmat[sole].reshape(3, 3) for sole in self._soles]
        return BodyView(
            R=one(torso),
            place=one(data.xpos[self.torso_index]),
            velocity=one(data.qvel[:3]),
            spin=one(torso.T @ root @ data.qvel[3:6]),
            q=one(data.qpos)[:, self.joint_places],
            dq=one(data.qvel)[:, self._dofs],
            torque=one(data.qfrc_actuator)[:, self._dofs],
            duty=one(self._actor.servos.table["duty"]),
            saturated=one(self._saturated),
            sent=one(self._sent),
            sole_places=one(data.xpos[self._soles]),
            sole_R=one(turned),
            pressure=one(pressure),
            touches=one(self._touches()),
            up=one([0.0, 0.0, 1.0]),
            ground=torch.zeros(1, len(self._soles)),
            q_measured=one(state.q),
            up_felt=one(state.R_world_torso[2]),
            spin_felt=one(state.angular_velocity_in_torso),
        )

    def _simulate(self, seed: int) -> Simulation:
        """A new one with the specimen that was drawn, on a level floor."""
        one = self.specimens
        roll, pitch = one.imu_roll_pitch[0].tolist()
        offset = one.offset[0].double().numpy()
        specimen = Specimen(float(one.mass[0]), float(one.strength[0]), offset, (roll, pitch, 0.0))
        volts = float(one.supply[0]) * float(self._bank.table["supply"].max())
        supply = volts if float(one.supply[0]) != 1.0 else None
        options = SimulationOptions(noise=self.noise)
        friction = flat(float(one.friction[0]))
        return Simulation(self.robot, friction, seed, options, supply, specimens=[specimen])

    def _begin(self) -> None:
        self._actor = actor = self.physics.simulation.actors[0]
        offset = self.specimens.offset[0].double().numpy()
        self.physics.look()
        q = self.physics.qpos[0, self.joint_places].double().numpy()
        actor.servos.reset(q + offset)
        bank = self._bank
        self._limiter = GoalLimiter(self.robot, bank.no_load, bank.stall, bank.top_settings)
        self._estimator = Estimator(self.robot)
        self._everyone = np.ones(self.robot.dof, dtype=np.bool_)
        self._saturated = np.zeros(self.robot.dof)
        self._sent = q
        self._state: RobotState = self._estimator.step(actor.read(), actor.dt, None)

    def _touches(self) -> float:
        """Contacts of the body with itself."""
        simulation = self.physics.simulation
        contact, body = simulation.data.contact, simulation.model.geom_bodyid
        return float(np.count_nonzero((body[contact.geom] > 0).all(axis=1)))


AnyBody = BatchedBody | SimulatedBody
"""What a task can be done with."""
