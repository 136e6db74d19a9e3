"""Broken descriptions: whatever is done to a file, it is read or refused in one line."""

import copy
import os
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from lxml import etree

from olympian.errors import OlympianError
from olympian.robot.assemble import assemble
from olympian.robot.config import read_config
from olympian.robot.files.toml import read_toml
from olympian.robot.files.write_toml import write_toml
from olympian.robot.files.write_urdf import write_urdf
from olympian.robot.library import LIBRARY, load_robot, read_tree
from olympian.robot.posture import Posture
from olympian.robot.recognise import recognise

URDFS = [
    *(path.read_bytes() for path in sorted(LIBRARY.glob("*/*.urdf"))),
    *(path.read_bytes() for path in sorted((Path(__file__).parents[1] / "data").glob("*.urdf"))),
]
TOMLS = [path.read_text() for path in sorted(LIBRARY.glob("*/robot.toml"))]
NUMBERS = ["nan", "-inf", "0", "-1", "1e999", "1e300", "1e-320", "1e12", "1_0", "٣", "0x10"]
NASTY = [
    *NUMBERS,
    "",
    " ",
    "0 0",
    "0 0 0",
    "1 1 1 1 1",
    "world",
    "base",
    "torso",
    "\n",
    "é",
    "fixed",
]
VALUES = ["true", "'x'", '""', "[]", "{}", "[[1]]", "1979-05-27", "-0", "[1, 'a']", "{ a = 1 }"]

EXAMPLES = int(os.environ.get("OLYMPIAN_FUZZ", "500"))
"""Broken files per test; more are for nights."""
bounded = settings(
    max_examples=EXAMPLES, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


def only_olympian_errors(action, *args) -> object | None:
    """The result, or None after an error that is one line; anything else escapes and fails."""
    try:
        return action(*args)
    except OlympianError as error:
        message = str(error)
    assert message.strip()
    assert "\n" not in message
    return None


def use(file: Path) -> None:
    """All that is done with a model without a simulator."""
    tree = read_tree(file)
    robot = assemble(recognise(tree), tree)
    posture = Posture(robot.tree, robot.ready)
    assert len(posture.T_root_link) == len(robot.tree.links)
    assert all(np.isfinite(T).all() for T in posture.T_root_link.values())
    assert posture.com_in_root is None or np.isfinite(posture.com_in_root).all()
    write_urdf(robot.tree)


@st.composite
def torn(draw: st.DrawFn, originals: list[bytes]) -> bytes:
    """A file with pieces cut, doubled or overwritten."""
    data = bytearray(draw(st.sampled_from(originals)))
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(data)))
        end = min(len(data), start + draw(st.integers(0, 200)))
        piece = draw(st.sampled_from([b"", bytes(data[start:end]) * 2, b"\0", b"<", b'"', b"&"]))
        data[start:end] = draw(st.binary(max_size=8)) if draw(st.booleans()) else piece
    return bytes(data)


@st.composite
def rearranged(draw: st.DrawFn) -> bytes:
    """A well-formed URDF that means something else: elements moved, attributes replaced."""
    root = etree.fromstring(draw(st.sampled_from(URDFS)))
    for _ in range(draw(st.integers(1, 5))):
        nodes = [node for node in root.iter(etree.Element) if node is not root]
        if not nodes:
            break
        # by tag first: boxes are many, masses few
        tag = draw(st.sampled_from(sorted({node.tag for node in nodes})))
        node = draw(st.sampled_from([node for node in nodes if node.tag == tag]))
        what = draw(st.sampled_from(["drop", "double", "move", "value", "value", "unset"]))
        if what == "drop":
            node.getparent().remove(node)
        elif what == "double":
            node.addnext(copy.deepcopy(node))
        elif what == "move":
            draw(st.sampled_from(nodes)).append(copy.deepcopy(node))
        elif node.attrib:
            key = draw(st.sampled_from(sorted(node.attrib)))
            if what == "unset":
                del node.attrib[key]
            else:
                other = draw(st.sampled_from(nodes)).get("name") or "x"
                node.set(key, draw(st.sampled_from([*NASTY, other])))
    return etree.tostring(root)


@st.composite
def renumbered(draw: st.DrawFn) -> bytes:
    """A URDF whose structure is right, with one or two numbers that are not."""
    root = etree.fromstring(draw(st.sampled_from(URDFS)))
    numeric = [
        (node, key)
        for node in root.iter(etree.Element)
        for key in sorted(set(node.attrib) - {"name", "link", "type", "filename"})
    ]
    for _ in range(draw(st.integers(1, 2)) if numeric else 0):
        tag = draw(st.sampled_from(sorted({node.tag for node, _ in numeric})))
        node, key = draw(st.sampled_from([pair for pair in numeric if pair[0].tag == tag]))
        numbers = node.get(key).split()
        numbers[draw(st.integers(0, len(numbers) - 1))] = draw(st.sampled_from(NUMBERS))
        node.set(key, " ".join(numbers))
    return etree.tostring(root)


@bounded
@given(data=st.one_of(torn(URDFS), rearranged(), renumbered()))
def test_any_urdf_is_used_or_refused(data: bytes, tmp_path: Path) -> None:
    file = tmp_path / "fuzzed.urdf"
    file.write_bytes(data)
    only_olympian_errors(use, file)


@st.composite
def edited(draw: st.DrawFn) -> bytes:
    """A TOML file after a careless hand: lines lost, doubled, moved, values replaced."""
    lines = draw(st.sampled_from(TOMLS)).splitlines()
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(lines) - 1))
        what = draw(st.sampled_from(["drop", "double", "move", "value", "value", "key"]))
        if what == "drop" and len(lines) > 1:
            lines.pop(at)
        elif what == "double":
            lines.insert(at, lines[at])
        elif what == "move":
            lines.insert(draw(st.integers(0, len(lines))), lines[at])
        elif "=" in lines[at]:
            key, value = lines[at].split("=", 1)
            new = draw(st.sampled_from([*NUMBERS, *VALUES, f"{value.strip()}, 1"]))
            lines[at] = f"{key}= {new}" if what == "value" else f"{key.strip()}_ ={value}"
    return "\n".join(lines).encode()


@bounded
@given(data=st.one_of(torn([text.encode() for text in TOMLS]), edited()))
def test_any_toml_is_read_or_refused(data: bytes, tmp_path: Path) -> None:
    file = tmp_path / "fuzzed.toml"
    file.write_bytes(data)
    config = only_olympian_errors(read_config, file)
    if config is not None:
        again = tmp_path / "again.toml"
        again.write_text(write_toml(config), encoding="utf-8")
        assert read_toml(again, type(config)) == config


@settings(bounded, max_examples=EXAMPLES // 4)
@given(data=edited())
def test_any_toml_beside_its_model_is_used_or_refused(data: bytes, tmp_path: Path) -> None:
    for urdf in LIBRARY.glob("*/*.urdf"):
        (tmp_path / urdf.name).write_bytes(urdf.read_bytes())
    file = tmp_path / "robot.toml"
    file.write_bytes(data)
    only_olympian_errors(load_robot, tmp_path)


@pytest.mark.parametrize("content", [b"", b"\0" * 100, b"\xff\xfe" * 50, b"[[", b"<robot>" * 500])
def test_rubbish_by_any_name_is_refused(content: bytes, tmp_path: Path) -> None:
    for name in ("a.urdf", "a.xml", "a.toml", "a"):
        file = tmp_path / name
        file.write_bytes(content)
        with pytest.raises(OlympianError, match=str(file)):
            load_robot(file)
