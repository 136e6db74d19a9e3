"""Physics of a few worlds by MuJoCo itself, one after the other on one core."""

# pyright: reportMissingImports=false

import copy

import mujoco
import numpy as np
import torch
import warp as wp

from olympian.training.body.arrays import Contacts, Tensor, shared


class MujocoPhysics:
    """A model and data for each world; floats of the batch are copied in and out of them."""

    def __init__(self, model: mujoco.MjModel, worlds: int, contacts: int) -> None:
        self.model, self.worlds = model, worlds
        self._models = [copy.copy(model) for _ in range(worlds)]
        self._data = [mujoco.MjData(one) for one in self._models]
        links, geoms = model.nbody, model.ngeom

        def many(values: np.ndarray) -> Tensor:
            one = torch.as_tensor(np.array(values), dtype=torch.float32)
            return one.repeat(worlds, *[1] * one.dim()).contiguous()

        self.qpos, self.qvel = many(model.qpos0), many(np.zeros(model.nv))
        self.torque, self.sensordata = many(np.zeros(model.nu)), many(np.zeros(model.nsensordata))
        self.warmstart, self.pushes = many(np.zeros(model.nv)), many(np.zeros((links, 6)))
        self.gravity, self.masses = many(model.opt.gravity), many(model.body_mass)
        self.inertias, self.floor_friction = many(model.body_inertia), many(model.geom_friction)
        self.geom_pos = many(model.geom_pos)
        self._xpos = shared("cpu", worlds, links, 3, kind=wp.vec3)
        self._xmat = shared("cpu", worlds, links, 3, 3, kind=wp.mat33)
        self.xpos, self.xmat = self._xpos.warp, self._xmat.warp
        self._most = worlds * contacts
        self._count = shared("cpu", 1, whole=True)
        self._world = shared("cpu", self._most, whole=True)
        self._geoms = shared("cpu", self._most, 2, kind=wp.vec2i, whole=True)
        self._places = shared("cpu", self._most, 3, kind=wp.vec3)
        self._frames = shared("cpu", self._most, 3, 3, kind=wp.mat33)
        self._forces = shared("cpu", self._most, 3, kind=wp.vec3)
        self._arrays = [
            array.numpy()
            for array in (self.qpos, self.qvel, self.torque, self.sensordata, self.warmstart)
        ]
        self._views = (self._xpos.tensor.numpy(), self._xmat.tensor.numpy())
        assert geoms == self.geom_pos.shape[1]

    def step(self) -> None:
        """Let one step pass in all worlds."""
        qpos, qvel, torque, sensed, warm = self._arrays
        xpos, xmat = self._views
        pushes, floors, gravity = self.pushes.numpy(), self.geom_pos.numpy(), self.gravity.numpy()
        for k, (model, data) in enumerate(zip(self._models, self._data, strict=True)):
            model.geom_pos[:], model.opt.gravity[:] = floors[k], gravity[k]
            data.qpos[:], data.qvel[:], data.ctrl[:] = qpos[k], qvel[k], torque[k]
            data.xfrc_applied[:], data.qacc_warmstart[:] = pushes[k], warm[k]
            mujoco.mj_step(model, data)
            qpos[k], qvel[k], sensed[k] = data.qpos, data.qvel, data.sensordata
            warm[k] = data.qacc_warmstart
            xpos[k], xmat[k] = data.xpos, data.xmat.reshape(-1, 3, 3)

    def settle(self) -> None:
        """Where links are, anew, after positions were written."""
        xpos, xmat = self._views
        for k, (model, data) in enumerate(zip(self._models, self._data, strict=True)):
            data.qpos[:] = self._arrays[0][k]
            mujoco.mj_kinematics(model, data)
            xpos[k], xmat[k] = data.xpos, data.xmat.reshape(-1, 3, 3)

    def weigh(self) -> None:
        """Masses and friction of every world, into its own model."""
        masses, inertias = self.masses.numpy(), self.inertias.numpy()
        friction = self.floor_friction.numpy()
        for k, model in enumerate(self._models):
            model.body_mass[:], model.body_inertia[:] = masses[k], inertias[k]
            model.geom_friction[:] = friction[k]
            model.body_subtreemass[:] = self.model.body_subtreemass * (
                masses[k].sum() / self.model.body_mass.sum()
            )

    def contacts(self) -> Contacts:
        """Of the last step."""
        start = 0
        for k, data in enumerate(self._data):
            found = data.contact
            count = min(len(found.dim), self._most - start)
            if count == 0:
                continue
            part = slice(start, start + count)
            self._world.tensor.numpy()[part] = k
            self._geoms.tensor.numpy()[part] = found.geom[:count]
            self._places.tensor.numpy()[part] = found.pos[:count]
            self._frames.tensor.numpy()[part] = found.frame[:count].reshape(-1, 3, 3)
            rows = found.efc_address[:count]
            forces = np.zeros((count, 3))
            real = rows >= 0
            forces[real] = data.efc_force[rows[real, None] + np.arange(3)]
            self._forces.tensor.numpy()[part] = forces
            start += count
        self._count.tensor[0] = start
        parts = (self._count, self._world, self._geoms, self._places, self._frames, self._forces)
        return Contacts(*(part.warp for part in parts), most=self._most)
