"""Noise into devices; the million is `python tools/fuzz_devices.py 1000000`."""

import pytest

from fuzz_devices import DeviceFuzz
from olympian.dynamixel import Register
from olympian.virtual.devices.servo_2 import Servo2


@pytest.mark.parametrize("seed", [1, 2])
def test_noise_raises_nothing_and_leaves_only_good_numbers(seed: int) -> None:
    fuzz = DeviceFuzz(seed)
    fuzz.run(1500)
    assert fuzz.counts["answers"] > 200
    assert min(fuzz.counts[kind] for kind in ("noise", "packet", "plausible", "damaged")) > 200


def test_it_finds_a_device_that_takes_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    def obey_anything(self: Servo2, _register: Register, value: int) -> None:
        self.memory["operating_mode"] = value % 256

    monkeypatch.setattr(Servo2, "obey", obey_anything)
    with pytest.raises(AssertionError, match="operating_mode"):
        DeviceFuzz(1).run(5000)
