"""The line: time of bytes, latency, who talks at once, and faults from a seed."""

import pytest

from drills.servos.servo_host import ServoHost
from olympian.dynamixel import BROADCAST, Bus, Instruction, Packet, Status
from olympian.errors import OlympianError
from olympian.virtual import LineFaults, VirtualServos, read_faults

BYTE = 1e-5
"""Seconds at 1 Mbaud."""
PROCESSING = 22e-6


def ax_host(count: int = 1, **options) -> ServoHost:
    models = dict.fromkeys(range(1, count + 1), "ax-12a")
    return ServoHost(VirtualServos(models, **options), "ax-12a", 1)


@pytest.mark.parametrize("latency", [0.0, 0.001, 0.016])
@pytest.mark.parametrize(("baud", "delay"), [(1_000_000, 250), (57_600, 0)])
def test_an_answer_takes_its_bytes_its_delay_and_the_adapters_latency(
    latency: float, baud: int, delay: int
) -> None:
    host = ax_host(latency=latency, baud=baud, return_delay=delay)
    begun = host.port.now()
    assert host.read("present_temperature") == 25
    asked, answered, byte = 8, 7, 10 / baud
    silent = asked * byte + delay * 2e-6 + PROCESSING
    # the adapter's time begins with the first byte; the last one has to come as well
    expected = silent + max(answered * byte, byte + latency)
    assert host.port.now() - begun == pytest.approx(expected, rel=2e-2)


def test_sixty_two_bytes_do_not_wait_in_the_adapter() -> None:
    host = ax_host(latency=0.016, return_delay=0)
    begun = host.port.now()
    host.ask(1, Instruction.READ, bytes((0, 50)))
    slow = host.port.now() - begun
    assert slow > 0.016
    host.bench.lines["bus"].adapter.arrive(bytes(62), begun, begun)
    assert host.bench.lines["bus"].adapter.take(99) == bytes(62)


def test_at_another_rate_nobody_answers_and_nothing_is_broken() -> None:
    host = ax_host()
    host.port.baud = 115_200
    assert host.write("led", 1) is None
    host.port.baud = 1_000_000
    assert host.read("led") == 0


def test_packets_are_found_among_garbage_and_however_they_are_split() -> None:
    host = ax_host()
    packet = host.codec.encode(Packet(1, Instruction.PING))
    for byte in b"\x00\xff\x12\xff\xff\xff" + packet:
        host.send(bytes((byte,)))
    assert host.answers() == [Status(1, 0)]
    host.send(packet[:4])
    host.wait(0.2)
    host.send(packet)  # who pauses so long has begun anew
    assert host.answers() == [Status(1, 0)]


def test_two_packets_in_one_write_are_answered_each_at_its_time() -> None:
    host = ax_host(2, return_delay=0)
    packets = [host.codec.encode(Packet(id, Instruction.PING)) for id in (1, 2)]
    spoiled = host.bench.lines["bus"]
    host.send(packets[0])
    host.wait(0.001)
    host.send(packets[1])
    assert [one.id for one in host.answers()] == [1, 2]
    assert spoiled.collisions == 0
    host.send(b"".join(packets))  # the first answers while the host still talks to the second
    assert [one.id for one in host.answers()] != [1, 2]
    assert spoiled.collisions > 0


def test_servos_with_the_same_id_spoil_each_others_answers() -> None:
    host = ax_host(2, faults=LineFaults(twins={2: 1}))
    line = host.bench.lines["bus"]
    assert host.ask(1, Instruction.PING) == Status(1, 0)  # both say the same at the same time
    assert line.collisions == 1
    # one of them stands elsewhere
    host.bench.body.servos.table["goal_ticks"] = [300, 700]
    host.tell_all("torque_enable", 1)
    host.wait(1.0)
    where = host.read("present_position")
    assert where is None or abs(where - 300) > 5


def test_dropouts_and_bit_errors_come_as_often_as_wished_and_the_same_every_time() -> None:
    def counts(seed: int) -> tuple[int, int, int]:
        faults = LineFaults(dropouts=0.02, bit_errors=0.002)
        host = ax_host(faults=faults, seed=seed, return_delay=0, latency=0.0)
        bus = Bus(host.port, 1, retries=0)
        missed = sum(bus.read(1, 36, 2) is None for _ in range(1000))
        noise = host.bench.lines["bus"].noise
        return missed, noise.dropped, noise.damaged

    first = counts(1)
    assert first == counts(1)
    assert first != counts(2)
    missed, dropped, damaged = first
    assert 20 < dropped < 65  # of 2000 packets, 40
    assert 12 < damaged < 55  # of 16000 bytes, 32
    assert missed > 0.7 * (dropped + damaged)


def test_an_echo_comes_before_the_answer() -> None:
    host = ax_host(faults=LineFaults(echo=True))
    packet = host.codec.encode(Packet(1, Instruction.PING))
    host.send(packet)
    host.wait(0.01)
    assert host.port.read(99, 0.0) == packet + host.codec.encode_status(Status(1, 0))
    bus = Bus(host.port, 1, echo=True)
    assert bus.ping(1)


def test_a_servo_dies_at_its_time_and_leaves_its_joint_loose() -> None:
    host = ax_host(2, faults=LineFaults(deaths={2: 0.5}))
    host.write("goal_position", 700, 2)
    host.wait(0.3)
    assert host.read("led", 2) == 0
    host.wait(0.3)
    assert host.read("led", 2) is None
    assert host.read("led", 1) == 0
    assert not host.bench.body.servos.torque_on[1]


def test_a_pulled_cable_is_an_error_and_plugged_again_it_works() -> None:
    host = ax_host(faults=LineFaults(unplugged=((0.2, 0.4),)))
    assert host.read("led") == 0
    host.wait(0.25)
    with pytest.raises(OlympianError, match="virtual bus 'bus' is unplugged"):
        host.read("led")
    host.wait(0.25)
    assert host.read("led") == 0


def test_faults_are_read_as_users_write_them() -> None:
    text = "dropouts=0.01,bit_errors=0.001,echo,twin=6@5,death=5@10,unplug=20-25,unplug=30-31"
    assert read_faults(text) == LineFaults(
        0.01, 0.001, True, {6: 5}, {5: 10.0}, ((20.0, 25.0), (30.0, 31.0))
    )
    assert read_faults("") == LineFaults()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("dropout=0.1", "did you mean 'dropouts'"),
        ("dropouts=2", "a share between 0 and 1"),
        ("dropouts=x", "write dropouts=0.01"),
        ("twin=5", "servo 6 has taken the id 5"),
        ("unplug=5-3", "from a time to a later one"),
        ("echo=3", "write echo"),
    ],
)
def test_wrong_faults_are_told_in_one_line(text: str, message: str) -> None:
    with pytest.raises(OlympianError, match=message):
        read_faults(text)


def test_a_fault_for_a_servo_that_is_not_there_is_told() -> None:
    with pytest.raises(OlympianError, match="no device has the id 9; there are 1"):
        ax_host(faults=LineFaults(deaths={9: 1.0}))


def test_broadcast_writes_reach_everybody_in_one_packet() -> None:
    host = ax_host(3)
    bus = Bus(host.port, 1)
    bus.sync_write(25, {1: b"\1", 3: b"\1"})
    host.wait(0.01)
    assert [host.read("led", id) for id in (1, 2, 3)] == [1, 0, 1]
    # a packet whose data are cut short is nobody's
    host.ask(BROADCAST, Instruction.SYNC_WRITE, bytes((25, 1, 2, 1, 3)))
    assert host.read("led", 2) == 0
