"""Frames become joint angles once, and what cannot be played is refused by name."""

from pathlib import Path

import numpy as np
import pytest

from olympian.errors import OlympianError
from olympian.lab.motion_lab import check, sole_heights
from olympian.motion.animate import (
    Compliance,
    Frame,
    FrameSet,
    LimbValues,
    MoveLimits,
    build,
    load_movement,
    movement_names,
    read_frame_set,
    read_movement,
)
from olympian.robot import Robot, load_robot, robot_names

LEGS = ("left_leg", "right_leg")


@pytest.fixture(scope="module")
def bioloid() -> Robot:
    return load_robot("bioloid")


def both(**values: float) -> dict[str, LimbValues]:
    return {leg: LimbValues(**values) for leg in LEGS}


def set_of(*frames: Frame, **options) -> FrameSet:
    return FrameSet(name="trial", frames=list(frames), **options)


def write(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


def test_limbs_go_where_the_frame_says(bioloid: Robot) -> None:
    frame = Frame(name="low", limbs=both(z=0.02, x=0.01), joints={"left_elbow": 10.0})
    q = build(bioloid, set_of(frame)).frames[0].q
    for leg in LEGS:
        tip = bioloid.limb(leg).chain.tip
        moved = bioloid.forward(tip, q)[:3, 3] - bioloid.forward(tip, bioloid.ready)[:3, 3]
        np.testing.assert_allclose(moved, [0.01, 0.0, 0.02], atol=1e-6)
    assert q[bioloid.joint_index["left_elbow"]] == pytest.approx(np.radians(10.0))


def test_relative_and_absolute_say_the_same(bioloid: Robot) -> None:
    ready = bioloid.forward("left_sole", bioloid.ready)[:3, 3]
    change = Frame(name="a", limbs={"left_leg": LimbValues(z=0.02)})
    place = Frame(name="b", relative=False, limbs={"left_leg": LimbValues(z=ready[2] + 0.02)})
    first, second = build(bioloid, set_of(change, place)).frames
    np.testing.assert_allclose(first.q, second.q, atol=1e-9)


def test_a_frame_builds_on_ready_or_on_the_one_before(bioloid: Robot) -> None:
    low = Frame(name="low", limbs=both(z=0.02))
    again = Frame(name="again", build_on="previous", limbs=both(z=0.01))
    alone = Frame(name="alone", limbs=both(z=0.03))
    kept = Frame(name="kept", build_on="previous", joints={"left_elbow": 10.0})
    built = build(bioloid, set_of(low, again, alone, kept)).frames
    np.testing.assert_allclose(built[1].q, built[2].q, atol=1e-7)
    changed = np.flatnonzero(np.abs(built[3].q - built[2].q) > 1e-9)
    assert [bioloid.joint_names[index] for index in changed] == ["left_elbow"]


def test_poses_of_a_csv_file_serve_as_frames(bioloid: Robot, tmp_path: Path) -> None:
    write(
        tmp_path / "poses.csv",
        "LimbString,roll,pitch,yaw,x,y,z,Position Name\n"
        "left_leg,-,-,-,-,-,0.02,low\nright_leg,-,-,-,-,-,0.02,low\n",
    )
    text = 'name = "t"\nposes = "poses.csv"\n[[frames]]\nname = "a"\npose = "low"\n'
    path = write(tmp_path / "t.toml", text)
    built = build(bioloid, read_frame_set(path), path)
    asked = build(bioloid, set_of(Frame(name="low", limbs=both(z=0.02))))
    np.testing.assert_allclose(built.frames[0].q, asked.frames[0].q, atol=1e-9)


@pytest.mark.parametrize(
    ("frame", "words"),
    [
        (Frame(name="far", limbs=both(z=-0.2)), ("'far'", "left_leg", "unreachable")),
        (
            Frame(name="bent", joints={"left_knee": 170.0}),
            ("'bent'", "left_leg", "knee", "limits"),
        ),
        (Frame(name="odd", joints={"left_kne": 1.0}), ("'odd'", "left_kne", "left_knee")),
        (Frame(name="tail", limbs={"tail": LimbValues(z=0.0)}), ("'tail'", "left_leg")),
        (
            Frame(name="cross", limbs={"left_leg": LimbValues(y=-0.06)}),
            ("'cross'", "_leg", "runs"),
        ),
        (
            Frame(name="hug", joints={"left_shoulder_roll": -25.0}),
            ("'hug'", "left_arm", "runs"),
        ),
        (Frame(name="arm", limbs={"left_arm": LimbValues(z=0.1)}), ("'arm'", "left_arm", "roll")),
        (Frame(name="leg", limbs={"left_leg": LimbValues(elbow_deg=3)}), ("'leg'", "elbow")),
        (Frame(name="on", support=["left_arm"]), ("'on'", "left_arm", "left_leg")),
        (Frame(name="book", pose="p"), ("'book'", "poses")),
        (
            Frame(
                name="fast",
                move=MoveLimits(policy="constant_velocity", acceleration_deg_s2=3),
            ),
            ("'fast'", "constant_velocity"),
        ),
    ],
)
def test_what_cannot_be_is_named(bioloid: Robot, frame: Frame, words: tuple[str, ...]) -> None:
    with pytest.raises(OlympianError) as error:
        build(bioloid, set_of(frame))
    for word in ("set 'trial'", *words):
        assert word in str(error.value)
    assert "\n" not in str(error.value)


def test_a_collision_between_frames_is_found(bioloid: Robot) -> None:
    """The bent left forearm is clear before and behind the leg, but not beside it."""
    ahead = {"left_shoulder_pitch": -55.0, "left_elbow": -40.0}
    behind = {"left_shoulder_pitch": 55.0, "left_elbow": -40.0}
    first, second = Frame(name="ahead", joints=ahead), Frame(name="behind", joints=behind)
    with pytest.raises(OlympianError, match=r"'behind' on the way from 'ahead', left_arm: "):
        build(bioloid, set_of(first, second))


def test_links_that_may_touch_are_allowed(bioloid: Robot) -> None:
    frame = Frame(name="bend", joints={"left_elbow": -32.0})
    with pytest.raises(OlympianError, match=r"left_arm: left_forearm runs .* into left_thigh"):
        build(bioloid, set_of(frame))
    build(bioloid, set_of(frame, may_touch=[("left_thigh", "left_forearm")]))
    with pytest.raises(OlympianError, match="unknown link 'tail'"):
        build(bioloid, set_of(frame, may_touch=[("tail", "torso")]))


def test_arms_follow_the_lean_where_the_set_has_none(bioloid: Robot) -> None:
    roll = {side: bioloid.joint_index[f"{side}_shoulder_roll"] for side in ("left", "right")}
    left = build(bioloid, set_of(Frame(name="lean", limbs=both(y=-0.03))))
    right = build(bioloid, set_of(Frame(name="lean", limbs=both(y=0.03))))
    raised = left.frames[0].q - bioloid.ready
    assert left.arm_balance
    assert raised[roll["left"]] > np.radians(25)
    assert raised[roll["left"]] > 3 * -raised[roll["right"]] > 0
    mirrored = right.frames[0].q - bioloid.ready
    assert mirrored[roll["right"]] == pytest.approx(-raised[roll["left"]], rel=0.02)


def test_arms_that_are_used_or_forbidden_stay_out_of_balance(bioloid: Robot) -> None:
    lean = Frame(name="lean", limbs=both(y=-0.01))
    wave = Frame(name="wave", joints={"left_elbow": 10.0})
    arms = bioloid.indices([*bioloid.groups["left_arm"], *bioloid.groups["right_arm"]])
    for built in (
        build(bioloid, set_of(lean, wave)),
        build(bioloid, set_of(lean, arm_balance=False)),
    ):
        assert not built.arm_balance
        np.testing.assert_array_equal(built.frames[0].q[arms], bioloid.ready[arms])


def test_arm_balance_brings_the_weight_further_over(bioloid: Robot) -> None:
    frame = Frame(name="lean", limbs=both(y=-0.02), support=["left_leg"])
    plain = check(bioloid, build(bioloid, set_of(frame, arm_balance=False)))
    helped = check(bioloid, build(bioloid, set_of(frame)))
    assert helped.frames[0].margin_m > plain.frames[0].margin_m + 0.001


def test_a_set_without_a_stable_end_is_led_back(bioloid: Robot) -> None:
    built = build(bioloid, set_of(Frame(name="low", limbs=both(z=0.02)), stable_end=False))
    np.testing.assert_array_equal(built.final[-1].q, bioloid.ready)
    assert not build(bioloid, set_of(Frame(name="low", limbs=both(z=0.02)))).final


def test_durations_follow_from_the_limits(bioloid: Robot) -> None:
    limits = MoveLimits(acceleration_deg_s2=200)
    built = build(bioloid, set_of(Frame(name="e", joints={"left_elbow": 28.0}), move=limits))
    assert built.duration(0) == pytest.approx(2 * np.sqrt(50 / 200))  # HOly's formula
    timed = MoveLimits(policy="quintic", duration_s=0.7)
    frame = Frame(name="e", joints={"left_elbow": 28.0}, move=timed, hold_s=0.3)
    assert build(bioloid, set_of(frame)).duration(0) == pytest.approx(1.0)
    hasty = MoveLimits(policy="constant_velocity", duration_s=0.001)
    frame = Frame(name="e", joints={"left_elbow": 28.0}, move=hasty)
    top_speed = bioloid.tree.joint_by_name["left_elbow"].velocity
    assert build(bioloid, set_of(frame)).duration(0) == pytest.approx(np.radians(50) / top_speed)


def test_a_raised_foot_carries_nothing(bioloid: Robot) -> None:
    up = Frame(name="up", limbs={"right_leg": LimbValues(z=0.02)})
    built = build(bioloid, set_of(up))
    np.testing.assert_allclose(sole_heights(bioloid, built.frames[0].q), [0.0, 0.02], atol=1e-6)
    row = check(bioloid, built).frames[0]
    assert row.support == ["left_leg"]
    assert (row.margin_m < 0, row.stability) == (True, "unstable")


@pytest.mark.parametrize("name", movement_names("bioloid"))
def test_the_library_builds_and_ends_standing(bioloid: Robot, name: str) -> None:
    assert read_movement("bioloid", name).name == name
    built = load_movement(bioloid, name)
    report = check(bioloid, built)
    # a set that interrupts gets up: its first frames do not stand; who sits does not stand at last
    assert built.interrupts or name == "sit" or report.worst_margin_m > 0.015
    assert name == "sit" or report.frames[-1].margin_m > 0.03
    assert report.duration_s == pytest.approx(built.path().duration, abs=1e-3)


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ('name = "t"\nframes = []\n', 2, "no frames"),
        ('name = "t"\n[[frames]]\nname = "a"\nspeed = 3\n', 4, "unknown key 'speed'"),
        ('name = "t"\n[[frames]]\nname = "a"\nphase = "end"\n', 4, "init, loop, final"),
        ('name = "t"\n[[frames]]\nname = "a"\n[[frames]]\nname = "a"\n', 4, "two of this name"),
        (
            'name = "t"\n[[frames]]\nname = "a"\nphase = "loop"\n[[frames]]\nname = "b"\n',
            5,
            "init comes after loop",
        ),
        ('name = "t"\n[[frames]]\nname = "a"\nwait = { tolerance_deg = 2 }\n', 4, "timeout_s"),
        ('name = "t"\n[[frames]]\nname = "a"\nwait = { timeout_s = 2 }\n', 4, "wait for what"),
        (
            'name = "t"\n[[frames]]\nname = "a"\nlimbs.left_leg = { z = -0.3 }\n',
            2,
            "set 't', frame 'a', left_leg: ",
        ),
        ('name = "t"\n[compliance.tail]\nslope = 4\n[[frames]]\nname = "a"\n', 2, "group 'tail'"),
    ],
)
def test_files_are_refused_with_their_line(
    bioloid: Robot, tmp_path: Path, text: str, line: int, words: str
) -> None:
    path = write(tmp_path / "t.toml", text)
    with pytest.raises(OlympianError) as error:
        load_movement(bioloid, path)
    assert str(error.value).startswith(f"{path}:{line}: ")
    assert words in str(error.value)


def test_compliance_is_kept_with_the_set(bioloid: Robot) -> None:
    soft = {"legs": Compliance(slope=64, margin=1, punch=20)}
    assert build(bioloid, set_of(Frame(name="a"), compliance=soft)).compliance == soft


@pytest.mark.parametrize("name", robot_names())
@pytest.mark.parametrize("axis", ["y", "z"])
def test_every_robot_can_shift_and_bend(name: str, axis: str) -> None:
    """A tenth of the leg's length to the side or up; arms help where they can be pointed."""
    robot = load_robot(name)
    reach = 0.1 * abs(robot.forward(robot.legs[0].chain.tip, robot.ready)[2, 3])
    limbs = {leg.name: LimbValues(**{axis: reach}) for leg in robot.legs}
    built = build(robot, set_of(Frame(name="go", limbs=limbs), Frame(name="back")))
    assert built.arm_balance is (name != "atlas")
    assert check(robot, built).worst_margin_m > 0.03
