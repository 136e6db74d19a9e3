"""Where skeletons come from: recordings, pipes, the network, in any dialect."""

from olympian.motion.imitate.source.alignment import align
from olympian.motion.imitate.source.intake import Intake
from olympian.motion.imitate.source.json_line import write_line
from olympian.motion.imitate.source.library import (
    capped_lines,
    find_stream,
    open_lines,
    open_stream,
    stream_names,
)
from olympian.motion.imitate.source.stream import LiveLines, Recorded, Stream, UdpStream

__all__ = [
    "Intake",
    "LiveLines",
    "Recorded",
    "Stream",
    "UdpStream",
    "align",
    "capped_lines",
    "find_stream",
    "open_lines",
    "open_stream",
    "stream_names",
    "write_line",
]
