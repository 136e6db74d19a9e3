"""What keeps a robot's servos from working, and what to do about it."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

from olympian.dynamixel import Bus, ControlTable, Found, control_table
from olympian.errors import OlympianError
from olympian.lab.servos.bench_bus import BAUDS, OpenBus, model_of, search
from olympian.lab.servos.finding import BusFinding, bad, good, odd
from olympian.robot import BusConfig, Robot

TTY = Path("/sys/class/tty")
ASKED = 10
"""Questions to one servo, by which those that talk over each other give themselves away."""
GARBLED = 3
"""Garbled answers among these, from which on two servos share an id."""
LOW, HIGH = 0.85, 1.15
"""Of the supply that the robot names."""
WARM_C = 10.0
"""Below its limit a servo at rest should not be."""
FAR = 150
"""Address behind all that a servo says of itself; beyond are copies and ports."""
SLOW_DELAY_US = 20


def examine_port(path: str) -> Iterator[BusFinding]:
    """The way to the adapter: is it there, may we use it, does it hurry?"""
    if not Path(path).exists():
        ports = [*Path("/dev").glob("ttyUSB*"), *Path("/dev").glob("ttyACM*")]
        there = ", ".join(map(str, sorted(ports))) or "none: plug the adapter in and see dmesg"
        yield bad(f"there is no port '{path}'", f"choose from {there}")
        return
    if not os.access(path, os.R_OK | os.W_OK):
        yield bad(f"'{path}' may not be used by you", "sudo usermod -aG dialout $USER; log in anew")
        return
    yield good(f"'{path}' is there and may be used")
    yield from _latency(Path(path).resolve().name)


def _latency(name: str) -> Iterator[BusFinding]:
    timer = TTY / name / "device" / "latency_timer"
    try:
        kept = int(timer.read_text())
    except (OSError, ValueError):
        return
    if kept > 1:
        advice = f"echo 1 | sudo tee {timer} (a udev rule keeps it: docs/hardware.md)"
        yield odd(f"the adapter keeps answers for {kept} ms", advice)
    else:
        yield good("the adapter hands answers on after 1 ms")


def examine_bus(
    connect: OpenBus,
    bus_name: str,
    robot: Robot | None = None,
    everywhere: bool = True,
    tell: Callable[[str], None] = lambda _: None,
) -> Iterator[BusFinding]:
    """Who is there, and what is the matter with each.

    Args:
        connect: opens the bus at a rate and in a protocol.
        bus_name: in the robot's file.
        robot: whose servos they should be; None for servos that belong to nobody.
        everywhere: search at all rates, even if all are found where they should be.
        tell: is told what is being tried.
    """
    config = None if robot is None else robot.buses[bus_name]
    wanted = {} if robot is None or config is None else _ids(robot, config)
    bauds = BAUDS if config is None else (config.baud, *(b for b in BAUDS if b != config.baud))
    protocols = (1, 2) if config is None else (config.protocol, 3 - config.protocol)
    seen: dict[tuple[int, int], list[Found]] = {}
    for baud, protocol, found in search(connect, bauds, protocols, wanted):
        tell(f"{baud} baud, protocol {protocol}: {len(found)} found")
        if found:
            seen[baud, protocol] = found
        home = wanted.keys() <= {one.id for one in found}
        if wanted and home and not everywhere:
            break
    yield from _census(seen, wanted, config)
    for (baud, protocol), found in seen.items():
        bus = connect(baud, protocol)
        for one in found:
            yield from _examine(bus, one, robot, wanted.get(one.id))


def _ids(robot: Robot, config: BusConfig) -> dict[int, str]:
    return {robot.servos[joint].id: joint for joint in config.servos}


def _census(
    seen: dict[tuple[int, int], list[Found]], wanted: dict[int, str], config: BusConfig | None
) -> Iterator[BusFinding]:
    """Is everybody there, and where they should be?"""
    if not seen:
        yield bad(
            "nobody answers at any rate, in any protocol",
            "check the servos' power first, then the plug at both ends, then another cable",
        )
        return
    for (baud, protocol), found in seen.items():
        ids = ", ".join(str(one.id) for one in found)
        yield good(f"{len(found)} at {baud} baud in protocol {protocol}: ids {ids}")
    if config is None:
        return
    home = {one.id for one in seen.get((config.baud, config.protocol), [])}
    abroad = {one.id: where for where, found in seen.items() for one in found}
    for id, joint in wanted.items():
        if id in home:
            continue
        if id in abroad:
            baud, protocol = abroad[id]
            advice = f"olympian servo write --baud {baud} --protocol {protocol} {id} baud_rate …"
            yield bad(f"{joint} (id {id}) listens at {baud} baud, protocol {protocol}", advice)
        else:
            advice = f"check its plug; if it has another id: olympian servo set-id OLD {id}"
            yield bad(f"{joint} (id {id}) does not answer", advice)


def _examine(
    bus: Bus, found: Found, robot: Robot | None, joint: str | None
) -> Iterator[BusFinding]:
    """All about one servo."""
    name = f"{joint} (id {found.id})" if joint else f"id {found.id}"
    table = model_of(found, bus.protocol)
    if _garbles(bus, found.id, table):
        yield bad(
            f"{name}: answers are garbled: two servos have this id, or a cable is bad",
            "unplug servos one by one until answers are clean; then olympian servo set-id",
        )
        return
    if table is None:
        model = found.model_number
        said = "does not tell its model" if model is None else f"is of an unknown model, {model}"
        yield odd(f"{name} {said}", "it is left alone")
        return
    if robot is not None and joint is not None:
        yield from _right_model(robot, joint, name, table)
    if "torque_enable" in table:
        yield from _condition(bus, found.id, name, table, robot)


def _garbles(bus: Bus, id: int, table: ControlTable | None) -> bool:
    """Do answers come out wrong too often? Two servos say the same only as long as they agree."""
    place = None if table is None else table.registers.get("present_position")
    address, size = (0, 3) if place is None else (place.address, place.size)
    before = _noise(bus)
    clean = sum(bus.read(id, address, size) is not None for _ in range(ASKED))
    return clean <= ASKED - GARBLED and _noise(bus) > before


def _noise(bus: Bus) -> int:
    """What came that was no clean answer."""
    statistics = bus.statistics
    return statistics.broken + statistics.garbage + statistics.late


def _right_model(robot: Robot, joint: str, name: str, table: ControlTable) -> Iterator[BusFinding]:
    wanted = robot.bus_type(joint)
    try:
        fits = control_table(wanted, table.protocol).number == table.number
    except OlympianError:
        fits = False
    if not fits:
        advice = f'swap the servos, or write type = "{table.model}" into [servos]'
        yield bad(f"{name} is a {table.model}, robot.toml says {wanted}", advice)


def _condition(
    bus: Bus, id: int, name: str, table: ControlTable, robot: Robot | None
) -> Iterator[BusFinding]:
    """Voltage, heat, and registers that keep a servo from serving."""
    said = _registers(bus, id, table)
    if not said:
        yield bad(f"{name} does not say how it is", "look at it with olympian servo read")
        return
    faults = 0
    for finding in (*_supply(said, name, robot), *_heat(said, name), *_habits(said, name, table)):
        faults += 1
        yield finding
    if not faults:
        volts, heat = _volts(said), said["present_temperature"]
        yield good(f"{name}: {table.model}, {volts:.1f} V, {heat:.0f} °C")


def _registers(bus: Bus, id: int, table: ControlTable) -> dict[str, float]:
    """All that it says of itself, SI; empty if it does not."""
    own = [register for register in table if register.end <= FAR]
    size = max(register.end for register in own)
    data = bus.read(id, 0, size)
    if data is None:
        return {}
    return {one.name: one.to_si(one.decode(data[one.address : one.end])) for one in own}


def _volts(said: dict[str, float]) -> float:
    return said.get("present_voltage", said.get("present_input_voltage", float("nan")))


def _supply(said: dict[str, float], name: str, robot: Robot | None) -> Iterator[BusFinding]:
    volts = _volts(said)
    low, high = said.get("min_voltage_limit", 0.0), said.get("max_voltage_limit", 99.0)
    if robot is not None and robot.supply_v is not None:
        low, high = max(low, LOW * robot.supply_v), min(high, HIGH * robot.supply_v)
    if volts < low:
        yield bad(f"{name} has only {volts:.1f} V", "charge the battery; look for a thin cable")
    elif volts > high:
        yield bad(f"{name} has {volts:.1f} V", f"more than {high:.1f} V: the wrong battery?")


def _heat(said: dict[str, float], name: str) -> Iterator[BusFinding]:
    heat, limit = said.get("present_temperature", 0.0), said.get("temperature_limit", 80.0)
    if heat > limit - WARM_C:
        yield bad(f"{name} is at {heat:.0f} °C of {limit:.0f}", "let it cool; look for what binds")


def _habits(said: dict[str, float], name: str, table: ControlTable) -> Iterator[BusFinding]:
    write = f"olympian servo write {name.split('id ')[-1].rstrip(')')}"
    delay_us = 1e6 * said.get("return_delay_time", 0.0)
    if delay_us > SLOW_DELAY_US:
        advice = f"{write} return_delay_time 0 (the robot does so by itself when it starts)"
        yield odd(f"{name} waits {delay_us:.0f} µs before it answers", advice)
    if said.get("status_return_level", 2) < 1:
        yield bad(f"{name} answers no reads", f"{write} status_return_level 2")
    wheel = "cw_angle_limit" in said and said["cw_angle_limit"] == said["ccw_angle_limit"]
    if wheel or said.get("operating_mode", 3) != 3:
        top = table["ccw_angle_limit"].high if wheel else 0
        cure = f"{write} ccw_angle_limit {top}" if wheel else f"{write} operating_mode 3"
        yield bad(f"{name} turns like a wheel or is in another mode than for positions", cure)
    if said.get("hardware_error_status"):
        number = int(said["hardware_error_status"])
        yield bad(f"{name} reports hardware error {number:#04x}", "switch it off and on again")
