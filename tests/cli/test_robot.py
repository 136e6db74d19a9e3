"""`olympian robot`: list, show, inspect, import, export."""

import json
from pathlib import Path

import mujoco
import numpy as np
import pytest

from olympian.cli.main import main
from olympian.robot import load_robot, robot_names
from olympian.robot.files.urdf import read_urdf

DATA = Path(__file__).parents[1] / "data"
KEYS = {"name", "dof", "mass_kg", "height_m", "com_m", "joints", "limbs", "missing"}


@pytest.fixture
def olympian(capsys: pytest.CaptureFixture[str]):
    """Runs a command; gives back exit code, stdout, stderr."""

    def call(*words: object) -> tuple[int, str, str]:
        code = main([str(word) for word in words])
        said = capsys.readouterr()
        return code, said.out, said.err

    return call


def test_list(olympian) -> None:
    code, out, _ = olympian("robot", "list")
    assert code == 0
    assert all(name in out for name in robot_names())
    rows = json.loads(olympian("robot", "list", "--json")[1])
    assert tuple(row["name"] for row in rows) == robot_names()


@pytest.mark.parametrize("name", robot_names())
def test_show_gives_the_promised_keys(name: str, olympian) -> None:
    code, out, err = olympian("robot", "show", name, "--json")
    assert (code, err) == (0, "")
    page = json.loads(out)
    assert page.keys() >= KEYS
    assert len(page["joints"]) == page["dof"]
    for limb in page["limbs"]:
        assert limb.keys() >= {"name", "kind", "chain", "closed_form", "closed_form_kind", "reason"}
        assert isinstance(limb["closed_form"], bool)
    assert page["missing"] == []


@pytest.mark.parametrize("file", ["biped.urdf", "runner.xml", "massless.urdf", "rover.urdf"])
def test_inspect_speaks_to_people_and_programs(file: str, olympian) -> None:
    code, out, err = olympian("robot", "inspect", DATA / file)
    assert (code, err) == (0, "")
    page = json.loads(olympian("robot", "inspect", DATA / file, "--json")[1])
    assert page.keys() >= KEYS
    for word in [page["name"], *page["missing"], *(row["name"] for row in page["joints"])]:
        assert word in out
    for row in page["tree"]:
        assert row["link"] in out


@pytest.mark.parametrize("name", ["gone.urdf", "."])
def test_inspect_refuses_what_is_no_model(name: str, olympian, tmp_path: Path) -> None:
    code, out, err = olympian("robot", "inspect", tmp_path / name, "--json")
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert str(tmp_path) in err


@pytest.mark.parametrize("file", ["biped.urdf", "runner.xml", "massless.urdf", "rover.urdf"])
def test_import_writes_what_loads_to_the_same_robot(file: str, olympian, tmp_path: Path) -> None:
    code, out, _ = olympian("robot", "import", DATA / file, "--name", "mine", "--out", tmp_path)
    assert code == 0
    assert "wrote" in out
    bare, again = load_robot(DATA / file), load_robot(tmp_path / "mine")
    assert again.name == "mine"
    assert again.joint_names == bare.joint_names
    assert again.torso == bare.torso
    assert again.groups == bare.groups
    inside = (again.lower <= again.ready) & (again.ready <= again.upper)
    assert inside.all()
    assert np.array_equal(again.ready, bare.ready) == (not again.limbs)
    assert (again.imu, again.camera) == (bare.imu, bare.camera)
    assert list(again.limbs) == list(bare.limbs)
    for name, limb in bare.limbs.items():
        q = np.full(limb.chain.dof, 0.3)
        assert np.array_equal(again.limbs[name].chain.forward(q), limb.chain.forward(q))
    for ours, theirs in zip(again.feet, bare.feet, strict=True):
        assert ours.link == theirs.link
        assert np.array_equal(ours.outline, theirs.outline)


def test_import_of_a_library_model_finds_what_its_toml_says(olympian, tmp_path: Path) -> None:
    model = load_robot("wolfgang").tree.source
    document = json.loads(
        olympian("robot", "import", model, "--name", "w", "--out", tmp_path, "--json")[1]
    )
    assert document["file"] == str(tmp_path / "w" / "robot.toml")
    assert document["limbs"] == ["left_leg", "right_leg", "left_arm", "right_arm", "head"]
    assert json.loads(olympian("robot", "show", tmp_path / "w", "--json")[1])["dof"] == 20


def test_import_overwrites_only_when_told_and_leaves_nothing_half(olympian, tmp_path: Path) -> None:
    words = ("robot", "import", DATA / "rover.urdf", "--name", "r", "--out", tmp_path)
    assert olympian(*words)[0] == 0
    file = tmp_path / "r" / "robot.toml"
    file.write_text("mine")
    code, _, err = olympian(*words)
    assert code == 2
    assert "exists already" in err
    assert file.read_text() == "mine"
    assert olympian(*words, "--force")[0] == 0
    assert 'name = "r"' in file.read_text()
    assert [path.name for path in file.parent.iterdir()] == ["robot.toml"]


def test_import_of_a_bad_file_writes_nothing(olympian, tmp_path: Path) -> None:
    bad = tmp_path / "bad.urdf"
    bad.write_text("<robot>")
    code, _, err = olympian("robot", "import", bad, "--name", "x", "--out", tmp_path)
    assert code == 2
    assert f"{bad}:1: malformed XML" in err
    assert list(tmp_path.iterdir()) == [bad]
    code, _, err = olympian("robot", "import", DATA / "rover.urdf", "--name", "../x")
    assert code == 2
    assert "use plain words" in err


def test_an_unwritable_place_is_one_line(olympian, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    out = tmp_path / "file" / "below"
    code, _, err = olympian("robot", "export", "bioloid", "--format", "urdf", "--out", out)
    assert code == 2
    assert "cannot be written" in err


def test_export_urdf_to_stdout_and_file(olympian, tmp_path: Path) -> None:
    file = tmp_path / "out.urdf"
    assert olympian("robot", "export", "bioloid", "--format", "urdf", "--out", file)[0] == 0
    text = olympian("robot", "export", "bioloid", "--format", "urdf")[1]
    assert text == file.read_text()
    document = json.loads(olympian("robot", "export", "bioloid", "--format", "urdf", "--json")[1])
    assert document["text"] == text
    assert read_urdf(file).mass == load_robot("bioloid").tree.mass


@pytest.mark.parametrize(
    "name", [*robot_names(), str(DATA / "biped.urdf"), str(DATA / "rover.urdf")]
)
def test_export_mjcf_compiles(name: str, olympian, tmp_path: Path) -> None:
    file = tmp_path / "out.xml"
    assert olympian("robot", "export", name, "--format", "mjcf", "--out", file)[0] == 0
    model = mujoco.MjModel.from_xml_path(str(file))
    robot = load_robot(name)
    assert model.nv == 6 + robot.dof
    assert model.body_subtreemass[0] == pytest.approx(robot.tree.mass, rel=1e-6)


def test_no_robot_hides_behind_a_name_of_the_library(
    olympian, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ("robot", "import", DATA / "rover.urdf", "--out", tmp_path, "--name")
    code, out, err = olympian(*words, "bioloid")
    assert (code, out) == (2, "")
    assert "a robot of the library has this name" in err
    assert not (tmp_path / "bioloid").exists()
    assert olympian(*words, "mine")[0] == 0
    (tmp_path / "mine").rename(tmp_path / "bioloid")
    monkeypatch.chdir(tmp_path)
    code, _, err = olympian("robot", "show", "bioloid")
    assert code == 2
    assert "write ./bioloid for the folder" in err
    for own in ("./bioloid", Path("bioloid")):
        assert load_robot(own).name == "mine"
