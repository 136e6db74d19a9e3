"""Servos of protocol 2: X series, and MX with the newer firmware."""

from math import inf

from olympian.dynamixel import Register
from olympian.servo import ServoBank
from olympian.servo.table import DUTY, POSITION, SPEED, TORQUE
from olympian.virtual.devices.memory import DeviceRefusal, Memory
from olympian.virtual.devices.servo_firmware import FULL, ServoFirmware

__all__ = ["Servo2"]

CURRENT, VELOCITY, ANGLE, TURNS, ANGLE_BY_CURRENT, PWM = 0, 1, 3, 4, 5, 16
"""Operating modes."""
_MODES = {CURRENT: TORQUE, VELOCITY: SPEED, PWM: DUTY}
FULL_PWM = 885
HARDWARE = 0x25
"""Faults that the hardware error names: voltage, heat, overload."""
REVERSE = 1
"""Bit of the drive mode that turns directions round."""
GOALS = ("goal_position", "goal_velocity", "goal_current", "goal_pwm")
X_GAIN_UNITS = (0.005755, 0.01124, 4.604e-5)
"""Duty per rad, rad s and rad/s of one count of P, I and D: Kp = P/128, Ki = I/65536, Kd = D/16."""


class Servo2(ServoFirmware):
    """A servo with operating modes, a hardware error that only a reboot ends, and a watchdog."""

    has_alarm = True

    def __init__(self, memory: Memory, bank: ServoBank, joint: int) -> None:
        super().__init__(memory, bank, joint)
        self._deadline = inf
        self._present = {
            "present_position": self._position,
            "present_velocity": lambda: self._sign * self.speed,
            "present_pwm": lambda: self._sign * round(self.duty * FULL_PWM),
            "present_load": lambda: self._sign * round(self.duty * 1000),
            "present_current": lambda: self._sign * self._counts(self.current),
            "present_input_voltage": lambda: self.volts,
            "present_temperature": lambda: self.heat,
            "moving": lambda: self.moving,
            "moving_status": lambda: not self.moving,
            "torque_enable": lambda: self.on,
            "hardware_error_status": lambda: self.faults,
            "realtime_tick": self.clock,
            "velocity_trajectory": lambda: self._sign * self.speed,
            "position_trajectory": lambda: self._told(int(self.row["set_point_ticks"])),
        }
        self._present = {name: what for name, what in self._present.items() if name in memory}
        limits = {
            "temperature_limit": "temperature_limit",
            "min_voltage_limit": "low_voltage_limit",
            "max_voltage_limit": "high_voltage_limit",
            "shutdown": "shutdown",
        }
        gains = dict(zip(("p_gain", "i_gain", "d_gain"), X_GAIN_UNITS, strict=True))
        for name, own in limits.items():
            self._written[name] = lambda value, own=own: self.set_bank(own, value)
        for own, unit in gains.items():
            self._written[f"position_{own}"] = self._gain(own, unit)
        self._written |= {
            "torque_enable": self._switch,
            "bus_watchdog": self._arm,
            "goal_position": lambda _: self._go(),
            "operating_mode": lambda _: self._choose_mode(),
            "profile_velocity": lambda _: self._take_goals(),
            "goal_velocity": lambda _: self._take_goals(),
            "goal_pwm": lambda _: self._take_goals(),
            "goal_current": lambda _: self._take_goals(),
            "pwm_limit": lambda _: self._take_goals(),
        }

    @property
    def faults(self) -> int:
        """The hardware error; every status has a bit that points at it."""
        return int(self.row["fault"]) & HARDWARE

    @property
    def locked(self) -> bool:
        """While torque is on."""
        return self.on

    @property
    def lit(self) -> bool:
        """Its LED: switched on, or blinking for an alarm."""
        return bool(self.memory["led"] or self.faults)

    @property
    def alarm(self) -> float:
        """When the watchdog runs out."""
        return self._deadline

    def ring(self, _t: float, /) -> None:
        """Nobody spoke for too long: stand, and take no goals until the watchdog is cleared."""
        self.memory["bus_watchdog"] = -1
        self._deadline = inf
        self.row["mode"] = POSITION
        self.row["goal_ticks"] = self.ticks

    def heard(self, t: float) -> None:
        """A packet for it has come: the watchdog begins anew."""
        super().heard(t)
        self._arm(self.memory["bus_watchdog"])

    def power_on(self) -> None:
        """Torque off, errors and turns forgotten, limits and gains as the registers have them."""
        self.clear()
        self.row["torque_enable"] = 0
        self.row["latched"] = self.row["overload_time"] = 0
        memory = self.memory
        for goal, limit in (("goal_pwm", "pwm_limit"), ("goal_current", "current_limit")):
            if goal in memory:
                memory[goal] = memory[limit]
        memory["goal_velocity"] = memory["velocity_limit"]
        for name in self._written:
            if name in memory and name not in ("goal_position", "torque_enable"):
                self._written[name](memory[name])
        memory["goal_position"] = self._position()

    def refuses(self, register: Register, value: int) -> DeviceRefusal | None:
        """Limits from other registers, modes that it has not, goals after the watchdog."""
        memory, name = self.memory, register.name
        if name in GOALS and memory["bus_watchdog"] < 0:
            return DeviceRefusal.RANGE
        if name == "operating_mode" and value not in memory.table.modes:
            return DeviceRefusal.RANGE
        if name == "goal_position":
            low, high = memory["min_position_limit"], memory["max_position_limit"]
            bound = memory["operating_mode"] == ANGLE and not low <= value <= high
            return DeviceRefusal.LIMIT if bound else None
        limit = {"goal_velocity": "velocity_limit", "goal_pwm": "pwm_limit"}.get(name)
        limit = "current_limit" if name == "goal_current" else limit
        return DeviceRefusal.LIMIT if limit and abs(value) > memory[limit] else None

    def hold(self) -> None:
        """Torque on, goal where the horn is: as if somebody had just switched it on."""
        self._switch(1)

    def clear(self) -> bool:
        """Forget whole turns: the horn is where it is within one."""
        row = self.row
        turns = self.ticks // (int(row["top_ticks"]) + 1) * (int(row["top_ticks"]) + 1)
        row["zero"] -= turns * row["tick"]
        row["position_ticks"] -= turns
        return True

    @property
    def _sign(self) -> int:
        return -1 if self.memory["drive_mode"] & REVERSE else 1

    @property
    def _offset(self) -> int:
        return self.memory["homing_offset"]

    def _position(self) -> int:
        return self._told(self.ticks)

    def _told(self, ticks: int) -> int:
        """A place of the horn as the registers count it."""
        return self._sign * ticks + self._offset

    def _counts(self, ampere: float) -> int:
        scale = self.memory.table["present_current"].unit.scale
        return round(ampere / scale)

    def _gain(self, own: str, unit: float):
        """The bank may count gains in other units: those of the firmware for protocol 1."""
        ours = float(self.row[own[0] + "_unit"])

        def write(value: int) -> None:
            self.set_bank(own, round(value * unit / ours))

        return write

    def _switch(self, value: int) -> None:
        """Torque on keeps the horn where it is; after a hardware error only a reboot helps."""
        if value and not self.row["latched"]:
            if not self.on:
                self.memory["goal_position"] = self._position()
                self.row["goal_ticks"] = self.ticks
            self.row["torque_enable"] = 1
        elif not value:
            self.row["torque_enable"] = 0

    def _arm(self, value: int) -> None:
        self._deadline = self._t + 0.02 * value if value > 0 and self.on else inf
        if value == 0 and self.row["mode"] != self._mode:
            self._choose_mode()

    @property
    def _mode(self) -> int:
        return _MODES.get(self.memory["operating_mode"], POSITION)

    def _choose_mode(self) -> None:
        chosen = self.memory["operating_mode"]
        self.row["mode"] = self._mode
        self.row["endless"] = chosen not in (ANGLE,)
        self._take_goals()

    def _go(self) -> None:
        ticks = self._sign * (self.memory["goal_position"] - self._offset)
        top = int(self.row["top_ticks"])
        self.row["goal_ticks"] = ticks if self.row["endless"] else max(0, min(ticks, top))

    def _take_goals(self) -> None:
        """Speeds, duties and currents, as far as the mode knows them."""
        memory, row, mode = self.memory, self.row, self.memory["operating_mode"]
        row["moving_speed"] = min(memory["profile_velocity"], FULL)
        row["goal_speed"] = self._sign * memory["goal_velocity"]
        row["goal_duty"] = self._sign * round(memory["goal_pwm"] * FULL / FULL_PWM)
        told = FULL_PWM if mode == PWM else abs(memory["goal_pwm"])
        limit = round(min(memory["pwm_limit"], told) * FULL / FULL_PWM)
        if "goal_current" in memory:
            scale = memory.table["goal_current"].unit.scale / self.stall_current * FULL
            counts = round(memory["goal_current"] * scale)
            row["goal_current"] = self._sign * max(-FULL, min(counts, FULL))
            if mode == ANGLE_BY_CURRENT:
                limit = min(limit, abs(counts))
        row["torque_limit"] = limit
