"""A finished description: the model, its configuration and the words around both."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from describe.model import Model
from describe.toml import toml_text
from describe.urdf import urdf_text
from olympian.robot.config import DeviceConfig, LimbConfig, RobotConfig, SoleConfig

__all__ = ["HOLY_LIMB_NAMES", "IO_BOARD", "Description", "arm", "head", "leg", "rectangle"]


HOLY_LIMB_NAMES = {
    "L_foot_pad": "left_leg",
    "R_foot_pad": "right_leg",
    "L_forearm": "left_arm",
    "R_forearm": "right_arm",
}
"""Limbs as HOly's pose files call them: with these, every robot reads such files."""
IO_BOARD = DeviceConfig(type="io-board", feet=["left_leg", "right_leg"])
"""Inertial sensor and four pressure cells under each sole."""


@dataclass(frozen=True)
class Description:
    """All that is needed to write the two files of one robot."""

    model: Model
    config: RobotConfig
    notes: dict[str, str] = field(default_factory=dict)
    """Comment per section of the TOML file."""

    @property
    def name(self) -> str:
        """Folder and file name in the library."""
        return self.model.name

    def files(self, library: Path) -> Iterable[tuple[Path, str]]:
        """Path and contents of both files."""
        folder = library / self.name
        yield folder / self.config.model, urdf_text(self.model)
        yield folder / "robot.toml", toml_text(self.config, self.notes)


def rectangle(front: float, back: float, left: float, right: float) -> list[tuple[float, float]]:
    """Corners of a sole, counter-clockwise from the front left, all distances positive."""
    return [(front, left), (-back, left), (-back, -right), (front, -right)]


def leg(base: str, tip: str, outline: list[tuple[float, float]], inset: float) -> LimbConfig:
    """A leg whose pressure sensors sit `inset` inside the corners of a rectangular outline."""
    (front, left), (back, right) = outline[0], outline[2]
    front, back, left, right = front - inset, back + inset, left - inset, right + inset
    corners = [(front, left), (front, right), (back, left), (back, right)]
    rounded = [(round(x, 6), round(y, 6)) for x, y in corners]
    sole = SoleConfig(outline_m=outline, pressure_m=rounded)
    return LimbConfig(kind="leg", base=base, tip=tip, sole=sole)


def arm(base: str, tip: str) -> LimbConfig:
    """An arm."""
    return LimbConfig(kind="arm", base=base, tip=tip)


def head(base: str, tip: str) -> LimbConfig:
    """A head, also one that cannot turn."""
    return LimbConfig(kind="head", base=base, tip=tip)
