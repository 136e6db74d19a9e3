"""`robot.toml`: what is refused and on which line, and lines for every key there is."""

import re
import tomllib
from pathlib import Path

import pytest

from olympian.errors import OlympianError
from olympian.robot.config import read_config
from olympian.robot.files.toml_lines import toml_lines
from olympian.robot.library import LIBRARY, load_robot

GOOD = """\
name = "x"
model = "a.urdf"
torso = "t"
[limbs.left_leg]
kind = "leg"
base = "t"
tip = "f"
sole = { outline_m = [
  [0, 1], # ] } is a comment
  [1, 2],
  [1, 3]], xyz = [0, 0, 0] }
[servos]
"a b" = { type = "ax-12a", id = 1 }
b.type = "mx-64"
b.id = 2
[servos.c]
type = '''mx
64'''
id = 3
[groups]
legs = [
  "a b",
  "b",
]
[ready_deg]
c = 1.5
"""

FAULTS = {
    ("name =", "nmae ="): "1: nmae: unknown key 'nmae', did you mean 'name'?",
    ('"x"', "3"): "1: name: Expected `str`, got `int`",
    ('torso = "t"\n', ""): "1: Object missing required field `torso`",
    ('kind = "leg"', 'kind = "wing"'): "5: limbs.left_leg.kind: Invalid enum value 'wing'; choose",
    ("[1, 2],", "[1, 2, 3],"): "10: limbs.left_leg.sole.outline_m.1: Expected `array` of length 2",
    ("xyz = [0, 0, 0]", "xzy = 1"): "11: limbs.left_leg.sole.xzy: unknown key 'xzy'",
    ("id = 1", 'id = "1"'): "13: servos.a b.id: Expected `int`, got `str`",
    ("id = 1 }", "id = 1, sgin = 1 }"): "13: servos.a b.sgin: unknown key 'sgin', did you mean",
    ("id = 2", "id = 300"): "15: servos.b.id: Expected `int` <= 252",
    ("id = 3", "id = 3\nsign = 0"): "20: servos.c.sign: Invalid enum value 0; choose from -1, 1",
    ('  "b",\n', "  4,\n"): "23: groups.legs.1: Expected `str`, got `int`",
    ("[groups]", "[buses.x]\nservos = []\nprotocol = 3\n[groups]"): (
        "22: buses.x.protocol: Invalid enum value 3; choose from 1, 2"
    ),
    ("c = 1.5", "c = nan"): "26: ready_deg.c: nan is not a number",
    ("c = 1.5", "c = -inf"): "26: ready_deg.c: -inf is not a number",
    ("c = 1.5", "c = 1e300"): "26: ready_deg.c: 1e+300 is not a number",
    ("c = 1.5", f"c = {10**400}"): "26: ready_deg.c: inf is not a number",
    ("c = 1.5", f"c = {'1' * 5000}"): " not valid TOML: Exceeds the limit",
    ("c = 1.5", "c = "): "26: not valid TOML: Invalid value",
    ("c = 1.5", "c = 1\nc = 2"): "27: not valid TOML: Cannot overwrite a value",
    ("c = 1.5", "c = " + "[" * 9999): " not valid TOML: nested too deeply",
    ("c = 1.5", ".".join("c" * 9999) + " = 1"): " ready_deg: nested more than 30 deep",
}


def refused(file: Path) -> str:
    with pytest.raises(OlympianError) as caught:
        read_config(file)
    message = str(caught.value)
    assert message.startswith(f"{file}:")
    assert "\n" not in message
    return message.removeprefix(f"{file}:")


def test_the_good_text_is_good(tmp_path: Path) -> None:
    file = tmp_path / "robot.toml"
    file.write_text(GOOD)
    assert read_config(file).servos["c"].id == 3


@pytest.mark.parametrize("change", FAULTS, ids=lambda change: change[1][:20])
def test_a_fault_is_one_line_with_line_and_key(change: tuple[str, str], tmp_path: Path) -> None:
    file = tmp_path / "robot.toml"
    assert change[0] in GOOD
    file.write_text(GOOD.replace(*change, 1))
    assert refused(file).startswith(FAULTS[change])


def test_what_is_not_text_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "robot.toml"
    file.write_bytes(b'name = "x"\nmodel = "\xff"\n')
    assert refused(file).startswith("2: not UTF-8 text")
    with pytest.raises(OlympianError, match="cannot be read"):
        read_config(tmp_path)
    with pytest.raises(OlympianError, match="cannot be read"):
        read_config(Path("a\0b"))


MODEL_FAULTS = {
    'torso = "trunk"': ("torso", "'leg' is not in the model; choose from trunk", 'torso = "leg"'),
    'tip = "l_forearm"': ("limbs.left_arm.tip", "'x' is not in the model", 'tip = "x"'),
    'base = "trunk"\ntip = "l_forearm"': (
        "limbs.left_arm",
        "'r_foot' is not above 'l_forearm'",
        'base = "r_foot"\ntip = "l_forearm"',
    ),
    '"l_elbow"': ("groups", "joint l_knee is used more than once", '"l_knee"'),
    "[ready_deg]": (
        "ready_deg.l_knee",
        "-5.00° leaves the joint's limits",
        "[ready_deg]\nl_knee = -5",
    ),
    "[servos]": (
        "servos.l_kne",
        "'l_kne' is not in the model",
        "[servos]\nl_kne = {type='a', id=1}",
    ),
    "# l_hip_yaw = ": ("servos", "id 2 is used more than once", "l_hip_yaw = "),
    "[servos]\n": (
        "buses",
        "servo 'l_knee' hangs on no bus",
        "[servos]\nl_knee = {type='ax-12a', id=1}\n[buses.a]\nservos = []\n",
    ),
    "\n[servos]\n": (
        "buses.b.servos.0",
        "'l_knee' hangs on 'a' already",
        "\n[servos]\nl_knee = {type='ax-12a', id=1}\n"
        "[buses]\na.servos = ['l_knee']\nb.servos = [\n'l_knee'] # 0\n",
    ),
    "\n# servo angle": (
        "devices.chest.feet.0",
        "'l_knee' has no sole; choose from left_leg",
        "\n[devices.chest]\ntype = 'io-board'\nfeet = ['l_knee'] # 0\n# servo angle",
    ),
    "[ready_deg]\n": (
        "limits_deg.l_knee",
        "5° is not below 5°",
        "[limits_deg]\nl_knee = [5, 5]\n[ready_deg]\n",
    ),
    "outline_m = ": (
        "limbs.left_leg.sole",
        "outline_m needs 3 or more corners",
        "pressure_m = [[0, 0]]\noutline_m = ",
    ),
}


@pytest.mark.parametrize("old", MODEL_FAULTS)
def test_names_that_do_not_fit_the_model_are_refused(old: str, tmp_path: Path) -> None:
    """As in a file that `olympian robot import` wrote and somebody edited."""
    text = _imported(tmp_path)
    keys, expected, new = MODEL_FAULTS[old]
    assert old in text
    edited = text.replace(old, new, 1)
    if "used more than once" in expected and "id" in expected:
        edited = edited.replace("# l_hip_roll = ", "l_hip_roll = ").replace("id = 1 }", "id = 2 }")
    file = tmp_path / "robot.toml"
    file.write_text(edited)
    with pytest.raises(OlympianError) as caught:
        load_robot(file)
    line, key, problem = re.fullmatch(
        rf"{re.escape(str(file))}:(\d+): ([\w.]+): (.*)", str(caught.value)
    ).groups()
    assert key == keys or key.startswith(f"{keys}.")
    assert expected in problem
    last = key.split(".")[-1]
    assert last in edited.splitlines()[int(line) - 1]


def _imported(folder: Path) -> str:
    from olympian.robot.files.write_toml import write_toml
    from olympian.robot.library import read_tree
    from olympian.robot.recognise import recognise

    model = (Path(__file__).parents[1] / "data/biped.urdf").resolve()
    (folder / "biped.urdf").write_text(model.read_text())
    tree = read_tree(folder / "biped.urdf")
    return write_toml(recognise(tree), [joint.name for joint in tree.movable])


def _every_key(value: object, keys: tuple = ()):
    items = value.items() if isinstance(value, dict) else enumerate(value)
    for key, item in items:
        yield (*keys, key)
        if isinstance(item, dict | list):
            yield from _every_key(item, (*keys, key))


@pytest.mark.parametrize(
    "text", [GOOD, *(path.read_text() for path in sorted(LIBRARY.glob("*/robot.toml")))]
)
def test_every_key_has_its_line(text: str) -> None:
    lines, rows = toml_lines(text), text.splitlines()
    for keys in _every_key(tomllib.loads(text)):
        assert keys in lines
        if isinstance(keys[-1], str):
            assert keys[-1] in rows[lines[keys] - 1]


def test_lines_of_arrays_of_tables() -> None:
    lines = toml_lines('[[a]]\nb = """x\n\n"""\n[[a]]\n"b.c".d = 1\n')
    assert lines[("a", 0, "b")] == 2
    assert lines[("a", 1)] == 5
    assert lines[("a", 1, "b.c", "d")] == 6
