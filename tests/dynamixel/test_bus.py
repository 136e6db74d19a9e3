"""The master of a bus: every operation, patience by arithmetic, and nothing taken for another."""

import pytest

from drills.servos.servo_line import ServoLine
from olympian.dynamixel import Bus, BusTiming, Found, Instruction, Status
from olympian.lab.servos.bench_bus import open_bus

BOTH = pytest.mark.parametrize("protocol", [1, 2])
IDS = (1, 2, 3, 7)
NAIVE = 0.034
"""Seconds that the SDK waits for a servo that is not there."""


def bus(line: ServoLine, **options: float) -> Bus:
    return Bus(line, line.codec.number, BusTiming(**options))


@BOTH
def test_reads_and_writes_one_servo(protocol: int) -> None:
    line = ServoLine(protocol, IDS)
    master = bus(line)
    assert master.write(2, 30, b"\x12\x34")
    assert master.read(2, 30, 2) == b"\x12\x34"
    assert master.read(9, 30, 2) is None
    assert not master.write(9, 30, b"\x00")


@BOTH
def test_who_is_there(protocol: int) -> None:
    master = bus(ServoLine(protocol, IDS))
    firmware = 24 if protocol == 1 else 6
    assert master.ping(7) == Found(7, 12, firmware)
    assert master.ping(8) is None
    before = master.statistics.timeouts
    assert [found.id for found in master.scan()] == [*IDS]
    assert master.statistics.timeouts == before, "nobody was expected at the other ids"


@BOTH
def test_a_scan_does_not_wait_for_each_id(protocol: int) -> None:
    line = ServoLine(protocol, IDS, latency=16e-3)
    bus(line).scan()
    assert line.now() < 1.0, "253 times 16 ms are 4 s"


@BOTH
def test_writes_many_and_reads_many(protocol: int) -> None:
    line = ServoLine(protocol, IDS)
    master = bus(line)
    master.sync_write(30, {id: bytes((id, 9)) for id in IDS})
    for read in (master.sync_read, master.poll):
        assert read(30, 2, IDS) == {id: bytes((id, 9)) for id in IDS}
    sent = sum(packet.instruction == Instruction.READ for packet in line.asked)
    assert sent == len(IDS) * (2 if protocol == 1 else 1), "protocol 1 has no sync read"


@BOTH
def test_reads_different_registers_at_once(protocol: int) -> None:
    line = ServoLine(protocol, IDS)
    wanted = {1: (36, 2), 7: (43, 1), 2: (4, 6)}
    assert bus(line).bulk_read(wanted) == {1: b"\x24\x25", 7: b"\x2b", 2: bytes(range(4, 10))}
    assert len(line.asked) == 1


def test_fast_reads_have_one_answer() -> None:
    line = ServoLine(2, IDS)
    assert bus(line).fast_sync_read(132, 4, IDS) == dict.fromkeys(IDS, bytes(range(132, 136)))
    assert len(line.asked) == 1


@BOTH
def test_registered_writes_and_other_commands_are_answered(protocol: int) -> None:
    line = ServoLine(protocol, IDS)
    master = bus(line)
    assert master.reg_write(1, 30, b"\x01\x02")
    assert master.action()
    assert master.reboot(1)
    assert master.factory_reset(1)
    kinds = [packet.instruction for packet in line.asked]
    assert kinds == [Instruction.REG_WRITE, Instruction.ACTION, Instruction.REBOOT, 6]
    assert not master.reboot(50)


@BOTH
@pytest.mark.parametrize("how", ["sync_read", "poll", "fast_sync_read", "bulk_read"])
def test_one_silent_servo_hides_no_other(protocol: int, how: str) -> None:
    """Even at the head of a chain, where all behind it keep silent as well."""
    if protocol == 1 and how == "fast_sync_read":
        return
    line = ServoLine(protocol, IDS)
    line.silent = {1}
    master = bus(line)
    for _ in range(3):
        if how == "bulk_read":
            got = master.bulk_read(dict.fromkeys(IDS, (36, 2)))
        else:
            got = getattr(master, how)(36, 2, IDS)
        assert set(got) == {2, 3, 7}


@BOTH
@pytest.mark.parametrize("latency", [1e-3, 16e-3])
def test_a_missing_servo_costs_what_the_line_needs(protocol: int, latency: float) -> None:
    line = ServoLine(protocol, IDS, latency=latency)
    master = Bus(line, protocol, BusTiming(patience=2e-3), retries=0)
    begin = line.now()
    assert master.read(9, 36, 2) is None
    assert latency + 2e-3 < line.now() - begin < latency + 3e-3


def test_slow_lines_are_given_more_time() -> None:
    line = ServoLine(2, IDS, baud=9600, return_delay=500e-6)
    assert len(bus(line, patience=1e-4).sync_read(132, 4, IDS)) == len(IDS)


def test_a_question_behind_a_long_write_is_given_its_time() -> None:
    line = ServoLine(1, IDS, baud=9600)
    master = Bus(line, 1, BusTiming(patience=2e-3), retries=0)
    master.sync_write(30, dict.fromkeys(IDS, bytes(6)))
    assert master.read(1, 36, 2) == b"\x24\x25"
    assert line.now() > 30 * 10 / 9600


@BOTH
def test_an_answer_that_comes_late_answers_nothing_else(protocol: int) -> None:
    """The same servo is asked for two registers of the same size; the first answer comes late."""
    for lateness in (0.0, 0.0021, 0.0025, 0.003, 0.005, 0.008, 0.012, 0.05):
        line = ServoLine(protocol, IDS)
        line.memory[1][36:38], line.memory[1][40:42] = b"PP", b"LL"
        master = Bus(line, protocol, BusTiming(patience=2e-3), retries=0)
        line.lateness.append(lateness)
        first = master.read(1, 36, 2)
        assert first in (None, b"PP")
        seconds = [master.read(1, 40, 2) for _ in range(20)]
        assert set(seconds) <= {b"LL", None}
        assert seconds[-1] == b"LL"
        assert first or master.statistics.late


@BOTH
def test_a_late_answer_is_no_trouble_after_another_servo_has_answered(protocol: int) -> None:
    line = ServoLine(protocol, IDS)
    line.lateness.append(0.0025)
    master = Bus(line, protocol, BusTiming(patience=2e-3), retries=0)
    assert master.read(1, 36, 2) is None
    assert master.read(2, 36, 2) == b"\x24\x25"
    assert master.read(1, 40, 2) == b"\x28\x29"
    assert len(line.asked) == 3, "no further question was needed to be sure"


@BOTH
def test_an_echo_is_skipped(protocol: int) -> None:
    line = ServoLine(protocol, IDS, echo=True)
    master = Bus(line, protocol, echo=True)
    master.sync_write(30, {1: b"\x07\x08"})
    assert master.read(1, 30, 2) == b"\x07\x08"
    assert master.read(9, 30, 2) is None
    assert master.poll(30, 2, (1, 2)) == {1: b"\x07\x08", 2: b"\x1e\x1f"}


def test_overlapping_questions_wait_only_once_for_the_adapter() -> None:
    ids = range(1, 19)
    cycles = {}
    for overlap in (None, 50e-6):
        line = ServoLine(1, ids, return_delay=0.0)
        master = Bus(line, 1, BusTiming(return_delay=0.0, overlap=overlap))
        assert len(master.poll(36, 2, ids)) == len(ids)
        cycles[overlap] = line.now()
        assert line.collisions == 0
    assert cycles[None] > 18 * 1e-3
    assert cycles[50e-6] < 6.5e-3


def test_questions_that_overlap_too_much_are_asked_again() -> None:
    """The return delay is longer than the master was told: everything collides, nothing is lost."""
    ids = range(1, 6)
    line = ServoLine(1, ids, return_delay=500e-6)
    master = Bus(line, 1, BusTiming(return_delay=0.0, overlap=0.0))
    assert set(master.poll(36, 2, ids)) == {*ids}
    assert line.collisions
    assert master.statistics.retries == 1


def test_a_servo_that_misheard_is_asked_again() -> None:
    class Deaf(ServoLine):
        """Answers the first question with 'checksum error'."""

        def _status(self, id: int, data: bytes) -> bool:
            if len(self.asked) == 1:
                self._answer(self.codec.encode_status(Status(id, 0x10)))
                return True
            return super()._status(id, data)

    line = Deaf(1, IDS)
    assert bus(line).write(1, 30, b"\x01\x02")
    assert len(line.asked) == 2


def test_a_refusal_says_why() -> None:
    class Stern(ServoLine):
        """Refuses every address."""

        def _status(self, id: int, data: bytes) -> bool:
            self._answer(self.codec.encode_status(Status(id, 7)))
            return bool(data)

    line = Stern(2, IDS)
    master = bus(line)
    assert not master.write(1, 30, b"\x01")
    assert master.read(1, 30, 2) is None
    assert master.errors == {1: 7}
    assert len(line.asked) == 2, "asking again would change nothing"


def test_the_statistics_are_those_of_the_line() -> None:
    line = ServoLine(1, IDS, return_delay=0.0)
    master = Bus(line, 1, BusTiming(return_delay=0.0, patience=1e-3), retries=2)
    master.poll(36, 2, IDS)
    assert master.read(9, 36, 2) is None
    line.silent = {1}
    assert master.read(1, 36, 2) is None
    counted = master.statistics
    assert (counted.sent, counted.received) == (4 + 3 + 3, 4)
    assert (counted.timeouts, counted.retries) == (6, 4)
    assert (counted.bytes_sent, counted.bytes_received) == (80, 32)
    assert counted.latency_median == pytest.approx(8e-5 + 2e-5 + 8e-5 + 1e-3)
    assert counted.duty(line.now()) == pytest.approx(112 * 1e-5 / line.now())


@BOTH
def test_noise_and_broken_answers_are_counted(protocol: int) -> None:
    class Noisy(ServoLine):
        """Spoils the first answer, and puts three bytes before each."""

        def _answer(self, data: bytes) -> None:
            bad = len(self.asked) == 1
            super()._answer(b"\x11\x22\x33" + (data[:-1] + b"%c" % (data[-1] ^ 4) if bad else data))

    line = Noisy(protocol, IDS)
    master = bus(line)
    assert master.read(1, 36, 2) == b"\x24\x25"
    counted = master.statistics
    assert (counted.broken, counted.retries) == (1, 1)
    assert counted.garbage == 3 * 3 + (8 if protocol == 1 else 13), "one answer proves the order"
    assert line.now() < 6e-3, "nobody waits for an answer that has come damaged"


@BOTH
def test_commands_on_the_bench_wait_for_a_busy_computer(protocol: int) -> None:
    line = ServoLine(protocol, IDS)
    line.lateness.extend([0.03] * 3)
    master = open_bus(line, protocol)
    found = master.ping(7)
    assert found is not None
    assert found.model_number == 12
    assert (master.statistics.timeouts, master.statistics.retries) == (0, 0)
