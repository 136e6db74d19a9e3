"""Registers that belong to a movement, written when it starts and put back when it ends."""

import warnings
from collections.abc import Mapping, Sequence

from numpy.typing import NDArray

from olympian.motion.animate import Compliance
from olympian.robot import Robot
from olympian.servo import ServoBank

__all__ = ["ComplianceSwitch"]

REGISTERS = {
    "slope": ("slope_cw", "slope_ccw"),
    "margin": ("margin_cw", "margin_ccw"),
    "punch": ("punch",),
}
"""Each setting of a movement acts alike in both directions of turning."""


class ComplianceSwitch:
    """The animator's hook for servos whose registers can be reached."""

    def __init__(self, robot: Robot, servos: ServoBank) -> None:
        self._robot = robot
        self._deaf = {
            name
            for name, spec in zip(servos.names, servos.specs, strict=True)
            if spec.controller != "compliance"
        }
        self._registers = servos.registers
        self._before: dict[str, NDArray] = {}

    def __call__(self, settings: Mapping[str, Compliance]) -> None:
        """Write the settings by group; none at all puts back what was there before."""
        for register, values in self._before.items():
            self._registers.write(register, values)
        self._before = {}
        for group, compliance in settings.items():
            self._warn_deaf(self._robot.groups[group])
            joints = self._robot.indices(self._robot.groups[group])
            for setting, registers in REGISTERS.items():
                if (value := getattr(compliance, setting)) is not None:
                    for register in registers:
                        self._before.setdefault(register, self._registers.read(register))
                        self._registers.write(register, value, joints)

    def _warn_deaf(self, joints: Sequence[str]) -> None:
        if deaf := [joint for joint in joints if joint in self._deaf]:
            warnings.warn(
                f"compliance has no effect on {', '.join(deaf)}: PID servos have gains instead",
                stacklevel=3,
            )
