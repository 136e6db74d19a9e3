"""The four numeric methods of the thesis (6.3), for chains of any length, on one interface."""

from olympian.kinematics.numeric.evaluation import NumericMethod
from olympian.kinematics.numeric.gradient import GradientDescent, JacobianTranspose
from olympian.kinematics.numeric.pseudo_inverse import PseudoInverse
from olympian.kinematics.numeric.stochastic import StochasticIterative

__all__ = [
    "GradientDescent",
    "JacobianTranspose",
    "NumericMethod",
    "PseudoInverse",
    "StochasticIterative",
]
