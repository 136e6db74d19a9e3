"""The hardware check: finds each fault in time, lets go of it, and keeps still otherwise."""

from dataclasses import replace
from math import inf

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drills.fault import Drill, health_of, walking
from olympian.backend import Fault, KinematicBackend, Simulation
from olympian.records import HealthReport, Imu, JointGoal, Sensors
from olympian.robot import Robot, load_robot
from olympian.state import Health, HealthConfig
from olympian.state.symptoms import Debounce, ail, be_patient, examine, find_stuck
from twins import stuck as stuck_twin
from twins import symptoms as symptoms_twin

IN_TIME = 0.6
"""Seconds in which the control module must have reacted."""
ROBOTS = ("bioloid", "fumanoid", "wolfgang")


def _robot(name: str) -> Robot:
    return load_robot(name)


def _cases(robot: Robot) -> list[tuple[Fault, HealthReport]]:
    """Faults, and what a report should say of each."""
    leg = robot.legs[0]
    joint = leg.chain.joint_names[0]
    volts = 0.8 * (robot.supply_v or 0.0)
    say = HealthReport(battery=0.0)
    return [
        (Fault.servo_missing(joint), replace(say, missing=(joint,))),
        (Fault.servo_unpowered(joint), replace(say, missing=(joint,))),
        (
            Fault.bus_lost(leg.name),
            replace(say, missing=_ordered(robot, leg.chain.joint_names), lost_limbs=(leg.name,)),
        ),
        (Fault.imu_frozen(), replace(say, imu_stale=True)),
        (Fault.pressure_stuck(leg.name), replace(say, pressure_stale=(leg.name,))),
        (Fault.overload(joint), replace(say, overloaded=(joint,))),
        (Fault.overheating(joint), replace(say, overheated=(joint,))),
        (Fault.voltage_low(volts), replace(say, voltage_low=True)),
    ]


def _ordered(robot: Robot, joints: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(name for name in robot.joint_names if name in joints)


@pytest.mark.parametrize("name", ROBOTS)
def test_every_fault_is_named_in_time_and_forgotten_when_it_is_over(name: str) -> None:
    robot = _robot(name)
    drill = Drill(robot, seed=5)
    assert all(report.well for report in drill.run(0.5))
    for fault, expected in _cases(robot):
        drill.body.inject(fault)
        took = drill.until(lambda report: not report.well, IN_TIME)
        assert took <= IN_TIME, fault
        # A bus is whole or not from the first report on; the rest of a leg does not trickle in.
        assert replace(drill.tick(), battery=0.0) == expected, fault
        drill.body.clear(fault)
        drill.switch_on()
        assert drill.until(lambda report: report.well, IN_TIME) <= IN_TIME, fault


@pytest.mark.parametrize("name", ROBOTS)
def test_a_walking_robot_is_well(name: str) -> None:
    drill = walking(_robot(name), seed=1)
    assert all(report.well for report in drill.run(6.0))
    assert not drill.watch.fell


@pytest.mark.parametrize("joint", ["left_knee", "right_hip_roll", "left_ankle_pitch"])
def test_a_driver_that_hides_a_missing_servo_is_found_out_by_the_goals(joint: str) -> None:
    drill = walking(_robot("fumanoid"), seed=2)
    drill.run(2.0)
    fault = Fault.servo_repeats(joint)
    drill.body.inject(fault)
    assert drill.until(lambda report: report.missing == (joint,), 1.0) <= IN_TIME
    drill.body.clear(fault)
    assert drill.until(lambda report: not report.missing, 1.0) <= IN_TIME


def test_a_resting_servo_is_no_missing_one() -> None:
    """It reports the same for ten seconds, and its goal stays where it is."""
    drill = Drill(_robot("bioloid"))
    reports = drill.run(10.0)
    assert all(report.well for report in reports)


def test_a_blocked_joint_is_no_missing_one() -> None:
    """Goals move, the joint cannot: at its limit the load stays the same, and rightly so."""
    robot = _robot("bioloid")
    health, sensors = health_of(robot), Simulation(robot).actors[0].read()
    blocked = replace(sensors, load=np.full(robot.dof, 1.0))
    for goal_q, record, missing in ((0.5, blocked, False), (0.5, sensors, True)):
        health.reset()
        reports = [
            health.step(_later(record, tick), JointGoal.all(robot.ready + goal_q * (tick > 5)))
            for tick in range(60)
        ]
        assert bool(reports[-1].missing) == missing


def test_a_joint_told_to_crawl_is_no_missing_one() -> None:
    robot = _robot("bioloid")
    health, sensors = health_of(robot), Simulation(robot).actors[0].read()
    for tick in range(60):
        q = robot.ready + 0.5 * (tick > 5)
        report = health.step(_later(sensors, tick), JointGoal.all(q, np.full(robot.dof, 0.01)))
    assert not report.missing


def test_a_servo_that_hums_at_its_goal_is_no_missing_one() -> None:
    """Each look at it shows the same angle and the same speed; away from its goal that is an old
    answer."""
    robot = _robot("bioloid")
    health, sensors = health_of(robot), Simulation(robot).actors[0].read()
    hums = replace(sensors, q=np.array(robot.ready), dq=np.full(robot.dof, 0.34))
    for off_deg, missing in ((0.4, False), (5.0, True)):
        health.reset()
        goal = JointGoal.all(robot.ready + np.radians(off_deg))
        reports = [health.step(_later(hums, tick), goal) for tick in range(60)]
        assert bool(reports[-1].missing) == missing


def _later(sensors: Sensors, tick: int) -> Sensors:
    """The same servos `tick` hundredths later, with a live IMU."""
    return replace(sensors, t=0.01 * tick, imu=Imu(np.full(3, 1e-3 * tick), np.full(3, 5.0)))


def test_packets_lost_one_by_one_are_no_fault_and_a_loose_plug_is() -> None:
    robot = _robot("bioloid")
    sensors = Simulation(robot).actors[0].read()
    for share, missing in ((0.05, False), (0.9, True)):
        health, chance = health_of(robot), np.random.default_rng(3)
        for tick in range(300):
            heard = chance.random(robot.dof) >= share
            report = health.step(replace(_later(sensors, tick), answered=heard))
        assert bool(report.missing) == missing


def test_one_stuck_cell_is_enough() -> None:
    robot = _robot("bioloid")
    health, sensors = health_of(robot), Simulation(robot).actors[0].read()
    chance = np.random.default_rng(1)
    for tick in range(50):
        pressure = chance.uniform(1.0, 5.0, sensors.foot_pressure.shape)
        pressure[1, 2] = 3.3
        report = health.step(replace(_later(sensors, tick), foot_pressure=pressure))
    assert report.pressure_stale == (robot.feet[1].limb,)


def test_numbers_that_are_none_make_an_imu_stale() -> None:
    robot = _robot("bioloid")
    health, sensors = health_of(robot), Simulation(robot).actors[0].read()
    for tick in range(50):
        imu = Imu(np.array([0.1 * tick, np.nan, 0.0]), np.zeros(3))
        report = health.step(replace(sensors, t=0.01 * tick, imu=imu))
    assert report.imu_stale


def test_heat_warns_before_the_servo_gives_up_and_ends_some_degrees_lower() -> None:
    robot = _robot("bioloid")
    health, sensors = health_of(robot), Simulation(robot).actors[0].read()

    def hot(temperature_c: float) -> bool:
        warm = np.full(robot.dof, temperature_c)
        return bool(health.step(replace(sensors, temperature_c=warm)).overheated)

    assert [hot(t) for t in (64, 65, 62, 61, 60, 62, 64, 65)] == [
        *(False, True, True, True),
        *(False, False, False, True),
    ]


def test_a_short_dip_of_the_voltage_is_none_and_recovery_needs_more_than_the_limit() -> None:
    robot = _robot("bioloid")
    health, sensors = health_of(robot), Simulation(robot).actors[0].read()
    shares = [1.0] * 20 + [0.7] * 30 + [1.0] * 20 + [0.8] * 60 + [0.87] * 60 + [0.95] * 60
    reports = [
        health.step(replace(_later(sensors, tick), voltage=np.full(robot.dof, share * 11.1)))
        for tick, share in enumerate(shares)
    ]
    low = [report.voltage_low for report in reports]
    assert not any(low[:70])
    assert low[129]
    assert low[189]
    assert not low[-1]
    battery = np.array([report.battery for report in reports])
    assert np.abs(np.diff(battery)).max() < 0.05
    assert battery[129] < 0.92 * 11.1


def test_a_paused_program_proves_nothing() -> None:
    robot = _robot("bioloid")
    health, sensors = health_of(robot), Simulation(robot).actors[0].read()
    for t in (0.0, 0.01, 5.0, 5.01):
        assert health.step(replace(sensors, t=t)).well


def test_a_perfect_body_is_well_with_the_ideal_settings() -> None:
    robot = _robot("bioloid")
    body = KinematicBackend(robot)
    health = Health(robot, np.full(robot.dof, 70.0), 11.1, HealthConfig.ideal())
    for _ in range(100):
        assert health.step(body.read()).well
        body.write(JointGoal.all(robot.ready))


@pytest.mark.parametrize("seed", range(4))
def test_the_compiled_search_and_its_twin_agree(seed: int) -> None:
    chance = np.random.default_rng(seed)
    tables = [(np.full((5, 30), np.nan), np.zeros(30, dtype=np.bool_)) for _ in range(2)]
    now, found = np.zeros((6, 30)), 0
    for _ in range(100):
        fresh = np.stack(
            [
                chance.normal(size=30),
                chance.choice([0.0, 0.1, -2.0], 30),
                chance.choice([0.2, 1.0, -1.0], 30),
                chance.random(30) < 0.9,
                chance.choice([np.nan, 0.0, 0.1, -1.0], 30),
                chance.choice([np.inf, 0.01], 30),
            ]
        )
        now = np.where(chance.random((6, 30)) < 0.1, fresh, now)
        for search, table in zip((find_stuck, stuck_twin.find_stuck), tables, strict=True):
            search(now, *table, 0.05, 0.17, 0.95)
        assert np.array_equal(tables[0][0], tables[1][0], equal_nan=True)
        assert np.array_equal(tables[0][1], tables[1][1])
        found += int(tables[0][1].sum())
    assert 100 < found < 2900


@pytest.mark.parametrize("seed", range(4))
def test_the_compiled_symptoms_and_their_twin_agree(seed: int) -> None:
    chance = np.random.default_rng(seed)
    joints, feet = 9, 2
    symptoms = joints + 2 + feet
    on_s = np.array([*[0.05] * (symptoms - 1), inf])
    rates = (np.isfinite(on_s) * 1.0, np.where(np.isfinite(on_s), 0.4, 0.0), on_s)
    limits = np.stack([np.full(joints, 65.0), np.full(joints, 60.0)])
    sides = [
        (
            np.vstack([np.full((5, joints), np.nan), limits]),
            np.zeros(joints, dtype=np.bool_),
            np.full((2, feet, 4), np.nan),
            np.zeros(joints, dtype=np.bool_),
            np.zeros(symptoms, dtype=np.bool_),
            np.zeros(symptoms),
            np.zeros(symptoms, dtype=np.bool_),
        )
        for _ in range(2)
    ]
    now, pressure, lasted = np.zeros((9, joints)), np.zeros((feet, 4)), 0
    for _ in range(200):
        fresh = chance.choice([0.0, 0.1, 1.0, 61.0, 66.0, np.nan], (9, joints))
        fresh[:4] = chance.choice([0.0, 0.1, 1.0], (4, joints))
        fresh[6] = chance.random() < 0.7
        now = np.where(chance.random((9, joints)) < 0.2, fresh, now)
        now[7:] = np.nan_to_num(now[7:])
        cells = chance.choice([0.0, 1.0, 2.0], (feet, 4))
        pressure = np.where(chance.random((feet, 4)) < 0.5, cells, pressure)
        volts = []
        for (look, wait), side in zip(
            ((examine, be_patient), (symptoms_twin.examine, symptoms_twin.be_patient)),
            sides,
            strict=True,
        ):
            memory, stuck, soles, hot, showing, clock, lasting = side
            soles[0] = pressure
            volts.append(look(now, memory, stuck, (0.05, 0.17, 0.95), soles, hot, showing))
            wait(showing, *rates, 0.01, clock, lasting)
        for ours, twin in zip(*sides, strict=True):
            assert np.array_equal(ours, twin, equal_nan=ours.dtype != np.bool_)
        assert volts[0] == pytest.approx(volts[1], nan_ok=True)
        lasted += int(sides[0][-1].sum())
    assert 100 < lasted < 200 * symptoms


def test_servos_that_ail_are_those_of_the_twin() -> None:
    chance, joints = np.random.default_rng(3), 9
    sides = [(np.zeros(joints), np.zeros((2, joints), dtype=np.bool_)) for _ in range(2)]
    for _ in range(100):
        fault = chance.choice([0, 0, 0, 4, 32, 36, 64], joints).astype(np.uint8)
        hot = chance.random(joints) < 0.2
        for look, side in zip((ail, symptoms_twin.ail), sides, strict=True):
            look(fault, hot, 0.05, 0.01, *side)
        assert all(np.array_equal(*pair) for pair in zip(*sides, strict=True))


@given(st.lists(st.booleans(), min_size=1, max_size=80), st.sampled_from([0.0, 0.05, 0.2]))
def test_patience_needs_time_both_ways(shows: list[bool], off_s: float) -> None:
    patience = Debounce([0.1, inf], off_s)
    counts = [patience.step(np.array([show, True]), 0.01).tolist() for show in shows]
    assert not any(never for _, never in counts)
    for index, (now, _) in enumerate(counts):
        recent = shows[max(0, index - 9) : index + 1]
        if len(recent) == 10 and all(recent):
            assert now
        before = counts[index - 1][0] if index else False
        if now and not before:
            assert sum(shows[: index + 1]) >= 10
        away = shows[max(0, index - round(100 * off_s)) : index + 1]
        if len(away) > 100 * off_s and not any(away):
            assert not now
