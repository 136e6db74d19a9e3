"""What the servos should hold in their registers after this tick."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from olympian.backend.dynamixel.layout import SETTINGS
from olympian.geometry import Vec
from olympian.servo import ServoBank

TORQUE_ENABLE, TORQUE_LIMIT = (SETTINGS.index(name) for name in ("torque_enable", "torque_limit"))
UNKNOWN = -1
"""Of a register about which nothing is known: no servo counts so."""


class BusOrders(NamedTuple):
    """For all joints, in the counts of the servo model."""

    ticks: Vec
    """Goals."""
    speed: NDArray[np.int32]
    """Moving speeds; 0: as fast as it can."""
    settings: NDArray[np.int32]
    """(registers, joints) in the order of `SETTINGS`."""

    pushing: NDArray[np.bool_]
    """Which push with a current instead of going to an angle."""
    current: NDArray[np.int32]
    """1/1023 of the stall current, in the servo's own sense."""

    @property
    def on(self) -> NDArray[np.bool_]:
        """Which motors are to be driven."""
        return self.settings[TORQUE_ENABLE] != 0


def orders_of(servos: ServoBank, ticks: Vec, speed: NDArray[np.int32], share: Vec) -> BusOrders:
    """What a model of the servos says that they should hold.

    Args:
        ticks: goals as they are sent.
        speed: moving speeds that go with them.
        share: part of its torque that each may give.
    """
    registers = servos.registers
    settings = np.array([registers.read(name) for name in SETTINGS])
    settings[TORQUE_LIMIT] = np.rint(share * settings[TORQUE_LIMIT])
    return BusOrders(ticks, speed, settings, servos.pushing, servos.goal_current)
