"""Trials over a virtual bus end as they do in direct simulation, in short."""

import pytest

from olympian.arena.embody import directly, embody, embodying, over_buses
from olympian.arena.hardware import bench, senses
from olympian.arena.hardware.endurance import endure
from olympian.backend import Actor, Dynamixel, Specimen, Start
from olympian.errors import OlympianError
from olympian.robot import load_robot
from olympian.world import flat


def test_a_robot_gets_up_over_its_bus_as_it_does_directly() -> None:
    (success, seconds), (directly_too, before) = (
        bench.run_one(("bioloid", "getup_front", 7, bus)) for bus in (True, False)
    )
    assert success
    assert directly_too
    assert seconds == pytest.approx(before, abs=0.3)


def test_play_on_a_bad_line_has_no_exception_and_no_wild_goal() -> None:
    outcome = endure(4.0, 1)
    assert outcome.exceptions == outcome.wild_goals == outcome.wild_ticks == outcome.falls == 0
    lost = outcome.timeouts + outcome.broken
    assert 0.5 * outcome.lost_on_line < lost < 1.5 * outcome.lost_on_line
    assert outcome.state == "walking"


def test_rows_hold_both_ways(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def run_one(task: bench.Task) -> tuple[bool, float]:
        asked.append(task)
        return not task[3], 1.0 + task[3]

    def walk_without(task: senses.SenseTask) -> tuple[bool, float, float, bool]:
        _, lacks, _ = task
        return "imu" not in lacks, 0.2, 0.05, False

    monkeypatch.setattr(bench, "run_one", run_one)
    monkeypatch.setattr(bench, "walk_without", walk_without)
    (title, rows), (second, lacking), *others = bench.measure(2, 0.0).items()
    assert title == "hardware, judging seeds 20000–20001"
    assert not others
    assert second == "sensors, judging seeds 20000–20001"
    assert [(row.lacks, row.walk, row.walked.successes, row.speed_m_s) for row in lacking] == [
        ("nothing", "dynamic", 2, 0.2),
        ("soles", "dynamic", 2, 0.2),
        ("imu and soles", "static", 0, None),
    ]
    assert len(asked) == 4 * len(rows) == 4 * len(bench.CASES)
    assert {(row.direct.successes, row.over_bus.successes) for row in rows} == {(2, 0)}
    assert {(row.direct_s, row.over_bus_s) for row in rows} == {(1.0, None)}


def test_bodies_are_made_as_the_context_says() -> None:
    robot = load_robot("bioloid")
    one = ([robot], flat(), 0, [Start()], [Specimen()])
    assert isinstance(embody(*one).bodies[0], Actor)
    with embodying(over_buses()):
        body = embody(*one).bodies[0]
        assert isinstance(body, Dynamixel)
        body.close()
        with pytest.raises(OlympianError, match="only one can be on a bus"):
            embody([robot, robot], flat(), 0, [Start()] * 2, [Specimen()] * 2)
    assert isinstance(directly(*one).bodies[0], Actor)
    assert isinstance(embody(*one).bodies[0], Actor)
