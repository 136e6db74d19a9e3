"""One wire that the master and all servos share: when it is free, and what comes over it."""

from dataclasses import dataclass
from typing import TypeAlias

from olympian.dynamixel.decoder import Decoder
from olympian.dynamixel.fast_read import FastReply
from olympian.dynamixel.packet import Status
from olympian.dynamixel.port import Port
from olympian.dynamixel.protocol import Codec
from olympian.dynamixel.reply import ChainReply, SingleReply
from olympian.dynamixel.statistics import BusStatistics
from olympian.dynamixel.transaction import Transaction

__all__ = ["BusTiming", "HalfDuplex"]

AnswerDecoder: TypeAlias = Decoder[Status] | FastReply | SingleReply | ChainReply
BITS_PER_BYTE = 10
"""With start and stop bit."""
CHUNK = 4096
"""Bytes read at once: more than any answer."""


@dataclass(frozen=True)
class BusTiming:
    """How long the master gives others. All times in seconds."""

    return_delay: float = 500e-6
    """Before a servo answers: its register of that name; ex factory 250 times 2 µs."""
    reaction: float = 50e-6
    """What a servo needs beside that to understand a question."""
    patience: float = 3e-3
    """Added to the computed time of an answer before it counts as missing: the operating system's
    worst habits."""
    overlap: float | None = None
    """None: each question waits for the answer to the one before. A number: when polling, a
    question goes out so long after the answer before it has left the wire, though the adapter still
    holds it back. Too short, and the two collide."""


class HalfDuplex:
    """The wire behind a port, with the bookkeeping that both ways need."""

    def __init__(self, port: Port, codec: Codec, timing: BusTiming, echo: bool) -> None:
        """Args: echo: the adapter hands back everything that is sent."""
        self.port, self.timing = port, timing
        self.byte_time = BITS_PER_BYTE / port.baud
        self.statistics = BusStatistics(port.now(), self.byte_time)
        self.decoder = codec.statuses()
        self.errors: dict[int, int] = {}
        """The latest error byte of each id."""
        self.owed: dict[int, set[int]] = {}
        """Sizes of answers that never came, by id, and may yet. Bytes stay in order on their way,
        so the first answer to a newer question says that none of them will."""
        self._echo = echo
        self._echo_due = 0
        self._fast_broken = 0
        self._free_at = port.now()

    def send(self, transaction: Transaction) -> float:
        """Put it on the wire; says when the wire is free again if everybody answers."""
        data = transaction.data
        self.port.write(data)
        self.statistics.sent += 1
        self.statistics.bytes_sent += len(data)
        if self._echo:
            self._echo_due += len(data)
        talk = len(data) + transaction.answer_bytes
        speakers = 1 if transaction.fast else len(transaction.answers)
        wait = speakers * (self.timing.return_delay + self.timing.reaction)
        self._free_at = max(self._free_at, self.port.now()) + talk * self.byte_time + wait
        return self._free_at

    def hear(self, decoder: AnswerDecoder, until: float) -> list[Status]:
        """The answers in what comes next; none if nothing does until then."""
        data = self.port.read(CHUNK, until)
        if self._echo_due:
            skipped = min(self._echo_due, len(data))
            self._echo_due -= skipped
            data = data[skipped:]
        self.statistics.bytes_received += len(data)
        return decoder.feed(data) if data else []

    def decoder_for(self, transaction: Transaction) -> AnswerDecoder:
        """What reads the answers to it."""
        if transaction.fast:
            return FastReply(transaction.answers)
        if transaction.reader:
            return SingleReply(transaction.reader, self.decoder)
        if chain := transaction.chain_reader:
            return ChainReply(chain, transaction.answers, transaction.answer_bytes, self.decoder)
        return self.decoder

    def give_up(self, decoder: AnswerDecoder) -> list[Status]:
        """Nothing more comes: what was found behind noise, and the wire counts as free."""
        self._free_at = self.port.now()
        self._echo_due = 0
        if isinstance(decoder, FastReply):
            self._fast_broken += decoder.broken
        return decoder.finish()

    def is_refusal(self, status: Status) -> bool:
        """It says why it sends no data; not where it may be an owed answer of another question."""
        return bool(status.error) and not status.parameters and status.id not in self.owed

    def doubts(self, transaction: Transaction) -> bool:
        """An answer to it could be an owed one as well."""
        return any(size in self.owed.get(id, ()) for id, size in transaction.answers.items())

    def count(self) -> BusStatistics:
        """The statistics up to now."""
        self.statistics.garbage = self.decoder.garbage
        self.statistics.broken = self.decoder.broken + self._fast_broken
        return self.statistics
