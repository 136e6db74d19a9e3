"""`olympian lab` and the PIK view of a gait."""

import json
from itertools import pairwise
from math import pi

import numpy as np
import pytest

from olympian.backend.recording import Recording
from olympian.cli.lab import angle
from olympian.cli.main import main
from olympian.errors import OlympianError
from olympian.kinematics import PikParameters, PseudoInverseKinematics
from olympian.lab.walker.pik_view import GaitRecord, pik_view, record_gait, record_of
from olympian.motion.step import read_gait
from olympian.robot import load_robot


def answer(capsys, *words):
    assert main(["lab", *words, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_frontal_gives_the_working_point(capsys, tmp_path):
    plot = tmp_path / "frontal.svg"
    words = ("--alpha", str(pi / 4), "--period", "0.1")
    value = answer(capsys, "frontal", *words, "--plot", str(plot))
    assert value["energy_J"] == pytest.approx(1.82430, abs=1e-5)
    assert value["heel_strike_angle_deg"] == pytest.approx(66.6272, abs=1e-4)
    assert value["converges"] is True
    assert plot.stat().st_size > 10_000
    heavy = answer(capsys, "frontal", *words, "--mass", "2", "--length", "0.2")
    assert heavy["energy_J"] == pytest.approx(2 * value["energy_J"])


def test_frontal_says_when_steps_do_not_converge(capsys):
    value = answer(capsys, "frontal", "--alpha", "45deg", "--period", "0.3")
    assert value["converges"] is False
    assert value["topples"] is True
    assert value["steps_to_converge"] is None


def test_ramp_walks_where_7_27_says_so(capsys):
    down = answer(capsys, "ramp", "--alpha", "0.4", "--slope", "1deg", "--steps", "40")
    assert down["walks"] is True
    assert down["steps_simulated"] == 40
    assert down["last_kinetic_J"] == pytest.approx(down["steady_kinetic_J"], rel=1e-2)
    shallow = answer(capsys, "ramp", "--alpha", "0.4", "--slope", "0.3deg")
    assert shallow["walks"] is False
    assert shallow["steps_simulated"] < 100


@pytest.mark.parametrize("name", ["open", "ankle", "length"])
def test_walker_walks_and_draws(capsys, tmp_path, name):
    plot = tmp_path / "walk.png"
    words = ("--controller", name, "--steps", "6", "--trials", "1", "--plot", str(plot))
    value = answer(capsys, "walker", *words)
    assert value["controller"] == name
    assert (value["survived"] == 1) is (name != "open")
    assert value["synchronisation_error_m"] > 0.0
    assert plot.stat().st_size > 10_000


@pytest.mark.parametrize(
    ("words", "culprit"),
    [
        (["walker", "--controller", "hope"], "unknown controller 'hope'"),
        (["frontal", "--alpha", "45"], "alpha is 45 rad"),
        (["frontal", "--alpha", "wide"], "write it as 0.785, pi/4 or 45deg"),
        (["frontal", "--plot", "x.jpg"], "choose from pdf, png, svg"),
        (["pik", "--gait", "stroll"], "unknown bioloid gait"),
        (["pik", "--walk", "stroll"], "unknown walk of 'bioloid'"),
        (["pik", "--walk", "dynamic", "--recording", "x.npz"], "choose one"),
    ],
)
def test_mistakes_are_one_line(capsys, words, culprit):
    assert main(["lab", *words]) == 2
    error = capsys.readouterr().err
    assert culprit in error
    assert error.count("\n") == 1


@pytest.mark.parametrize(
    ("text", "radians"), [("0.5", 0.5), ("pi/4", pi / 4), ("2*pi", 2 * pi), ("90deg", pi / 2)]
)
def test_angles_are_read_as_people_write_them(text, radians):
    assert angle("alpha", text) == pytest.approx(radians)


def test_angles_that_are_none_are_refused():
    for text in ("", "pi/0", "nan", "4/pi", "45 degrees"):
        with pytest.raises(OlympianError, match="alpha"):
            angle("alpha", text)


def test_the_pik_view_of_a_known_motion_is_that_motion():
    """Parameters to joints to parameters, by the leg that stands at each instant."""
    robot = load_robot("bioloid")
    rng, rows, stances, wished = np.random.default_rng(3), [], [], []
    for stance in ("left", "right", "left"):
        parameters = PikParameters(*rng.uniform(-0.2, 0.2, 8))
        rows.append(PseudoInverseKinematics(robot, stance).joints(parameters))
        stances.append(stance)
        wished.append(parameters.vector())
    record = GaitRecord(robot, 0.01, np.array(rows), tuple(stances))
    view = pik_view(record)
    assert view.parameters == pytest.approx(np.array(wished), abs=1e-12)
    assert view.explained(record) == pytest.approx(1.0)
    bent = np.array(rows)
    bent[:, robot.joint_index["left_ankle_roll"]] += 0.3
    assert pik_view(GaitRecord(robot, 0.01, bent, tuple(stances))).rest.min() > 0.01


def test_a_walk_lifts_the_swing_leg_and_moves_it_ahead(capsys, tmp_path):
    """Figure 6.3b: in each step the swing leg shortens while it and the body go ahead."""
    robot = load_robot("bioloid")
    record = record_gait(robot, read_gait("bioloid", "walk"), 0.2)
    view = pik_view(record)
    assert {"left", "right"} == set(record.stance)
    changes = [i for i in range(1, len(record.stance)) if record.stance[i] != record.stance[i - 1]]
    names = PikParameters.names()
    bend = view.parameters[:, names.index("swing_leg_length")]
    ahead = view.parameters[:, names.index("lateral_step_length")]
    for begin, end in pairwise(changes[1:]):
        assert bend[begin:end].max() > bend[begin] + 0.1
        assert ahead[end - 1] > 0.3 > -0.3 > ahead[begin]
    assert np.ptp(view.parameters[:, names.index("body_rotation")]) < 1e-6
    plot = tmp_path / "pik.svg"
    value = answer(capsys, "pik", "--distance", "0.1", "--plot", str(plot))
    assert value["explained"] == pytest.approx(1.0, abs=1e-3)
    assert plot.stat().st_size > 10_000


def test_the_dynamic_walk_can_be_viewed(capsys):
    value = answer(capsys, "pik", "--robot", "fumanoid", "--walk", "dynamic", "--distance", "0.3")
    assert value["explained"] > 0.95
    assert value["range_deg"]["lateral_step_length"] > 20.0


def test_a_recording_of_a_robot_can_be_viewed(tmp_path):
    from olympian.backend.kinematic import KinematicBackend

    robot = load_robot("bioloid")
    sensors = KinematicBackend(robot).read()
    recording = Recording(robot.name, robot.joint_names, 0.01, (sensors, sensors))
    recording.save(tmp_path / "still.npz")
    record = record_of(robot, Recording.load(tmp_path / "still.npz"))
    assert len(record.stance) == 2
    assert pik_view(record).parameters == pytest.approx(np.zeros((2, 8)), abs=1e-12)
    with pytest.raises(OlympianError, match="not of 'fumanoid'"):
        record_of(load_robot("fumanoid"), recording)
