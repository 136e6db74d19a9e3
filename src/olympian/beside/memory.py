"""Memory that two processes have: a file without a name, mapped by both."""

import mmap
import os
import tempfile
from multiprocessing import reduction
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Bytes = NDArray[np.uint8]


class SharedBytes(NamedTuple):
    """Bytes of the memory that a helper shares with its object; there it becomes an array."""

    key: int
    """Of the object."""
    start: int
    end: int


class Lying:
    """Something that lies beside the loop already, so that others there need no copy of it.

    What is asked there is done in the order of asking. So whoever asks before it is `gone` finds
    it, however late the answer comes.
    """

    def __init__(self, process: object, region: SharedBytes) -> None:
        """Args: process: the one that has it."""
        self.process, self.region = process, region
        self.gone = False
        """Was something else asked for that is written over it?"""


NO_DISK = Path("/dev/shm")
"""Folder whose files stay in memory, on systems that have one."""


def send_memory(pipe: Any, receiver: int, size: int) -> Bytes:
    """So many bytes, of which the process `receiver` gets the same."""
    folder = NO_DISK if NO_DISK.is_dir() else None
    with tempfile.TemporaryFile(dir=folder) as file:
        file.truncate(size)
        reduction.send_handle(pipe, file.fileno(), receiver)
        return _mapped(file.fileno(), size)


def receive_memory(pipe: Any) -> Bytes:
    """What `send_memory` sent."""
    handle = reduction.recv_handle(pipe)
    try:
        return _mapped(handle, os.fstat(handle).st_size)
    finally:
        os.close(handle)


def _mapped(handle: int, size: int) -> Bytes:
    return np.frombuffer(mmap.mmap(handle, size), dtype=np.uint8)
