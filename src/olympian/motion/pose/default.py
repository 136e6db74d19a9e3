"""The pose on which others build: where the feet are when the robot stands ready."""

from functools import lru_cache

from olympian.motion.pose.limb_pose import LimbPose
from olympian.motion.pose.robo_pose import RoboPose
from olympian.robot import Robot


@lru_cache(maxsize=8)
def default_pose(robot: Robot) -> RoboPose:
    """Both soles in the torso frame at the ready pose.

    Arms are not in it, so that the angles added for an arm count from hanging straight down, and
    an arm that no pose names stays where it is.
    """
    feet = {
        leg.name: LimbPose.from_transform(robot.forward(leg.chain.tip, robot.ready))
        for leg in robot.legs
    }
    return RoboPose("default", feet)
