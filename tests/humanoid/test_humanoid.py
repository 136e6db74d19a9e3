"""The whole robot as a program has it: commands that run beside its loop, on any body."""

from math import hypot, nan

import numpy as np
import pytest

import olympian
from olympian import (
    Humanoid,
    KinematicBackend,
    OlympianError,
    Place,
    Recording,
    ReplayBackend,
    Semantic,
    Simulation,
    Twist,
    load_robot,
)
from olympian.decision import JobStatus

FUMANOID = load_robot("fumanoid")


def apart(a: Place, b: tuple[float, float]) -> float:
    return hypot(a.x - b[0], a.y - b[1])


@pytest.fixture(scope="module")
def driven() -> Humanoid:
    """It has walked for two seconds, and stands somewhere else than at its start."""
    robot = Humanoid("fumanoid", seed=2)
    robot.walk(Twist(forward=0.3)).run(2.0)
    return robot


def test_it_walks_goes_to_a_place_and_stops(driven: Humanoid) -> None:
    assert driven.place.x > 0.1
    assert driven.situation.state is Semantic.WALKING
    command = driven.go_to(0.8, 0.2, 1.57).wait()
    assert command.done, command
    assert apart(driven.place, (0.8, 0.2)) < 0.15
    true = driven.simulation.true_pose(driven.robot.torso)[:2, 3]
    assert apart(driven.place, tuple(true)) < 0.25
    assert driven.stop().wait(5.0).done
    assert any(line.endswith("go to (0.80, 0.20): done") for line in driven.log.since(0))


def test_a_new_command_for_the_legs_ends_the_one_before() -> None:
    robot = Humanoid("fumanoid")
    walk = robot.walk(Twist(forward=0.2)).run(0.3)
    goal = robot.go_to(1.0, 0.0)
    assert (walk.status, goal.status) == (JobStatus.CANCELLED, JobStatus.RUNNING)
    assert "go to" in walk.reason
    goal.cancel("enough")
    assert (goal.status, goal.reason) == (JobStatus.CANCELLED, "enough")
    assert robot.navigation is not None
    assert robot.navigation.goal is None, "nobody leads it on"
    robot.run(0.1)
    told = list(robot.log.since(0))
    assert sum("cancelled" in line and "go to (1.00, 0.00): " in line for line in told) == 1
    assert any("walk 0.2 m/s ahead: cancelled" in line for line in told)


def test_a_walk_ends_with_its_time_or_with_its_command() -> None:
    robot = Humanoid("fumanoid")
    assert robot.walk(Twist(forward=0.2), lasts=1.0).wait(6.0).done
    assert robot.situation.state is not Semantic.FALLEN
    walk = robot.walk(Twist(forward=0.2)).run(1.5)
    assert robot.situation.state is Semantic.WALKING
    walk.cancel()
    robot.run(3.0)
    assert robot.situation.state is Semantic.CONTROLLABLE


def test_what_cannot_be_done_says_why_in_the_result_and_in_the_log() -> None:
    robot = Humanoid("fumanoid", world="course")
    command = robot.go_to(50.0, 0.0)
    assert command.status is JobStatus.FAILED
    assert "50.00" in command.reason
    assert any(command.reason in line for line in robot.log.since(0))
    with pytest.raises(OlympianError, match="movement 'fly'"):
        robot.play("fly")
    for word in ("freeze", "ready"):
        with pytest.raises(OlympianError, match=f"movement '{word}'"):
            robot.play(word)
    for order in (robot.walk, robot.drive):
        with pytest.raises(OlympianError, match="finite"):
            order(Twist(forward=nan))
    with pytest.raises(OlympianError, match="nan s"):
        robot.run(nan)
    with pytest.raises(OlympianError, match="run"):
        Humanoid("atlas").walk(Twist(forward=0.1))


def test_it_plays_a_movement_from_a_walk_and_not_when_it_lies() -> None:
    robot = Humanoid("bioloid", seed=1)
    robot.walk(Twist(forward=0.1)).run(1.5)
    command = robot.play("cheer").wait(20.0)
    assert command.done, command
    robot.simulation.push(np.array([60.0, 0.0, 0.0]), 0.1)
    robot.run(1.0)
    assert robot.situation.state.is_down
    command = robot.play("cheer")
    assert command.status is JobStatus.FAILED
    assert command.reason.startswith("cannot play cheer: ")


def test_a_walk_goes_on_after_a_fall() -> None:
    robot = Humanoid("fumanoid", seed=3)
    command = robot.walk(Twist(forward=0.2)).run(1.5)
    robot.simulation.push(np.array([0.0, 60.0, 0.0]), 0.1)
    seen = set()
    for _ in range(1500):
        robot.tick()
        seen.add(robot.situation.state)
        if Semantic.GETTING_UP in seen and robot.situation.state is Semantic.WALKING:
            break
    assert {Semantic.FALLING, Semantic.GETTING_UP, Semantic.WALKING} <= seen
    assert command.running


def test_a_velocity_that_is_not_renewed_comes_to_rest() -> None:
    robot = Humanoid("fumanoid")
    for _ in range(150):
        robot.drive(Twist(forward=0.2))
        robot.tick()
    assert robot.situation.state is Semantic.WALKING
    robot.run(3.0)
    assert robot.situation.state is Semantic.CONTROLLABLE


def test_the_same_program_runs_on_other_bodies() -> None:
    robot = Humanoid(FUMANOID, KinematicBackend(FUMANOID))
    robot.walk(Twist(forward=0.2)).run(1.0)
    assert robot.situation.state is Semantic.WALKING
    assert robot.health.well
    with pytest.raises(OlympianError, match="KinematicBackend is not simulated"):
        _ = robot.simulation

    simulation = Simulation(FUMANOID, seed=1)
    records = [Humanoid(FUMANOID, simulation.actors[0]).run(0.1).sensors]
    recording = Recording(FUMANOID.name, FUMANOID.joint_names, 0.01, tuple(records))
    replayed = Humanoid(FUMANOID, ReplayBackend(FUMANOID, recording))
    replayed.run(0.05)
    assert replayed.state is not None
    with pytest.raises(OlympianError, match="body is that of 'fumanoid', not of 'bioloid'"):
        Humanoid("bioloid", KinematicBackend(FUMANOID))


def test_two_robots_share_a_simulation() -> None:
    simulation = Simulation([FUMANOID, FUMANOID], seed=1)
    robots = [Humanoid(FUMANOID, actor) for actor in simulation.actors]
    robots[0].walk(Twist(forward=0.2))
    for _ in range(200):
        for robot in robots:
            robot.tick()
    assert robots[0].place.x > 0.1
    assert abs(robots[1].place.x) < 0.02


def test_reset_is_a_fresh_start() -> None:
    robot = Humanoid("fumanoid", seed=4)
    first = robot.walk(Twist(forward=0.2)).run(1.0)
    there = robot.place
    robot.hold({"left_elbow": -0.5})
    robot.reset()
    assert first.status is JobStatus.CANCELLED
    assert robot.place == Place()
    robot.walk(Twist(forward=0.2)).run(1.0)
    assert robot.place == pytest.approx(there, abs=0.02)


def test_awaiting_gives_way_until_it_is_done() -> None:
    robot = Humanoid("fumanoid")

    async def program() -> str:
        return str(await robot.stop())

    task = program()
    told = None
    for _ in range(100):
        try:
            task.send(None)
        except StopIteration as ended:
            told = ended.value
            break
        robot.tick()
    assert told == "stop: done"


def test_everything_that_is_exported_is_there() -> None:
    for name in olympian.__all__:
        assert getattr(olympian, name) is not None
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        _ = olympian.nothing  # type: ignore[attr-defined]
