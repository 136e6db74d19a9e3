"""Arms that are held as a person's are."""

from olympian.motion.imitate.arms.angles import Reading, arm_angles
from olympian.motion.imitate.arms.detour import Detour
from olympian.motion.imitate.arms.pointed_arm import ArmPointing, PointedArm
from olympian.motion.imitate.arms.steering import steer

__all__ = ["ArmPointing", "Detour", "PointedArm", "Reading", "arm_angles", "steer"]
