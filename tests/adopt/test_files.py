"""What lies around a model: xacro, package paths, meshes of all kinds, folders without a robot."""

from pathlib import Path

import numpy as np
import pytest

from drills.humanoids import naoish, written
from olympian.adopt import import_model, write_import
from olympian.errors import OlympianError
from olympian.robot import ShapeKind, build_spec, load_robot
from olympian.robot.files import mesh_points

FACES = ((0, 1, 2), (0, 3, 1), (1, 3, 2), (2, 3, 0))
POINTS = ((0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1))
XACRO = """<robot name="tool" xmlns:xacro="http://www.ros.org/wiki/xacro">
<xacro:arg name="length" default="0.2"/>
<xacro:property name="length" value="$(arg length)"/>
<xacro:include filename="$(find arms)/arm.xacro"/>
<link name="base"/>
<xacro:arm side="left"/><xacro:arm side="right"/>
</robot>"""
ARM = """<robot xmlns:xacro="http://www.ros.org/wiki/xacro">
<xacro:macro name="arm" params="side"><link name="${side}_arm"><visual><geometry>
<mesh filename="package://arms/hand.stl"/></geometry></visual></link>
<joint name="${side}" type="fixed"><origin xyz="0 0 ${2 * length}"/><parent link="base"/>
<child link="${side}_arm"/></joint></xacro:macro></robot>"""


def text_stl() -> str:
    loops = [
        "facet normal 0 0 0 outer loop "
        + " ".join("\nvertex " + " ".join(map(str, POINTS[corner])) for corner in face)
        + "\nendloop endfacet"
        for face in FACES
    ]
    return "solid tetra\n" + "\n".join(loops) + "\nendsolid tetra\n"


def collada(up: str = "Z_UP", unit: float = 1.0) -> str:
    numbers = " ".join(str(value) for point in POINTS for value in point)
    corners = " ".join(str(corner) for face in FACES for corner in face)
    return f"""<?xml version="1.0"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<asset><unit meter="{unit}"/><up_axis>{up}</up_axis></asset>
<library_geometries><geometry id="g"><mesh>
<source id="p"><float_array id="a" count="12">{numbers}</float_array></source>
<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
<polylist count="4"><input semantic="VERTEX" source="#v" offset="0"/>
<vcount>3 3 3 3</vcount><p>{corners}</p></polylist></mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="s"><node><translate>0 0 1</translate>
<scale>2 2 2</scale><instance_geometry url="#g"/></node></visual_scene></library_visual_scenes>
</COLLADA>"""


def test_text_stl_is_read(tmp_path: Path) -> None:
    points = mesh_points(str(written(tmp_path, text_stl(), "t.stl")))
    assert {tuple(point) for point in points.tolist()} == {tuple(map(float, p)) for p in POINTS}


def test_collada_is_placed_scaled_and_turned_up(tmp_path: Path) -> None:
    points = mesh_points(str(written(tmp_path, collada(), "z.dae")))
    assert points.min(axis=0) == pytest.approx([0, 0, 1])
    assert points.max(axis=0) == pytest.approx([2, 2, 3])
    points = mesh_points(str(written(tmp_path, collada("Y_UP", 0.001), "y.dae")))
    assert points.min(axis=0) == pytest.approx([0, -0.003, 0])
    assert points.max(axis=0) == pytest.approx([0.002, -0.001, 0.002])


@pytest.mark.parametrize(("suffix", "text"), [("stl", text_stl()), ("dae", collada())])
def test_such_meshes_come_into_the_simulation(suffix: str, text: str, tmp_path: Path) -> None:
    written(tmp_path, text, f"part.{suffix}")
    shape = f'<geometry><mesh filename="part.{suffix}" scale="0.1 0.1 0.1"/></geometry>'
    visual = f"<visual>{shape}</visual><collision>{shape}</collision>"
    file = written(tmp_path, f'<robot name="r"><link name="l">{visual}</link></robot>')
    robot = load_robot(file)
    assert robot.tree.links[0].visuals[0].kind is ShapeKind.MESH
    assert build_spec(robot).compile().nmesh == 1


@pytest.mark.parametrize(
    ("text", "name"), [("solid nothing", "a.stl"), ("<COLLADA/>", "a.dae"), ("<COLL", "b.dae")]
)
def test_broken_meshes_are_named_and_left_out(text: str, name: str, tmp_path: Path) -> None:
    written(tmp_path, text, name)
    visual = f'<visual><geometry><mesh filename="{name}"/></geometry></visual>'
    file = written(tmp_path, f'<robot name="r"><link name="l">{visual}</link></robot>')
    robot = load_robot(file)
    assert not robot.tree.links[0].visuals
    assert f"mesh '{name}' is left out" in robot.tree.warnings[0]


def packaged(tmp_path: Path) -> tuple[Path, Path]:
    package = tmp_path / "elsewhere"
    package.mkdir()
    written(package, ARM, "arm.xacro")
    written(package, text_stl(), "hand.stl")
    return written(tmp_path, XACRO, "tool.urdf.xacro"), package


def test_xacro_is_expanded_with_packages_and_arguments(tmp_path: Path) -> None:
    file, package = packaged(tmp_path)
    packages, arguments = {"arms": package}, {"length": "0.3"}
    found = import_model(file, "tool", tmp_path / "out", packages=packages, arguments=arguments)
    robot = load_robot(write_import(found, tmp_path / "out"))
    assert (tmp_path / "out" / "tool.urdf").is_file()
    assert robot.tree.joint_by_name["right"].T_parent_joint[2, 3] == pytest.approx(0.6)
    assert len(robot.tree.link_by_name["left_arm"].visuals) == 1


def test_a_package_beside_the_file_is_found(tmp_path: Path) -> None:
    file, package = packaged(tmp_path)
    package.rename(tmp_path / "arms")
    assert load_robot(file).tree.joint_by_name["left"].T_parent_joint[2, 3] == pytest.approx(0.4)


def test_a_package_that_is_nowhere_is_asked_for(tmp_path: Path) -> None:
    file, _ = packaged(tmp_path)
    with pytest.raises(OlympianError, match=r"package 'arms' .* say --package arms=DIR"):
        load_robot(file)


def test_a_xacro_that_fails_is_one_line(tmp_path: Path) -> None:
    file = written(tmp_path, XACRO.replace("$(arg length)", "${1 / 0}"), "bad.xacro")
    with pytest.raises(OlympianError, match=r"bad\.xacro: xacro: ") as raised:
        load_robot(file)
    assert "\n" not in str(raised.value)


def test_a_folder_without_robot_toml_names_its_models(tmp_path: Path) -> None:
    written(tmp_path, naoish())
    (tmp_path / "notes.xml").write_text("<notes/>")
    with pytest.raises(OlympianError, match=r"no robot\.toml, but models: naoish\.urdf;.*import"):
        load_robot(tmp_path)
    (tmp_path / "naoish.urdf").unlink()
    with pytest.raises(OlympianError, match=r"neither robot\.toml nor a model"):
        load_robot(tmp_path)


def test_robots_of_ones_own_are_among_the_alternatives(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "mine"
    write_import(import_model(written(tmp_path, naoish()), "mine", folder), folder)
    monkeypatch.chdir(tmp_path)
    assert load_robot("mine").name == "mine"
    with pytest.raises(OlympianError, match="mine"):
        load_robot("nine")


def test_an_import_replaces_nothing_unasked(tmp_path: Path) -> None:
    found = import_model(written(tmp_path, naoish()), "mine", tmp_path)
    target = write_import(found, tmp_path)
    before = target.read_text()
    with pytest.raises(OlympianError, match="exists already"):
        write_import(found, tmp_path)
    assert target.read_text() == before


def test_meshes_keep_their_shape(tmp_path: Path) -> None:
    """What MuJoCo makes of a file that it cannot read itself has the size of the file."""
    written(tmp_path, collada(), "part.dae")
    shape = '<geometry><mesh filename="part.dae"/></geometry>'
    file = written(
        tmp_path, f'<robot name="r"><link name="l"><visual>{shape}</visual></link></robot>'
    )
    model = build_spec(load_robot(file)).compile()
    assert np.ptp(model.mesh_vert, axis=0) == pytest.approx([2, 2, 2], abs=0.9)
