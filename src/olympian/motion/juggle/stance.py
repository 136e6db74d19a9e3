"""How a robot stands while it juggles: its posture, its box and plate, and what it can reach."""

import tomllib
from functools import cache
from importlib.resources import files

import msgspec
import numpy as np

from olympian.geometry import Mat4, T_from, Vec, Vec3
from olympian.robot import Robot

__all__ = ["Board", "JugglingStance", "stance"]


class Board(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A flat box fixed to a link. Its frame is in the middle of its top, z out of it."""

    size_m: tuple[float, float, float]
    """Full edges along its own axes."""
    top_m: tuple[float, float, float]
    rpy_rad: tuple[float, float, float]
    mass_kg: float

    @property
    def T_link_top(self) -> Mat4:  # noqa: N802
        """Its frame seen from the link."""
        return T_from(self.top_m, self.rpy_rad)


class JugglingStance(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What `stance.toml` says; places are in the frame of the support sole, which stands still."""

    support: str
    paddle_foot: str
    plate_hand: str
    head: str
    resting: str
    """Group of joints that the tasks leave alone."""
    middle_m: tuple[float, float]
    reach_m: tuple[float, float]
    heights_m: tuple[float, float]
    tilt_rad: float
    plate_m: tuple[float, float]
    paddle: Board
    plate: Board
    posture_deg: dict[str, float]

    def posture(self, robot: Robot) -> Vec:
        """Joint angles with which juggling starts."""
        angles = {name: float(np.radians(angle)) for name, angle in self.posture_deg.items()}
        return robot.joint_vector(angles, robot.ready)

    def reachable(self, place: Vec3) -> Vec3:
        """The point nearest to `place` at which the middle of the paddle can be."""
        middle, reach = np.array(self.middle_m), np.array(self.reach_m)
        return np.array([*np.clip(place[:2], middle - reach, middle + reach), place[2]])

    def moving(self, robot: Robot) -> tuple[str, ...]:
        """Joints that the tasks may use: 23 of Atlas's 30."""
        resting = robot.groups[self.resting]
        return tuple(name for name in robot.joint_names if name not in resting)


@cache
def stance() -> JugglingStance:
    """The stance of Atlas."""
    text = files("olympian.motion.juggle").joinpath("stance.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), JugglingStance)
