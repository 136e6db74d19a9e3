"""A robot's run as it is written to a file."""

import json
import weakref
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Self

import msgspec

from olympian.backend import Actor
from olympian.bridge import (
    BodyTeller,
    Broadcast,
    EventTeller,
    FramesTeller,
    Outgoing,
    RecordingFile,
    SceneTeller,
    SensesTeller,
    SmallPictureTeller,
    Teller,
    topics_of,
)
from olympian.errors import OlympianError
from olympian.humanoid.orders import OrderBook
from olympian.robot import is_of_library
from olympian.robot.files.write_urdf import write_urdf

if TYPE_CHECKING:
    from olympian.humanoid.bare import BareHumanoid

__all__ = ["Recorder", "tellers_of"]

TOML, URDF = "robot.toml", "robot.urdf"


class Recorder:
    """Writes every tick of a robot until it is closed; `with` closes it.

    The file begins with the first tick. A run that is recorded from its first tick on can be
    replayed with all its decisions, from the middle only be looked at.
    """

    def __init__(
        self, robot: "BareHumanoid", path: Path | Callable[[], Path], camera: bool = False
    ) -> None:
        """Args:
        path: of the file, or what names it when it begins.
        camera: are pictures recorded, too?

        Raises: OlympianError: the robot has no camera, or the file cannot be written.
        """
        self._robot, self._name = robot, path
        self._file: RecordingFile | None = None
        self._whole = robot.state is None
        self._tellers = tellers_of(robot, small_pictures(robot) if camera else None)
        self._broadcast = Broadcast(robot, self._tellers, self)
        self._book = _book(robot, self._broadcast)
        if isinstance(path, Path):
            try:
                self._file = self._open(path)
            except OlympianError:
                self.close()
                raise

    @property
    def path(self) -> Path | None:
        """Of the file; None: it has not begun."""
        return None if self._file is None else self._file.path

    def hear(self, t_ns: int, messages: Sequence[Outgoing]) -> None:
        """A tick of the robot."""
        if self._file is None:
            assert not isinstance(self._name, Path)
            self._file = self._open(self._name())
        self._file.hear(t_ns, messages)

    def close(self) -> None:
        """End the recording; harmless when called twice.

        Raises: OlympianError: not all of it could be written.
        """
        if self._book is not None:
            self._book.close()
        self._broadcast.close()
        if self._file is not None:
            self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _open(self, path: Path) -> RecordingFile:
        from olympian import __version__

        robot, body = self._robot, self._robot.body
        book = self._book
        about = {
            "robot": robot.robot.name,
            "joints": " ".join(robot.robot.joint_names),
            "lacks": " ".join(sorted(robot.robot.lacks)),
            "world": robot.world.name,
            "dt": repr(float(body.dt)),
            "servos": str(body.servos is not None).lower(),
            "whole": str(self._whole and book is not None).lower(),
            "walk": getattr(robot, "walk_name", None) or "",
            "config": _config(robot),
            "claimants": json.dumps([] if book is None else book.claimants),
            "began": datetime.now(UTC).isoformat(timespec="seconds"),
        }
        topics = topics_of(self._tellers)
        file = RecordingFile(path, topics, about, _files(robot), f"olympian {__version__}")
        # a robot that is forgotten, and a program that ends, leave a file with an index, too
        weakref.finalize(robot, file.end)
        return file


def small_pictures(robot: "BareHumanoid") -> SmallPictureTeller:
    """Raises: OlympianError: there are no pictures."""
    check_pictures(robot)
    return SmallPictureTeller(robot.robot)


def check_pictures(robot: "BareHumanoid") -> None:
    """Raises: OlympianError: the robot has no camera, or its simulation takes no pictures."""
    if robot.robot.camera is None:
        raise OlympianError(f"robot '{robot.robot.name}' has no camera to record")
    found: object = robot.body
    while found is not None and not isinstance(found, Actor):
        found = getattr(found, "inner", None)
    if isinstance(found, Actor) and found.simulation.options.camera is None:
        raise OlympianError(
            "nothing to record: the simulation takes no pictures; give it"
            " SimulationOptions(camera=CameraOptions())"
        )


def tellers_of(robot: "BareHumanoid", pictures: Teller | None = None) -> list[Teller]:
    """Who tells of a robot: the raw numbers first, which a replay cannot do without."""
    model = robot.robot
    tellers: list[Teller] = [
        SensesTeller(model.dof), BodyTeller(model), FramesTeller(model), EventTeller(model),
        SceneTeller(robot.world),
    ]  # fmt: skip
    return tellers if pictures is None else [*tellers, pictures]


def _book(robot: "BareHumanoid", broadcast: Broadcast) -> OrderBook | None:
    """Notes of what a robot with a control module is told; others are told nothing."""
    from olympian.humanoid.humanoid import Humanoid

    return OrderBook(robot, broadcast.order) if isinstance(robot, Humanoid) else None


def _config(robot: "BareHumanoid") -> str:
    config = getattr(robot, "config", None)
    return "" if config is None else msgspec.json.encode(config).decode()


def _files(robot: "BareHumanoid") -> dict[str, str]:
    """What describes a robot that does not come with the package."""
    model = robot.robot
    if model.directory is not None and is_of_library(str(model.directory)):
        return {}
    files = {URDF: write_urdf(model.tree)}
    toml = None if model.directory is None else model.directory / TOML
    if toml is not None and toml.is_file():
        try:
            files[TOML] = toml.read_text(encoding="utf-8-sig")
        except (OSError, UnicodeDecodeError) as error:
            raise OlympianError(f"{toml}: cannot be read: {error}") from error
    return files
