"""The arithmetic limit of a cycle: bytes on the wire, reaction of servos, latency of adapters."""

from math import isinf

from olympian.dynamixel.transaction import Transaction, Transactions
from olympian.lab.bus.case import BAUD, LATENCY, BusCase
from olympian.virtual.adapter import Adapter

__all__ = ["wire_limit"]

BYTE = 10.0 / BAUD
REACTION = 22e-6
"""Seconds until a servo without return delay answers a read."""


def wire_limit(case: BusCase) -> float:
    """Seconds below which no program can be, however quick, if it asks in this way.

    One by one, every answer waits in the adapter. Where questions overlap only the last ones do,
    as in a chain that answers one question. Buses work side by side.
    """
    return max(_of_line(case, ids) for ids in case.lines.values())


def _of_line(case: BusCase, ids: tuple[int, ...]) -> float:
    make = Transactions(case.protocol)
    address, size = case.goal
    writing = len(make.sync_write(address, size, dict.fromkeys(ids, bytes(size))).data) * BYTE
    if case.read != "poll":
        return writing + _answered([getattr(make, case.read)(*case.position, ids)])
    questions = make.poll(*case.position, ids)
    if case.overlap is not None:
        return writing + _answered(questions, case.overlap)
    return writing + sum(_answered([question]) for question in questions)


def _answered(questions: list[Transaction], gap: float = 0.0) -> float:
    """Seconds until the host has the last answer.

    Args: gap: before every question but the first.
    """
    adapter, t = Adapter(LATENCY), -gap
    for question in questions:
        t += gap + len(question.data) * BYTE
        speakers = 1 if question.fast else len(question.answers)
        for _ in range(speakers):
            begun = t + REACTION
            t = begun + question.answer_bytes // speakers * BYTE
            if adapter.due < t:
                adapter.run(adapter.due)
            adapter.arrive(bytes(question.answer_bytes // speakers), begun + BYTE, t)
    return t if isinf(adapter.due) else max(t, adapter.due)
