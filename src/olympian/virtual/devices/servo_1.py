"""Servos of protocol 1: AX and RX with compliance, MX with gains."""

from functools import partial

from olympian.dynamixel import Register
from olympian.servo import ServoBank
from olympian.servo.table import DUTY, POSITION, SPEED, TORQUE
from olympian.virtual.devices.memory import DeviceRefusal, Memory
from olympian.virtual.devices.servo_firmware import FULL, ServoFirmware

__all__ = ["Servo1"]

CLOCKWISE = 1024
"""The bit for the direction in speeds and loads."""
IDLE_CURRENT, CURRENT_UNIT = 2048, 4.5e-3
"""What the MX reads without current, and A per count."""

_SAME = {
    "cw_compliance_margin": "margin_cw",
    "ccw_compliance_margin": "margin_ccw",
    "cw_compliance_slope": "slope_cw",
    "ccw_compliance_slope": "slope_ccw",
    "punch": "punch",
    "p_gain": "p_gain",
    "i_gain": "i_gain",
    "d_gain": "d_gain",
    "torque_limit": "torque_limit",
    "torque_enable": "torque_enable",
    "max_torque": "max_torque",
    "temperature_limit": "temperature_limit",
    "min_voltage_limit": "low_voltage_limit",
    "max_voltage_limit": "high_voltage_limit",
    "shutdown": "shutdown",
}
"""Registers that the bank has as well, and counts alike."""


class Servo1(ServoFirmware):
    """A servo whose errors are bits in each status, and whose goal switches it on."""

    def __init__(self, memory: Memory, bank: ServoBank, joint: int) -> None:
        super().__init__(memory, bank, joint)
        self._compliant = "cw_compliance_slope" in memory
        self._present = {
            "present_position": lambda: self.ticks,
            "present_speed": lambda: _with_bit(self.speed),
            "present_load": lambda: _with_bit(round(self.duty * FULL)),
            "present_voltage": lambda: self.volts,
            "present_temperature": lambda: self.heat,
            "moving": lambda: self.moving,
            "torque_enable": lambda: self.on,
            "torque_limit": lambda: int(self.row["torque_limit"]),
            "realtime_tick": self.clock,
            "current": lambda: IDLE_CURRENT + round(self.current / CURRENT_UNIT),
        }
        self._present = {name: what for name, what in self._present.items() if name in memory}
        self._written = {name: partial(self.set_bank, own) for name, own in _SAME.items()}
        self._written |= {
            "goal_position": self._go,
            "moving_speed": lambda _: self._take_speed(),
            "goal_torque": lambda _: self._take_torque(),
            "torque_control_mode_enable": lambda _: self._choose_mode(),
            "cw_angle_limit": lambda _: self._choose_mode(),
            "ccw_angle_limit": lambda _: self._choose_mode(),
        }

    @property
    def faults(self) -> int:
        """The error bits that each status carries as long as they last."""
        return int(self.row["fault"])

    @property
    def locked(self) -> bool:
        """After the register lock was set, or with an MX whose torque is on."""
        return bool(self.memory["lock"]) or (self.on and not self._compliant)

    @property
    def wheel(self) -> bool:
        """Both limits at zero: it turns for ever."""
        return not (self.memory["cw_angle_limit"] or self.memory["ccw_angle_limit"])

    @property
    def lit(self) -> bool:
        """Its LED: switched on, or blinking for an alarm."""
        return bool(self.memory["led"] or self.faults & self.memory["alarm_led"])

    def power_on(self) -> None:
        """Torque off, goal where the horn is, torque limit from EEPROM."""
        memory = self.memory
        self.row["torque_enable"] = 0
        self.row["latched"] = self.row["overload_time"] = 0
        memory["torque_limit"] = memory["max_torque"]
        for name in _SAME:
            if name in memory:
                self._written[name](memory[name])
        self._choose_mode()
        memory["goal_position"] = self.ticks
        self.row["goal_ticks"] = self.ticks

    def refuses(self, register: Register, value: int) -> DeviceRefusal | None:
        """The lock opens only when the power goes; only wheels know directions."""
        if register.name == "lock" and self.memory["lock"] and not value:
            return DeviceRefusal.ACCESS
        joint_speed = register.name == "moving_speed" and not self.wheel
        return DeviceRefusal.RANGE if joint_speed and value > FULL else None

    def hold(self) -> None:
        """Torque on, goal where the horn is: as if somebody had just switched it on."""
        self.memory["goal_position"] = self.ticks
        self._go(self.ticks)

    def _go(self, value: int) -> None:
        """A new goal; it switches torque on. One beyond the limits is reported until a good one."""
        low, high = self.memory["cw_angle_limit"], self.memory["ccw_angle_limit"]
        inside = value if self._many_turns or self.wheel else max(low, min(value, high))
        if not self.wheel:
            self.row["goal_ticks"] = inside
            self.row["goal_clamped"] = inside != value
        self.row["torque_enable"] = 1

    @property
    def _many_turns(self) -> bool:
        low, high = self.memory["cw_angle_limit"], self.memory["ccw_angle_limit"]
        return not self._compliant and low == high == 4095

    def _choose_mode(self) -> None:
        """Joint, wheel or torque, as limits and switches say."""
        memory, row = self.memory, self.row
        row["endless"] = self.wheel or self._many_turns
        if memory.get("torque_control_mode_enable"):
            row["mode"] = TORQUE
        elif self.wheel:
            row["mode"] = DUTY if self._compliant else SPEED
        else:
            row["mode"] = POSITION
        self._take_speed()
        self._take_torque()

    def _take_speed(self) -> None:
        """Of a joint a limit; of an AX wheel its duty, of an MX wheel its speed."""
        value = self.memory["moving_speed"]
        signed = -(value & FULL) if value & CLOCKWISE else value
        self.row["moving_speed"] = 0 if self.wheel else value
        self.row["goal_duty"] = self.row["goal_speed"] = signed if self.wheel else 0

    def _take_torque(self) -> None:
        if "goal_torque" not in self.memory:
            return
        value = self.memory["goal_torque"]
        ampere = CURRENT_UNIT * (-(value & FULL) if value & CLOCKWISE else value)
        share = max(-1.0, min(ampere / self.stall_current, 1.0))
        self.row["goal_current"] = round(share * FULL)


def _with_bit(value: int) -> int:
    """Size in ten bits, and one for clockwise."""
    return min(abs(value), FULL) | (CLOCKWISE if value < 0 else 0)
