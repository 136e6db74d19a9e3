"""The page about a robot: right figures, and all of them follow the URDF."""

import shutil
from pathlib import Path

import numpy as np
import pytest

from olympian.errors import OlympianError
from olympian.kinematics import closed_form
from olympian.lab.report import inspect
from olympian.robot import load_robot, robot_names
from olympian.robot.library import LIBRARY
from olympian.robot.mujoco_model import build_spec

DATA = Path(__file__).parents[1] / "data"


@pytest.mark.parametrize("name", robot_names())
def test_a_library_robot_lacks_nothing(name: str) -> None:
    robot = load_robot(name)
    report = inspect(robot)
    assert report.missing == []
    assert report.mass_kg == pytest.approx(robot.tree.mass)
    assert (report.dof, len(report.joints)) == (robot.dof, robot.dof)
    assert all(row.servo and row.id is not None for row in report.joints)
    legs = [row for row in report.limbs if row.kind == "leg"]
    assert [row.closed_form for row in legs] == [True, True]
    assert all((row.reason is None) == row.closed_form for row in report.limbs)


def test_height_and_centre_of_mass_of_a_plain_thing() -> None:
    report = inspect(load_robot(DATA / "rover.urdf"))
    assert report.height_m == pytest.approx(0.12)
    assert report.com_m == pytest.approx((0.4 * 0.08 / 1.9, 0, 1.5 * 0.02 / 1.9))
    assert report.limbs == []


def test_what_is_missing_is_named() -> None:
    missing = "\n".join(inspect(load_robot(DATA / "massless.urdf")).missing)
    for word in ("no link has a mass", "'pan' has no limits", "no link has a shape", "no legs",
                 "no arms", "no servo for any joint", "IMU", "camera", "torque limit"):  # fmt: skip
        assert word in missing
    missing = "\n".join(inspect(load_robot(DATA / "biped.urdf")).missing)
    assert "mesh 'package://biped/meshes/foot.stl' is missing" in missing
    assert "no legs" not in missing
    assert "sole" not in missing


def test_a_leg_without_a_sole_is_named(tmp_path: Path) -> None:
    text = (DATA / "biped.urdf").read_text()
    foot = '<box size="0.02 0.07 0.14"/>'
    assert foot in text
    file = tmp_path / "pegleg.urdf"
    file.write_text(text.replace(foot, '<sphere radius="0.02"/>'))
    assert any("left_leg has no sole" in sentence for sentence in inspect(load_robot(file)).missing)


def test_changing_the_urdf_alone_changes_the_kinematics_everywhere(tmp_path: Path) -> None:
    """A shank 20 mm longer: limb, closed form, page and simulator all follow."""
    shutil.copytree(LIBRARY / "fumanoid", tmp_path / "fumanoid")
    file = tmp_path / "fumanoid" / "fumanoid.urdf"
    before = load_robot(tmp_path / "fumanoid")
    ankle = before.tree.joint_by_name["left_ankle_roll"]
    z = ankle.T_parent_joint[2, 3]
    lines = file.read_text().splitlines()
    start = next(n for n, line in enumerate(lines) if '<joint name="left_ankle_roll"' in line)
    row = next(n for n in range(start, len(lines)) if "<origin" in lines[n])
    assert f"{z:g}" in lines[row]
    lines[row] = lines[row].replace(f"{z:g}", f"{z - 0.02:g}")
    file.write_text("\n".join(lines))
    after = load_robot(tmp_path / "fumanoid")

    q = np.zeros(6)
    legs = [robot.limb("left_leg").chain for robot in (before, after)]
    shift = legs[1].forward(q)[:3, 3] - legs[0].forward(q)[:3, 3]
    assert shift == pytest.approx([0, 0, -0.02], abs=1e-12)

    solver = closed_form(legs[1])
    assert solver is not None
    goal = legs[1].forward(np.full(6, 0.1))
    solutions = solver.solve_all(goal)
    assert np.abs(solutions - 0.1).max(axis=1).min() < 1e-9
    assert len(closed_form(legs[0]).solve_all(goal)) == 0 or not np.allclose(
        legs[1].forward(closed_form(legs[0]).solve_all(goal)[0]), goal, atol=1e-3
    )

    assert inspect(after).height_m > inspect(before).height_m + 0.01
    models = [build_spec(robot).compile() for robot in (before, after)]
    ankles = [model.body("left_ankle").pos[2] for model in models]
    assert ankles[1] - ankles[0] == pytest.approx(-0.02, abs=1e-12)


def test_names_mujoco_keeps_for_itself_are_refused(tmp_path: Path) -> None:
    text = (DATA / "rover.urdf").read_text()
    file = tmp_path / "rover.urdf"
    for old, new, expected in (
        ('"left_wheel"', '"world"', "link 'world': the simulator uses this name"),
        ('"left_drive"', '"base"', "joint 'base': this is the floating base's name"),
    ):
        file.write_text(text.replace(old, new))
        with pytest.raises(OlympianError, match=expected):
            build_spec(load_robot(file))
