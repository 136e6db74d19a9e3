"""Questions on a wire, one after the other, and the answers to them."""

from collections import deque
from collections.abc import Sequence
from math import inf

from olympian.dynamixel.half_duplex import AnswerDecoder, HalfDuplex
from olympian.dynamixel.packet import Status
from olympian.dynamixel.transaction import Transaction

__all__ = ["Exchange"]


class Exchange:
    """Some transactions of one bus, from the first byte to the last answer or time-out.

    `advance` does what can be done now, so that several buses can be served in turn.
    """

    def __init__(
        self, wire: HalfDuplex, transactions: Sequence[Transaction], overlap: float | None
    ) -> None:
        self.wire = wire
        self.answers: dict[int, Status] = {}
        self._left = deque(transactions)
        self._overlap = overlap
        self._due: dict[int, tuple[int, float]] = {}
        """Size of the answer, and when it was asked, by id."""
        self._clear_at = self._deadline = -inf
        self._most_garbage: float = inf
        self._decoder: AnswerDecoder = wire.decoder

    @property
    def over(self) -> bool:
        """Everything is sent, and answered or given up."""
        return not self._left and not self._due

    @property
    def wake_at(self) -> float:
        """When something has to be done though nothing is heard."""
        return min(self._deadline, self._clear_at) if self._left else self._deadline

    def advance(self, latest: float = inf) -> None:
        """Send what may go, and wait for the next event, at most until `latest`."""
        self._send_due()
        if self._due:
            for status in self.wire.hear(self._decoder, min(self.wake_at, latest)):
                self._take(status)
            if self._due and (self._is_spoilt or latest >= self._deadline <= self.wire.port.now()):
                self._give_up()
            self._send_due()

    @property
    def _is_spoilt(self) -> bool:
        """The one answer that was asked for has come damaged: there is nothing to wait for."""
        return self.wire.decoder.garbage >= self._most_garbage

    def _send_due(self) -> None:
        """What may go out now: nothing is awaited, or the wire is clear again."""
        while self._left and (not self._due or self.wire.port.now() >= self._clear_at):
            self._send(self._left.popleft(), self.wire.port.now())

    def _send(self, transaction: Transaction, now: float) -> None:
        if self._overlap is None:
            self._decoder = self.wire.decoder_for(transaction)
        free_at = self.wire.send(transaction)
        timing = self.wire.timing
        if self._overlap is None and len(transaction.answers) == 1:
            self._most_garbage = self.wire.decoder.garbage + transaction.answer_bytes
        self._clear_at = inf if self._overlap is None else free_at + self._overlap
        self._deadline = free_at + self.wire.port.latency + timing.patience
        for id, size in transaction.answers.items():
            self._due[id] = size, now

    def _take(self, status: Status) -> None:
        """An answer counts if this id was asked for so much data, or says why it sends none."""
        wire, statistics = self.wire, self.wire.statistics
        size, asked_at = self._due.get(status.id, (-1, 0.0))
        if len(status.parameters) != size and (size < 0 or not wire.is_refusal(status)):
            statistics.late += 1
            return
        del self._due[status.id]
        self.answers[status.id] = status
        wire.errors[status.id] = status.error
        wire.owed.clear()
        statistics.received += 1
        statistics.latencies.append(wire.port.now() - asked_at)

    def _give_up(self) -> None:
        for status in self.wire.give_up(self._decoder):
            self._take(status)
        self.wire.statistics.timeouts += len(self._due)
        for id, (size, _) in self._due.items():
            self.wire.owed.setdefault(id, set()).add(size)
        self._due = {}
