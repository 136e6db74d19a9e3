"""The ball in a picture: places that may be one, and a small network that knows it."""

from olympian.vision.ball.candidates import BallCandidates
from olympian.vision.ball.judge import BallJudge
from olympian.vision.ball.network import BallNetwork, Weights, write_weights
from olympian.vision.ball.network_kernel import SIDE, cut_patch
from olympian.vision.ball.training import BallPatches, train

__all__ = [
    "SIDE",
    "BallCandidates",
    "BallJudge",
    "BallNetwork",
    "BallPatches",
    "Weights",
    "cut_patch",
    "train",
    "write_weights",
]
