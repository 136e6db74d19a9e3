"""The master of one bus: asks servos, waits no longer than it must, and counts what happens."""

from collections.abc import Iterable, Mapping
from math import inf
from typing import Generic, TypeVar

from olympian.dynamixel.exchange import Exchange
from olympian.dynamixel.half_duplex import BusTiming, HalfDuplex
from olympian.dynamixel.packet import BROADCAST, HIGHEST_ID, Instruction, Status
from olympian.dynamixel.plans import Found, Plan, Plans
from olympian.dynamixel.port import Port
from olympian.dynamixel.statistics import BusStatistics
from olympian.dynamixel.transaction import Transactions

__all__ = ["Bus", "PlanRun"]

Result = TypeVar("Result")


class PlanRun(Generic[Result]):
    """A plan under way on its bus."""

    def __init__(self, wire: HalfDuplex, plan: Plan[Result]) -> None:
        self._wire, self._plan = wire, plan
        self.port = wire.port
        self.result: Result | None = None
        self.over = False
        self._exchange: Exchange | None = None
        self._go_on()

    @property
    def wake_at(self) -> float:
        """When something has to be done though nothing is heard."""
        return self._exchange.wake_at if self._exchange else -inf

    def advance(self, latest: float = inf) -> None:
        """Do what can be done, and wait for the next event, at most until `latest`."""
        assert self._exchange is not None
        self._exchange.advance(latest)
        if self._exchange.over:
            self._go_on()

    def _go_on(self) -> None:
        answers = self._exchange.answers if self._exchange else None
        try:
            batch = next(self._plan) if answers is None else self._plan.send(answers)
            self._exchange = Exchange(self._wire, *batch)
        except StopIteration as end:
            self.result, self.over = end.value, True


class Bus:
    """All servos on one line, in one protocol.

    Nothing here raises because a servo is silent: reads are None or lack its id, writes are False.
    Only a line that has gone raises an OlympianError.
    """

    def __init__(
        self,
        port: Port,
        protocol: int,
        timing: BusTiming | None = None,
        retries: int = 1,
        echo: bool = False,
    ) -> None:
        """Args:
        timing: how long to wait for whom.
        retries: how often a question is repeated that was not answered.
        echo: the adapter hands back everything that is sent.
        """
        make = Transactions(protocol)
        self.port, self.protocol = port, protocol
        self._wire = HalfDuplex(port, make.codec, timing or BusTiming(), echo)
        self.plans = Plans(self._wire, make, retries)
        """The same operations for `in_parallel`."""

    @property
    def statistics(self) -> BusStatistics:
        """What was counted so far."""
        return self._wire.count()

    @property
    def errors(self) -> Mapping[int, int]:
        """The latest error byte of each id that answered."""
        return self._wire.errors

    def start(self, plan: Plan[Result]) -> PlanRun[Result]:
        """Begin a plan; who begins one has to end it before the next."""
        return PlanRun(self._wire, plan)

    def do(self, plan: Plan[Result]) -> Result:
        """Carry out a plan to its end."""
        task = self.start(plan)
        while not task.over:
            task.advance()
        return task.result  # pyright: ignore[reportReturnType]  # over means that it is there

    def ask(
        self, id: int, instruction: int, parameters: bytes = b"", size: int = 0
    ) -> Status | None:
        """Any question to one servo. Args: size: bytes of data in its answer."""
        return self.do(self.plans.ask(id, instruction, parameters, size))

    def ping(self, id: int) -> Found | None:
        """Who has this id; None if nobody answers."""
        return self.do(self.plans.ping(id))

    def scan(self, ids: Iterable[int] = range(HIGHEST_ID + 1)) -> list[Found]:
        """Who is there, by id."""
        return self.do(self.plans.scan(ids))

    def read(self, id: int, address: int, size: int) -> bytes | None:
        """Registers of one servo; None if it does not answer or refuses."""
        return self.do(self.plans.read(id, address, size))

    def poll(self, address: int, size: int, ids: Iterable[int]) -> dict[int, bytes]:
        """The same registers of many servos, one question each; who is silent is not in it."""
        return self.do(self.plans.poll(address, size, ids))

    def sync_read(self, address: int, size: int, ids: Iterable[int]) -> dict[int, bytes]:
        """The same registers of many servos with one question; protocol 1 polls them instead."""
        return self.do(self.plans.sync_read(address, size, ids))

    def fast_sync_read(self, address: int, size: int, ids: Iterable[int]) -> dict[int, bytes]:
        """The same with one answer for all: protocol 2, newer firmware."""
        return self.do(self.plans.fast_sync_read(address, size, ids))

    def bulk_read(
        self, wanted: Mapping[int, tuple[int, int]], fast: bool = False
    ) -> dict[int, bytes]:
        """Different registers of many servos: protocol 2, and MX in protocol 1.

        Args:
            wanted: address and size by id.
            fast: one answer for all: protocol 2, newer firmware.
        """
        return self.do(self.plans.bulk_read(wanted, fast))

    def write(self, id: int, address: int, data: bytes) -> bool:
        """Registers of one servo; True if it says that it did so. A broadcast is always True."""
        return self.do(self.plans.write(id, address, data))

    def reg_write(self, id: int, address: int, data: bytes) -> bool:
        """The same, but the servo waits for `action`."""
        return self.do(self.plans.write(id, address, data, Instruction.REG_WRITE))

    def action(self, id: int = BROADCAST) -> bool:
        """Do now what was registered."""
        return self.do(self.plans.command(id, Instruction.ACTION))

    def sync_write(self, address: int, data: Mapping[int, bytes]) -> None:
        """The same registers of many servos. Nobody answers, and the port works by itself."""
        self.do(self.plans.sync_write(address, data))

    def reboot(self, id: int) -> bool:
        """Restart a servo of protocol 2: clears its errors, and its torque is off."""
        return self.do(self.plans.command(id, Instruction.REBOOT))

    def factory_reset(self, id: int, keep: int = 1) -> bool:
        """All registers as delivered.

        Args:
            keep: in protocol 2, 1 keeps the id, 2 the id and the baud rate. Protocol 1 keeps
                nothing: the servo then has id 1 and its first baud rate.
        """
        option = bytes((keep,)) if self.protocol == 2 else b""
        return self.do(self.plans.command(id, Instruction.FACTORY_RESET, option))

    def close(self) -> None:
        """Let go of the port."""
        self.port.close()
