"""A recording of ours as it is read: what the robot felt, was told, was about and sent."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from olympian.bridge.broadcast import ORDERS
from olympian.bridge.mcap import McapReader
from olympian.bridge.ros import unpack
from olympian.bridge.tell import GOAL, SENSORS, STATE, read_sensors, situation_of
from olympian.errors import OlympianError
from olympian.geometry import Place
from olympian.records import Sensors

__all__ = ["RecordedRun", "RecordedTick"]

NEEDED = ("robot", "joints", "dt", "servos", "whole")


@dataclass(frozen=True, slots=True)
class RecordedTick:
    """One pass through the loop."""

    t_ns: int
    """On the clock of the recording, which goes on when the robot begins anew."""
    sensors: Sensors
    place: Place
    """Where the robot believed to be, by its map."""
    orders: tuple[str, ...]
    """What it was told just before."""
    goal: bytes
    """What it sent to its servos; empty: nothing."""
    situation: tuple[str, str]
    """State and reason; empty for a robot that nobody looks after."""


@dataclass(frozen=True)
class RecordedRun:
    """A whole file."""

    path: Path
    about: Mapping[str, str]
    files: Mapping[str, bytes]
    """What describes the robot, where it is none of the library."""
    ticks: tuple[RecordedTick, ...]
    truncated: bool
    """Did the program that wrote it die?"""

    @property
    def joint_names(self) -> tuple[str, ...]:
        """Joints of the robot in the order of its joint vectors."""
        return tuple(self.about["joints"].split())

    @property
    def dt(self) -> float:
        """Length of a tick in seconds."""
        return float(self.about["dt"])

    @property
    def whole(self) -> bool:
        """Does it begin when the robot was switched on, with a control module that decides?"""
        return self.about["whole"] == "true"

    @staticmethod
    def read(path: Path) -> "RecordedRun":
        """Raises: OlympianError: it is no recording of ours."""
        reader = McapReader(path)
        ticks, orders = list[RecordedTick](), list[str]()
        goal, situation = b"", ("", "")
        felt: tuple[int, Sensors, Place] | None = None
        dof = 0

        def end_tick() -> None:
            nonlocal goal
            if felt is not None:
                ticks.append(RecordedTick(*felt, tuple(told), goal, situation))
            goal = b""

        told: list[str] = []
        for message in reader.messages():
            if felt is not None and message.t_ns != felt[0]:
                end_tick()
                felt = None
            if message.topic == ORDERS.name:
                orders.append(unpack(ORDERS.type, message.data)["data"])
            elif message.topic == SENSORS.name:
                dof = dof or len(_about(reader)["joints"].split())
                told, orders = orders, []
                try:
                    felt = message.t_ns, *read_sensors(message.data, dof)
                except OlympianError as error:
                    raise OlympianError(f"{path}: damaged: {error}") from error
            elif message.topic == GOAL.name:
                goal = message.data
            elif message.topic == STATE.name:
                situation = situation_of(unpack(STATE.type, message.data))
        end_tick()
        about = _about(reader)
        if not ticks:
            raise OlympianError(f"{path}: holds no ticks of a robot")
        return RecordedRun(path, about, dict(reader.attachments), tuple(ticks), reader.truncated)


def _about(reader: McapReader) -> Mapping[str, str]:
    about = reader.metadata.get("olympian", {})
    missing = [name for name in NEEDED if name not in about]
    if missing:
        raise OlympianError(
            f"{reader.path}: an MCAP file, but no recording of Olympian: it has no"
            f" {', '.join(missing)}"
        )
    try:
        if not 0.0 < float(about["dt"]) <= 10.0:
            raise ValueError(f"a tick of {about['dt']} s")
    except ValueError as error:
        raise OlympianError(f"{reader.path}: damaged: {error}") from error
    return about
