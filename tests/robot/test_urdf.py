"""The URDF reader: what it refuses, and where it says the fault is."""

import re
from pathlib import Path

import pytest

from olympian.errors import OlympianError
from olympian.robot.files.urdf import read_urdf
from olympian.robot.library import LIBRARY, read_tree

HEAD = '<robot name="r">\n'
LINKS = '<link name="a"/>\n<link name="b"/>\n'
JOINT = (
    '<joint name="j" type="{kind}"><parent link="{parent}"/><child link="{child}"/>{more}</joint>\n'
)
MASS = (
    '<link name="a"><inertial>\n<mass value="{mass}"/>\n'
    '<inertia ixx="{ixx}" iyy="1" izz="1"/></inertial></link>\n'
)


def joint(parent="a", child="b", kind="revolute", more='<limit lower="-1" upper="1"/>') -> str:
    return JOINT.format(parent=parent, child=child, kind=kind, more=more)


def mass(mass="1", ixx="1") -> str:
    return MASS.format(mass=mass, ixx=ixx)


def refused(tmp_path: Path, text: str | bytes) -> str:
    """The one line with which the text is refused, without the file's name."""
    file = tmp_path / "bad.urdf"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(OlympianError) as caught:
        read_tree(file)
    message = str(caught.value)
    assert message.startswith(f"{file}:")
    assert "\n" not in message
    return message.removeprefix(f"{file}:")


FAULTS = {
    "unclosed": (HEAD + "<link", "2: malformed XML"),
    "empty": ("", "1: malformed XML"),
    "other format": ("<sdf/>", "1: <sdf> is neither a URDF"),
    "no links": ("<robot/>", "1: <robot>: there is no <link>"),
    "nameless link": (HEAD + "<link/></robot>", "2: <link>: attribute 'name'"),
    "twice a link": (HEAD + LINKS + '<link name="b"/></robot>', '4: <link name="b">: a link of'),
    "twice a joint": (HEAD + LINKS + joint() * 2 + "</robot>", '5: <joint name="j">: a joint of'),
    "unknown parent": (
        HEAD + LINKS + joint(parent="bb") + "</robot>",
        "4: <joint name=\"j\">: parent link 'bb' does not exist; did you mean 'b'?",
    ),
    "no child": (
        HEAD + LINKS + '<joint name="j" type="fixed"><parent link="a"/></joint></robot>',
        '4: <joint name="j">: has no <child>',
    ),
    "loop of one": (HEAD + LINKS + joint("b", "b") + "</robot>", '3: <link name="b">: is part of'),
    "loop of two": (
        HEAD + LINKS + joint() + joint("b", "a").replace('"j"', '"k"') + "</robot>",
        '2: <link name="a">: is part of a loop',
    ),
    "two parents": (
        HEAD + LINKS + '<link name="c"/>' + joint() + joint("c").replace('"j"', '"k"') + "</robot>",
        "link 'b' has a parent already ('a')",
    ),
    "two roots": (HEAD + LINKS + "</robot>", '3: <link name="b">: no joint carries'),
    "unknown joint type": (
        HEAD + LINKS + joint(kind="planar") + "</robot>",
        "joint type 'planar' is not supported; choose from fixed, revolute",
    ),
    "zero axis": (
        HEAD + LINKS + joint(more='<axis xyz="0 0 0"/>') + "</robot>",
        "4: <axis>: joint 'j' has a zero axis",
    ),
    "limits turned round": (
        HEAD + LINKS + joint(more='<limit lower="1" upper="0"/>') + "</robot>",
        "4: <limit>: joint 'j': lower limit 1 is above",
    ),
    "letters for numbers": (
        HEAD + LINKS + joint(more='<axis xyz="0 0 one"/>') + "</robot>",
        "4: <axis>: attribute xyz='0 0 one' is not made of numbers",
    ),
    "too few numbers": (
        HEAD + LINKS + joint(more='<axis xyz="0 1"/>') + "</robot>",
        "should hold 3 number(s)",
    ),
    "not a number": (HEAD + mass(ixx="nan") + "</robot>", "4: <inertia>: attribute ixx='nan'"),
    "overflow": (HEAD + mass(ixx="1e999") + "</robot>", "attribute ixx='1e999' is not finite"),
    "huge": (HEAD + mass(ixx="1e300") + "</robot>", "is beyond ±1e+12"),
    "negative mass": (HEAD + mass(mass="-1") + "</robot>", "3: <mass>: link 'a': mass -1 should"),
    "a speck of mass": (HEAD + mass(mass="1e-320") + "</robot>", "3: <mass>: link 'a': mass"),
    "zero inertia": (HEAD + mass(ixx="0") + "</robot>", "4: <inertia>: link 'a': inertia is zero"),
    "flat box": (
        HEAD + '<link name="a"><visual><geometry><box size="1 0 1"/></geometry></visual></link>'
        "</robot>",
        "2: <box>: sizes should be positive",
    ),
    "no shape": (
        HEAD + '<link name="a"><visual><geometry/></visual></link></robot>',
        "2: <geometry>: should hold a <box>",
    ),
    "xacro": (
        '<robot xmlns:xacro="http://www.ros.org/wiki/xacro"><xacro:arg name="x"/></robot>',
        "there is no <link>; this is a xacro file, expand the file first: xacro ",
    ),
    "latin 1": (HEAD.encode() + b'<link name="\xe9"/></robot>', "2: malformed XML"),
    "binary": (bytes(range(256)) * 40, "malformed XML"),
    "unknown encoding": ('<?xml version="1.0" encoding="klingon"?><robot/>', "1: malformed XML"),
    "newline in a name": (
        HEAD + '<link name="a&#10;b"/><link name="a&#10;b"/></robot>',
        '2: <link name="a b">: a link of this name exists already',
    ),
    "deep nesting": ("<robot>" + "<a>" * 5000 + "</a>" * 5000 + "</robot>", "malformed XML"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_one_line_with_its_place(fault: str, tmp_path: Path) -> None:
    text, expected = FAULTS[fault]
    assert expected in refused(tmp_path, text)


XACRO = '<robot name="r" xmlns:xacro="http://www.ros.org/wiki/xacro">\n'
MACRO = '<xacro:macro name="arm" params="side"><link name="${side}_arm"/></xacro:macro>'
LEFTOVERS = {
    "property": ('<xacro:property name="pi" value="3.14"/>', "<xacro:property>"),
    "block": ('<xacro:property name="o"><origin xyz="${x} 0 0"/></xacro:property>', "property>"),
    "argument": ('<xacro:arg name="gpu" default="$(arg x)"/>', "<xacro:arg>"),
    "macro never called": (MACRO, "<xacro:macro>"),
    "include": ('<xacro:include filename="$(find a)/b.xacro"/>', "<xacro:include>"),
    "choice of nothing": ('<xacro:if value="0"><xacro:arg name="a"/></xacro:if>', "<xacro:if>"),
    "call of no macro": (4 * '<xacro:foot_gazebo side="l"/>', "<xacro:foot_gazebo>"),
    "call in a link": ('<link name="c"><xacro:shade/></link>' + joint(child="c"), "<xacro:shade>"),
    "value of nobody": ('<gazebo reference="a"/><!-- <origin xyz="${x} 0 0"/> -->', ""),
}


@pytest.mark.parametrize("name", LEFTOVERS)
def test_what_xacro_left_without_effect_is_skipped_and_said(name: str, tmp_path: Path) -> None:
    text, said = LEFTOVERS[name]
    path = tmp_path / "r.urdf"
    path.write_text(XACRO + text + '<link name="a"/></robot>')
    warnings = [line for line in read_urdf(path).warnings if "xacro" in line]
    assert bool(warnings) == bool(said)
    assert all(re.search("has no effect here: lines? 2", line) for line in warnings)
    assert not said or said in warnings[0]


UNEXPANDED = {
    "call": (MACRO + '\n<xacro:arm side="l"/>', ":3: <xacro:arm>: xacro has not been run on this"),
    "call within": (MACRO + '<link name="b"><xacro:arm/></link>', ":2: <xacro:arm>: xacro has not"),
    "include and call": ('<xacro:include filename="a"/><xacro:leg/>', ":2: <xacro:leg>: xacro has"),
    "choice": ('<xacro:unless value="1"><link name="b"/></xacro:unless>', ":2: <xacro:unless>: xa"),
    "insert": ('<xacro:insert_block name="o"/>', '<xacro:insert_block name="o">: xacro has not'),
    "value": ('<link name="${side}_arm"/>', "attribute name='${side}_arm' is not expanded"),
    "argument": ('<link name="$(arg side)"/>', "attribute name='$(arg side)' is not expanded"),
}


@pytest.mark.parametrize("name", UNEXPANDED)
@pytest.mark.parametrize(
    ("file", "command"),
    [
        ("r.urdf.xacro", "xacro r.urdf.xacro > r.urdf"),
        ("r.xacro", "xacro r.xacro > r.urdf"),
        ("r.urdf", "xacro r.urdf > r_expanded.urdf"),
    ],
)
def test_what_xacro_would_change_is_refused_with_the_command(
    name: str, file: str, command: str, tmp_path: Path
) -> None:
    text, problem = UNEXPANDED[name]
    path = tmp_path / file
    path.write_text(XACRO + text + '<link name="a"/></robot>')
    with pytest.raises(OlympianError) as caught:
        read_urdf(path)
    assert problem in str(caught.value)
    assert str(caught.value).endswith(command)


def test_entities_are_refused_unexpanded(tmp_path: Path) -> None:
    bomb = '<!DOCTYPE robot [<!ENTITY a "ha">' + "".join(
        f'<!ENTITY {chr(98 + n)} "{f"&{chr(97 + n)};" * 20}">' for n in range(8)
    )
    message = refused(tmp_path, f'{bomb}]><robot name="&i;"><link name="x"/></robot>')
    assert len(message) < 300
    spy = '<!DOCTYPE robot [<!ENTITY f SYSTEM "file:///etc/passwd">]>'
    assert "entities" in refused(
        tmp_path, f'{spy}<robot name="r"><link name="a">&f;</link></robot>'
    )


@pytest.mark.parametrize("path", ["/nonexistent.urdf", "/tmp", "a\0b"])
def test_an_unreadable_path_is_one_line(path: str) -> None:
    with pytest.raises(OlympianError, match="cannot be read"):
        read_urdf(Path(path))


def test_five_thousand_links_in_a_row_are_read(tmp_path: Path) -> None:
    count = 5000
    text = HEAD + "".join(f'<link name="l{n}"/>' for n in range(count))
    text += "".join(joint(f"l{n}", f"l{n + 1}").replace('"j"', f'"j{n}"') for n in range(count - 1))
    file = tmp_path / "worm.urdf"
    file.write_text(text + "</robot>")
    assert len(read_urdf(file).movable) == count - 1


def test_a_bare_world_and_a_floating_joint_are_left_out(tmp_path: Path) -> None:
    file = tmp_path / "r.urdf"
    for world, kind in (("world", "fixed"), ("map", "floating")):
        text = HEAD + f'<link name="{world}"/><link name="b"/>' + joint(world, "b", kind, "")
        file.write_text(text + "</robot>")
        tree = read_urdf(file)
        assert tree.root == "b"
        assert any(world in warning for warning in tree.warnings)


def test_what_is_left_out_is_said() -> None:
    tree = read_urdf(Path(__file__).parents[1] / "data/biped.urdf")
    assert (
        tree.warnings.count("mesh 'package://biped/meshes/foot.stl' is missing and left out") == 1
    )
    massless = read_urdf(Path(__file__).parents[1] / "data/massless.urdf")
    assert "link 'skull' moves but has no mass" in massless.warnings
    assert "joint 'pan' has no limits; ±180° assumed" in massless.warnings


@pytest.mark.parametrize("name", [path.name for path in LIBRARY.iterdir() if path.is_dir()])
def test_the_library_reads_without_a_word(name: str) -> None:
    assert read_urdf(LIBRARY / name / f"{name}.urdf").warnings == ()
