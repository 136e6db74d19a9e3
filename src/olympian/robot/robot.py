"""The robot as every room sees it: immutable, derived from one URDF and one TOML file."""

from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from olympian.errors import OlympianError, unknown
from olympian.geometry import Mat4, Vec, frozen, inverse
from olympian.robot.chain import Chain
from olympian.robot.config import (
    BusConfig,
    CameraConfig,
    DeviceConfig,
    ImuConfig,
    ServoConfig,
    ServoTypeConfig,
)
from olympian.robot.posture import Posture
from olympian.robot.tree import Tree


@dataclass(frozen=True)
class Limb:
    """A chain with a purpose."""

    name: str
    kind: str
    """leg, arm or head"""
    chain: Chain

    @property
    def side(self) -> str | None:
        """left, right or None, from the name."""
        return next((side for side in ("left", "right") if side in self.name), None)


@dataclass(frozen=True)
class Foot:
    """The sole of a leg in the frame of its tip link."""

    limb: str
    link: str
    outline: Vec
    """(k, 2) corners of the supporting polygon, metres"""
    pressure: Vec
    """(4, 2) places of the pressure sensors, metres"""


@dataclass(frozen=True, eq=False)
class Robot:
    """Tree, limbs, servos, sensors and ready pose. Joint vectors follow `joint_names`."""

    name: str
    description: str
    tree: Tree
    torso: str
    limbs: dict[str, Limb]
    feet: tuple[Foot, ...]
    servos: dict[str, ServoConfig]
    groups: dict[str, tuple[str, ...]]
    ready: Vec
    """Joint angles of the ready pose."""
    supply_v: float | None
    imu: ImuConfig
    camera: CameraConfig | None
    directory: Path | None = None
    """Where the files came from."""
    sag_shares: dict[str, float] = field(default_factory=dict)
    """How much of the predicted sag is made up for, by joint; none for joints not named."""
    limb_names: dict[str, str] = field(default_factory=dict)
    """Limbs by the other names that pose files may use."""
    buses: dict[str, BusConfig] = field(default_factory=dict)
    """Cables by name; together they hold all its servos, each once."""
    devices: dict[str, DeviceConfig] = field(default_factory=dict)
    """Sensors of the real robot by name."""
    servo_types: dict[str, ServoTypeConfig] = field(default_factory=dict)
    """Types of servo that only this robot has."""
    lacks: frozenset[str] = frozenset()
    """`imu` for one without inertial sensor, `soles` for one without cells under them."""

    @cached_property
    def joint_names(self) -> tuple[str, ...]:
        """All movable joints, in the one order that joint vectors use."""
        return tuple(joint.name for joint in self.tree.movable)

    def bus_type(self, joint: str) -> str:
        """The type of the catalogue whose registers a joint's servo has."""
        name = self.servos[joint].type
        return self.servo_types[name].like if name in self.servo_types else name

    @cached_property
    def joint_index(self) -> dict[str, int]:
        """Place of each joint in a joint vector."""
        return {name: index for index, name in enumerate(self.joint_names)}

    @property
    def dof(self) -> int:
        """Number of actuated joints."""
        return len(self.joint_names)

    @cached_property
    def lower(self) -> Vec:
        """Lowest angle of every joint."""
        return frozen([joint.lower for joint in self.tree.movable])

    @cached_property
    def upper(self) -> Vec:
        """Highest angle of every joint."""
        return frozen([joint.upper for joint in self.tree.movable])

    @cached_property
    def sag(self) -> Vec:
        """Part of each joint's predicted sag that goals make up for, 0 to about 1."""
        return frozen([self.sag_shares.get(name, 0.0) for name in self.joint_names])

    @cached_property
    def followers(self) -> tuple[tuple[int, int, float, float], ...]:
        """Joints that move with another: place, place of the leader, multiplier and offset."""
        return tuple(
            (place, self.joint_index[m.leader], m.multiplier, m.offset)
            for place, joint in enumerate(self.tree.movable)
            if (m := joint.mimic) is not None
        )

    def coupled(self, q: Vec) -> Vec:
        """The joint vector with followers where their leaders take them; `q` itself without any."""
        if not self.followers:
            return q
        q = np.array(q, dtype=float)
        for place, leader, multiplier, offset in self.followers:
            q[place] = multiplier * q[leader] + offset
        return q

    @cached_property
    def legs(self) -> tuple[Limb, ...]:
        """Legs, in the order of the TOML file."""
        return tuple(limb for limb in self.limbs.values() if limb.kind == "leg")

    @cached_property
    def arms(self) -> tuple[Limb, ...]:
        """Arms, in the order of the TOML file."""
        return tuple(limb for limb in self.limbs.values() if limb.kind == "arm")

    def limb(self, name: str) -> Limb:
        """The limb called `name`."""
        if name not in self.limbs:
            raise unknown("limb", name, self.limbs)
        return self.limbs[name]

    def indices(self, joints: tuple[str, ...] | list[str]) -> NDArray[np.intp]:
        """Places of `joints` in a joint vector."""
        for name in joints:
            if name not in self.joint_index:
                raise unknown("joint", name, self.joint_names)
        return np.array([self.joint_index[name] for name in joints], dtype=np.intp)

    def joint_vector(self, angles: dict[str, float], default: Vec | None = None) -> Vec:
        """Joint vector with `angles` by name and `default` (zero) elsewhere."""
        q = np.zeros(self.dof) if default is None else np.array(default, dtype=float)
        q[self.indices(list(angles))] = list(angles.values())
        return q

    def forward(self, link: str, q: Vec) -> Mat4:
        """`T_torso_link` for any link, plain Python; see `kinematics` for the fast way."""
        if link not in self.tree.link_by_name:
            raise unknown("link", link, self.tree.link_by_name)
        T_root_link = Posture(self.tree, np.asarray(q)).T_root_link
        return inverse(T_root_link[self.torso]) @ T_root_link[link]

    def require_feet(self) -> tuple[Foot, ...]:
        """The feet, or an error that says what to add."""
        if not self.feet:
            raise OlympianError(
                f"robot '{self.name}' has no feet: add [limbs.LEG.sole] with outline_m to its TOML"
            )
        return self.feet
