"""How one servo keeps what the servo model counts: registers, blocks of them, and units."""

from typing import NamedTuple

from olympian.dynamixel import ControlTable, Register
from olympian.servo import ServoSpec, servo

PLACES = {
    "torque_enable": ("torque_enable",),
    "torque_limit": ("torque_limit", "goal_pwm"),
    "margin_cw": ("cw_compliance_margin",),
    "margin_ccw": ("ccw_compliance_margin",),
    "slope_cw": ("cw_compliance_slope",),
    "slope_ccw": ("ccw_compliance_slope",),
    "punch": ("punch",),
    "p_gain": ("p_gain", "position_p_gain"),
    "i_gain": ("i_gain", "position_i_gain"),
    "d_gain": ("d_gain", "position_d_gain"),
}
"""Where a servo keeps what `ServoBank` calls so: the first of these that it has."""
SETTINGS = tuple(PLACES)
"""Registers that are written when they change."""
GAINS = ("p_gain", "i_gain", "d_gain")
FULL_DUTY = 1023
"""Of the servo model's registers."""
WIDEST_SPEED = 1023
"""Counts of a moving speed; above it AX and MX mean the direction of a wheel."""
HARD_FAULTS = 1 | 4 | 32
"""Bits of the register of hardware errors that mean the same in a status of protocol 1: voltage,
heat and overload."""
X_GAINS = servo("xh540-w270").gain_unit
"""What a gain means to all firmware of protocol 2, whatever the motor."""


class RegisterBlock(NamedTuple):
    """Registers that lie next to each other, as one transfer."""

    address: int
    size: int

    @staticmethod
    def around(*registers: Register) -> "RegisterBlock":
        """The smallest one that holds them."""
        first = min(register.address for register in registers)
        return RegisterBlock(first, max(register.end for register in registers) - first)

    def cut(self, register: Register, data: bytes) -> int:
        """The number of one register in the bytes of the block."""
        start = register.address - self.address
        return register.decode(data[start : start + register.size])


class HornMotion(NamedTuple):
    """What a servo says of its horn, in its own sense."""

    ticks: int
    speed: float
    """rad/s"""
    load: float
    """Share of full duty."""


class Checked(NamedTuple):
    """What a servo says of itself when it is asked closely."""

    voltage: float
    temperature_c: float
    fault: int
    """Bits of `ServoFault`, where it has a register for them."""
    settings: dict[str, int]
    """In its own counts."""
    stands: bool
    """Has its bus watchdog run out? It takes no goals then."""


class ServoLayout:
    """The control table of one servo, in the counts of the servo model."""

    def __init__(self, spec: ServoSpec, table: ControlTable) -> None:
        self.spec, self.table = spec, table
        speed = "moving_speed" if "moving_speed" in table else "profile_velocity"
        load = "present_pwm" if "present_pwm" in table else "present_load"
        turning = "present_speed" if "present_speed" in table else "present_velocity"
        self._goal, self._speed = table["goal_position"], table[speed]
        self.goal = RegisterBlock.around(self._goal, self._speed)
        """Goal and speed, which every tick writes."""
        self._motion = table["present_position"], table[turning], table[load]
        self.motion = RegisterBlock.around(*self._motion)
        """Position, speed and load, which every tick reads."""
        volts = "present_voltage" if "present_voltage" in table else "present_input_voltage"
        self._slow = table[volts], table["present_temperature"]
        self._errors = table.registers.get("hardware_error_status")
        self.settings = {name: table[place] for name, place in self._places()}
        self.watchdog = table.registers.get("bus_watchdog")
        """Stops the servo when nobody talks on the bus; None: it has none."""
        self.check = RegisterBlock.around(*self._slow, *self.settings.values())
        """All else, which servos are asked in turn."""
        self._top_speed = min(WIDEST_SPEED, self._speed.high)

    def _places(self) -> list[tuple[str, str]]:
        """Registers that this servo has, by the model's names."""
        found = []
        for name, places in PLACES.items():
            there = [place for place in places if place in self.table]
            if there and not (name == "punch" and self.spec.controller == "pid"):
                found.append((name, there[0]))
        return found

    def goal_bytes(self, ticks: int, speed: int) -> bytes:
        """Where to go, and how fast. Args: speed: counts of the model; 0: as fast as it can."""
        unit = self.spec.speed_unit / self._speed.unit.scale
        counts = min(max(round(speed * unit), 1), self._top_speed) if speed else 0
        parts = sorted(((self._goal, ticks), (self._speed, counts)), key=lambda one: one[0].address)
        return b"".join(register.encode(value) for register, value in parts)

    def setting_bytes(self, name: str, value: int) -> bytes:
        """The bytes of a register for a number of the model."""
        return self.settings[name].encode(self.raw_setting(name, value))

    def raw_setting(self, name: str, value: int) -> int:
        """What the servo counts for a number of the model."""
        register = self.settings[name]
        return min(max(round(value * self._factor(name)), register.low), register.high)

    def moves(self, data: bytes) -> HornMotion:
        """What the block `motion` says."""
        position, speed, load = self._motion
        cut = self.motion.cut
        turning, push = speed.to_si(cut(speed, data)), load.to_si(cut(load, data))
        return HornMotion(cut(position, data), turning, push)

    def checked(self, data: bytes) -> Checked:
        """What the block `check` says."""
        volts, heat = (one.to_si(self.check.cut(one, data)) for one in self._slow)
        fault = self.check.cut(self._errors, data) & HARD_FAULTS if self._errors else 0
        settings = {name: self.check.cut(one, data) for name, one in self.settings.items()}
        stands = self.watchdog is not None and self.check.cut(self.watchdog, data) < 0
        return Checked(volts, heat, fault, settings, stands)

    def _factor(self, name: str) -> float:
        """The servo's counts per count of the model."""
        register = self.settings[name]
        if register.name == "goal_pwm":
            return register.high / FULL_DUTY
        if register.name.startswith("position_"):
            index = GAINS.index(name)
            return self.spec.gain_unit[index] / X_GAINS[index]
        return 1.0
