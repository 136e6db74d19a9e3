"""A process beside the loop: work that must not make a tick longer, such as drawing and seeing."""

from olympian.beside.helper import Helper
from olympian.beside.memory import Bytes, Lying, SharedBytes

__all__ = ["Bytes", "Helper", "Lying", "SharedBytes"]
