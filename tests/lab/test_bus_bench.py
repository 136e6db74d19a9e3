"""What the bench of the bus rests on: its limit is the line's own, and its packets are read."""

import msgspec
import pytest

from olympian.dynamixel import Bus, in_parallel
from olympian.lab.bus import cycles
from olympian.lab.bus.case import CASES, BusCase
from olympian.lab.bus.handling import measure_handling
from olympian.lab.bus.limit import wire_limit
from olympian.lab.bus.rig import virtual_servos

GAPS = [msgspec.structs.replace(CASES[1], overlap=gap) for gap in (1e-6, 5e-6, 20e-6)]


def simulated_cycle(case: BusCase) -> float:
    """Seconds of simulated time, in which our program takes none."""
    bench = virtual_servos(case)
    buses = {name: Bus(bench.port(name), case.protocol, case.timing) for name in case.lines}
    address, size = case.goal
    work = []
    begin = bench.t
    for name, ids in case.lines.items():
        buses[name].sync_write(address, dict.fromkeys(ids, bytes(size)))
        plan = getattr(buses[name].plans, case.read)(*case.position, ids)
        work.append((buses[name], plan))
    assert sum(map(len, in_parallel(work))) == case.servos
    assert not any(line.collisions for line in bench.lines.values())
    return bench.t - begin


@pytest.mark.parametrize("case", [*CASES, *GAPS], ids=lambda case: f"{case.name} {case.overlap}")
def test_a_program_that_costs_nothing_meets_the_limit(case: BusCase) -> None:
    """With wide gaps it may be a little quicker: it leaves out those that nobody needs."""
    assert 0.98 < simulated_cycle(case) / wire_limit(case) < 1.001


def test_cycles_go_over_a_real_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """To servos in another process; in real time nobody is quicker than the wire."""
    monkeypatch.setattr(cycles, "BLOCK", 2)
    (row,) = cycles.measure_cycles(1, cases=CASES[2:3])
    assert row.unanswered < 1.0
    assert row.sdk_cycle_ms is not None
    assert min(row.best_cycle_ms, row.best_sdk_cycle_ms or 0.0) > row.wire_limit_ms
    assert row.ratio_to_limit == pytest.approx(row.cycle_ms / row.wire_limit_ms)


def test_our_packets_cost_a_fraction_of_the_sdks() -> None:
    """`olympian bench bus` says how much; on a busy machine a test can ask for less only."""
    for row in measure_handling(50):
        assert row.times_faster > 3.0, row.packets
