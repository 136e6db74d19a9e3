"""A robot on its Dynamixel buses, behind the same methods as a simulated one."""

import atexit
from collections.abc import Mapping
from dataclasses import replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from olympian.backend.dynamixel.assembly import cables_of, segments_of
from olympian.backend.dynamixel.bounding import GoalBound
from olympian.backend.dynamixel.cable import Source
from olympian.backend.dynamixel.clock import TickClock
from olympian.backend.dynamixel.cycle import CycleStatistics, DynamixelStatistics
from olympian.backend.dynamixel.easing import Easing
from olympian.backend.dynamixel.orders import orders_of
from olympian.backend.dynamixel.readings import Readings
from olympian.backend.dynamixel.scale import Scale
from olympian.backend.dynamixel.senses.senses import Senses
from olympian.backend.dynamixel.senses.sources import ImuSource, PressureSource
from olympian.backend.dynamixel.talk import talk
from olympian.backend.dynamixel.watchdog import Watchdog, WhenGone
from olympian.errors import OlympianError
from olympian.geometry import Vec, frozen
from olympian.records import JointGoal, Sensors
from olympian.robot import Robot, load_robot
from olympian.servo import ServoBank

Start = Literal["ready", "hold", "limp", "watch"]
"""What the joints do at first: go slowly to the ready pose, stay where they are, or nothing. Who
only watches leaves motors that are on as they are, and writes nothing at all."""
ROUNDS = 4
"""Readings before anything moves: the first may be wild, and three in a row are believed."""
START_MOST_S = 15.0
"""After so long the start is over, even where something is in the way of a joint."""
MARGIN_S = 0.3e-3
"""Before the end of a tick, by which all answers should be in."""
FLAT_V = 4.0
"""Volts below which no servo could have said so."""


class Dynamixel:
    """A robot on serial ports, as in `Humanoid("bioloid", Dynamixel("bioloid", "/dev/ttyUSB0"))`.

    What the servos should hold is kept in a model of them, `servos`; every tick sends the goals and
    what has changed of the registers, and reads as many servos as the bus has time for.
    """

    def __init__(
        self,
        robot: Robot | str,
        ports: Source | Mapping[str, Source] | None = None,
        *,
        dt: float = 0.01,
        start: Start = "ready",
        when_gone: WhenGone = "off",
        imu: ImuSource | None = None,
        soles: PressureSource | None = None,
    ) -> None:
        """Opens the ports and finds the servos; nothing moves before the first `write`.

        Args:
            robot: by name, file or folder.
            ports: the serial port, or one for each bus by name; None takes those of robot.toml.
            imu, soles: sensors of your own; None takes those of robot.toml.

        Raises:
            OlympianError: a port cannot be opened, or nobody answers on a bus.
        """
        self.robot = load_robot(robot) if isinstance(robot, str) else robot
        self.dt = dt
        self.cables = cables_of(self.robot, ports)
        self.servos = ServoBank.of(self.robot)
        self._scale = Scale(self.robot, self.servos.specs)
        self._readings = Readings(self._scale)
        self._senses = Senses(self.robot, imu, soles)
        self.robot = replace(self.robot, lacks=self._senses.lacking)
        self.segments = segments_of(
            self.robot, self.servos.specs, self.cables, self._readings, self._senses.boards
        )
        self._easing = Easing(self._scale)
        self._bound = GoalBound(self.servos.specs, _bounded(self.robot))
        self._cycle = CycleStatistics()
        self._start: Start = start
        self._when_gone: WhenGone = when_gone
        self._sensors: Sensors | None = None
        self._begun = False
        self._guard: Watchdog | None = None
        atexit.register(self.close)
        try:
            self._connect()
        except BaseException:
            self.close()
            raise

    def read(self) -> Sensors:
        """What the servos and the sensors said last.

        The first record is written before the start: it says where the joints will be after it. A
        program that compiles or loads something in its first tick does so before anything moves.
        """
        if self._sensors is None:
            self._find_joints()
            self._sensors = replace(self._look(), t=0.0)
            if self._start == "ready":
                on = np.ones(self.robot.dof, dtype=np.bool_)
                self._sensors = replace(self._sensors, q=self.robot.ready, torque_on=on)
        return self._sensors

    def write(self, goal: JointGoal) -> None:
        """Send what a goal says, read what has become of it, and let one tick pass.

        The first goal waits for the soft start.

        Raises: OlympianError: it is here to watch.
        """
        if self._start == "watch":
            raise OlympianError("this robot is only watched: Dynamixel(..., start='ready')")
        if not self._begun:
            self._begin()
        self._obey(goal)
        self._tick()

    def watch(self) -> Sensors:
        """Ask all servos, and tell them nothing."""
        self._clock.next()
        self._find_joints()
        self._clock.wait(self._clock.end)
        return self._look()

    def close(self) -> None:
        """Let go of all joints, and of the ports; harmless when called twice."""
        atexit.unregister(self.close)
        for cable in self.cables.values():
            if self._start != "watch":
                cable.let_go()
        if self._begun:
            talk(self.segments, lambda segment, bus: segment.free(bus), self._clock.now)
            self._begun = False
        if self._guard is not None:
            self._guard.close()
        for cable in self.cables.values():
            cable.close()
        self._senses.close()

    @property
    def statistics(self) -> DynamixelStatistics:
        """How long the buses take, and what went wrong on them."""
        cycle, cables = self._cycle, self.cables
        return DynamixelStatistics(
            ticks=cycle.ticks,
            late=cycle.late,
            cycle_median=cycle.share(0.5),
            cycle_p99=cycle.share(0.99),
            wild=self._readings.wild,
            lost={name: cable.lost for name, cable in cables.items()},
            buses={name: one for name, cable in cables.items() if (one := cable.statistics)},
        )

    def _connect(self) -> None:
        """Open the cables and find out where the joints are."""
        for cable in self.cables.values():
            cable.open()
        port = next(iter(self.cables.values())).port
        assert port is not None, "a cable that is open has a port"
        self._clock = TickClock(port, self.dt)
        if self._start != "watch":
            talk(self.segments, lambda segment, bus: segment.greet(bus), self._clock.now)
        self._find_joints()
        for segment in self.segments:
            if np.isnan(self._readings.ticks[segment.rows]).all():
                raise OlympianError(segment.cable.nobody)

    def _find_joints(self) -> None:
        """Where the joints are now; somebody may have moved them since."""
        talk(self.segments, lambda segment, bus: segment.look(bus, ROUNDS), self._clock.now)
        known = ~np.isnan(self._readings.ticks)
        angles = np.where(known, self._scale.angles(self._readings.ticks), self.robot.ready)
        self.servos.reset(angles, torque_on=False)

    def _begin(self) -> None:
        """Bring the joints to where they are told to be, slowly and with little strength."""
        self._guard = Watchdog.over(self.cables.values(), self._when_gone)
        self._find_joints()
        self._clock.begin()
        self._begun = True
        if self._start != "limp":
            everybody = np.ones(self.robot.dof, dtype=np.bool_)
            if self._start == "ready":
                self.servos.set_goal(self.robot.ready)
            self.servos.torque(True)
            self._easing.start(everybody, self._ticks, weak=True)
        self._tick()
        while self._start != "limp" and not self._easing.over and self._clock.t < START_MOST_S:
            self._tick()
        self._clock.begin()
        self._cycle = CycleStatistics()

    @property
    def _ticks(self) -> Vec:
        """Where the joints are; those that never answered are taken to be at their goals."""
        goals = self.servos.registers.read("goal_ticks")
        return np.where(np.isnan(self._readings.ticks), goals, self._readings.ticks)

    def _obey(self, goal: JointGoal) -> None:
        """Into the model of the servos; motors that come on start from where they are."""
        before = self.servos.torque_on
        self.servos.obey(goal)
        if goal.power is not None and (goal.power > 0).any():
            on = goal.power > 0
            self._easing.start(on & ~before, self._ticks)
            for segment in self.segments:
                segment.revive(np.flatnonzero(on).tolist())

    def _tick(self) -> None:
        """Write, wait, read."""
        cycle, clock = self._cycle, self._clock
        cycle.ticks += 1
        cycle.late += clock.next()
        begun = clock.now
        told = self.servos.registers.read("goal_ticks").astype(float)
        goals = self._easing.step(told, self.dt)
        speed = self._bound.step(goals, self.servos.registers.read("moving_speed"), self.dt)
        orders = orders_of(self.servos, goals, speed, self._easing.share)
        talk(self.segments, lambda segment, bus: segment.write(bus, orders), begun)
        self._find_again(begun)
        wrote, end = clock.now, clock.end
        needed = max(segment.reading_time for segment in self.segments)
        clock.wait(end - MARGIN_S - needed)
        reads = clock.now
        talk(self.segments, lambda segment, bus: segment.read(bus, end - MARGIN_S), reads)
        cycle.seconds.append(wrote - begun + clock.now - reads)
        self._notice()
        if self._guard is not None:
            self._guard.feed()
        clock.wait(end)
        self._sensors = self._look()

    def _find_again(self, now: float) -> None:
        """Open ports that had gone; whoever guards the ports has to know the new ones."""
        back = [one for one in self.segments if one.cable.try_again(now)]
        for segment in back:
            segment.back = True
        if back and self._guard is not None:
            self._guard.close()
            self._guard = Watchdog.over(self.cables.values(), self._when_gone)

    def _notice(self) -> None:
        """Servos that switched themselves off, or came back from a silence; and the battery."""
        readings, servos = self._readings, self.servos
        if (limp := readings.limp & servos.torque_on).any():
            servos.torque(False, limp)
        if readings.returned.any():
            self._easing.start(readings.returned, self._ticks)
            readings.returned[:] = False
        volts = readings.voltage[readings.answered]
        if len(volts) and (mean := float(volts.mean())) > FLAT_V:
            servos.set_supply(mean)

    def _look(self) -> Sensors:
        """The record of this tick."""
        readings, scale = self._readings, self._scale
        known = ~np.isnan(readings.ticks)
        return Sensors(
            t=self._clock.t,
            q=frozen(scale.angles(np.where(known, readings.at(self._clock.now), self._ticks))),
            dq=frozen(scale.sign * readings.speed_at(self._clock.now)),
            load=frozen(scale.sign * readings.load),
            temperature_c=frozen(readings.temperature_c),
            voltage=frozen(readings.voltage),
            torque_on=self.servos.torque_on,
            fault=readings.fault.copy(),
            imu=self._senses.imu(),
            foot_pressure=self._senses.pressure(),
            answered=None if readings.answered.all() else readings.answered.copy(),
        )


def _bounded(robot: Robot) -> NDArray[np.bool_]:
    """Whose goals can be spoilt unnoticed: protocol 2 has a 16-bit CRC."""
    bounded = np.zeros(robot.dof, dtype=np.bool_)
    for bus in robot.buses.values():
        bounded[robot.indices(bus.servos)] = bus.protocol == 1 and bus.bounded
    return bounded
