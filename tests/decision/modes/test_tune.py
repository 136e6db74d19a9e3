"""Numbers of modes are set by name, from anywhere, and keep within their ends."""

import pytest

from olympian.decision.modes import mode_machine
from olympian.errors import OlympianError
from olympian.robot import load_robot


def test_numbers_of_every_mode_are_set_within_their_ends() -> None:
    machine = mode_machine(load_robot("bioloid"))
    tuned = 0
    for mode in machine.modes:
        for one in machine.parameters_of(mode):
            machine.tune(mode, one.name, (one.low + one.high) / 2)
            now = {p.name: p.value for p in machine.parameters_of(mode)}
            assert now[one.name] == pytest.approx((one.low + one.high) / 2)
            machine.tune(mode, one.name, 1e9)
            now = {p.name: p.value for p in machine.parameters_of(mode)}
            assert now[one.name] == one.high
            tuned += 1
        with pytest.raises(OlympianError, match=f"unknown number of mode '{mode}' 'charm'"):
            machine.tune(mode, "charm", 1.0)
    assert tuned > 5
