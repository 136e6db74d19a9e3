"""The control module's benchmarks: what they measure is what happened."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from typer.testing import CliRunner

import olympian
from olympian.arena.control.course import DriveCourse
from olympian.arena.control.drive import drive_trial, missed
from olympian.arena.control.faults import Moment, fault_trial, faults_of
from olympian.backend import Fault
from olympian.cli.main import app
from olympian.decision.navigate import Disc, Goal
from olympian.decision.navigate.floor import obstacles_of
from olympian.decision.navigate.scene import ObstacleMap
from olympian.errors import OlympianError
from olympian.geometry import Place
from olympian.robot import load_robot
from olympian.world.catalogue import course

PACKAGE = Path(olympian.__file__).parent


def test_every_fault_of_the_list_is_tried() -> None:
    kinds = [fault.kind.value for fault in faults_of(load_robot("fumanoid"))]
    assert kinds == [
        "servo missing",
        "servo without power",
        "bus lost",
        "IMU frozen",
        "pressure sensor stuck",
        "overload",
        "overheating",
        "voltage low",
    ]


@pytest.mark.parametrize(
    "fault", [Fault.servo_unpowered("left_shoulder_pitch"), Fault.imu_frozen()], ids=str
)
def test_a_walk_comes_to_its_end_though_the_driver_goes_on_commanding(fault: Fault) -> None:
    """Both specimens used to be cut short in mid step, and fell."""
    trial = fault_trial("fumanoid", fault, Moment.WALKING, 201)
    assert trial.state == "hardware_problem"
    assert not trial.fell
    assert trial.recovered


@pytest.mark.parametrize("fault", faults_of(load_robot("fumanoid")), ids=str)
def test_a_standing_robot_survives_every_fault_and_comes_back(fault: Fault) -> None:
    trial = fault_trial("fumanoid", fault, Moment.STANDING, 7)
    assert trial.state == "hardware_problem"
    assert trial.reaction_s is not None
    assert trial.reaction_s <= 0.6
    assert not trial.fell
    assert trial.recovered
    assert trial.unsafe_goals == 0


def test_a_bioloid_that_loses_a_servo_on_its_way_up_lies_down_and_gets_up_later() -> None:
    robot = load_robot("bioloid")
    trial = fault_trial("bioloid", faults_of(robot)[0], Moment.GETTING_UP, 7)
    assert trial.in_moment
    assert (trial.state, trial.recovered, trial.unsafe_goals) == ("hardware_problem", True, 0)


def test_goals_of_a_course_are_free_and_apart() -> None:
    for seed in range(5):
        drive = DriveCourse.of(seed, 0.9)
        scene = ObstacleMap(drive.obstacles, drive.room)
        assert len(drive.goals) == 5
        assert min(scene.clearance(goal.x, goal.y) for goal in drive.goals) >= 0.4
        assert scene.clearance(0.0, 0.0) > 0.3, "room to start"


def test_obstacles_are_the_things_of_the_world() -> None:
    world = course(seed=3, count=6)
    seen = obstacles_of(world)
    assert len(seen) == 6
    assert sum(isinstance(thing, Disc) for thing in seen) == 3


@pytest.mark.parametrize(("off", "said"), [(0.29, ""), (0.31, "0.31 m off")])
def test_arrived_is_who_truly_stands_within_30_cm(off: float, said: str) -> None:
    assert missed(Goal(1.0, 2.0), Place(1.0, 2.0 + off, 0.5)) == said


def test_a_room_is_driven_like_a_wheeled_robot_would(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("olympian.arena.control.course.GOALS", 3)
    trial = drive_trial("fumanoid", 4)
    assert trial.reached == 3, trial.note
    assert trial.way_m > 2.4
    assert trial.odometry_error_percent < 8.0


def test_the_cost_of_a_tick_is_printed_and_drawn(tmp_path: Path) -> None:
    picture = tmp_path / "tick.svg"
    arguments = ["bench", "tick", "--seconds", "1", "--plot", str(picture), "--json"]
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 0, result.output
    report = json.loads(result.stdout)
    assert report["states"] == {"walking": 100}
    assert 0 < report["hcm_us_median"] < report["loop_us_median"] < report["loop_us_p99"]
    eyes = report["eyes"]
    assert (eyes["ticks"], eyes["pictures"]) == (100, 30)
    assert 0 < eyes["shut_us_median"] < eyes["shut_us_p99"]
    assert 0 < eyes["open_us_median"] < eyes["open_us_p99"]
    growth = eyes["open_us_p99"] - eyes["shut_us_p99"]
    assert eyes["growth_us_p99"] == pytest.approx(growth, abs=0.2), "each is rounded"
    stages = {stage["name"]: stage for stage in report["stages"]}
    in_order = ["read", "estimate", "move", "lead", "limit", "write", "navigate", "log", "loop"]
    assert list(stages) == in_order
    assert 0 < sum(stage["us_median"] for stage in stages.values()) < report["loop_us_p99"]
    # where compiled code, skills and what lies between the stages are counted
    assert "state/estimator.py" in stages["estimate"]["files"]
    walk = {"motion/walk/engine.py", "motion/walk/pose_kernel.py"}
    assert walk <= set(stages["move"]["files"])
    assert "loop.py" in stages["loop"]["files"]
    crossed = {name for stage in stages.values() for name in stage["files"]}
    assert len(crossed) == report["files_median"] <= report["files_most"]
    assert all((PACKAGE / name).is_file() for name in crossed)
    assert not [name for name in crossed if "arena" in name or name.startswith("servo/kernel")]
    drawn = "".join(ElementTree.parse(picture).getroot().itertext())
    assert f"{report['files_median']} files" in drawn
    assert all(name in drawn for name in in_order)


def test_a_tick_is_drawn_as_svg_and_nothing_else() -> None:
    result = CliRunner().invoke(app, ["bench", "tick", "--plot", "tick.png"])
    assert isinstance(result.exception, OlympianError)
    assert ".svg" in str(result.exception)


def test_the_module_is_watched_by_a_command() -> None:
    arguments = ["hcm", "show", "--robot", "bioloid", "--seconds", "8", "--push", "1:3", "--json"]
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 0, result.output
    states = [moment["state"] for moment in json.loads(result.stdout)["moments"]]
    assert states[:3] == ["startup", "controllable", "falling"]
    assert states[-1] == "controllable"
    assert "getting_up" in states
