"""Physics of all worlds at once by MuJoCo Warp: on a GPU thousands, on a CPU a few."""

# pyright: reportMissingImports=false, reportInvalidTypeForm=false, reportCallIssue=false
# pyright: reportArgumentType=false, reportGeneralTypeIssues=false, reportAttributeAccessIssue=false
# pyright: reportIndexIssue=false

import mujoco
import mujoco_warp as mjw
import torch
import warp as wp

from olympian.training.body.arrays import Contacts

BATCHED = ("body_mass", "body_inertia", "body_subtreemass", "geom_friction", "geom_pos")
"""What differs from world to world."""


@wp.kernel
def gather_forces(
    count: wp.array(dtype=int),
    world_of: wp.array(dtype=int),
    address: wp.array2d(dtype=int),
    force: wp.array2d(dtype=float),
    forces: wp.array(dtype=wp.vec3),
):
    """Constraint forces of each contact: of elliptic cones the first three rows."""
    contact = wp.tid()
    if contact >= count[0]:
        return
    row = address[contact, 0]
    found = wp.vec3(0.0, 0.0, 0.0)
    if row >= 0:
        world = world_of[contact]
        found = wp.vec3(force[world, row], force[world, row + 1], force[world, row + 2])
    forces[contact] = found


class WarpPhysics:
    """One model and one batch of data on a device."""

    def __init__(
        self, model: mujoco.MjModel, worlds: int, device: str, contacts: int, rows: int
    ) -> None:
        self.model, self.worlds, self._device = model, worlds, device
        with wp.ScopedDevice(device):
            self._m = mjw.put_model(model, batch_sizes=dict.fromkeys(BATCHED, worlds))
            # a contact too many is dropped; saying so in every step would cost more than it
            self._m.opt.warn_overflow = 0
            self._d = mjw.make_data(model, nworld=worlds, nconmax=contacts, njmax=rows)
            self._forces = wp.zeros(worlds * contacts, dtype=wp.vec3)
        m, d, view = self._m, self._d, wp.to_torch
        self.qpos, self.qvel, self.torque = view(d.qpos), view(d.qvel), view(d.ctrl)
        self.sensordata, self.warmstart = view(d.sensordata), view(d.qacc_warmstart)
        self.pushes = view(d.xfrc_applied)
        self.masses, self.inertias = view(m.body_mass), view(m.body_inertia)
        self._subtrees = view(m.body_subtreemass)
        self.floor_friction, self.geom_pos = view(m.geom_friction), view(m.geom_pos)
        self.gravity = torch.tensor(model.opt.gravity, dtype=torch.float32, device=device)
        self.gravity = self.gravity.repeat(worlds, 1).contiguous()
        self._m.opt.gravity = wp.from_torch(self.gravity, dtype=wp.vec3)
        self.xpos, self.xmat = d.xpos, d.xmat

    def step(self) -> None:
        """Let one step pass in all worlds."""
        with wp.ScopedDevice(self._device):
            mjw.step(self._m, self._d)

    def settle(self) -> None:
        """Where links are, anew, after positions were written."""
        with wp.ScopedDevice(self._device):
            mjw.fwd_kinematics(self._m, self._d)

    def weigh(self) -> None:
        """Masses of subtrees, anew: all links of a world differ alike."""
        share = self.masses.sum(1) / float(self.model.body_mass.sum())
        own = torch.as_tensor(self.model.body_subtreemass, dtype=torch.float32)
        self._subtrees.copy_(own.to(self._device) * share[:, None])

    def contacts(self) -> Contacts:
        """Of the last step."""
        d, contact = self._d, self._d.contact
        most = len(self._forces)
        given = [d.nacon, contact.worldid, contact.efc_address, d.efc.force, self._forces]
        wp.launch(gather_forces, dim=most, inputs=given, device=self._device)
        return Contacts(
            d.nacon,
            contact.worldid,
            contact.geom,
            contact.pos,
            contact.frame,
            self._forces,
            most,
        )
