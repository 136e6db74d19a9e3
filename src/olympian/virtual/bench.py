"""Lines with devices, and the body that their servos move, on one clock."""

from collections.abc import Iterable, Mapping

from olympian.errors import OlympianError, unknown
from olympian.virtual.body import MovedBody
from olympian.virtual.devices import ServoFirmware
from olympian.virtual.line import VirtualLine
from olympian.virtual.port import VirtualPort

__all__ = ["VirtualBench"]

ROUNDING = 1e-9
"""Seconds."""


class VirtualBench:
    """Everything between the ports and the floor. Time passes when it is told to.

    Physics goes in whole steps up to each moment at which something is heard on a line, so a
    servo answers with what it felt less than a step ago.
    """

    def __init__(
        self, body: MovedBody, lines: Mapping[str, VirtualLine], bauds: Mapping[str, int]
    ) -> None:
        """Args: bauds: at which each line's devices listen when everything begins."""
        self.body, self.lines = body, dict(lines)
        _check_faults(self.lines.values())
        self._bauds = dict(bauds)
        self.t = 0.0
        """Seconds so far."""

    def port(self, name: str | None = None) -> VirtualPort:
        """The host's end of one bus; None takes the first.

        Raises:
            OlympianError: there is no such bus.
        """
        name = next(iter(self.lines)) if name is None else name
        if name not in self.lines:
            raise unknown("bus", name, self.lines)
        return VirtualPort(self, self.lines[name], self._bauds[name])

    def hold(self) -> None:
        """Switch all servos on where they are, as if a program had done it before."""
        for line in self.lines.values():
            for device in line.devices:
                if isinstance(device.firmware, ServoFirmware):
                    device.firmware.hold()

    def advance(self, t: float) -> None:
        """Let time pass until `t`."""
        while self.t < t:
            self.next_event(t)

    def next_event(self, latest: float) -> None:
        """Let time pass until something happens on a line, at most until `latest`."""
        due = min(line.next_event for line in self.lines.values())
        t = max(self.t, min(due, latest))
        while self.body.t + self.body.dt <= t + ROUNDING:
            self.body.step()
        for line in self.lines.values():
            line.run(t)
        self.t = t


def _check_faults(lines: Iterable[VirtualLine]) -> None:
    """Every servo that is to die, or to have another's id, is there."""
    lines = list(lines)
    there = {device.id for line in lines for device in line.devices}
    for faults in (line.faults for line in lines):
        taken = there | set(faults.twins)
        for id in {*faults.deaths, *faults.twins.values()} - taken:
            known = ", ".join(str(one) for one in sorted(there))
            raise OlympianError(f"no device has the id {id}; there are {known}")
