"""Pseudo inverse kinematics: gait parameters to joint angles by one matrix (thesis 6.1, 6.5).

S = C·P + S0, all angles. Around a neutral posture S0 eight parameters move the twelve leg joints in
combinations that keep the soles parallel to the ground. The magnitudes are those of matrix 6.5. Its
signs belong to the servos of one robot ("can be determined experimentally using a few trials") and
no one set of servo directions explains them all: FrontalStepLength, as printed, tilts the sole. So
signs are derived here from what each parameter is said to do, and from the axes in the description.
"""

from dataclasses import astuple, dataclass, fields

import numpy as np

from olympian.errors import unknown
from olympian.geometry import Vec, frozen
from olympian.kinematics.chain_kernel import joint_angles
from olympian.kinematics.leg import LegRole, leg_roles
from olympian.robot import Robot

MATRIX_6_5 = frozen(
    [
        [0, 0, 0, 0, 0, 0, -1, 0],
        [0, 0, 0, 0, 0, 0, 1, 0],
        [0, 0, 1, 0, 0, 0, 0, 0],
        [0, 0, -1, 0, 1, 0, 0, 0],
        [0, 1, 0, 1, 0, 0, 0, -1],
        [1, 0, 0, -1, 0, 1, 0, 1],
        [0, 2, 0, 0, 0, 0, 0, 0],
        [2, 0, 0, 0, 0, 0, 0, 0],
        [0, -1, 0, 1, 0, 0, 0, 0],
        [-1, 0, 0, -1, 0, 1, 0, 0],
        [0, 0, -1, 0, 0, 0, 0, 0],
        [0, 0, 1, 0, 1, 0, 0, 0],
    ]
)
"""As printed, right leg in stance. Rows: yaw, hip roll, hip pitch, knee, ankle pitch, ankle roll,
each stance leg then swing leg; columns as in `PikParameters`."""

_TURNS = frozen(
    [
        [0, 0, 0, 0, 0, 0, -1, 0],
        [0, 0, 0, 0, 0, 0, 1, 0],
        [0, 0, 1, 0, 0, 0, 0, 0],
        [0, 0, 1, 0, 1, 0, 0, 0],
        [0, -1, 0, 1, 0, 0, 0, -1],
        [-1, 0, 0, 1, 0, -1, 0, -1],
        [0, 2, 0, 0, 0, 0, 0, 0],
        [2, 0, 0, 0, 0, 0, 0, 0],
        [0, -1, 0, -1, 0, 0, 0, 0],
        [-1, 0, 0, -1, 0, 1, 0, 0],
        [0, 0, -1, 0, 0, 0, 0, 0],
        [0, 0, -1, 0, -1, 0, 0, 0],
    ]
)
"""The same magnitudes as turns about +x, +y, +z of the torso, with the signs that do as named."""


@dataclass(frozen=True, slots=True)
class PikParameters:
    """Gait parameters (thesis 6.3) as angles in radians; positive means what is written here."""

    swing_leg_length: float = 0.0
    """bend and so shorten the swing leg"""
    stance_leg_length: float = 0.0
    """bend and so shorten the stance leg"""
    frontal_com_shift: float = 0.0
    """trunk sideways, towards the stance foot"""
    lateral_com_shift: float = 0.0
    """trunk forwards"""
    frontal_step_length: float = 0.0
    """swing foot sideways, away from the stance foot"""
    lateral_step_length: float = 0.0
    """swing foot forwards"""
    body_rotation: float = 0.0
    """both toes outwards, the trunk midway"""
    torso_angle: float = 0.0
    """trunk leans forwards about the hips"""

    @staticmethod
    def names() -> tuple[str, ...]:
        """The parameters in the order of the matrix columns."""
        return tuple(field.name for field in fields(PikParameters))

    def vector(self) -> Vec:
        """(8,) in the order of the matrix columns."""
        return np.array(astuple(self), dtype=float)


class PseudoInverseKinematics:
    """The conversion for one robot and one stance leg, forward and back."""

    def __init__(self, robot: Robot, stance: str = "right") -> None:
        legs = {limb.side: limb for limb in robot.legs}
        if stance not in legs or stance not in ("left", "right"):
            raise unknown("stance leg", stance, [side for side in legs if side])
        swing = "left" if stance == "right" else "right"
        roles = leg_roles(robot, legs[stance]), leg_roles(robot, legs[swing])
        joints = [leg[role] for role in LegRole for leg in roles]
        mirrored = np.ones(12)
        if stance == "left":  # the mirror image turns roll and yaw around
            mirrored[[0, 1, 2, 3, 10, 11]] = -1.0
        self.robot = robot
        self.stance_leg, self.swing_leg = legs[stance], legs[swing]
        self.places = np.array([joint.place for joint in joints], dtype=np.intp)
        """Rows of the matrix in the robot's joint vector."""
        signs = np.array([joint.sign for joint in joints]) * mirrored
        self.matrix = frozen(signs[:, None] * _TURNS)
        """C (12, 8)"""
        self.completed = frozen(_completed(self.matrix))
        """C made square by four dummy parameters."""
        self._back = np.linalg.inv(self.completed)

    def joints(self, parameters: PikParameters) -> Vec:
        """Joint vector of the whole robot: the ready pose moved by the parameters."""
        q = np.array(self.robot.ready)
        q[self.places] += self.matrix @ parameters.vector()
        return q

    def parameters(self, q: Vec) -> tuple[PikParameters, Vec]:
        """Parameters that match a joint vector best, and the four dummies that make up the rest.

        All dummies are zero exactly if the posture is one that eight parameters can make.
        """
        offset = joint_angles(q, self.robot.dof)[self.places] - self.robot.ready[self.places]
        values = self._back @ offset
        return PikParameters(*(float(value) for value in values[:8])), values[8:]


def _completed(matrix: Vec) -> Vec:
    """The matrix with four more columns: the directions the eight cannot make, orthonormal.

    The thesis adds dummy parameters until the matrix can be inverted. With these dummies the first
    eight rows of the inverse are the pseudo-inverse, so both of its methods give the same answer.
    """
    left, _, _ = np.linalg.svd(matrix)
    return np.column_stack([matrix, left[:, matrix.shape[1] :]])
