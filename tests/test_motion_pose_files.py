"""HOly's pose files: what they mean, that they round-trip, and how mistakes in them are told."""

from math import radians
from pathlib import Path

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from olympian.errors import OlympianError
from olympian.motion.pose import (
    Axes,
    BuildOn,
    LimbPose,
    PoseBook,
    Position,
    RoboPose,
    default_pose,
    parse_poses,
    pose_text,
    read_poses,
    solve_pose,
    write_poses,
)
from olympian.robot import load_robot
from olympian.robot.config import read_config
from olympian.robot.write_toml import write_toml

BIOLOID = load_robot("bioloid")
DEFAULT = default_pose(BIOLOID)
FIGURE_14 = Path(__file__).parent / "data" / "figure_14.csv"
HEADER = "LimbString,roll,pitch,yaw,x,y,z,Position Name\n"

STEPS = (
    HEADER
    + """
left_leg,-,-,-,0.01,-,-,one
right_arm,-,-10,-,-,-,-,one

left_leg,-,-,-,0.01,-,-,two
right_arm,-,-10,-,-,-,-,two
"""
)


def parse(text: str, **options: str) -> PoseBook:
    return parse_poses(text.encode(), BIOLOID, source="f.csv", **options)  # pyright: ignore[reportArgumentType]


def refused(text: str | bytes) -> str:
    data = text.encode() if isinstance(text, str) else text
    with pytest.raises(OlympianError) as caught:
        parse_poses(data, BIOLOID, source="f.csv")
    assert str(caught.value).isprintable()
    return str(caught.value)


def test_figure_14_is_read() -> None:
    book = read_poses(FIGURE_14, BIOLOID)
    assert list(book) == [
        "pose_default",
        "pose_shift_weight_toright",
        "pose_lift_left_foot",
        "pose_left_foot_advance_forward",
    ]
    assert book["pose_default"].limbs == DEFAULT.limbs
    assert book["pose_default"].name == "pose_default"
    shift = book.positions[1].change.limbs
    assert shift["left_leg"] == LimbPose(0, radians(-10), 0, -0.04)
    assert shift["right_leg"] == LimbPose(0, radians(-10), 0, -0.02, 0, 0)
    assert (
        book["pose_shift_weight_toright"]
        .limbs["left_leg"]
        .is_close(DEFAULT.limbs["left_leg"] + LimbPose(roll=radians(-10), y=0.04))
    )
    lift = book["pose_lift_left_foot"]
    assert lift.limbs["right_arm"] == LimbPose(None, radians(-60), 0, 0, None, None)
    assert (
        book["pose_left_foot_advance_forward"]
        .limbs["left_leg"]
        .is_close(DEFAULT.limbs["left_leg"] + LimbPose(x=0.03))
    )


def test_figure_14_is_taken_but_for_its_slip() -> None:
    """75 m is read, since it is a number, and refused when a leg is asked to go there."""
    book = read_poses(FIGURE_14, BIOLOID)
    with pytest.raises(
        OlympianError, match=r"pose 'pose_lift_left_foot', right_leg: unreachable: .*-75\.0"
    ):
        solve_pose(BIOLOID, book["pose_lift_left_foot"])
    for name in ("pose_default", "pose_shift_weight_toright", "pose_left_foot_advance_forward"):
        solve_pose(BIOLOID, book.pose(name))
    mended = FIGURE_14.read_text().replace("-75", "-0.0075")
    solve_pose(BIOLOID, parse(mended)["pose_lift_left_foot"])


def test_positions_build_on_the_default_or_the_previous_one() -> None:
    x = DEFAULT.limbs["left_leg"].x
    assert x is not None
    for text, options, total in (
        (STEPS, {}, 0.01),
        (STEPS, {"build_on": "previous"}, 0.02),
        ("# build on: previous\n" + STEPS, {}, 0.02),
        ("#Build On:  Previous \n" + STEPS, {"build_on": "default"}, 0.02),
        (STEPS.replace("\nleft_leg", "\n# build on: default\nleft_leg"), {}, 0.01),
    ):
        two = parse(text, **options)["two"]
        assert two.limbs["left_leg"].x == pytest.approx(x + total)
        assert two.limbs["right_arm"].pitch == pytest.approx(radians(-1000 * total))


def test_the_setting_may_change_between_positions_and_dashes_return_to_the_default() -> None:
    text = STEPS.replace("\nleft_leg,-,-,-,0.01,-,-,two", "\n# build on: previous\n\\g")
    text = text.replace("\\g", "left_leg,-,-,-,0.01,-,-,two")
    book = parse(text + "\n-,-,-,-,-,-,-,home\n\nleft_leg,-,-,-,-,-,0.01,three\n")
    assert [p.build_on.value for p in book.positions] == ["default"] + 3 * ["previous"]
    assert book["home"].limbs == DEFAULT.limbs
    assert "right_arm" in book["two"].limbs
    assert "right_arm" not in book["three"].limbs


def test_axes_are_those_the_file_names() -> None:
    row = "L_forearm,{},{},3,0.1,0.2,0.3,p\n"
    for roll, pitch, ours in (
        (1, 0, LimbPose(0, radians(-1), radians(3), 0.2, -0.1, 0.3)),
        (0, 2, LimbPose(radians(2), 0, radians(3), 0.2, -0.1, 0.3)),
    ):
        text = HEADER + row.format(roll, pitch)
        for book in (parse("# axes: holy\n" + text), parse(text, axes="holy")):
            assert book["p"].limbs["left_arm"].is_close(ours, 1e-15)
        straight = LimbPose(radians(roll), radians(pitch), radians(3), 0.1, 0.2, 0.3)
        assert parse(text)["p"].limbs["left_arm"] == straight


def turn(axis: str, angle: float) -> np.ndarray:
    """About x, y or z of the frame it is seen in, derived from the turned plane."""
    a, b = {"x": (1, 2), "y": (2, 0), "z": (0, 1)}[axis]
    R = np.eye(3)
    R[a, a] = R[b, b] = np.cos(angle)
    R[b, a], R[a, b] = np.sin(angle), -np.sin(angle)
    return R


DEGREES = st.lists(st.floats(-400, 400), min_size=3, max_size=3)


@given(st.lists(DEGREES, min_size=1, max_size=4), st.sampled_from(["L_foot_pad", "R_forearm"]))
def test_a_turn_of_the_file_is_the_turn_of_the_pose(steps: list[list[float]], limb: str) -> None:
    """HOly adds angles, then turns about x, y and z: x to the right, y ahead."""
    rows = (f"{limb},{','.join(map(repr, step))},-,-,-,p{i}" for i, step in enumerate(steps))
    book = parse(HEADER + "\n".join(rows), axes="holy", build_on="previous")
    right, ahead, up = np.array([0, -1, 0]), np.array([1, 0, 0]), np.array([0, 0, 1])
    C = np.column_stack([right, ahead, up])
    for i in range(len(steps)):
        roll, pitch, yaw = np.radians(np.sum(steps[: i + 1], axis=0))
        R = C @ turn("z", yaw) @ turn("y", pitch) @ turn("x", roll) @ C.T
        pose = book[f"p{i}"].limbs["left_leg" if limb == "L_foot_pad" else "right_arm"]
        np.testing.assert_allclose(pose.transform[:3, :3], R, atol=1e-9)


@given(st.floats(-25, 25), st.floats(-25, 25), st.floats(-25, 25))
def test_a_sole_stands_as_holys_file_turns_it(roll: float, pitch: float, yaw: float) -> None:
    text = HEADER + f"R_foot_pad,{roll!r},{pitch!r},{yaw!r},0,0,0.03,p\n"
    pose = parse(text, axes="holy")["p"]
    try:
        q = solve_pose(BIOLOID, pose).q
    except OlympianError:  # not every turn is within reach
        assume(False)
        raise
    R = turn("z", np.radians(yaw)) @ turn("x", np.radians(pitch)) @ turn("y", np.radians(-roll))
    sole = BIOLOID.forward(BIOLOID.limb("right_leg").chain.tip, q)
    np.testing.assert_allclose(sole[:3, :3], R, atol=1e-9)


HOLYS_OWN = (
    HEADER
    + """,,,,,,,
-,-,-,-,-,-,-,pose_default
,,,,,,,
L_foot_pad,0,-9,0,-0.03,0,0,pose_lean_right
R_foot_pad,0,-9,0,-0.01,0,0,pose_lean_right
,,,,,,,
R_forearm,50,,,,,,pose_lift_left
L_foot_pad,-4,9,0,0.01,0,0.02,pose_lift_left
,,,,,,,
-,-,-,-,-,-,-,pose_default
,,,,,,,continue
R_foot_pad,0,12,0,0.03,0,0,pose_lean_left
L_foot_pad,0,12,0,0.01,0,0,pose_lean_left
,,,,,,,
R_foot_pad,-5,-12,0,-0.01,0,0.02,pose_lift_left
,,,,,,,
,,,,,,,finished
as HOly's reader, this one does not look here
"""
)
"""Shaped like the file of Team HOly, which means `build on: previous` without saying so."""


def test_a_file_is_read_as_holys_reader_does() -> None:
    """A default that goes on is no stop of its own; of a name that comes again the last counts."""
    book = parse(HOLYS_OWN, axes="holy", build_on="previous")
    assert list(book) == ["pose_default", "pose_lean_right", "pose_lean_left", "pose_lift_left"]
    names = [position.name for position in book.positions]
    assert names == [
        "pose_default",
        "pose_lean_right",
        "pose_lift_left",
        "pose_lean_left",
        "pose_lift_left",
    ]
    right, left = DEFAULT.limbs["right_leg"], DEFAULT.limbs["left_leg"]
    lean = book["pose_lean_left"].limbs
    assert set(lean) == {"right_leg", "left_leg"}
    assert lean["right_leg"].is_close(right + LimbPose(roll=radians(12), y=-0.03))
    lift = book["pose_lift_left"].limbs
    assert lift["left_leg"].is_close(left + LimbPose(roll=radians(12), y=-0.01))
    assert lift["right_leg"].is_close(right + LimbPose(pitch=radians(5), y=-0.02, z=0.02))


@pytest.mark.parametrize(
    ("rows", "x"),
    [
        ("left_leg,0,0,0,0.01,0,0,p\nleft_leg,0,0,0,0.02,0,0,p\n", 0.03),
        ("left_leg,0,0,0,0.01,0,0,p\n\nleft_leg,,,,0.02,,,p\n", 0.03),
        ("left_leg,0,0,0,0.01,0,0,p\nleft_leg,0,0,0,0.02,0,0,q\nleft_leg,-,-,-,-,-,-,p\n", 0.03),
        ("left_leg,0,0,0,0.01,0,0,p\n\n# axes: ours\nleft_leg,0,0,0,0.02,0,0,p\n", 0.03),
        ("left_leg,0,0,0,0.01,0,0,q\n,,,,,,,continue\nleft_leg,0,0,0,0.02,0,0,p\n", 0.03),
        ("left_leg,0,0,0,0.01,0,0,q\n-,-,-,-,-,-,-,p\nleft_leg,0,0,0,0.02,0,0,p\n", 0.02),
        ("left_leg,0,0,0,0.01,0,0,p\n-,-,-,-,-,-,-,finished\nleft_leg,0,0,0,1,0,0,p\n", 0.01),
    ],
)
def test_rows_add_up_as_holys_reader_adds_them(rows: str, x: float) -> None:
    before = DEFAULT.limbs["left_leg"].x
    assert before is not None
    book = parse(HEADER + rows, build_on="previous")
    assert book["p"].limbs["left_leg"].x == pytest.approx(before + x)


@pytest.mark.parametrize("name", ["bioloid", "fumanoid", "wolfgang", "atlas"])
def test_every_robot_knows_holys_names(name: str) -> None:
    rows = ["L_foot_pad", "R_foot_pad", "L_forearm", "R_forearm"]
    text = HEADER + "".join(f"{row},0,0,0,0,0,0,p\n" for row in rows)
    change = parse_poses(text.encode(), load_robot(name)).positions[0].change
    assert list(change.limbs) == ["left_leg", "right_leg", "left_arm", "right_arm"]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_spreadsheets_files_are_read(end: str) -> None:
    text = HEADER + ',,,,,,,\n"left_leg", 1 ,-,-,-,-,1e-2,"a, b"\n,,,,,,,\n,,\n'
    book = parse_poses(b"\xef\xbb\xbf" + text.replace("\n", end).encode(), BIOLOID)
    assert book.positions[0].change == RoboPose(
        "a, b", {"left_leg": LimbPose(roll=radians(1), z=0.01)}
    )


ROW = "left_leg,0,0,0,0,0,0,p\n"
FAULTS = {
    "": "f.csv:1: empty; a file starts with LimbString,roll",
    "\n\n# nothing\n": "f.csv:1: empty",
    ROW: "f.csv:1: column 1 (LimbString): 'left_leg' instead of 'LimbString'; a file starts with",
    "LimbString,roll,yaw,pitch,x,y,z,Position Name\n": "f.csv:1: column 3 (pitch): 'yaw' instead",
    "LimbString,roll\n": "f.csv:1: column 3 (pitch): missing: 2 cells, a row has 8",
    HEADER + "\nleft_leg,0,0,0,0,0,p\n": "f.csv:3: column 8 (Position Name): missing: 7 cells",
    HEADER + "left_leg,0,0,0,0,0,0,p,q\n": "f.csv:2: column 9: too many: 9 cells",
    HEADER + "left_lge,0,0,0,0,0,0,p\n": "f.csv:2: column 1 (LimbString): unknown limb 'left_lge', "
    "did you mean 'left_leg'? choose from L_foot_pad,",
    HEADER + "head,0,0,0,0,0,0,p\n": "f.csv:2: column 1 (LimbString): unknown limb 'head'",
    HEADER + "-,0,-,-,-,-,-,p\n": "f.csv:2: column 1 (LimbString): unknown limb '-'",
    HEADER + ROW + "-,-,-,-,-,-,-,p\n": "f.csv:3: column 1 (LimbString): a row of - is a position",
    HEADER + 2 * "-,-,-,-,-,-,-,p\n": "f.csv:3: column 1 (LimbString): a row of - is a position",
    HEADER + ",,,,,,,continue\n": "f.csv:2: column 8 (Position Name): 'continue' has no position",
    HEADER + ROW + "\n# axes: holy\n,,,,,,,continue\n": "f.csv:5: column 8 (Position Name): 'conti",
    HEADER + ROW + ",,,1,,,,continue\n": "f.csv:3: column 4 (yaw): '1' in the row 'continue'",
    HEADER + "a,,,,,,,finished\n": "f.csv:2: column 1 (LimbString): 'a' in the row 'finished'",
    HEADER + ",,,,,,,p\n": "f.csv:2: column 1 (LimbString): unknown limb ''",
    HEADER + "left_leg,0,x,0,0,0,0,p\n": "f.csv:2: column 3 (pitch): 'x' is not a number",
    HEADER + "left_leg,0,1_0,0,0,0,0,p\n": "f.csv:2: column 3 (pitch): '1_0' is not a number",
    HEADER + "left_leg,0,0,0,0,nan,0,p\n": "f.csv:2: column 6 (y): 'nan' is not finite",
    HEADER + "left_leg,0,0,0,0,0,-inf,p\n": "f.csv:2: column 7 (z): '-inf' is not finite",
    HEADER + "left_leg,1e999,0,0,0,0,0,p\n": "f.csv:2: column 2 (roll): '1e999' is too large",
    HEADER + "left_leg,0,0,0,0,0,0,\n": "f.csv:2: column 8 (Position Name): every row needs",
    HEADER + "-,-,-,-,-,-,-,-\n": "f.csv:2: column 8 (Position Name): every row needs",
    HEADER + "a\x0bb,0,0,0,0,0,0,p\n": "f.csv:2: column 1 (LimbString): holds a character",
    HEADER + "left_leg,0,0,0,0,0,0," + "p" * 201: "f.csv:2: column 8 (Position Name): longer than",
    HEADER + 'left_leg,"0,0,0,0,0,0,p\n': "f.csv:2: not a line of CSV: ",
    "# axes: hloy\n" + HEADER: "f.csv:1: unknown value of 'axes' 'hloy', did you mean 'holy'?",
    HEADER + "# build on: \n": "f.csv:2: unknown value of 'build on' '';",
    HEADER + ROW + "# axes: holy\n" + ROW: "f.csv:3: 'axes' inside position 'p'; put an empty line",
}


@pytest.mark.parametrize("text", FAULTS, ids=range(len(FAULTS)))
def test_mistakes_are_told_with_line_and_column(text: str) -> None:
    assert refused(text).startswith(FAULTS[text])


def test_what_is_not_text_or_not_there_is_refused(tmp_path: Path) -> None:
    assert refused(HEADER.encode() + b"left_\xff") == "f.csv:2: byte 6: not UTF-8 text"
    with pytest.raises(OlympianError, match=r"none\.csv: cannot be read: No such file"):
        read_poses(tmp_path / "none.csv", BIOLOID)
    with pytest.raises(OlympianError, match="cannot be read: Is a directory"):
        read_poses(tmp_path, BIOLOID)
    (tmp_path / "big.csv").write_bytes(b"#" * 1_000_001)
    with pytest.raises(OlympianError, match="too large for a pose file"):
        read_poses(tmp_path / "big.csv", BIOLOID)
    with pytest.raises(OlympianError, match=r"unknown value of 'build on' 'last'; choose from"):
        read_poses(FIGURE_14, BIOLOID, build_on="last")


PIECES = st.sampled_from([*",-#\n\"'\r .0123e", "left_leg,", "0,0,0,0,0,0,p\n", HEADER, "p"])


@given(st.lists(PIECES).map("".join))
def test_no_text_does_worse_than_a_refusal(text: str) -> None:
    for whole in (text, HEADER + text):
        try:
            parse(whole)
        except OlympianError as error:
            assert str(error).startswith("f.csv:")  # noqa: PT017


VALUES = st.none() | st.floats(-1000, 1000)
LIMBS = st.builds(LimbPose, VALUES, VALUES, VALUES, VALUES, VALUES, VALUES)
LIMB_NAMES = st.sampled_from(["left_leg", "right_leg", "left_arm", "right_arm"])
TITLES = (
    st.text(min_size=1, max_size=12)
    .map(str.strip)
    .filter(lambda title: title not in ("", "-") and title.isprintable())
)
POSITIONS = st.builds(
    lambda title, limbs, build_on, axes: Position(RoboPose(title, limbs), build_on, axes),
    st.sampled_from(["p", "q"]) | TITLES,
    st.dictionaries(LIMB_NAMES, LIMBS),
    st.sampled_from(BuildOn),
    st.sampled_from(Axes),
)
BOOKS = st.lists(POSITIONS).map(lambda positions: PoseBook(DEFAULT, tuple(positions)))


@given(BOOKS)
def test_books_are_read_as_they_were_written(book: PoseBook) -> None:
    back = parse(pose_text(book))
    assert list(back) == list(book)
    for there, here in zip(back.positions, book.positions, strict=True):
        assert (there.name, there.build_on, there.axes) == (here.name, here.build_on, here.axes)
        assert there.change.is_close(here.change, 1e-12)
    for name, pose in book.items():
        for limb, here in pose.limbs.items():
            there = back[name].limbs[limb]
            np.testing.assert_allclose(there.transform, here.transform, rtol=0, atol=1e-9)


@given(st.lists(st.integers(-18000, 18000), min_size=6, max_size=6), st.sampled_from(Axes))
def test_what_people_write_is_written_back(numbers: list[int], axes: Axes) -> None:
    """Degrees come back as the short numbers they were, not as the roundings of radians."""
    row = ",".join(repr(number / 100).removesuffix(".0") for number in numbers)
    text = f"# axes: {axes.value}\n{HEADER}\n# build on: default\nleft_leg,{row},p\n"
    assert pose_text(parse(text)) == text


def test_writing_replaces_the_file_or_leaves_it(tmp_path: Path) -> None:
    file = tmp_path / "poses.csv"
    book = read_poses(FIGURE_14, BIOLOID)
    write_poses(file, book)
    assert read_poses(file, BIOLOID) == book
    assert read_poses(file, BIOLOID).positions == book.positions
    before = file.read_bytes()
    for name in ("", "-", " a", "a\nb", "x" * 201, "continue", "finished"):
        bad = PoseBook(DEFAULT, (Position(RoboPose(name)),))
        with pytest.raises(OlympianError, match="no file can hold its name"):
            write_poses(file, bad)
    huge = PoseBook(DEFAULT, (Position(RoboPose("p", {"left_leg": LimbPose(x=1e7)})),))
    with pytest.raises(OlympianError, match=r"pose 'p' cannot be written: 1e\+07 is too large"):
        write_poses(file, huge)
    assert file.read_bytes() == before
    assert list(tmp_path.iterdir()) == [file]
    with pytest.raises(OlympianError, match="cannot be written: No such file"):
        write_poses(tmp_path / "no" / "poses.csv", book)


def test_a_book_tells_its_names() -> None:
    book = parse(STEPS)
    assert "one" in book
    assert book.get("three") is None
    with pytest.raises(OlympianError, match="unknown pose 'tow', did you mean 'two'"):
        book.pose("tow")


ROBOT_TOML = """\
name = "x"
model = "bioloid.urdf"
torso = "torso"
[limbs.left_leg]
kind = "leg"
base = "torso"
tip = "left_sole"
[limb_names]
foot = "left_leg"
"""


def test_robots_name_their_limbs_as_they_like(tmp_path: Path) -> None:
    assert BIOLOID.directory is not None
    (tmp_path / "bioloid.urdf").write_bytes((BIOLOID.directory / "bioloid.urdf").read_bytes())
    file = tmp_path / "robot.toml"
    file.write_text(ROBOT_TOML)
    robot = load_robot(str(file))
    row = "foot,0,0,0,0,0,0,p\n"
    assert "left_leg" in parse_poses((HEADER + row).encode(), robot)["p"].limbs
    config = read_config(file)
    file.write_text(write_toml(config))
    assert read_config(file) == config
    for name, problem in (
        ('foot = "left_lge"', "limb_names.foot: 'left_lge' is not a limb; choose from left_leg"),
        ('left_leg = "left_leg"', "limb_names.left_leg: 'left_leg' is the name of a limb already"),
    ):
        file.write_text(ROBOT_TOML.replace('foot = "left_leg"', name))
        with pytest.raises(OlympianError, match=f"robot.toml:9: {problem}"):
            load_robot(str(file))
