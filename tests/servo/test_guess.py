"""Servos guessed from limits, types of a robot's own, and gains on which it stands."""

from pathlib import Path

import pytest

from drills.humanoids import menagerie, naoish, written
from olympian.errors import OlympianError
from olympian.robot import ServoTypeConfig, load_robot
from olympian.servo import ServoBank, generic_servo, guess_servos, servo, servo_type


def test_servos_of_the_catalogue_are_known_by_torque_and_speed(tmp_path: Path) -> None:
    text = naoish().replace('effort="3.0" velocity="6.4"', 'effort="3.1" velocity="7.0"')
    guess = guess_servos(load_robot(written(tmp_path, text)))
    assert {one.type for one in guess.servos.values()} == {"mx-28"}
    assert "r_hip_yaw" not in guess.servos  # it moves with the left one


def test_a_strong_knee_is_no_hobby_servo(tmp_path: Path) -> None:
    guess = guess_servos(load_robot(written(tmp_path, naoish(effort="60"))))
    assert not {one.type for one in guess.servos.values()} & {"mx-64", "mx-106", "xm540-w270"}


def test_stiff_actuators_become_types_of_the_robot(tmp_path: Path) -> None:
    robot = load_robot(written(tmp_path, menagerie(kp=300), "m.xml"))
    guess = guess_servos(robot)
    name = guess.servos["left_knee"].type
    spec = servo_type(name, guess.types)
    assert spec.stall == 20
    assert spec.stall * spec.gains[0] * spec.gain_unit[0] == pytest.approx(300, rel=0.03)


def test_soft_actuators_are_said_and_replaced(tmp_path: Path) -> None:
    guess = guess_servos(load_robot(written(tmp_path, menagerie(kp=5), "m.xml")))
    assert "too soft to stand on" in guess.notes[0]
    assert all(one.stiffness is None for one in guess.types.values())


def test_an_own_type_differs_in_what_is_given() -> None:
    own = {"mx-65": ServoTypeConfig(like="mx-64", stall=8.0)}
    spec, base = servo_type("mx-65", own), servo("mx-64")
    assert (spec.stall, spec.no_load, spec.name) == (8.0, base.no_load, "mx-65")
    with pytest.raises(OlympianError, match="mx-65"):
        servo_type("mx-66", own)
    with pytest.raises(OlympianError, match="give both stall and no_load"):
        servo_type("x", {"x": ServoTypeConfig(stall=3.0)})


def test_an_own_type_is_what_the_robot_is_simulated_with(tmp_path: Path) -> None:
    written(tmp_path, naoish())
    (tmp_path / "robot.toml").write_text(
        'name = "mine"\nmodel = "naoish.urdf"\ntorso = "torso"\n'
        "[ready_deg]\nl_elbow = -5\nr_elbow = 5\n"
        '[servos]\nl_knee = { type = "strong", id = 1 }\n'
        "[servo_types.strong]\nstall = 9.0\nno_load = 5.0\n"
    )
    robot = load_robot(tmp_path)
    bank = ServoBank.of(robot)
    assert bank.specs[robot.joint_index["l_knee"]].stall == 9.0
    assert bank.specs[robot.joint_index["r_knee"]].stall == generic_servo(3.0, 6.4).stall
    assert robot.bus_type("l_knee") == "generic"
