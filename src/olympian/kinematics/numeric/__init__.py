"""The four numeric methods of the thesis (6.3), for chains of any length, on one interface."""

from olympian.kinematics.numeric.evaluation import NumericMethod
from olympian.kinematics.numeric.gradient import GradientDescent, JacobianTranspose
from olympian.kinematics.numeric.pseudo_inverse import PseudoInverse
from olympian.kinematics.numeric.stochastic import StochasticIterative
from olympian.kinematics.numeric.walking_leg import NumericLeg, nearest_numeric

__all__ = [
    "GradientDescent",
    "JacobianTranspose",
    "NumericLeg",
    "NumericMethod",
    "PseudoInverse",
    "StochasticIterative",
    "nearest_numeric",
]
