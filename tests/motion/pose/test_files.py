"""HOly's pose files: what they mean, that they round-trip, and how mistakes in them are told."""

from math import radians
from pathlib import Path

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from olympian.errors import OlympianError
from olympian.motion.pose import (
    LimbPose,
    PoseBook,
    RoboPose,
    default_pose,
    parse_poses,
    read_poses,
    solve_pose,
)
from olympian.robot import load_robot
from olympian.robot.config import read_config
from olympian.robot.files.write_toml import write_toml

BIOLOID = load_robot("bioloid")
DEFAULT = default_pose(BIOLOID)
FIGURE_14 = Path(__file__).parents[2] / "data" / "figure_14.csv"
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
