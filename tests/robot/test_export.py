"""What is written reads back: URDF to the same kinematics, MJCF to the same mass, TOML the same."""

from pathlib import Path

import mujoco
import numpy as np
import pytest

from olympian.geometry import T_from, frozen
from olympian.robot import Joint, JointKind, Link, Tree, load_robot, robot_names
from olympian.robot.config import read_config
from olympian.robot.files.urdf import read_urdf
from olympian.robot.files.write_toml import write_toml
from olympian.robot.files.write_urdf import write_urdf
from olympian.robot.library import LIBRARY, read_tree
from olympian.robot.mujoco_model import build_spec
from olympian.robot.posture import Posture
from olympian.robot.recognise import recognise

MODELS = [
    *(LIBRARY / name / f"{name}.urdf" for name in robot_names()),
    *(
        Path(__file__).parents[1] / "data" / name
        for name in ("biped.urdf", "rover.urdf", "runner.xml")
    ),
]


@pytest.mark.parametrize("model", MODELS, ids=lambda path: path.stem)
def test_urdf_reads_back_to_the_same_robot(model: Path, tmp_path: Path) -> None:
    tree = read_tree(model)
    file = tmp_path / "out.urdf"
    file.write_text(write_urdf(tree))
    again = read_urdf(file)
    assert [j.name for j in again.movable] == [j.name for j in tree.movable]
    q = np.random.default_rng(0).uniform(-1, 1, len(tree.movable))
    ours, theirs = Posture(tree, q), Posture(again, q)
    for link in tree.link_by_name:
        assert np.allclose(theirs.T_root_link[link], ours.T_root_link[link], rtol=0, atol=1e-12)
    assert np.allclose(theirs.com_in_root, ours.com_in_root, rtol=0, atol=1e-12)
    for joint in tree.movable:
        twin = again.joint_by_name[joint.name]
        for key in ("kind", "lower", "upper", "effort", "velocity", "damping", "friction"):
            assert getattr(twin, key) == getattr(joint, key)
    assert theirs.span(np.array([0.0, 0.6, 0.8])) == pytest.approx(
        ours.span(np.array([0.0, 0.6, 0.8])), abs=1e-12
    )


def test_awkward_names_and_unlimited_joints_survive(tmp_path: Path) -> None:
    ahead = frozen([1.0, 0.0, 0.0])
    joint = Joint('j<>&"', JointKind.CONTINUOUS, "a & b", "é", frozen(T_from((1, 2, 3))), ahead)
    file = tmp_path / "out.urdf"
    file.write_text(write_urdf(Tree("t", (Link("a & b"), Link("é")), (joint,))), encoding="utf-8")
    again = read_urdf(file)
    assert again.movable[0].name == 'j<>&"'
    assert again.root == "a & b"
    assert again.movable[0].effort == np.inf


@pytest.mark.parametrize("name", robot_names())
def test_mjcf_compiles_to_the_same_mass_and_joints(name: str) -> None:
    robot = load_robot(name)
    spec = build_spec(robot)
    spec.compile()
    model = mujoco.MjModel.from_xml_string(spec.to_xml())
    # MuJoCo writes seven digits
    assert model.body_subtreemass[0] == pytest.approx(robot.tree.mass, rel=1e-6)
    assert model.nv == 6 + robot.dof
    data = mujoco.MjData(model)
    q = np.random.default_rng(0).uniform(robot.lower, robot.upper)
    for joint, value in zip(robot.joint_names, q, strict=True):
        data.qpos[model.joint(joint).qposadr[0]] = value
    mujoco.mj_kinematics(model, data)
    posture = Posture(robot.tree, q)
    for link, T in posture.T_root_link.items():
        assert np.allclose(data.body(link).xpos, T[:3, 3], atol=1e-5)


@pytest.mark.parametrize("model", MODELS, ids=lambda path: path.stem)
def test_a_recognised_configuration_reads_back(model: Path, tmp_path: Path) -> None:
    tree = read_tree(model)
    config = recognise(tree)
    file = tmp_path / "robot.toml"
    file.write_text(write_toml(config, [joint.name for joint in tree.movable]))
    assert read_config(file) == config


@pytest.mark.parametrize("name", robot_names())
def test_a_library_configuration_reads_back(name: str, tmp_path: Path) -> None:
    config = read_config(LIBRARY / name / "robot.toml")
    file = tmp_path / "robot.toml"
    file.write_text(write_toml(config))
    assert read_config(file) == config


def test_shapes_without_mass_add_none() -> None:
    """A link with shapes but no inertia, welded on: MuJoCo would weigh its shapes as water."""
    robot = load_robot(Path(__file__).parents[1] / "data/biped.urdf")
    model = build_spec(robot).compile()
    assert model.body_subtreemass[0] == pytest.approx(robot.tree.mass, rel=1e-12)
