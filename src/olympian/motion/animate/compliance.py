"""Settings of a movement or a gait, joint by joint."""

from collections.abc import Mapping

import numpy as np

from olympian.geometry import Vec, frozen
from olympian.motion.animate.frame_set import Compliance
from olympian.records import ServoSettings
from olympian.robot import Robot


def settings_of(robot: Robot, compliance: Mapping[str, Compliance]) -> ServoSettings | None:
    """What a file says by groups of joints; None where it says nothing."""
    if not compliance:
        return None

    def values(setting: str) -> Vec | None:
        found = np.full(robot.dof, np.nan)
        for group, given in compliance.items():
            if (value := getattr(given, setting)) is not None:
                found[robot.indices(robot.groups[group])] = value
        return None if np.isnan(found).all() else frozen(found)

    return ServoSettings(values("slope"), values("margin"), values("punch"))
