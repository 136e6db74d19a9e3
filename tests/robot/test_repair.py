"""Files people have: zero masses and inertias are refused where they matter, mended where asked."""

from pathlib import Path

import pytest

from olympian.backend import Simulation
from olympian.cli.main import main
from olympian.errors import OlympianError
from olympian.records import JointGoal
from olympian.robot import load_robot

ROBOT = """<robot name="r">
<link name="base"><inertial><mass value="1"/>
  <inertia ixx="0.01" iyy="0.01" izz="0.01"/></inertial></link>
<link name="arm"><inertial><mass value="{arm}"/>
  <inertia ixx="{ixx}" iyy="0.001" izz="0.001"/></inertial></link>
<link name="sensor"><inertial><mass value="{sensor}"/>
  <inertia ixx="0" iyy="0" izz="0"/></inertial></link>
<joint name="shoulder" type="revolute"><parent link="base"/><child link="arm"/>
  <axis xyz="0 1 0"/><limit lower="-1" upper="1" effort="2" velocity="3"/></joint>
<joint name="mount" type="fixed"><parent link="arm"/><child link="sensor"/></joint>
</robot>
"""


def write(folder: Path, arm: str = "0.5", ixx: str = "0.001", sensor: str = "0.01") -> Path:
    path = folder / "r.urdf"
    path.write_text(ROBOT.format(arm=arm, ixx=ixx, sensor=sensor))
    return path


@pytest.mark.parametrize(("mass", "word"), [("0.01", "ball"), ("0", "bare frame")])
def test_nonsense_on_a_fixed_link_is_mended_and_said(tmp_path: Path, mass: str, word: str) -> None:
    robot = load_robot(write(tmp_path, sensor=mass))
    assert any("'sensor'" in line and word in line for line in robot.tree.warnings)
    assert robot.tree.mass == pytest.approx(1.5 + float(mass))


BASE = """<robot name="r">
<link name="base_link"><inertial><mass value="{mass}"/>
  <inertia ixx="0" iyy="0" izz="0"/></inertial></link>
<joint name="base_to_torso" type="{joint}"><parent link="base_link"/><child link="frame"/>
  <axis xyz="0 1 0"/><limit lower="-1" upper="1" effort="2" velocity="3"/></joint>
<link name="frame"/>
<joint name="frame_to_torso" type="fixed"><parent link="frame"/><child link="torso"/></joint>
<link name="torso"><inertial><mass value="2"/>
  <inertia ixx="{ixx}" iyy="0.01" izz="0.01"/></inertial></link>
</robot>
"""
"""Shaped like Wolfgang's own: the root weighs next to nothing and is fixed to the torso."""


@pytest.mark.parametrize(("mass", "word"), [("0.0001", "ball"), ("0", "bare frame")])
def test_nonsense_on_a_root_that_is_fixed_is_mended_and_said(
    tmp_path: Path, mass: str, word: str
) -> None:
    path = tmp_path / "r.urdf"
    path.write_text(BASE.format(mass=mass, joint="fixed", ixx="0.01"))
    robot = load_robot(path)
    assert any("'base_link'" in line and word in line for line in robot.tree.warnings)
    assert robot.tree.mass == pytest.approx(2 + float(mass))
    Simulation(robot)


@pytest.mark.parametrize(("joint", "ixx"), [("revolute", "0.01"), ("fixed", "0")])
def test_a_root_that_moves_or_has_no_body_is_refused(tmp_path: Path, joint: str, ixx: str) -> None:
    path = tmp_path / "r.urdf"
    path.write_text(BASE.format(mass="0.0001", joint=joint, ixx=ixx))
    with pytest.raises(OlympianError, match=r":3: <inertia>: link 'base_link': .*--repair"):
        load_robot(path)


@pytest.mark.parametrize(
    ("values", "line"), [({"ixx": "0"}, ":5: <inertia>"), ({"arm": "0"}, ":4: <mass>")]
)
def test_on_a_moving_link_it_is_refused_unless_asked(
    tmp_path: Path, values: dict[str, str], line: str
) -> None:
    path = write(tmp_path, **values)
    with pytest.raises(OlympianError, match="--repair") as caught:
        load_robot(path)
    assert line in str(caught.value)
    robot = load_robot(path, repair=True)
    assert any("'arm'" in sentence for sentence in robot.tree.warnings)
    simulation = Simulation(robot)
    for _ in range(20):
        simulation.actors[0].write(JointGoal.all(robot.ready))


def test_an_import_remembers_that_it_was_repaired(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write(tmp_path, ixx="0")
    words = ["robot", "import", str(path), "--name", "mine", "--out", str(tmp_path)]
    assert main(words) == 2
    assert "--repair" in capsys.readouterr().err
    assert not (tmp_path / "mine").exists()
    assert main([*words, "--repair"]) == 0
    assert "repair = true" in (tmp_path / "mine" / "robot.toml").read_text()
    assert load_robot(tmp_path / "mine").dof == 1
