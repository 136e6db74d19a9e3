"""Servos of protocol 1, byte by byte and register by register."""

import pytest

from drills.servos.servo_host import ServoHost
from olympian.dynamixel import BROADCAST, Instruction, Packet, Status
from olympian.virtual import VirtualServos

RANGE, ANGLE, OVERHEATING, OVERLOAD, CHECKSUM, INSTRUCTION = 8, 2, 4, 32, 16, 64


def host_of(model: str, count: int = 1, **options) -> ServoHost:
    return ServoHost(VirtualServos(dict.fromkeys(range(1, count + 1), model), **options), model, 1)


def turned(host: ServoHost, seconds: float) -> float:
    """Ticks by which the horn turns; the table counts no turns, the bank does."""
    row = host.bench.body.servos.table[0]
    before = row["position_ticks"]
    host.wait(seconds)
    return float(row["position_ticks"] - before)


@pytest.fixture
def ax() -> ServoHost:
    return host_of("ax-12a")


@pytest.fixture
def mx() -> ServoHost:
    return host_of("mx-64")


def test_the_known_packet_reads_a_temperature(ax: ServoHost) -> None:
    ax.send(bytes.fromhex("ffff0104022b01cc"))
    assert ax.port.read(99, 1.0) == bytes.fromhex("ffff01030019e2")  # 25 °C


def test_a_new_servo_has_the_table_of_the_manual(ax: ServoHost) -> None:
    status = ax.ask(1, Instruction.READ, bytes((0, 19)))
    assert status is not None
    expected = "0c00180101fa0000ff0300463c8cff03022424"
    assert status.parameters.hex() == expected


def test_a_goal_switches_torque_on_and_the_horn_goes_there(ax: ServoHost) -> None:
    assert ax.read("torque_enable") == 0
    assert ax.write("goal_position", 700) == 0
    assert ax.read("torque_enable") == 1
    assert ax.read("moving") == 1
    ax.wait(1.0)
    assert ax.read("moving") == 0
    assert abs(ax.read("present_position") - 700) <= 2


def test_moving_speed_limits_how_fast_it_turns(ax: ServoHost) -> None:
    ax.write("moving_speed", 100)  # 11.1 rpm
    ax.write("goal_position", 1000)
    ax.wait(0.5)
    assert ax.read("present_speed") == pytest.approx(100, abs=40)
    ax.write("goal_position", 0)
    ax.wait(0.5)
    assert ax.read("present_speed") == pytest.approx(1024 + 100, abs=40)


def test_goals_beyond_the_limits_are_reported_until_a_good_one_comes(ax: ServoHost) -> None:
    ax.write("ccw_angle_limit", 600)
    assert ax.write("goal_position", 900) == 0
    ax.wait(0.8)
    assert abs(ax.read("present_position") - 600) <= 2
    assert ax.ask(1, Instruction.PING).error == ANGLE
    assert ax.write("goal_position", 550) == ANGLE
    ax.wait(0.01)
    assert ax.ask(1, Instruction.PING).error == 0


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("present_position", 5),
        ("model_number", 12),
        ("led", 2),
        ("goal_position", 1024),
        ("moving_speed", 1024),
        ("id", 254),
        ("torque_limit", 1024),
        ("status_return_level", 3),
    ],
)
def test_what_cannot_be_written_is_refused_and_changes_nothing(
    ax: ServoHost, name: str, value: int
) -> None:
    before = ax.read(name)
    assert ax.write(name, value) == RANGE
    assert ax.read(name) == before


def test_a_write_over_several_registers_is_done_whole_or_not_at_all(ax: ServoHost) -> None:
    good = bytes((30, 0x10, 0x02, 0x64, 0x00))
    assert ax.ask(1, Instruction.WRITE, good).error == 0
    assert (ax.read("goal_position"), ax.read("moving_speed")) == (0x210, 100)
    bad = bytes((30, 0x20, 0x02, 0xFF, 0xFF))
    assert ax.ask(1, Instruction.WRITE, bad).error == RANGE
    assert (ax.read("goal_position"), ax.read("moving_speed")) == (0x210, 100)
    assert ax.ask(1, Instruction.WRITE, bytes((31, 1))).error == RANGE  # in the middle
    assert ax.ask(1, Instruction.WRITE, bytes((30, 1))).error == RANGE  # half of it


def test_reads_beyond_the_table_are_refused(ax: ServoHost) -> None:
    assert ax.ask(1, Instruction.READ, bytes((40, 10))).error == 0
    assert ax.ask(1, Instruction.READ, bytes((40, 11))).error == RANGE
    assert ax.ask(1, Instruction.READ, bytes((40, 0))).error == RANGE


def test_status_return_level_decides_who_is_answered(ax: ServoHost) -> None:
    assert ax.write("status_return_level", 1) is None
    assert ax.write("led", 1) is None
    assert ax.read("led") == 1
    ax.write("status_return_level", 0)
    assert ax.read("led") is None
    assert ax.ask(1, Instruction.PING) is not None


def test_a_broadcast_is_obeyed_and_not_answered() -> None:
    host = host_of("ax-12a", 3)
    host.tell_all("led", 1)
    assert [host.read("led", id) for id in (1, 2, 3)] == [1, 1, 1]
    assert host.ask(BROADCAST, Instruction.PING) is None


def test_registered_writes_wait_for_action() -> None:
    host = host_of("ax-12a", 2)
    for id in (1, 2):
        assert host.ask(id, Instruction.REG_WRITE, host.written("led", 1)).error == 0
        assert (host.read("registered", id), host.read("led", id)) == (1, 0)
    host.ask(BROADCAST, Instruction.ACTION)
    for id in (1, 2):
        assert (host.read("registered", id), host.read("led", id)) == (0, 1)
    assert host.ask(1, Instruction.ACTION).error == INSTRUCTION
    assert host.ask(1, Instruction.REG_WRITE, host.written("led", 7)).error == RANGE


def test_unknown_instructions_and_wrong_checksums_are_named(ax: ServoHost) -> None:
    assert ax.ask(1, 0x77).error == INSTRUCTION
    assert ax.ask(1, Instruction.REBOOT).error == INSTRUCTION
    ax.send(bytes.fromhex("ffff0104022b01cd"))
    assert [status.error for status in ax.answers()] == [CHECKSUM]


def test_id_and_baud_rate_act_at_once(ax: ServoHost) -> None:
    assert ax.ask(1, Instruction.WRITE, ax.written("id", 9)) == Status(1, 0)  # as it was asked
    assert ax.read("led", 1) is None
    assert ax.read("led", 9) == 0
    assert ax.write("baud_rate", 3, 9) == 0
    assert ax.read("led", 9) is None
    ax.port.baud = 500_000
    assert ax.read("led", 9) == 0


def test_a_factory_reset_gives_back_the_first_id_and_rate(ax: ServoHost) -> None:
    ax.write("id", 9)
    ax.write("cw_compliance_slope", 64, 9)
    assert ax.ask(9, Instruction.FACTORY_RESET).error == 0
    ax.wait(0.2)
    assert (ax.read("id"), ax.read("cw_compliance_slope"), ax.read("baud_rate")) == (1, 32, 1)


def test_lock_closes_eeprom_until_the_power_goes(ax: ServoHost) -> None:
    assert ax.write("shutdown", 4) == 0
    assert ax.write("lock", 1) == 0
    assert ax.write("shutdown", 36) == RANGE
    assert ax.write("lock", 0) == RANGE
    assert ax.read("shutdown") == 4


def test_eeprom_of_an_mx_is_locked_while_its_torque_is_on(ax: ServoHost, mx: ServoHost) -> None:
    assert mx.write("torque_enable", 1) == 0
    assert mx.write("temperature_limit", 70) == RANGE
    mx.write("torque_enable", 0)
    assert mx.write("temperature_limit", 70) == 0
    ax.write("torque_enable", 1)
    assert ax.write("temperature_limit", 60) == 0


def test_limits_at_zero_make_an_ax_a_wheel_that_is_driven_by_duty(ax: ServoHost) -> None:
    ax.write("ccw_angle_limit", 0)
    ax.write("torque_enable", 1)
    assert ax.write("moving_speed", 512) == 0
    ax.wait(0.5)
    assert ax.read("present_load") == 512
    half = turned(ax, 1.0)
    ax.write("moving_speed", 1024 + 1023)
    ax.wait(0.5)
    assert ax.read("present_load") == 1024 + 1023
    assert turned(ax, 1.0) == pytest.approx(-2.2 * half, rel=0.1)  # friction takes the same
    ax.write("moving_speed", 0)
    ax.wait(0.5)
    assert turned(ax, 1.0) == 0


def test_an_mx_wheel_keeps_its_speed(mx: ServoHost) -> None:
    mx.write("cw_angle_limit", 0)
    mx.write("ccw_angle_limit", 0)
    mx.write("torque_enable", 1)
    count = 4096 * 0.114 / 60
    mx.write("moving_speed", 200)
    mx.wait(0.5)
    assert turned(mx, 1.0) == pytest.approx(200 * count, rel=0.01)
    mx.write("moving_speed", 1024 + 300)
    mx.wait(0.5)
    assert turned(mx, 1.0) == pytest.approx(-300 * count, rel=0.01)


def test_torque_control_of_an_mx_pushes_with_a_current(mx: ServoHost) -> None:
    mx.write("cw_angle_limit", 0)
    mx.write("ccw_angle_limit", 0)
    mx.write("torque_control_mode_enable", 1)
    mx.write("torque_enable", 1)
    for pushed in (100, -60):
        mx.write("goal_torque", pushed if pushed > 0 else 1024 - pushed)
        mx.wait(0.1)
        assert mx.read("current") == pytest.approx(2048 + pushed, abs=2)


@pytest.mark.parametrize("cause", ["heat", "overload"])
def test_a_shutdown_takes_the_torque_limit_and_stays_until_it_is_written(
    ax: ServoHost, cause: str
) -> None:
    bank = ax.bench.body.servos
    ax.write("goal_position", 600)
    if cause == "heat":
        bank.table["temperature_c"] = 71.0
    else:
        bank.overload(bank.torque_on)
    ax.wait(0.01)
    error = OVERHEATING if cause == "heat" else OVERLOAD
    assert ax.ask(1, Instruction.PING).error == error
    assert (ax.read("torque_limit"), ax.read("torque_enable")) == (0, 0)
    bank.table["temperature_c"] = 30.0
    ax.wait(1.1)
    assert ax.ask(1, Instruction.PING).error == error
    ax.write("torque_limit", 1023)
    ax.write("torque_enable", 1)
    ax.wait(0.01)
    assert ax.ask(1, Instruction.PING).error == 0
    assert ax.read("torque_enable") == 1


def test_voltage_load_and_temperature_are_those_of_the_motor(ax: ServoHost) -> None:
    assert ax.read("present_voltage") == 120
    ax.bench.body.servos.set_supply(5.0)
    ax.wait(0.01)
    assert ax.ask(1, Instruction.PING).error == 1
    assert ax.read("present_voltage") == 50
    assert ax.read("present_temperature") == 25


def test_the_led_blinks_for_an_alarm(ax: ServoHost) -> None:
    firmware = ax.bench.lines["bus"].device(1).firmware
    assert not firmware.lit
    ax.write("led", 1)
    assert firmware.lit
    ax.write("led", 0)
    ax.bench.body.servos.table["temperature_c"] = 71.0
    ax.wait(0.01)
    assert firmware.lit


def test_bulk_read_of_an_mx_chains_and_stops_at_the_first_silent_one() -> None:
    host = host_of("mx-28", 3, return_delay=0)
    ask = bytes((0, 2, 1, 36, 1, 2, 43, 2, 3, 30))
    host.send(host.codec.encode(Packet(BROADCAST, Instruction.BULK_READ, ask)))
    got = host.answers()
    assert [(one.id, len(one.parameters)) for one in got] == [(1, 2), (2, 1), (3, 2)]
    host.bench.lines["bus"].device(2).die()
    host.send(host.codec.encode(Packet(BROADCAST, Instruction.BULK_READ, ask)))
    assert [one.id for one in host.answers()] == [1]


def test_an_ax_knows_no_bulk_read(ax: ServoHost) -> None:
    assert ax.ask(BROADCAST, Instruction.BULK_READ, bytes((0, 2, 1, 36))) is None
