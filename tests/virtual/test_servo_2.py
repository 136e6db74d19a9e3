"""Servos of protocol 2: modes, limits, errors by number, the hardware error and the watchdog."""

import pytest

from drills.servos.servo_host import ServoHost
from olympian.dynamixel import BROADCAST, Bus, Instruction, Packet
from olympian.virtual import VirtualServos

LENGTH, RANGE, LIMIT, ACCESS, CHECKSUM, INSTRUCTION, ALERT = 5, 4, 6, 7, 3, 2, 0x80
CURRENT, VELOCITY, POSITION, TURNS, BY_CURRENT, PWM = 0, 1, 3, 4, 5, 16


def host_of(model: str, count: int = 1, **options) -> ServoHost:
    models = dict.fromkeys(range(1, count + 1), model)
    return ServoHost(VirtualServos(models, 2, **options), model, 2)


@pytest.fixture
def xm() -> ServoHost:
    return host_of("xm430-w350")


def in_mode(host: ServoHost, mode: int) -> None:
    assert host.write("operating_mode", mode) == 0
    assert host.write("torque_enable", 1) == 0


def test_a_ping_tells_model_and_firmware(xm: ServoHost) -> None:
    xm.send(bytes.fromhex("fffffd000103000119 4e"))
    assert xm.port.read(99, 1.0)[:12] == bytes.fromhex("fffffd0001070055 00fc032d")


def test_everybody_answers_a_roll_call_one_after_the_other() -> None:
    host = host_of("xl430-w250", 4)
    host.send(host.codec.encode(Packet(BROADCAST, Instruction.PING)))
    assert [one.id for one in host.answers()] == [1, 2, 3, 4]


def test_a_goal_alone_moves_nothing(xm: ServoHost) -> None:
    assert xm.write("goal_position", 3000) == 0
    xm.wait(0.5)
    assert xm.read("present_position") == 2048
    assert xm.write("torque_enable", 1) == 0
    assert xm.read("goal_position") == 2048  # it holds where it is
    assert xm.write("goal_position", 3000) == 0
    xm.wait(0.02)
    assert xm.read("moving") == 1
    xm.wait(1.5)
    assert xm.read("present_position") == pytest.approx(3000, abs=25)
    assert (xm.read("moving"), xm.read("moving_status")) == (0, 1)


@pytest.mark.parametrize(
    ("name", "value", "error"),
    [
        ("led", 2, RANGE),
        ("present_position", 5, ACCESS),
        ("goal_position", 5000, LIMIT),
        ("goal_velocity", 201, LIMIT),
        ("goal_current", 1193, 0),
        ("goal_current", 1194, RANGE),
        ("operating_mode", 2, RANGE),
        ("operating_mode", VELOCITY, 0),
        ("bus_watchdog", 127, 0),
        ("position_p_gain", 16384, RANGE),
    ],
)
def test_writes_are_refused_by_number(xm: ServoHost, name: str, value: int, error: int) -> None:
    before = xm.read(name)
    assert xm.write(name, value) == error
    assert xm.read(name) == (before if error else value)


def test_half_a_register_has_the_wrong_length(xm: ServoHost) -> None:
    goal = xm.number(xm.table["goal_position"].address)
    assert xm.ask(1, Instruction.WRITE, goal + b"\1\2").error == LENGTH
    assert xm.ask(1, Instruction.WRITE, xm.number(117) + b"\1\2\3\4").error == LENGTH
    assert xm.ask(1, Instruction.WRITE, xm.number(148) + b"\1").error == ACCESS
    assert xm.ask(1, Instruction.READ, xm.number(660) + xm.number(9)).error == RANGE


def test_eeprom_is_locked_while_torque_is_on(xm: ServoHost) -> None:
    xm.write("torque_enable", 1)
    assert xm.write("max_position_limit", 3000) == ACCESS
    assert xm.write("led", 1) == 0
    xm.write("torque_enable", 0)
    assert xm.write("max_position_limit", 3000) == 0
    xm.write("torque_enable", 1)
    assert xm.write("goal_position", 3001) == LIMIT


def test_velocity_mode_turns_for_ever_at_its_speed(xm: ServoHost) -> None:
    in_mode(xm, VELOCITY)
    xm.write("goal_velocity", -100)
    xm.wait(1.0)
    before = xm.read("present_position")
    xm.wait(3.0)
    turned = (xm.read("present_position") - before) / 3.0
    assert turned == pytest.approx(-100 * 0.229 / 60 * 4096, rel=0.01)
    assert xm.read("present_position") < -2048


def test_pwm_mode_drives_by_duty_within_its_limit(xm: ServoHost) -> None:
    xm.write("pwm_limit", 400)
    in_mode(xm, PWM)
    assert xm.write("goal_pwm", 401) == LIMIT
    assert xm.write("goal_pwm", -300) == 0
    xm.wait(0.1)
    assert xm.read("present_pwm") == pytest.approx(-300, abs=1)


def test_current_mode_pushes_and_the_gauge_agrees(xm: ServoHost) -> None:
    in_mode(xm, CURRENT)
    xm.write("goal_current", 120)
    xm.wait(0.05)
    assert xm.read("present_current") == pytest.approx(120, abs=3)


def test_current_based_position_is_weaker() -> None:
    strong, weak = host_of("xm430-w350"), host_of("xm430-w350")
    for host, current in ((strong, 1193), (weak, 60)):
        in_mode(host, BY_CURRENT)
        host.write("goal_current", current)
        host.write("goal_position", 2048 + 1500)
        host.wait(0.1)
    assert weak.read("present_position") < strong.read("present_position")


def test_extended_position_counts_turns_and_clear_forgets_them(xm: ServoHost) -> None:
    in_mode(xm, TURNS)
    goal = 2048 + 3 * 4096
    assert xm.write("goal_position", goal) == 0
    xm.wait(6.0)
    assert xm.read("present_position") == pytest.approx(goal, abs=25)
    xm.write("torque_enable", 0)
    assert xm.ask(1, Instruction.CLEAR, bytes.fromhex("0144584c22")).error == 0
    assert xm.read("present_position") == pytest.approx(2048, abs=25)
    assert xm.ask(1, Instruction.CLEAR, bytes.fromhex("0144584c23")).error == INSTRUCTION


def test_a_servo_turned_round_and_offset_is_so_in_both_directions(xm: ServoHost) -> None:
    xm.write("drive_mode", 1)
    xm.write("homing_offset", 5000)
    assert xm.read("present_position") == 5000 - 2048
    xm.write("torque_enable", 1)
    assert xm.write("goal_position", 3200) == 0
    xm.wait(1.5)
    assert xm.read("present_position") == pytest.approx(3200, abs=25)
    assert xm.bench.body.servos.table[0]["position_ticks"] == pytest.approx(1800, abs=25)


@pytest.mark.parametrize(("cause", "bit"), [("heat", 4), ("overload", 32)])
def test_a_hardware_error_lasts_until_the_reboot(xm: ServoHost, cause: str, bit: int) -> None:
    bank = xm.bench.body.servos
    xm.write("torque_enable", 1)
    if cause == "heat":
        bank.table["temperature_c"] = 81.0
    else:
        bank.overload(bank.torque_on)
    xm.wait(0.01)
    assert xm.ask(1, Instruction.PING).error == ALERT
    assert xm.read("hardware_error_status") == bit
    assert xm.read("torque_enable") == 0
    bank.table["temperature_c"] = 30.0
    xm.wait(1.1)
    xm.write("torque_enable", 1)
    assert xm.read("torque_enable") == 0
    assert xm.ask(1, Instruction.REBOOT).error == ALERT
    assert xm.ask(1, Instruction.PING) is None  # it starts
    xm.wait(0.2)
    assert xm.ask(1, Instruction.PING).error == 0
    xm.write("torque_enable", 1)
    assert xm.read("torque_enable") == 1


def test_a_reboot_forgets_ram_and_keeps_eeprom(xm: ServoHost) -> None:
    xm.write("led", 1)
    xm.write("homing_offset", 77)
    xm.ask(1, Instruction.REBOOT)
    xm.wait(0.2)
    assert (xm.read("led"), xm.read("homing_offset")) == (0, 77)


@pytest.mark.parametrize(("keep", "id", "baud"), [(0xFF, 1, 57_600), (1, 7, 57_600), (2, 7, None)])
def test_a_factory_reset_keeps_what_it_is_told(keep: int, id: int, baud: int | None) -> None:
    host = host_of("xm430-w350")
    host.write("id", 7)
    host.write("homing_offset", 77, 7)
    assert host.ask(7, Instruction.FACTORY_RESET, bytes((keep,))).error == 0
    host.wait(0.2)
    host.port.baud = baud or host.port.baud
    assert host.read("homing_offset", id) == 0


def test_the_watchdog_stops_a_servo_that_nobody_speaks_to(xm: ServoHost) -> None:
    in_mode(xm, VELOCITY)
    xm.write("goal_velocity", 100)
    assert xm.write("bus_watchdog", 10) == 0  # 200 ms
    for _ in range(10):
        xm.wait(0.15)
        assert xm.read("bus_watchdog") == 10
    xm.wait(0.3)
    assert xm.read("bus_watchdog") == -1
    xm.wait(0.3)
    before = xm.read("present_position")
    xm.wait(0.5)
    assert xm.read("present_position") == before
    assert xm.write("goal_velocity", 50) == RANGE
    assert xm.write("bus_watchdog", 0) == 0
    assert xm.write("goal_velocity", 50) == 0
    xm.wait(0.5)
    assert xm.read("present_position") > before


def test_indirect_data_are_the_registers_that_addresses_name(xm: ServoHost) -> None:
    goal, position = xm.table["goal_position"].address, xm.table["present_position"].address
    for place in range(4):
        assert xm.write(f"indirect_address_{place + 1}", goal + place) == 0
        assert xm.write(f"indirect_address_{place + 29}", position + place) == 0
    xm.write("torque_enable", 1)
    data = xm.number(xm.table["indirect_data_1"].address) + (2500).to_bytes(4, "little")
    assert xm.ask(1, Instruction.WRITE, data).error == 0
    assert xm.read("goal_position") == 2500
    xm.wait(1.0)
    where = xm.number(xm.table["indirect_data_29"].address) + xm.number(4)
    seen = xm.ask(1, Instruction.READ, where).parameters
    assert int.from_bytes(seen, "little") == xm.read("present_position")


def test_a_shadow_id_is_obeyed_and_never_answered(xm: ServoHost) -> None:
    xm.write("secondary_id", 40)
    assert xm.write("led", 1, 40) is None
    assert xm.read("led") == 1


def test_an_x_servo_speaks_protocol_1_when_told_to(xm: ServoHost) -> None:
    assert xm.write("protocol_type", 1) == 0
    assert xm.ask(1, Instruction.PING) is None
    old = ServoHost(xm.bench, "ax-12a", 1)
    assert old.ask(1, Instruction.PING).error == 0
    reading = old.ask(1, Instruction.READ, bytes((132, 4)))
    assert int.from_bytes(reading.parameters, "little") == 2048


def test_wrong_checksums_and_unknown_instructions_are_named(xm: ServoHost) -> None:
    assert xm.ask(1, 0x77).error == INSTRUCTION
    good = xm.codec.encode(Packet(1, Instruction.PING))
    xm.send(good[:-1] + bytes((good[-1] ^ 1,)))
    assert [one.error for one in xm.answers()] == [CHECKSUM]


def test_an_mx_with_the_newer_firmware_is_as_stiff_as_with_the_old() -> None:
    host = host_of("mx-64")
    assert host.table.model == "mx-64-2.0"
    assert host.read("position_p_gain") == 850
    row = host.bench.body.servos.table[0]
    # P/128 of 885 counts is what P/8 of 511 was, in duty per tick
    assert row["p_gain"] == pytest.approx(850 / 128 / 885 * 8 * 511, abs=0.7)


@pytest.mark.parametrize("fast", [False, True])
def test_sync_and_bulk_reads_stop_at_the_first_silent_servo(fast: bool) -> None:
    host = host_of("xm430-w350", 4, return_delay=0)
    bus = Bus(host.port, 2, retries=0)
    read = bus.fast_sync_read if fast else bus.sync_read
    assert list(read(132, 4, [1, 2, 3, 4])) == [1, 2, 3, 4]
    wanted = {1: (132, 4), 3: (146, 1), 4: (64, 1)}
    assert {id: len(data) for id, data in bus.bulk_read(wanted, fast).items()} == {1: 4, 3: 1, 4: 1}
    host.bench.lines["bus"].device(3).die()
    assert list(read(132, 4, [1, 2, 3, 4])) == [1, 2]
