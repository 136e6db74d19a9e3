"""Control tables: consistent in themselves, and what manuals and other people's tables say."""

import pytest

from olympian.dynamixel import control_table, control_table_of, table_names
from olympian.errors import OlympianError

ROBOTIS = (
    ("ax-12a", 12, 1),
    ("ax-18a", 18, 1),
    ("rx-28", 28, 1),
    ("rx-64", 64, 1),
    ("mx-28", 29, 1),
    ("mx-64", 310, 1),
    ("mx-106", 320, 1),
    ("mx-28-2.0", 30, 2),
    ("mx-64-2.0", 311, 2),
    ("mx-106-2.0", 321, 2),
    ("xl430-w250", 1060, 2),
    ("xm430-w350", 1020, 2),
    ("xh540-w270", 1100, 2),
)


@pytest.mark.parametrize("model", table_names())
def test_registers_do_not_overlap_and_hold_their_defaults(model: str) -> None:
    end = 0
    for register in control_table(model):
        assert register.address >= end, register
        assert register.low <= register.default <= register.high, register
        assert register.decode(register.pack(register.high)) == register.high, register
        assert register.decode(register.pack(register.low)) == register.low, register
        end = register.end


@pytest.mark.parametrize(("model", "number", "protocol"), ROBOTIS)
def test_a_model_is_found_by_the_number_that_it_answers(
    model: str, number: int, protocol: int
) -> None:
    assert control_table_of(number, protocol).model == model
    assert control_table(model)["model_number"].default == number


def test_memory_map_of_an_ax_12a_is_that_of_its_manual() -> None:
    table = control_table("ax-12a")
    expected = {
        "id": (3, 1, 1),
        "baud_rate": (4, 1, 1),
        "return_delay_time": (5, 1, 250),
        "ccw_angle_limit": (8, 2, 1023),
        "temperature_limit": (11, 1, 70),
        "max_torque": (14, 2, 1023),
        "shutdown": (18, 1, 36),
        "goal_position": (30, 2, 512),
        "present_load": (40, 2, 0),
        "punch": (48, 2, 32),
    }
    found = {name: table[name] for name in expected}
    assert {n: (r.address, r.size, r.default) for n, r in found.items()} == expected
    assert table["shutdown"].eeprom
    assert not table["torque_enable"].eeprom
    assert table.size == 50


def test_counts_become_si_and_back() -> None:
    ax, x = control_table("ax-12a"), control_table("xh540-w270")
    assert ax.to_si("goal_position", 512) == 0.0
    assert ax.to_si("goal_position", 1023) == pytest.approx(2.613, abs=1e-3)
    assert ax.to_si("present_load", 1024 + 1023) == pytest.approx(-1.0)
    assert ax.to_raw("present_load", -0.5) == 1024 + 512
    assert x.to_si("present_current", -100) == pytest.approx(-0.269)
    assert x.to_raw("goal_velocity", x.to_si("goal_velocity", -123)) == -123
    assert x.to_si("bus_watchdog", 25) == pytest.approx(0.5)


def test_signed_registers_are_twos_complement_on_the_wire() -> None:
    table = control_table("xh540-w270")
    assert table.encode("goal_position", -5) == bytes.fromhex("fbffffff")
    assert table.decode("goal_position", bytes.fromhex("fbffffff")) == -5


def test_indirect_addresses_are_two_runs() -> None:
    table = control_table("xm430-w350")
    assert table["indirect_address_28"].address == 222
    assert table["indirect_address_29"].address == 578
    assert table["indirect_address_56"].default == 661
    assert table["indirect_data_56"].address == 661


def test_a_model_with_two_firmwares_is_chosen_by_protocol() -> None:
    assert control_table("mx-64", 2).model == "mx-64-2.0"
    assert control_table("mx-64", 1).model == "mx-64"
    assert control_table("AX-12+").model == "ax-12a"
    with pytest.raises(OlympianError, match="ax-12a speaks protocol 1, not 2"):
        control_table("ax-12a", 2)


def test_baud_codes_are_found_within_what_a_line_tolerates() -> None:
    assert control_table("ax-12a").baud_code(57_600) == 34
    assert control_table("mx-28").baud_code(3_000_000) == 252
    assert control_table("xh540-w270").baud_code(2_000_000) == 4
    with pytest.raises(OlympianError, match="no baud rate 3000000"):
        control_table("ax-12a").baud_code(3_000_000)


def test_errors_name_the_culprit_and_the_alternatives() -> None:
    table = control_table("ax-12a")
    with pytest.raises(OlympianError, match="did you mean 'goal_position'"):
        table["goal_postion"]
    with pytest.raises(OlympianError, match="'led' takes 0 to 1, not 2"):
        table.encode("led", 2)
    with pytest.raises(OlympianError, match="has 2 bytes, not 1"):
        table.decode("punch", b"x")
    with pytest.raises(OlympianError, match="no model of protocol 1 has number 7"):
        control_table_of(7, 1)
    with pytest.raises(OlympianError, match="does not tell its model"):
        control_table_of(None, 1)
