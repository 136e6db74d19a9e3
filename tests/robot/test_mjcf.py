"""The MJCF reader against MuJoCo itself, and what it refuses."""

import struct
from pathlib import Path

import mujoco
import numpy as np
import pytest

from olympian.errors import OlympianError
from olympian.robot.extent import surface_points
from olympian.robot.files.mjcf import read_mjcf
from olympian.robot.library import load_robot, read_tree
from olympian.robot.mujoco_model import build_spec
from olympian.robot.posture import Posture

RUNNER = Path(__file__).parents[1] / "data/runner.xml"
ODD = """
<mujoco model="odd">
  <compiler angle="degree"/>
  <asset><mesh name="tetra" file="tetra.stl" scale="0.1 0.2 0.3"/></asset>
  <worldbody>
    <body name="base" pos="0 0 1" euler="0 0 30">
      <freejoint/>
      <geom type="box" size="0.1 0.2 0.3"/>
      <geom type="ellipsoid" size="0.1 0.1 0.2" pos="1 0 0"/>
      <body name="arm" pos="0 0.1 -0.2" euler="10 20 30">
        <joint name="a" axis="1 0 0" range="-20 30"/>
        <joint name="b" axis="0 1 0" pos="0.1 0.2 0.3" ref="30"/>
        <joint name="c" type="slide" axis="0 1 1" ref="0.1" range="0 1"/>
        <geom type="mesh" mesh="tetra" pos="0.3 0.2 0.1" euler="40 50 60"/>
        <body name="tip" pos="0 0 -0.3">
          <joint name="d" axis="0 1 0" pos="0 0.1 0" range="-90 90" frictionloss="0.2"/>
          <geom type="capsule" size="0.02" fromto="0 0 0 0.1 0 -0.3" contype="0" conaffinity="0"/>
          <body name="frame" pos="0 0 0.1"/>
        </body>
      </body>
    </body>
  </worldbody>
  <actuator><motor joint="d" gear="3" ctrlrange="-2 2"/></actuator>
</mujoco>
"""


@pytest.fixture
def odd(tmp_path: Path) -> Path:
    """A model with several hinges in a body, away from its origin, drawn away from zero."""
    corners = np.array([[0, 0, 0], [1, 0, 0], [0, 2, 0], [0, 0, 3]], dtype="<f4")
    with (tmp_path / "tetra.stl").open("wb") as file:
        file.write(bytes(80) + struct.pack("<I", 4))
        for face in ((0, 2, 1), (0, 3, 2), (0, 1, 3), (1, 2, 3)):
            file.write(bytes(12) + corners[list(face)].tobytes() + bytes(2))
    (tmp_path / "odd.xml").write_text(ODD)
    return tmp_path / "odd.xml"


def test_links_are_where_mujoco_has_its_bodies(odd: Path) -> None:
    tree = read_mjcf(odd)
    model = mujoco.MjModel.from_xml_path(str(odd))
    data = mujoco.MjData(model)
    q = np.random.default_rng(3).normal(size=4)
    for joint, value in zip(tree.movable, q, strict=True):
        data.qpos[model.joint(joint.name).qposadr[0]] = value
    mujoco.mj_forward(model, data)
    posture = Posture(tree, q)
    T_world_base = _pose(data, "base")
    for body in ("arm", "tip", "frame"):
        expected = np.linalg.inv(T_world_base) @ _pose(data, body)
        assert np.allclose(posture.T_root_link[body], expected, atol=1e-12)
    com = T_world_base[:3, :3] @ posture.com_in_root + T_world_base[:3, 3]
    assert np.allclose(com, data.subtree_com[model.body("base").id], atol=1e-12)
    assert tree.mass == pytest.approx(model.body_subtreemass[0], abs=1e-12)
    [mesh] = tree.link_by_name["arm"].collisions
    points = surface_points(mesh, T_world_base @ posture.T_root_link["arm"])
    geom = int(np.flatnonzero(model.geom_type == mujoco.mjtGeom.mjGEOM_MESH)[0])
    theirs = model.mesh_vert @ data.geom_xmat[geom].reshape(3, 3).T + data.geom_xpos[geom]
    assert np.allclose(_sorted(points), _sorted(theirs), atol=1e-6)


def _pose(data: mujoco.MjData, body: str) -> np.ndarray:
    T = np.eye(4)
    T[:3, :3] = data.body(body).xmat.reshape(3, 3)
    T[:3, 3] = data.body(body).xpos
    return T


def _sorted(points: np.ndarray) -> np.ndarray:
    return np.unique(np.round(points, 5), axis=0)


def test_joints_carry_limits_effort_and_friction(odd: Path) -> None:
    tree = read_mjcf(odd)
    joints = tree.joint_by_name
    assert np.degrees(joints["a"].lower) == pytest.approx(-20)
    assert joints["c"].kind.value == "prismatic"
    assert joints["b"].kind.value == "continuous"
    assert joints["d"].effort == 6
    assert joints["d"].friction == 0.2
    assert "joint 'b' has no limits" in tree.warnings
    assert "a ellipsoid on 'base' is taken as its bounding box" in tree.warnings
    assert len(tree.link_by_name["tip"].visuals) == 1


def test_a_scene_yields_its_robot_and_says_what_it_leaves() -> None:
    tree = read_mjcf(RUNNER)
    assert (tree.name, tree.root, len(tree.movable)) == ("runner", "pelvis", 20)
    assert tree.warnings == (
        "mesh 'hat.obj' is missing and left out",
        "not part of the robot and left out: ball",
        "shapes of the world (floor, walls) are left out",
    )


def test_a_mjcf_robot_can_be_built_again() -> None:
    robot = load_robot(RUNNER)
    model = build_spec(robot).compile()
    extra = sum(1 for link in robot.tree.links if "/" in link.name)
    assert model.body_subtreemass[0] == pytest.approx(robot.tree.mass + 1e-4 * extra, rel=1e-12)


BODY = '<body name="b">{}<geom size="0.1"/></body>'


@pytest.mark.parametrize(
    ("inside", "expected"),
    [
        ("", ":1: <worldbody> holds no <body>"),
        (BODY.format('<joint type="ball" name="k"/>'), "body 'b' has a ball joint ('k')"),
        (BODY.format('\n<joint typ="x"/>'), ":2: MuJoCo: Schema violation"),
        (BODY.format("\n<joint range='nan 1'/>"), ":2: <joint>: attribute range='nan 1'"),
        ('<body><geom size="0"/></body>', "MuJoCo: "),
        ("<nonsense/>", ":1: MuJoCo: Schema violation"),
        ("</worldbody><include file='gone.xml'/><worldbody>", "gone.xml"),
    ],
)
def test_a_fault_is_one_line(inside: str, expected: str, tmp_path: Path) -> None:
    file = tmp_path / "bad.xml"
    file.write_text(f"<mujoco><worldbody>{inside}</worldbody></mujoco>")
    with pytest.raises(OlympianError) as caught:
        read_tree(file)
    assert str(caught.value).startswith(str(file))
    assert expected in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_fixed_base_and_hinges_on_the_world_are_taken(tmp_path: Path) -> None:
    file = tmp_path / "m.xml"
    file.write_text(f"<mujoco><worldbody>{BODY.format('')}</worldbody></mujoco>")
    tree = read_tree(file)
    assert tree.root == "b"
    assert "the base is fixed in the file; here it is free to move" in tree.warnings
    hinge = BODY.format('<joint name="j"/>')
    file.write_text(f"<mujoco><worldbody>{hinge}</worldbody></mujoco>")
    assert read_tree(file).root == "b_base"


def test_bodies_without_mass_are_named(tmp_path: Path) -> None:
    file = tmp_path / "m.xml"
    arm = '<body name="arm"><joint name="j"/></body>'
    body = f'<body name="b"><geom size="0.1"/>{arm}</body>'
    file.write_text(f"<mujoco><worldbody>{body}</worldbody></mujoco>")
    tree = read_tree(file)
    assert tree.link_by_name["arm"].inertial is None
    assert "link 'arm' moves but has no mass" in tree.warnings
