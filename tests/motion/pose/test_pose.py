"""Pose arithmetic: its laws, and what its names mean."""

import copy
import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from olympian.errors import OlympianError
from olympian.motion.pose import LimbPose, RoboPose

# sixty-fourths add without rounding, so that laws hold exactly
VALUES = st.none() | st.integers(-6400, 6400).map(lambda n: n / 64)
LIMBS = st.builds(LimbPose, VALUES, VALUES, VALUES, VALUES, VALUES, VALUES)
NAMES = st.sampled_from(["left_leg", "right_leg", "left_arm", "right_arm"])
POSES = st.builds(RoboPose, st.text(max_size=5), st.dictionaries(NAMES, LIMBS))
FACTORS = st.integers(-64, 64).map(lambda n: n / 8)


def where_set(result: RoboPose, like: RoboPose) -> RoboPose:
    """`result` without what `like` leaves unset."""
    limbs = {
        name: LimbPose(
            *(
                None if own is None else value
                for own, value in zip(limb.values, result.limbs[name].values, strict=True)
            )
        )
        for name, limb in like.limbs.items()
    }
    return RoboPose(result.name, limbs)


@given(POSES, POSES, POSES)
def test_sums_may_be_grouped_and_turned_around(a: RoboPose, b: RoboPose, c: RoboPose) -> None:
    assert (a + b) + c == a + (b + c)
    assert (a + b).limbs == (b + a).limbs
    assert (a + b).name == a.name


@given(POSES, POSES)
def test_what_is_added_can_be_taken_away(a: RoboPose, b: RoboPose) -> None:
    assert where_set(a + b - b, like=a) == a
    assert a - b == a + -b
    negative = -a
    assert -negative == a


@given(POSES, POSES, FACTORS, FACTORS)
def test_scaling_distributes(a: RoboPose, b: RoboPose, k: float, m: float) -> None:
    assert (a + b) * k == a * k + b * k
    assert a * (k + m) == a * k + a * m
    assert k * a == a * k == np.float64(k) * a
    assert a * 1 == a
    assert a * -1 == -a


@given(POSES, POSES)
def test_mirroring_twice_is_nothing_and_keeps_sums(a: RoboPose, b: RoboPose) -> None:
    assert a.mirrored().mirrored() == a
    assert (a + b).mirrored() == a.mirrored() + b.mirrored()


@given(LIMBS)
def test_a_mirrored_limb_has_the_mirrored_transform(limb: LimbPose) -> None:
    mirror = np.diag([1.0, -1.0, 1.0, 1.0])
    np.testing.assert_allclose(
        limb.mirrored().transform, mirror @ limb.transform @ mirror, atol=1e-12
    )


def test_limbs_add_and_join() -> None:
    """HOly's figure 7: the limb both have adds, the others join."""
    a = RoboPose("a", {"left_leg": LimbPose(x=1.0), "left_arm": LimbPose(roll=2.0)})
    b = RoboPose("b", {"left_leg": LimbPose(x=0.5, z=3.0), "right_leg": LimbPose(y=4.0)})
    assert (a + b).limbs == {
        "left_leg": LimbPose(x=1.5, z=3.0),
        "left_arm": LimbPose(roll=2.0),
        "right_leg": LimbPose(y=4.0),
    }
    assert (a - b).limbs["right_leg"] == LimbPose(y=-4.0)
    assert (a + b).named("c").name == "c"


def test_mirroring_swaps_sides_and_signs() -> None:
    pose = RoboPose("p", {"left_leg": LimbPose(1, 2, 3, 4, 5, 6), "head": LimbPose(yaw=1)})
    assert pose.mirrored().limbs == {
        "right_leg": LimbPose(-1, 2, -3, 4, -5, 6),
        "head": LimbPose(yaw=-1),
    }


def test_equality_is_exact_and_closeness_is_not() -> None:
    a = RoboPose("a", {"left_leg": LimbPose(x=0.1)})
    near = RoboPose("a", {"left_leg": LimbPose(x=0.1 + 1e-12)})
    assert a != near
    assert a != a.named("b")
    assert a.is_close(near.named("b"))
    assert not a.is_close(near, tolerance=1e-13)
    assert not a.is_close(RoboPose("a", {"left_leg": LimbPose(x=0.1, y=0.0)}))
    assert not a.is_close(RoboPose("a", {"right_leg": LimbPose(x=0.1)}))
    assert not a.is_close(RoboPose("a"))


def test_poses_do_not_change_and_travel() -> None:
    limbs = {"left_leg": LimbPose(x=0.1)}
    pose = RoboPose("a", limbs)
    limbs["right_leg"] = LimbPose()
    assert list(pose.limbs) == ["left_leg"]
    with pytest.raises(TypeError):
        pose.limbs["x"] = LimbPose()  # pyright: ignore[reportIndexIssue]
    assert pickle.loads(pickle.dumps(pose)) == copy.deepcopy(pose) == pose


@given(LIMBS)
def test_a_transform_gives_its_pose_again(limb: LimbPose) -> None:
    back = LimbPose.from_transform(limb.transform)
    np.testing.assert_allclose(back.transform, limb.transform, atol=1e-12)


@pytest.mark.parametrize("value", [np.nan, np.inf, "1", 1j])
def test_only_finite_numbers_are_values(value: object) -> None:
    with pytest.raises(OlympianError, match=r"pitch is .* not a finite number"):
        LimbPose(pitch=value)  # pyright: ignore[reportArgumentType]


def test_poses_do_not_mix_with_numbers() -> None:
    for pose in (LimbPose(x=1.0), RoboPose("a")):
        with pytest.raises(TypeError):
            pose + 1  # pyright: ignore[reportOperatorIssue]
        with pytest.raises(TypeError):
            pose - 1  # pyright: ignore[reportOperatorIssue]
        with pytest.raises(TypeError):
            pose * pose  # pyright: ignore[reportOperatorIssue]
