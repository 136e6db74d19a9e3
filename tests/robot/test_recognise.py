"""Limbs from shape alone: the library's robots without their TOML, and robots that are none."""

from pathlib import Path

import numpy as np
import pytest

from olympian.robot import Robot, load_robot, robot_names
from olympian.robot.library import LIBRARY, read_tree
from olympian.robot.mujoco_model import build_spec
from olympian.robot.recognise import recognise

DATA = Path(__file__).parents[1] / "data"


def bare(name: str) -> Robot:
    return load_robot(LIBRARY / name / f"{name}.urdf")


@pytest.mark.parametrize("name", robot_names())
def test_a_library_robot_is_recognised_without_its_toml(name: str) -> None:
    told, found = load_robot(name), bare(name)
    assert found.torso == told.torso
    moving = {limb for limb in told.limbs if told.limbs[limb].chain.dof}
    assert set(found.limbs) == moving
    for limb in moving:
        assert found.limbs[limb].chain.joint_names == told.limbs[limb].chain.joint_names
    assert {joint for group in found.groups.values() for joint in group} == set(told.joint_names)


@pytest.mark.parametrize("name", robot_names())
def test_soles_are_found_where_the_toml_has_them(name: str) -> None:
    for told, found in zip(load_robot(name).feet, bare(name).feet, strict=True):
        assert found.link == told.link
        assert np.allclose(_corners(found.outline), _corners(told.outline), atol=1e-4)


def _corners(outline: np.ndarray) -> np.ndarray:
    return np.array(sorted(outline.tolist()))


@pytest.mark.parametrize("name", robot_names())
def test_names_do_not_matter_where_places_tell(name: str, tmp_path: Path) -> None:
    """Links called l0, l1 … and joints j0, j1 …: the same limbs come out."""
    text = (LIBRARY / name / f"{name}.urdf").read_text()
    tree = read_tree(LIBRARY / name / f"{name}.urdf")
    for prefix, names in (("l", tree.link_by_name), ("j", tree.joint_by_name)):
        for number, old in enumerate(names):
            text = text.replace(f'"{old}"', f'"{prefix}{number}"')
    file = tmp_path / "anonymous.urdf"
    file.write_text(text)
    found = load_robot(file)
    expected = {limb.name: limb.chain.dof for limb in bare(name).limbs.values()}
    assert {limb.name: limb.chain.dof for limb in found.limbs.values()} == expected


def test_a_leg_that_ends_in_an_ankle_gets_a_sole_of_its_own() -> None:
    robot = load_robot(DATA / "biped.urdf")
    assert [foot.link for foot in robot.feet] == ["left_leg_sole", "right_leg_sole"]
    T_torso_sole = robot.forward("left_leg_sole", np.zeros(robot.dof))
    assert np.allclose(T_torso_sole[:3, :3], np.eye(3), atol=1e-5)
    assert T_torso_sole[:3, 3] == pytest.approx([0, 0.05, -0.365], abs=1e-5)
    assert np.ptp(robot.feet[0].outline, axis=0) == pytest.approx([0.14, 0.07], abs=1e-4)
    assert robot.limb("left_leg").chain.tip == "left_leg_sole"


def test_a_robot_that_looks_left_is_told_by_its_names(tmp_path: Path) -> None:
    """Turned by 90° about z, its sides lie along x; the names say which is which."""
    turned = '<joint name="turned" type="fixed"><origin rpy="0 0 1.5707963"/><parent link="floor"/>'
    text = (DATA / "biped.urdf").read_text().replace('name="world"', 'name="floor"')
    text = text.replace('<joint name="world_fixed" type="fixed">', turned)
    file = tmp_path / "turned.urdf"
    file.write_text(text.replace('<parent link="world"/>', ""))
    robot = load_robot(file)
    assert robot.limb("left_leg").chain.joint_names[0] == "l_hip_yaw"
    assert robot.limb("right_arm").chain.joint_names[0] == "r_shoulder_pitch"


def test_a_scene_in_mjcf_is_recognised() -> None:
    robot = load_robot(DATA / "runner.xml")
    assert list(robot.limbs) == ["left_leg", "right_leg", "left_arm", "right_arm", "head"]
    assert robot.torso == "pelvis"
    assert robot.groups["torso"] == ("waist",)
    assert len(robot.feet) == 2


@pytest.mark.parametrize("file", ["rover.urdf", "massless.urdf"])
def test_what_does_not_walk_has_no_limbs_and_still_loads(file: str) -> None:
    robot = load_robot(DATA / file)
    assert not robot.legs
    assert not robot.arms
    assert build_spec(robot).compile().nv == 6 + robot.dof


def test_a_hopper_has_one_leg(tmp_path: Path) -> None:
    """The biped with one leg, moved to the middle."""
    tree = read_tree(DATA / "biped.urdf")
    text = (DATA / "biped.urdf").read_text().replace('xyz="0 0.05 0"', 'xyz="0 0 0"')
    for joint in tree.movable:
        if joint.name.startswith("r_") or "elbow" in joint.name or "shoulder" in joint.name:
            text = text.replace(f'<joint name="{joint.name}" type="revolute">', "<!--", 1)
            head, tail = text.split("<!--\n", 1)
            text = head + tail.split("</joint>", 1)[1]
            head, tail = text.split(f'<link name="{joint.child}">', 1)
            text = head + tail.split("</link>", 1)[1]
    file = tmp_path / "hopper.urdf"
    file.write_text(text.replace("l_", "x_"))
    robot = load_robot(file)
    assert [limb.chain.dof for limb in robot.legs] == [6]
    assert list(robot.limbs) == ["leg"]


def test_a_single_link_is_a_robot_too(tmp_path: Path) -> None:
    file = tmp_path / "brick.urdf"
    file.write_text('<robot name="brick"><link name="brick"/></robot>')
    robot = load_robot(file)
    assert robot.dof == 0
    assert not robot.limbs


def test_joints_that_cannot_be_at_zero_start_at_their_nearest_limit(tmp_path: Path) -> None:
    text = (
        (DATA / "biped.urdf").read_text().replace('lower="0" upper="2.2"', 'lower="0.2" upper="2"')
    )
    file = tmp_path / "bent.urdf"
    file.write_text(text)
    robot = load_robot(file)
    assert robot.ready[robot.joint_index["l_knee"]] == pytest.approx(0.2)
    assert recognise(read_tree(file)).ready_deg.keys() == {"l_knee", "r_knee"}


def test_arms_that_hang_like_legs_are_called_what_they_are(tmp_path: Path) -> None:
    text = (DATA / "biped.urdf").read_text()
    for leg, arm in (
        ("hip", "shoulder2"),
        ("knee", "elbow2"),
        ("ankle", "wrist"),
        ("foot", "hand"),
        ("thigh", "upper2"),
        ("shin", "lower2"),
        ("leg", "limb"),
    ):
        text = text.replace(leg, arm)
    file = tmp_path / "upper_body.urdf"
    file.write_text(text)
    limbs = recognise(read_tree(file)).limbs
    assert not any(limb.kind == "leg" for limb in limbs.values())
    assert any(limb.kind == "arm" for limb in limbs.values())
