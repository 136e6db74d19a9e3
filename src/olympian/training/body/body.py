"""A batch of one robot: goals go in, time passes, and sensors come out, as on the robot itself."""

# pyright: reportMissingImports=false, reportArgumentType=false, reportAttributeAccessIssue=false

import mujoco
import numpy as np
import torch
import warp as wp

from olympian.backend import ACCELEROMETER, GYRO, Noise, SimulationOptions, pressure_plate
from olympian.errors import OlympianError
from olympian.geometry import R_from_rpy
from olympian.robot import BASE_JOINT, Robot
from olympian.servo import ServoBank
from olympian.training.body import floors, laws, senses
from olympian.training.body.arrays import Shared, Tensor, share_stream, shared
from olympian.training.body.model import PhysicsOptions, floor_names, training_model
from olympian.training.body.mujoco_physics import MujocoPhysics
from olympian.training.body.physics import (
    CONTACTS,
    LYING_CONTACTS,
    LYING_ROWS,
    ROWS,
    BatchedPhysics,
)
from olympian.training.body.specimens import Specimens
from olympian.training.body.view import BodyView

LATENCY = 1
"""Ticks from a goal to its servo, as in the simulation: `laws.send_goals` is written for one."""


class BatchedBody:
    """So many robots with their servos and sensors; arrays of all of them in a row."""

    def __init__(
        self,
        robot: Robot,
        worlds: int,
        device: str,
        options: PhysicsOptions,
        ticks: int,
        batched: bool | None = None,
        noise: Noise | None = None,
    ) -> None:
        """Args:
        device: `cpu` or `cuda`, as torch and Warp call them.
        ticks: of the bus in one step of the policy.
        batched: with MuJoCo Warp; None: on a GPU only.
        """
        if SimulationOptions().latency_ticks != LATENCY:
            raise OlympianError("training is written for a latency of one tick")
        share_stream(device)
        self.robot, self.worlds, self.device, self.options = robot, worlds, device, options
        self.noise = noise or Noise()
        self.bank = bank = ServoBank.of(robot)
        self.model = training_model(robot, bank, options)
        wide = device != "cpu" if batched is None else batched
        self.physics: BatchedPhysics = _physics(self.model, worlds, device, options, wide)
        self.specimens = Specimens(robot, worlds, device, self.noise)
        self._ticks, self._graph = ticks, None
        self.chance = torch.Generator(device)
        """Of the sensors' noise."""
        self._lay_out()
        joints = robot.dof

        def room(*shape: int) -> Shared:
            return shared(device, worlds, *shape)

        self._law = Shared(torch.tensor(laws.law_table(robot, bank, options.tick), device=device))
        self._target, self._sent, self._goal_ticks = room(joints), room(joints), room(joints)
        self._clamped, self._saturated = room(joints), room(joints)
        self._seen, self._speed, self._integral = room(joints), room(joints), room(joints)
        self._duty, self._volts, self._measured = room(joints), room(joints), room(joints)
        self._offset, self._strength, self._supply = room(joints), room(joints), room(joints)
        self._torque = Shared(self.physics.torque)
        self._total, self._bias = room(6), room(6)
        self._white = [room(6) for _ in range(ticks)]
        self._chip = shared(device, worlds, 3, 3, kind=wp.mat33)
        self._R = shared(device, worlds, 3, 3, kind=wp.mat33)
        self._learnt_bias, self._spin = (shared(device, worlds, 3, kind=wp.vec3) for _ in "ab")
        self._age = room()
        self._cells, self._touches = room(len(robot.feet), 4), room(1)
        self._ground, self._tile_height = room(len(robot.feet)), room()
        self._tile_seed = shared(device, worlds, whole=True)
        self._floors_warp = wp.from_torch(self.physics.geom_pos, dtype=wp.vec3)
        self._nominal_supply = torch.tensor(bank.table["supply"], device=device).float()
        self._nominal = [self.physics.masses.clone(), self.physics.inertias.clone()]

    def advance(self, target: Tensor) -> None:
        """Let a step of the policy pass with these goals (worlds, joints), rad."""
        self._target.tensor.copy_(target)
        for white in self._white:
            white.tensor[:, :3].normal_(0.0, self.noise.gyro, generator=self.chance)
            white.tensor[:, 3:].normal_(0.0, self.noise.accelerometer, generator=self.chance)
        if self._graph is not None:
            wp.capture_launch(self._graph)
        else:
            self._advance()

    def capture(self) -> None:
        """Record a step for the GPU, which then runs it without Python; once, and then reset."""
        if self.device == "cpu":
            return
        self._advance()
        wp.synchronize()
        with wp.ScopedCapture() as recorded:
            self._advance()
        self._graph = recorded.graph

    def reset(self, some: Tensor, qpos: Tensor, qvel: Tensor) -> None:
        """Begin anew where `some` (worlds,) is true, at rest on the servos, specimens as drawn.

        Args:
            qpos, qvel: (worlds, …) of MuJoCo's free joint and the robot's joints, in its order.
        """
        physics, specimens, which = self.physics, self.specimens, some[:, None]

        def put(old: Tensor, new: Tensor) -> None:
            old.copy_(torch.where(which if old.dim() == 2 else some, new, old))

        put(physics.qpos, qpos)
        put(physics.qvel, qvel)
        put(physics.warmstart, torch.zeros_like(physics.warmstart))
        self._become(some)
        believed = qpos[:, self._qpos_index] + specimens.offset
        for goal in (self._sent, self._target):
            put(goal.tensor, believed)
        law = self._law.tensor
        angle = law[laws.SIGN] * believed + law[laws.ZERO]
        ticks = torch.floor(angle / law[laws.TICK] + law[laws.CENTRE] + 0.5)
        put(self._seen.tensor, torch.minimum(ticks.clamp_min(0.0), law[laws.TOP]))
        for memory in (self._speed, self._integral, self._duty, self._total):
            put(memory.tensor, torch.zeros_like(memory.tensor))
        self._age.tensor.copy_(
            torch.where(some, -torch.ones_like(self._age.tensor), self._age.tensor)
        )
        self._learnt_bias.tensor[some] = 0.0
        self._spin.tensor[some] = 0.0
        put(self._measured.tensor, believed)
        physics.settle()
        # where gravity is before the first reading: the filter starts from that one
        felt = torch.einsum("nji,nj->ni", self.view().R, specimens.up)
        self._R.tensor[:, 2] = torch.where(which, felt, self._R.tensor[:, 2])

    def view(self) -> BodyView:
        """All worlds as they are now."""
        physics, law = self.physics, self._law.tensor
        places = wp.to_torch(physics.xpos)
        turned = wp.to_torch(physics.xmat)
        dq = physics.qvel[:, self._qvel_index]
        emf = law[laws.GEAR] * law[laws.EMF]
        root = self.base + 3
        torso = turned[:, self.torso_index]
        root_R = rotations(physics.qpos[:, root : root + 4])
        spin = torch.einsum("nji,njk,nk->ni", torso, root_R, physics.qvel[:, 3:6])
        ticks = self._ticks * self.options.substeps
        return BodyView(
            R=torso,
            place=places[:, self.torso_index],
            velocity=physics.qvel[:, :3],
            spin=spin,
            q=physics.qpos[:, self._qpos_index],
            dq=dq,
            torque=physics.torque - emf * dq,
            duty=self._duty.tensor,
            saturated=self._saturated.tensor / ticks,
            sent=self._sent.tensor,
            sole_places=places[:, self.sole_index],
            sole_R=turned[:, self.sole_index],
            pressure=self._cells.tensor.clamp_min(0.0),
            touches=self._touches.tensor[:, 0],
            up=self.specimens.up,
            ground=self._ground.tensor,
            q_measured=self._measured.tensor,
            up_felt=self._R.tensor[:, 2],
            spin_felt=self._spin.tensor,
        )

    @property
    def joint_places(self) -> Tensor:
        """Where the robot's joints are in MuJoCo's positions."""
        return self._qpos_index

    def _become(self, some: Tensor) -> None:
        """Hand what the specimens are to physics, servos and sensors."""
        physics, one = self.physics, self.specimens
        masses, inertias = self._nominal
        physics.masses.copy_(masses * one.mass[:, None])
        physics.inertias.copy_(inertias * one.mass[:, None, None])
        physics.floor_friction[:, self._floor_index, 0] = one.friction[:, None]
        physics.gravity.copy_(one.gravity)
        self._offset.tensor.copy_(one.offset)
        self._strength.tensor.copy_(one.strength[:, None].expand(-1, self.robot.dof))
        self._supply.tensor.copy_(self._nominal_supply * one.supply[:, None])
        self._bias.tensor.copy_(one.bias)
        self._chip.tensor.copy_(one.chip_turns)
        self._tile_seed.tensor.copy_(one.tile_seed)
        self._tile_height.tensor.copy_(one.tile_height)
        if bool(some.any()):
            physics.weigh()

    def _advance(self) -> None:
        # by Warp and not by torch: this is recorded
        self._clamped.warp.zero_()
        self._saturated.warp.zero_()
        for white in self._white:
            self._tick(white)
        self._feel_ground()
        given = [self._law.warp, self._seen.warp, self._measured.warp]
        self._launch(laws.read_joints, (self.worlds, self.robot.dof), given)

    def _tick(self, white: Shared) -> None:
        physics, options = self.physics, self.options
        every = (self.worlds, self.robot.dof)
        law, ticks = self._law.warp, self._goal_ticks.warp
        bus = [law, self._target.warp, self._sent.warp, ticks, self._clamped.warp]
        self._launch(laws.send_goals, every, bus)
        self._lay_tiles()
        servo = [law, ticks, self._qpos, self._qvel, self._qpos_place, self._qvel_place]
        servo += [self._offset.warp, self._strength.warp, self._supply.warp, options.dt]
        servo += [self._seen.warp, self._speed.warp, self._integral.warp, self._duty.warp]
        servo += [self._volts.warp, self._torque.warp, self._saturated.warp]
        for _ in range(options.substeps):
            self._launch(laws.drive, every, servo)
            physics.step()
            imu = [self._sensordata, *self._imu_places, self._total.warp]
            self._launch(senses.sample_imu, (self.worlds, 6), imu)
        attitude = [self._total.warp, float(options.substeps), self._R_torso_imu]
        attitude += [self._chip.warp, self._bias.warp, white.warp, options.tick]
        attitude += [self._R.warp, self._learnt_bias.warp, self._age.warp, self._spin.warp]
        self._launch(senses.feel_attitude, (self.worlds,), attitude)

    def _lay_tiles(self) -> None:
        physics = self.physics
        given = [physics.xpos, physics.xmat, self._soles, self._corners, self._floors]
        given += [self._tile_seed.warp, self._tile_height.warp, self._floors_warp]
        given += [self._ground.warp]
        self._launch(floors.lay_tiles, (self.worlds, len(self.robot.feet)), given)

    def _feel_ground(self) -> None:
        self._cells.warp.zero_()
        self._touches.warp.zero_()
        found = self.physics.contacts()
        given = [found.count, found.world, found.geoms, found.places, found.frames, found.forces]
        given += [self._foot_of, self._soles, self._plates, self.physics.xpos, self.physics.xmat]
        given += [self._cells.warp, self._touches.warp]
        self._launch(senses.press, (found.most,), given)

    def _launch(self, kernel: object, size: tuple[int, ...], given: list[object]) -> None:
        wp.launch(kernel, dim=size, inputs=given, device=self.device)

    def _lay_out(self) -> None:
        """Where things are in MuJoCo's arrays."""
        model, robot, device = self.model, self.robot, self.device

        def ints(values: object) -> object:
            return wp.array(np.asarray(values, dtype=np.int32), device=device)

        joints = [model.joint(name) for name in robot.joint_names]
        qpos = [int(joint.qposadr[0]) for joint in joints]
        qvel = [int(joint.dofadr[0]) for joint in joints]
        self._qpos_place, self._qvel_place = ints(qpos), ints(qvel)
        self._qpos_index = torch.tensor(qpos, device=device)
        self._qvel_index = torch.tensor(qvel, device=device)
        self._qpos, self._qvel = wp.from_torch(self.physics.qpos), wp.from_torch(self.physics.qvel)
        self._sensordata = wp.from_torch(self.physics.sensordata)
        self._imu_places = [int(model.sensor(name).adr[0]) for name in (GYRO, ACCELEROMETER)]
        T_torso_link = robot.forward(robot.imu.link, robot.ready)
        R_torso_imu = T_torso_link[:3, :3] @ R_from_rpy(*robot.imu.rpy)
        self._R_torso_imu = wp.mat33(*R_torso_imu.ravel().tolist())
        soles = [model.body(foot.link).id for foot in robot.feet]
        self.sole_index = torch.tensor(soles, device=device)
        self.torso_index = int(model.body(robot.torso).id)
        self.base = int(model.joint(BASE_JOINT).qposadr[0])
        self._soles = ints(soles)
        floor_ids = [model.geom(name).id for name in floor_names(robot)]
        self._floors = ints(floor_ids)
        common = [k for k in range(model.ngeom) if model.geom_bodyid[k] == 0]
        self._floor_index = torch.tensor(common, device=device)
        foot_of = np.full(model.ngeom, -1)
        foot_of[common] = -2
        for index, sole in enumerate(soles):
            foot_of[model.body_weldid[model.geom_bodyid] == model.body_weldid[sole]] = index
        self._foot_of = ints(foot_of)
        plates = np.array([pressure_plate(foot) for foot in robot.feet], dtype=np.float32)
        self._plates = wp.array(plates, dtype=wp.vec4, device=device)
        outlines = np.array([rectangle(foot.outline) for foot in robot.feet], dtype=np.float32)
        self._corners = wp.array(outlines, dtype=wp.vec2, device=device)
        self.corners = torch.tensor(outlines, device=device)


def rotations(wxyz: Tensor) -> Tensor:
    """(…, 3, 3) of quaternions (…, 4)."""
    w, x, y, z = wxyz.unbind(-1)
    rows = (
        *(1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)),
        *(2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)),
        *(2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)),
    )
    return torch.stack(rows, -1).view(*wxyz.shape[:-1], 3, 3)


def rectangle(outline: np.ndarray) -> np.ndarray:
    """The four corners of the rectangle around a sole."""
    (x0, y0), (x1, y1) = outline.min(axis=0), outline.max(axis=0)
    return np.array([(x1, y1), (x0, y1), (x0, y0), (x1, y0)])


def _physics(
    model: mujoco.MjModel, worlds: int, device: str, options: PhysicsOptions, wide: bool
) -> BatchedPhysics:
    lying = options.whole_body
    contacts = LYING_CONTACTS if lying else CONTACTS
    if not wide:
        return MujocoPhysics(model, worlds, contacts)
    from olympian.training.body.warp_physics import WarpPhysics

    return WarpPhysics(model, worlds, device, contacts, LYING_ROWS if lying else ROWS)
