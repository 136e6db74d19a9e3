"""A simulated robot whose servos and sensors hang on virtual buses, as its `robot.toml` says."""

from dataclasses import replace

import msgspec

from olympian.backend import CameraOptions, Noise, Simulation, SimulationOptions, Specimen, Start
from olympian.dynamixel import ControlTable, control_table
from olympian.errors import OlympianError
from olympian.robot import DeviceConfig, Robot, load_robot
from olympian.virtual.bench import VirtualBench
from olympian.virtual.body import SimulatedRobot
from olympian.virtual.devices import FRAME_RATE, PICTURE, Device, new_board, new_servo, new_vision
from olympian.virtual.line import VirtualLine
from olympian.virtual.line_faults import LineFaults
from olympian.world import World, parse_world

__all__ = ["VirtualRobot"]

STEP = 0.001
"""Seconds of a step of physics and of the servos' firmware."""
PICTURE_DELAY = 1.0 / FRAME_RATE
"""Seconds until the module has looked at a picture: it sees line by line while one is sent."""


class VirtualRobot(VirtualBench):
    """A robot in a simulation, at the end of cables.

    It stands in its ready pose with torque on, as if somebody had left it there: servos that
    come to power have no torque, and would let it fall before any program can speak to them.
    """

    def __init__(
        self,
        robot: Robot | str,
        world: World | str | None = None,
        seed: int = 0,
        *,
        latency: float = 0.001,
        return_delay: int = 0,
        faults: LineFaults | None = None,
        vision: bool = False,
        limp: bool = False,
        noise: Noise | None = None,
        start: Start | None = None,
        specimen: Specimen | None = None,
    ) -> None:
        """Args:
        latency: of the USB adapters, s.
        return_delay: of all devices, in counts of 2 µs; as delivered they have 250.
        faults: of every bus.
        vision: hang a vision module with the id 101 on the first bus.
        limp: begin with torque off.

        Raises:
            OlympianError: a servo of the robot is of a model that has no control table.
        """
        self.robot = load_robot(robot) if isinstance(robot, str) else robot
        if not self.robot.buses:
            raise OlympianError(f"robot '{self.robot.name}' has no [servos] that hang on a bus")
        if vision:
            self.robot = _with_small_pictures(self.robot)
        self._setup = {"return_delay_time": return_delay}
        servos = {name: self._mounted_servos(name) for name in self.robot.buses}
        camera = CameraOptions(rate=FRAME_RATE, delay=PICTURE_DELAY) if vision else None
        options = SimulationOptions(STEP, STEP, 0, noise or Noise(), camera)
        self.simulation = Simulation(
            self.robot,
            parse_world(world) if isinstance(world, str) else world,
            seed,
            options,
            starts=None if start is None else [start],
            specimens=None if specimen is None else [specimen],
        )
        body = SimulatedRobot(self.simulation)
        lines = {}
        for number, name in enumerate(self.robot.buses):
            devices = [new_servo(body.servos, *mounted) for mounted in servos[name]]
            devices += self._boards(name, body)
            if vision and number == 0:
                devices.append(new_vision(body, *self._mounted("vision-module", name)))
            lines[name] = VirtualLine(name, devices, latency, faults, seed + number)
        super().__init__(body, lines, {name: bus.baud for name, bus in self.robot.buses.items()})
        if not limp:
            self.hold()

    def close(self) -> None:
        """The end of the simulation."""
        self.simulation.close()

    def _mounted_servos(self, bus: str) -> list[tuple[int, ControlTable, dict[str, int]]]:
        """Joint, table and settings of each servo on a bus."""
        index, servos = self.robot.joint_index, self.robot.servos
        return [
            (index[joint], *self._mounted(self.robot.bus_type(joint), bus, servos[joint].id))
            for joint in self.robot.buses[bus].servos
        ]

    def _boards(self, bus: str, body: SimulatedRobot) -> list[Device]:
        devices, first = [], next(iter(self.robot.buses))
        for board in self.robot.devices.values():
            if board.type == "io-board" and (board.bus or first) == bus:
                mounted = self._mounted("io-board", bus, board.id)
                cells = self._cells(board)
                devices.append(new_board(body, cells, board.full_scale_n, *mounted))
        return devices

    def _mounted(
        self, model: str, bus: str, id: int | None = None
    ) -> tuple[ControlTable, dict[str, int]]:
        """The table of a device on a bus, and how somebody has set it up."""
        config = self.robot.buses[bus]
        table = control_table(model, config.protocol)
        setup = self._setup | {"baud_rate": table.baud_code(config.baud)}
        return table, setup if id is None else setup | {"id": id}

    def _cells(self, board: DeviceConfig) -> list[int]:
        """Which of the robot's pressure cells are on the board's pins."""
        limbs = [foot.limb for foot in self.robot.feet]
        return [4 * limbs.index(leg) + corner for leg in board.feet for corner in range(4)]


def _with_small_pictures(robot: Robot) -> Robot:
    """The same robot, behind whose camera the module looks at no more than it has time for."""
    if robot.camera is None:
        raise OlympianError(f"robot '{robot.name}' has no camera for a vision module")
    width, height = PICTURE
    camera = msgspec.structs.replace(robot.camera, width=width, height=height)
    return replace(robot, camera=camera)
