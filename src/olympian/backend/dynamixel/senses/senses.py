"""All sensors of one robot that are not in its servos."""

import numpy as np

from olympian.backend.dynamixel.senses.sensor_board import SensorBoard
from olympian.backend.dynamixel.senses.serial_imu import SerialImu
from olympian.backend.dynamixel.senses.sources import (
    CELLS,
    ImuSource,
    PressureSource,
)
from olympian.dynamixel import SerialPort
from olympian.errors import OlympianError
from olympian.geometry import Vec, sealed
from olympian.records import Imu
from olympian.robot import DeviceConfig, Robot


class Senses:
    """An inertial sensor and soles, as robot.toml or the program names them."""

    def __init__(self, robot: Robot, imu: ImuSource | None, soles: PressureSource | None) -> None:
        """Args: imu, soles: instead of those of robot.toml."""
        self.boards: dict[str, list[SensorBoard]] = {}
        """By bus."""
        self._own: list[SerialImu] = []
        made: dict[str, SensorBoard | SerialImu] = {}
        for name, device in robot.devices.items():
            if device.type == "io-board":
                made[name] = self._board(robot, device)
            elif imu is None:
                made[name] = self._serial(name, device)
        inertial = [made[name] for name, one in robot.devices.items() if one.imu and name in made]
        self._imu: ImuSource | None = imu or next(iter(inertial), None)
        self._soles: PressureSource | None = soles or _Soles.of(robot, made)

    @property
    def lacking(self) -> frozenset[str]:
        """What nobody measures, in the words of `Robot.lacks`."""
        there = {"imu": self._imu, "soles": self._soles}
        return frozenset(name for name, sense in there.items() if sense is None)

    def imu(self) -> Imu | None:
        """What the inertial sensor says; None where there is none."""
        return None if self._imu is None else self._imu.imu()

    def pressure(self) -> Vec | None:
        """(feet, 4) newtons, in the order of the robot's feet; None without cells."""
        return None if self._soles is None else self._soles.pressure()

    def close(self) -> None:
        """Let go of ports of their own."""
        for one in self._own:
            one.close()

    def _board(self, robot: Robot, device: DeviceConfig) -> SensorBoard:
        bus = device.bus or next(iter(robot.buses))
        board = SensorBoard(device.id, device.full_scale_n)
        self.boards.setdefault(bus, []).append(board)
        return board

    def _serial(self, name: str, device: DeviceConfig) -> SerialImu:
        if not device.port:
            raise OlympianError(f"sensor '{name}' has no port: write it into [devices.{name}]")
        sensor = SerialImu(SerialPort(device.port, device.baud))
        self._own.append(sensor)
        return sensor


class _Soles:
    """Cells on the inputs of IO boards."""

    def __init__(self, cells: list[tuple[SensorBoard, int]]) -> None:
        """Args: cells: the board of each foot, and its first input there."""
        self._cells = cells

    @staticmethod
    def of(robot: Robot, made: dict[str, SensorBoard | SerialImu]) -> "_Soles | None":
        """Those of all feet; None where a foot has none."""
        homes: dict[str, tuple[SensorBoard, int]] = {}
        for name, board in made.items():
            if isinstance(board, SensorBoard):
                for place, leg in enumerate(robot.devices[name].feet):
                    homes[leg] = board, CELLS * place
        legs = [foot.limb for foot in robot.feet]
        whole = bool(legs) and all(leg in homes for leg in legs)
        return _Soles([homes[leg] for leg in legs]) if whole else None

    def pressure(self) -> Vec:
        """(feet, 4) newtons."""
        return sealed(np.array([board.inputs[at : at + CELLS] for board, at in self._cells]))
