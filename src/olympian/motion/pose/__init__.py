"""Poses of limbs and robots: arithmetic, files, and the joint angles that take them."""

from olympian.motion.pose.arm import straight_elbow
from olympian.motion.pose.axes import Axes
from olympian.motion.pose.book import BuildOn, PoseBook, Position
from olympian.motion.pose.default import default_pose
from olympian.motion.pose.limb_pose import LimbPose
from olympian.motion.pose.read import parse_poses, read_poses
from olympian.motion.pose.robo_pose import RoboPose
from olympian.motion.pose.solution import LimbMethod, LimbSolution, PoseSolution
from olympian.motion.pose.solve import PoseSolver, solve_pose

__all__ = [
    "Axes",
    "BuildOn",
    "LimbMethod",
    "LimbPose",
    "LimbSolution",
    "PoseBook",
    "PoseSolution",
    "PoseSolver",
    "Position",
    "RoboPose",
    "default_pose",
    "parse_poses",
    "read_poses",
    "solve_pose",
    "straight_elbow",
]
