"""Imitation: a person seen as a stream of skeletons, shown by a robot."""

from olympian.motion.imitate.imitate import Imitate, Shown
from olympian.motion.imitate.mapping import Mapped, Mapping
from olympian.motion.imitate.methods import METHODS, make_mapping
from olympian.motion.imitate.skeleton import JOINTS, PLACE, Skeleton
from olympian.motion.imitate.source import (
    Intake,
    LiveLines,
    Recorded,
    Stream,
    UdpStream,
    capped_lines,
    find_stream,
    open_lines,
    open_stream,
    stream_names,
)
from olympian.motion.imitate.source.library import SUFFIXES
from olympian.motion.imitate.trouble import Trouble, Troubles

__all__ = [
    "JOINTS",
    "METHODS",
    "PLACE",
    "SUFFIXES",
    "Imitate",
    "Intake",
    "LiveLines",
    "Mapped",
    "Mapping",
    "Recorded",
    "Shown",
    "Skeleton",
    "Stream",
    "Trouble",
    "Troubles",
    "UdpStream",
    "capped_lines",
    "find_stream",
    "make_mapping",
    "open_lines",
    "open_stream",
    "stream_names",
]
