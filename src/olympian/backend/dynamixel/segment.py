"""The servos on one bus: what a tick writes to them, and what it asks them."""

from math import inf

import numpy as np
from numpy.typing import NDArray

from olympian.backend.dynamixel.bus_servo import BusServo, Talk
from olympian.backend.dynamixel.cable import Cable
from olympian.backend.dynamixel.layout import SETTINGS, Checked, RegisterBlock
from olympian.backend.dynamixel.orders import TORQUE_ENABLE, TORQUE_LIMIT, UNKNOWN, BusOrders
from olympian.backend.dynamixel.pushing import Pushing
from olympian.backend.dynamixel.readings import Readings
from olympian.backend.dynamixel.senses.sensor_board import SensorBoard
from olympian.dynamixel import Bus, Instruction
from olympian.errors import OlympianError
from olympian.records import ServoFault

PATIENT = 5
"""Questions in a row without an answer, after which a servo is asked only now and then: each
question that nobody answers costs the others their time."""
FOLLOW = 0.1
"""Share of the latest measurement in the time that a question takes."""
WATCH_S, HUSH_S = 0.4, 0.3
"""Seconds of silence after which servos stop that can do so by themselves, and after which they are
taken to have done so: half a second after the end of a program or a computer they stand."""
ALERT = 0x80
"""Bit of an error in protocol 2: something is wrong in the servo, and a register says what."""

SHUTDOWN = int(ServoFault.OVERHEATING | ServoFault.OVERLOAD)
"""What makes a servo switch its motor off by itself."""


class Segment:
    """Part of a robot that hangs on one cable."""

    def __init__(
        self, cable: Cable, servos: list[BusServo], readings: Readings, boards: list[SensorBoard]
    ) -> None:
        self.cable, self.servos, self.boards = cable, servos, boards
        self.rows = [servo.row for servo in servos]
        self._by_row = {servo.row: servo for servo in servos}
        self._readings = readings
        self._turn = self._checked = self._silent = 0
        self._spoke = -inf
        """When something was written last."""
        self.back = False
        """Has the cable just come back? Then all are asked at once, though it takes its time."""
        self.seconds_each = 0.0
        """That asking one servo takes; 0 before the first."""
        self._held = np.full((len(SETTINGS), len(readings.ticks)), UNKNOWN, dtype=np.int32)
        self._pushing = Pushing(servos, len(readings.ticks))
        self._confirmed = np.zeros(len(readings.ticks), dtype=np.bool_)
        """Motors that were seen to be on since they were switched."""
        self._urgent: list[BusServo] = []
        """Who is to be looked at closely next."""
        self._reboots: list[int] = []
        self._kept = np.array(
            [[name in servo.layout.settings for servo in servos] for name in SETTINGS]
        )

    def forget(self, rows: list[int] | NDArray[np.intp]) -> None:
        """Nothing is known of the registers of these servos: they are written anew."""
        self._held[:, rows] = UNKNOWN

    def look(self, bus: Bus, rounds: int) -> Talk:
        """Find out who is there, and where the joints are."""
        for _ in range(rounds):
            yield from self._ask(bus, self.servos)
        for _ in self.servos:
            yield from self._check(bus, self.servos)
        for board in self.boards:
            yield from board.ask(bus)

    def greet(self, bus: Bus) -> Talk:
        """Have nobody wait with answers: the return delay is kept, so it is written once."""
        for servo in self.servos:
            register = servo.layout.table["return_delay_time"]
            wanted = register.encode(self.cable.config.return_delay_us // 2)
            said = yield from bus.plans.read(servo.id, register.address, register.size)
            if said is not None and said != wanted:
                switch = servo.layout.settings["torque_enable"]  # X servos are locked while on
                yield from bus.plans.write(servo.id, switch.address, switch.encode(0))
                yield from bus.plans.write(servo.id, register.address, wanted)

    def free(self, bus: Bus) -> Talk:
        """Servos turn as fast as they can again, for programs that say nothing of speeds."""
        parts: dict[int, dict[int, bytes]] = {}
        for servo in self.servos:
            if (register := servo.layout.table.registers.get("moving_speed")) is not None:
                parts.setdefault(register.address, {})[servo.id] = register.encode(0)
        for address, data in parts.items():
            yield from bus.plans.sync_write(address, data)

    def lose(self, why: OlympianError, now: float) -> None:
        """The cable has gone."""
        self.cable.drop(why, now)
        self._readings.forget(self.rows)
        self.forget(self.rows)

    @property
    def reading_time(self) -> float:
        """Seconds that a reading of all its servos takes, as far as is known."""
        if self._readings.silent[self.rows].min() >= PATIENT:
            return 0.0
        return self.seconds_each * (len(self.servos) + 1 + len(self.boards))

    def revive(self, rows: list[int]) -> None:
        """Motors are switched on, whatever happened before; an X servo that gave up starts anew."""
        mine = [row for row in rows if row in self._by_row]
        self.forget(mine)
        self._confirmed[mine] = False
        if self.cable.config.protocol == 2:
            tripped = [row for row in mine if self._readings.fault[row] & SHUTDOWN]
            self._reboots += [self._by_row[row].id for row in tripped]
        self._readings.fault[mine], self._readings.limp[mine] = 0, False

    def write(self, bus: Bus, orders: BusOrders) -> Talk:
        """Send the goals, and of the registers what changes."""
        if bus.port.now() - self._spoke > HUSH_S:
            yield from self._wake(bus)
        self._spoke = bus.port.now()
        while self._reboots:
            yield from bus.plans.command(self._reboots.pop(), Instruction.REBOOT)
        self.forget((yield from self._pushing.switch(bus, orders)))
        new = (orders.settings != self._held)[:, self.rows] & self._kept
        rising = new[TORQUE_ENABLE] & orders.on[self.rows]
        new[TORQUE_ENABLE] &= ~rising  # a motor comes on when all else is told
        if new.any():
            yield from self._set(bus, orders, new)
        yield from self._aim(bus, orders)
        yield from self._pushing.aim(bus, orders)
        if rising.any():
            last = np.zeros_like(new)
            last[TORQUE_ENABLE] = rising
            yield from self._set(bus, orders, last)

    def _wake(self, bus: Bus) -> Talk:
        """Wind up the bus watchdogs; one that has run out takes a zero first."""
        for seconds in (0.0, WATCH_S):
            parts: dict[int, dict[int, bytes]] = {}
            for servo in self.servos:
                if (register := servo.layout.watchdog) is not None:
                    counts = register.to_raw(seconds)
                    parts.setdefault(register.address, {})[servo.id] = register.encode(counts)
            for address, data in parts.items():
                yield from bus.plans.sync_write(address, data)

    def _set(self, bus: Bus, orders: BusOrders, new: NDArray[np.bool_]) -> Talk:
        for setting in np.flatnonzero(new.any(axis=1)):
            name, parts = SETTINGS[setting], dict[int, dict[int, bytes]]()
            for place in np.flatnonzero(new[setting]):
                servo = self.servos[place]
                value = int(orders.settings[setting, servo.row])
                address = servo.layout.settings[name].address
                parts.setdefault(address, {})[servo.id] = servo.layout.setting_bytes(name, value)
                self._held[setting, servo.row] = value
            for address, data in parts.items():
                yield from bus.plans.sync_write(address, data)

    def _aim(self, bus: Bus, orders: BusOrders) -> Talk:
        """Goals of motors that are on: a goal would switch the others on as well."""
        parts: dict[RegisterBlock, dict[int, bytes]] = {}
        on = orders.on
        for servo in self.servos:
            if on[servo.row] and not self._pushing.held[servo.row]:
                ticks, speed = int(orders.ticks[servo.row]), int(orders.speed[servo.row])
                data = servo.layout.goal_bytes(ticks, speed)
                parts.setdefault(servo.layout.goal, {})[servo.id] = data
        for block, data in parts.items():
            yield from bus.plans.sync_write(block.address, data)

    def read(self, bus: Bus, until: float) -> Talk:
        """Ask as many servos as there is time for, one more closely, and the boards."""
        others = [servo for servo in self.servos if self._readings.silent[servo.row] >= PATIENT]
        there = [servo for servo in self.servos if servo not in others]
        if there:
            yield from self._check(bus, there)
            yield from self._move_on(bus, there, until)
        if others:
            self._silent += 1
            one = [others[self._silent % len(others)]]
            yield from self._ask(bus, others if self.back else one)
        self.back = False
        for board in self.boards:
            yield from board.ask(bus)

    def _move_on(self, bus: Bus, there: list[BusServo], until: float) -> Talk:
        """Those whose turn it is: all of them where the bus is quick enough."""
        start, count = bus.port.now(), len(there)
        if bus.protocol == 1 and self.seconds_each:
            left = until - start - len(self.boards) * self.seconds_each
            count = min(max(int(left / self.seconds_each), 1), count)
        first = self._turn % len(there)
        chosen = (there + there)[first : first + count]
        self._turn = first + count
        yield from self._ask(bus, chosen)
        took = (bus.port.now() - start) / count
        self.seconds_each += (FOLLOW if self.seconds_each else 1.0) * (took - self.seconds_each)

    def _ask(self, bus: Bus, servos: list[BusServo]) -> Talk:
        """Where these are."""
        blocks: dict[RegisterBlock, list[BusServo]] = {}
        for servo in servos:
            blocks.setdefault(servo.layout.motion, []).append(servo)
        for block, group in blocks.items():
            ids = [servo.id for servo in group]
            data = yield from bus.plans.sync_read(block.address, block.size, ids)
            now = bus.port.now()
            for servo in group:
                self._hear(bus, servo, data.get(servo.id), now)

    def _hear(self, bus: Bus, servo: BusServo, data: bytes | None, now: float) -> None:
        readings, row = self._readings, servo.row
        if data is None:
            readings.miss(row)
            return
        if readings.silent[row] >= PATIENT:  # whether it lost its power is asked next
            self._urgent.append(servo)
            self.forget([row])
            self._confirmed[row] = readings.returned[row] = True
        error = bus.errors.get(servo.id, 0)
        if bus.protocol == 2:
            error = int(readings.fault[row]) if error & ALERT else 0
        readings.take(row, servo.layout.moves(data), error, now)
        readings.limp[row] |= bool(error & SHUTDOWN)

    def _check(self, bus: Bus, there: list[BusServo]) -> Talk:
        """Ask one servo for all that changes slowly, and whether it holds what it was told."""
        if bus.protocol == 2:
            self._urgent += [one for one in there if bus.errors.get(one.id, 0) & ALERT]
        self._checked += 1
        servo = self._urgent.pop(0) if self._urgent else there[self._checked % len(there)]
        block = servo.layout.check
        data = yield from bus.plans.read(servo.id, block.address, block.size)
        if data is None:
            return
        said, readings, row = servo.layout.checked(data), self._readings, servo.row
        readings.voltage[row], readings.temperature_c[row] = said.voltage, said.temperature_c
        if bus.protocol == 2:
            readings.fault[row] = said.fault
        if said.stands:
            self._spoke = -inf
        if not self._is_limp(row, said):
            self._compare(servo, said.settings)

    def _is_limp(self, row: int, said: Checked) -> bool:
        """Did it switch itself off? One that was never seen on has not heard yet."""
        on = said.settings["torque_enable"] and said.settings.get("torque_limit", 1)
        wanted = self._held[TORQUE_ENABLE, row]
        if on or not wanted:
            self._confirmed[row] = bool(on)
            return False
        self._readings.limp[row] |= self._confirmed[row] or bool(said.fault & SHUTDOWN)
        return bool(self._readings.limp[row])

    def _compare(self, servo: BusServo, said: dict[str, int]) -> None:
        """What a servo holds otherwise than it was told is told again."""
        for setting, name in enumerate(SETTINGS):
            held = int(self._held[setting, servo.row])
            if setting == TORQUE_LIMIT and self._held[TORQUE_ENABLE, servo.row] != 1:
                continue  # one that gave up has none, and to write it would forgive it
            wrong = name in said and said[name] != servo.layout.raw_setting(name, held)
            if wrong and held != UNKNOWN:
                self._held[setting, servo.row] = UNKNOWN
