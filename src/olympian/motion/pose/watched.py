"""A pose file that is edited while the robot moves."""

from pathlib import Path

from olympian.errors import OlympianError
from olympian.motion.pose.axes import Axes
from olympian.motion.pose.book import BuildOn, PoseBook
from olympian.motion.pose.read import parse_poses, read_bytes
from olympian.robot import Robot

__all__ = ["WatchedPoses"]

LOOKS_AFTER_A_CHANGE = 200
"""How often the file is read anew after it changed, though nothing seems to have happened since.

File systems stamp times in steps of some milliseconds: a second save of the same length within a
step leaves no trace but the contents. Two hundred looks take longer than that.
"""


class WatchedPoses:
    """The poses of a file as last saved without a mistake.

    Asking for `poses` costs a look at the file's time and length. A save with a mistake leaves the
    poses as they were and is described in `problem` until it is mended. So that a file caught in
    the middle of being written is not taken for the whole, a save that ends inside a line or that
    drops positions counts only when the next look finds it unchanged.
    """

    def __init__(
        self,
        path: Path | str,
        robot: Robot,
        build_on: BuildOn | str = BuildOn.DEFAULT,
        axes: Axes | str = Axes.OURS,
    ) -> None:
        """Reads the file; a mistake in it is an error now, since there are no older poses."""
        self.path = Path(path)
        self.problem: str | None = None
        """What is wrong with the last save: file, line and column; None when nothing is."""
        self._robot, self._build_on, self._axes = robot, build_on, axes
        self._stamp = self._look()
        self._looks_left = LOOKS_AFTER_A_CHANGE
        self._data = read_bytes(self.path)
        self._doubtful: bytes | None = None
        self._poses = self._parse(self._data)

    @property
    def poses(self) -> PoseBook:
        """The newest poses that are without mistakes."""
        stamp = self._look()
        if stamp != self._stamp:
            self._stamp, self._looks_left = stamp, LOOKS_AFTER_A_CHANGE
        if self._looks_left > 0:
            self._looks_left -= 1
            self._update()
        return self._poses

    def _look(self) -> tuple[int, int, int] | None:
        try:
            stat = self.path.stat()
        except OSError:
            return None
        return stat.st_mtime_ns, stat.st_size, stat.st_ino

    def _update(self) -> None:
        try:
            self._take(read_bytes(self.path))
        except OlympianError as error:
            self.problem, self._doubtful = str(error), None

    def _take(self, data: bytes) -> None:
        poses = self._poses if data == self._data else self._parse(data)
        if not self._whole(data, poses) and data not in (self._data, self._doubtful):
            self._doubtful = data
            return
        self._data, self._poses = data, poses
        self.problem = self._doubtful = None

    def _whole(self, data: bytes, poses: PoseBook) -> bool:
        """Does it look like a finished file?"""
        return data.endswith((b"\n", b"\r")) and poses.keys() >= self._poses.keys()

    def _parse(self, data: bytes) -> PoseBook:
        return parse_poses(data, self._robot, self._build_on, self._axes, str(self.path))
