"""A process beside the loop: work that must not make a tick longer, such as drawing and seeing."""

from olympian.beside.memory import Bytes, Lying, SharedBytes
from olympian.beside.process import Helper

__all__ = ["Bytes", "Helper", "Lying", "SharedBytes"]
