"""Keys mean one thing each, and browsers that fall silent let go."""

import pytest

from drills.mode import Drill
from olympian.cockpit.keys import ALIASES, COMMAND_KEYS, MODE_KEYS, bindings, named
from olympian.cockpit.page.held import SILENCE, HeldKeys, KeyChange
from olympian.cockpit.page.status import pad
from olympian.cockpit.pilot import Pilot
from olympian.cockpit.terminal.terminal import key_names
from olympian.decision.hcm import Orders, control_module
from olympian.decision.modes import mode_machine
from olympian.decision.modes.machine import MODES
from olympian.robot import load_robot, robot_names

BIOLOID = load_robot("bioloid")
ORDERS = Orders(control_module(BIOLOID, []))
KINDS = ("mode", "order", "command")
DRIVERS_OWN = {"m", "q", "0", "."}
"""Keys of the terminal that are no commands: next mode, end, start again, wait."""


@pytest.mark.parametrize("robot", robot_names())
def test_every_command_of_every_mode_has_one_key(robot: str) -> None:
    machine = mode_machine(load_robot(robot))
    for mode in machine.modes:
        machine.reset()
        machine.select(mode)
        bound = bindings(machine, ORDERS)
        keys = [one.key for one in bound]
        assert len(set(keys)) == len(keys), mode
        assert not set(keys) & (DRIVERS_OWN | set(ALIASES))
        commands = {kind: [one.command for one in bound if one.kind == kind] for kind in KINDS}
        assert set(commands["command"]) == set(machine.commands())
        assert set(commands["mode"]) == set(machine.modes)
        assert set(commands["order"]) == set(ORDERS.commands)
        assert all(one.meaning for one in bound)


def test_all_keys_belong_to_modes_that_exist() -> None:
    names = {mode.name for mode in MODES}
    assert set(MODE_KEYS) == names
    assert set(COMMAND_KEYS) <= names


def test_keys_have_other_spellings() -> None:
    assert [named(key) for key in ("W", " ", "ArrowUp", "left", "=")] == [
        "w",
        "space",
        "w",
        "a",
        "+",
    ]


def test_a_pilot_chooses_modes_and_presses_commands() -> None:
    drill = Drill()
    pilot = Pilot(drill.machine, ORDERS)
    pilot.down("m")
    assert drill.machine.mode == "walk"
    pilot.down("up")
    assert drill.run(1.0)[0] == "walk init"
    pilot.up("up")
    assert drill.until_idle()[-1] == "walk idle"
    pilot.down("p")
    assert drill.machine.message == "key 'p' means nothing in mode walk"
    pilot.down("g")
    assert drill.machine.message == "not lying: nothing to get up from"
    pilot.down("5")
    assert "no mode 'run'" in drill.machine.message
    pilot.down("1")
    assert drill.machine.mode == "stand"


def test_a_terminal_sends_arrows_as_sequences() -> None:
    assert key_names("w\x1b[A \x1bOD\x1b[5~q\x07") == ["w", "up", " ", "left", "q"]
    assert key_names("\x1b[") == []


def down(key: str) -> KeyChange:
    return KeyChange(key, is_down=True)


def up(key: str) -> KeyChange:
    return KeyChange(key, is_down=False)


def test_a_report_is_obeyed_once_and_in_order() -> None:
    held = HeldKeys()
    assert held.report(1, ["w"], 0.0) == [down("w")]
    assert held.report(1, ["w"], 0.1) == []
    assert held.report(1, ["a"], 0.2) == [up("w"), down("a")]
    assert held.report(2, ["+"], 0.3) == [down("+")]
    assert held.report(1, [], 0.4) == [up("a")]


def test_a_browser_that_falls_silent_lets_go_until_it_is_heard_again() -> None:
    held = HeldKeys()
    held.report(1, ["w"], 0.0)
    held.report(2, ["a"], 0.3)
    assert SILENCE == 0.5, "as the docs say"
    assert held.silent(SILENCE - 0.1) == []
    assert held.silent(SILENCE + 0.1) == [up("w")]
    assert held.silent(SILENCE + 0.2) == []
    assert held.report(1, ["w"], SILENCE + 0.3) == [down("w")]
    assert held.gone(2) == [up("a")]
    assert held.gone(2) == []
    assert held.silent(99.0) == [up("w")]


def test_the_pad_has_every_key_that_needs_no_numbers() -> None:
    machine = Drill().machine
    keys = bindings(machine, ORDERS)
    told = pad(keys, "stand")
    shown = told["keys"]
    assert isinstance(shown, list)
    assert [one["key"] for one in shown] == [one.key for one in keys if not one.numbers]
    assert {one["kind"] for one in shown if one["command"] == "forward"} <= {"drive"}
