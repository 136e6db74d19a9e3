"""What commands that run a robot have in common: `--record`, and bridges to other programs."""

import inspect
import weakref
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from olympian.errors import OlympianError

if TYPE_CHECKING:
    from olympian.cli.output import Output
    from olympian.humanoid import BareHumanoid, Recorder, RosStreaming, Streaming

__all__ = ["BRIDGE_OPTIONS", "bridged"]

Record = Annotated[
    Path | None,
    typer.Option("--record", metavar="FILE", help="Write the run to an .mcap file."),
]
RecordCamera = Annotated[
    bool, typer.Option("--record-camera", help="With --record: its camera's pictures, too.")
]
FoxglovePort = Annotated[
    int | None,
    typer.Option(
        "--foxglove", metavar="PORT", min=1, max=65535,
        help="Serve the run to Foxglove or Lichtblick; they look at 8765 first.",
    ),
]  # fmt: skip
RosDomain = Annotated[
    int | None,
    typer.Option(
        "--ros2", metavar="DOMAIN", min=0, max=101, help="Be a node of ROS 2 in this domain."
    ),
]
Everywhere = Annotated[
    bool,
    typer.Option("--everywhere", help="With --foxglove and --ros2: for the network, too."),
]
BRIDGE_OPTIONS = tuple(
    inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=kind)
    for name, default, kind in (
        ("record", None, Record),
        ("record_camera", False, RecordCamera),
        ("foxglove", None, FoxglovePort),
        ("ros2", None, RosDomain),
        ("everywhere", False, Everywhere),
    )
)
"""Added to every command that runs a robot."""


@contextmanager
def bridged(
    output: "Output",
    record: Path | None,
    record_camera: bool,
    foxglove: int | None,
    ros2: int | None,
    everywhere: bool,
) -> Iterator[None]:
    """Robots that are assembled within are recorded, and the first of them is told of live.

    Raises: OlympianError: the file could not be written, or no robot ran.
    """
    if record_camera and record is None:
        raise OlympianError("--record-camera needs --record FILE")
    if everywhere and foxglove is None and ros2 is None:
        raise OlympianError("--everywhere needs --foxglove PORT or --ros2 DOMAIN")
    with ExitStack() as open_ones:
        files = None if record is None else _Files(record)
        if files is not None:
            _enter(open_ones, files, record_camera)
        if foxglove is not None or ros2 is not None:
            _enter(open_ones, _Live(output, foxglove, ros2, everywhere), False)
        yield
    if files is not None:
        files.tell(output)


def _enter(open_ones: ExitStack, onlooker: "_Files | _Live", pictures: bool) -> None:
    from olympian.humanoid import onlooking_at_all

    open_ones.callback(onlooker.close)
    open_ones.enter_context(onlooking_at_all(onlooker.look_with(pictures), pictures))


class _Live:
    """Bridges of the first robot; those who come later, as opponents do, have none."""

    def __init__(
        self, output: "Output", foxglove: int | None, ros2: int | None, everywhere: bool
    ) -> None:
        self._output, self._foxglove, self._ros2 = output, foxglove, ros2
        self._everywhere = everywhere
        self._begun: list[RosStreaming | Streaming] = []

    def look_with(self, _: bool) -> "Callable[[BareHumanoid], None]":
        """What connects a robot that was assembled."""

        def look(robot: "BareHumanoid") -> None:
            if self._begun:
                return
            if self._foxglove is not None:
                host = "0.0.0.0" if self._everywhere else "127.0.0.1"
                self._begun.append(server := robot.stream(self._foxglove, host))
                self._output.note(f"Foxglove: {server.address}")
            if self._ros2 is not None:
                self._begun.append(robot.ros2(self._ros2, self._everywhere))
                self._output.note(f"ROS 2: domain {self._ros2}")

        return look

    def close(self) -> None:
        """End them."""
        for one in self._begun:
            one.close()


class _Files:
    """Names of files: the first robot has the one that was asked for, the second FILE-2."""

    def __init__(self, path: Path) -> None:
        if path.is_dir() or not path.absolute().parent.is_dir():
            raise OlympianError(f"{path}: cannot be written: name a file in a folder that exists")
        self._path = path
        self.written: list[Path] = []
        self._recorders: list[weakref.ref[Recorder]] = []

    def look_with(self, camera: bool) -> "Callable[[BareHumanoid], None]":
        """What records a robot that was assembled."""
        from olympian.humanoid import Recorder

        def look(robot: "BareHumanoid") -> None:
            self._recorders.append(weakref.ref(Recorder(robot, self._next, camera)))

        return look

    def close(self) -> None:
        """End all that are not forgotten yet."""
        for recorder in self._recorders:
            if (found := recorder()) is not None:
                found.close()

    def tell(self, output: "Output") -> None:
        """Say what was written. Raises: OlympianError: nothing was."""
        if not self.written:
            raise OlympianError(
                f"{self._path}: nothing was recorded: no robot went through its loop"
            )
        for path in self.written:
            output.note(f"recorded {path}")

    def _next(self) -> Path:
        number = len(self.written) + 1
        path = self._path
        if number > 1:
            path = path.with_name(f"{path.stem}-{number}{path.suffix}")
        self.written.append(path)
        return path
