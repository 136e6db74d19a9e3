"""Motion that a network has learnt: policies, their files, and the walk that they make."""

from olympian.motion.learnt.fitting import Fitting
from olympian.motion.learnt.layout import PolicyLayout
from olympian.motion.learnt.learnt_walk import LearntWalk
from olympian.motion.learnt.library import SUFFIXES, policy_path, read_policy
from olympian.motion.learnt.observer import PolicyObserver
from olympian.motion.learnt.onnx_file import export_onnx, import_onnx
from olympian.motion.learnt.policy import LearntPolicy

__all__ = [
    "SUFFIXES",
    "Fitting",
    "LearntPolicy",
    "LearntWalk",
    "PolicyLayout",
    "PolicyObserver",
    "export_onnx",
    "import_onnx",
    "policy_path",
    "read_policy",
]
