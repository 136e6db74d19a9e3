"""Broken streams: the filter keeps what can be believed, the robot holds or stands ready."""

from collections.abc import Callable, Iterable
from dataclasses import replace

import numpy as np
import pytest

from olympian.arena.imitation.clips import clip
from olympian.arena.imitation.trial import ImitationResult, ImitationTrial, TrialBody, imitate
from olympian.geometry import frozen
from olympian.motion.imitate import Recorded, Skeleton, Trouble, Troubles
from olympian.motion.imitate.filter.filter import KEEP, SkeletonFilter
from olympian.motion.imitate.skeleton import PLACE
from olympian.robot import load_robot

DT = 1.0 / 30.0
PARTS = ("shoulder", "elbow", "hand")
ARMS = [PLACE[f"{side}_{part}"] for part in PARTS for side in ("left", "right")]
CROSSED = [PLACE[f"{side}_{part}"] for part in PARTS for side in ("right", "left")]
SHORT = [one for one in clip("crouch") if one.t < 4.0]


def moved(skeleton: Skeleton, joint: str, by) -> Skeleton:
    places = np.array(skeleton.places)
    places[PLACE[joint]] += by
    return replace(skeleton, places=frozen(places))


def without(skeleton: Skeleton, *joints: str, value: float = np.nan, sure: float = 0.0) -> Skeleton:
    places, confidence = np.array(skeleton.places), np.array(skeleton.confidence)
    for joint in joints:
        places[PLACE[joint]] *= value
        confidence[PLACE[joint]] = sure
    return replace(skeleton, places=frozen(places), confidence=frozen(confidence))


def fed(skeletons: Iterable[Skeleton]) -> SkeletonFilter:
    judge = SkeletonFilter()
    for skeleton in skeletons:
        judge.step([skeleton], skeleton.t)
    return judge


def still(seconds: float) -> list[Skeleton]:
    first = clip("wave")[0]
    return [replace(first, t=index * DT) for index in range(round(seconds / DT))]


def test_a_person_that_stands_still_is_believed_as_it_is() -> None:
    stream = still(1.0)
    judge = fed(stream)
    assert judge.person is not None
    np.testing.assert_allclose(judge.person.places, stream[0].places, atol=1e-9)
    assert not judge.troubles.counts


def test_jitter_shrinks_and_a_movement_is_hardly_late() -> None:
    chance = np.random.default_rng(3)
    noisy = [
        replace(one, places=frozen(one.places + 0.01 * chance.normal(size=(15, 3))))
        for one in still(3.0)
    ]
    judge, seen = SkeletonFilter(), []
    for one in noisy:
        person = judge.step([one], one.t)
        assert person is not None
        seen.append(person.places)
    assert np.std(seen[30:], axis=0).mean() < 0.0055
    judge = fed(noisy)
    for index, one in enumerate(noisy):
        way = (0.8 * max(index - 60, 0) * DT, 0, 0)
        judge.step([moved(replace(one, t=3.0 + one.t), "left_hand", way)], 3.0 + one.t)
    assert judge.person is not None
    way = judge.person.at("left_hand")[0] - still(0.1)[0].at("left_hand")[0]
    assert abs(way - 0.8 * (29 * DT)) < 0.8 * 0.03, "30 ms at 0.8 m/s, in spite of the jitter"


def test_without_jitter_nothing_is_smoothed_and_what_comes_is_foreseen() -> None:
    quick = [moved(one, "left_hand", (3.0 * max(one.t - 0.5, 0.0), 0, 0)) for one in still(0.8)]
    judge = fed(quick)
    assert judge.person is not None
    np.testing.assert_allclose(judge.person.at("left_hand"), quick[-1].at("left_hand"), atol=2e-3)
    soon = judge.foresee(quick[-1].t + 0.02, 0.01)
    late = judge.foresee(quick[-1].t + 0.3, 0.01)
    assert soon is not None
    assert late is not None
    gone = quick[-1].at("left_hand") + np.array([3.0 * 0.03, 0.0, 0.0])
    np.testing.assert_allclose(soon.at("left_hand"), gone, atol=4e-3)
    np.testing.assert_allclose(late.at("left_hand"), quick[-1].at("left_hand"), atol=2e-3)


def test_swapped_arms_are_swapped_back() -> None:
    stream = clip("reach")
    swapped = []
    for index, one in enumerate(stream):
        places = np.array(one.places)
        if index in range(40, 45):
            places[ARMS] = places[CROSSED]
        swapped.append(replace(one, places=frozen(places)))
    judge, true = fed(swapped[:44]), fed(stream[:44])
    assert judge.troubles.counts[Trouble.SWAPPED] >= 1
    assert judge.person is not None
    assert true.person is not None
    np.testing.assert_allclose(judge.person.places, true.person.places, atol=0.01)


def test_arms_that_really_cross_are_not_swapped() -> None:
    judge = fed(clip("conduct"))
    assert not judge.troubles.counts[Trouble.SWAPPED]


def test_a_jump_is_refused_and_believed_when_it_lasts() -> None:
    stream = still(2.0)
    far = (0.9, 0.4, 0.5)
    jump = [*stream[:30], *(moved(one, "right_hand", far) for one in stream[30:])]
    soon, later = fed(jump[:33]), fed(jump)
    assert soon.troubles.counts[Trouble.JUMP] == 3
    assert soon.person is not None
    assert later.person is not None
    np.testing.assert_allclose(soon.person.at("right_hand"), stream[0].at("right_hand"), atol=1e-6)
    np.testing.assert_allclose(later.person.at("right_hand"), jump[-1].at("right_hand"), atol=0.01)


@pytest.mark.parametrize(
    ("spoil", "trouble"),
    [
        (lambda one: without(one, "left_hand"), Trouble.MISSING),
        (lambda one: without(one, "left_hand", sure=1.0), Trouble.NOT_FINITE),
        (lambda one: without(one, "left_hand", value=3.0, sure=0.2), Trouble.UNSURE),
        (lambda one: without(one, "left_hand", value=np.inf, sure=0.9), Trouble.NOT_FINITE),
    ],
)
def test_an_unseen_joint_keeps_its_place_for_a_while(
    spoil: Callable[[Skeleton], Skeleton], trouble: Trouble
) -> None:
    stream = [spoil(one) if one.t > 0.5 else one for one in still(2.0)]
    soon, later = fed(stream[:25]), fed(stream)
    assert soon.troubles.counts[trouble] > 0
    assert soon.person is not None
    assert later.person is not None
    np.testing.assert_allclose(soon.person.at("left_hand"), stream[0].at("left_hand"), atol=1e-6)
    assert np.isnan(later.person.at("left_hand")).all()
    assert np.isfinite(later.person.at("right_hand")).all()
    assert later.person.t - 0.5 > KEEP


def test_time_that_goes_back_is_left_out_until_it_is_a_new_start() -> None:
    stream = still(1.0)
    judge = fed(stream)
    judge.step([moved(replace(stream[0], t=0.3), "left_hand", (0.1, 0, 0))], 1.0)
    assert judge.person is not None
    assert judge.person.t == stream[-1].t
    assert judge.troubles.counts[Trouble.TIME_BACK] == 1
    for one in still(1.0):
        judge.step([one], 1.0 + one.t)
    assert judge.troubles.counts[Trouble.RESTARTED] == 1
    assert judge.person.t == pytest.approx(still(1.0)[-1].t)


def spoilt(spoil: Callable[[Skeleton], Skeleton], first: float, last: float) -> list[Skeleton]:
    return [spoil(one) if first < one.t < last else one for one in SHORT]


def nan_stream() -> list[Skeleton]:
    return spoilt(lambda one: without(one, "left_hand", sure=1.0), 1.3, 3.0)


def back_stream() -> list[Skeleton]:
    return spoilt(lambda one: replace(one, t=one.t - 1.5), 2.5, 2.8)


def missing_stream() -> list[Skeleton]:
    gone = ("right_hand", "right_elbow", "left_knee", "left_foot")
    return spoilt(lambda one: without(one, *gone), 1.3, 9.0)


def burst_stream() -> list[Skeleton]:
    quick = [one for one in clip("wave", hz=1000.0) if one.t < 0.2]
    return [*quick, *(one for one in SHORT if 0.25 < one.t < 2.0)]


def silent_stream() -> list[Skeleton]:
    return [replace(one, t=one.t + 2.0) if one.t > 2.0 else one for one in SHORT]


@pytest.mark.parametrize(
    ("stream", "trouble"),
    [
        (nan_stream, Trouble.NOT_FINITE),
        (back_stream, Trouble.TIME_BACK),
        (missing_stream, Trouble.MISSING),
        (burst_stream, Trouble.BURST),
        (silent_stream, Trouble.GONE),
    ],
)
@pytest.mark.parametrize("method", ["holy", "whole-body"])
def test_the_robot_survives_broken_streams_with_a_line_each(
    method: str, stream: Callable[[], list[Skeleton]], trouble: Trouble
) -> None:
    lines: list[str] = []
    trial = ImitationTrial(
        load_robot("bioloid"),
        Recorded(iter(stream())),
        method,
        TrialBody.KINEMATIC,
        troubles=Troubles(),
        arm_speed=None,
    )
    goals = []
    result: ImitationResult | None = None
    while not trial.done and trial.ticks < 3000:
        trial.tick()
        lines += trial.skill.troubles.news()
        goals.append(np.array(trial.skill.q))
    result = trial.result()
    assert trial.done
    assert trouble.name.lower() in result.troubles
    assert any(trouble.value in line for line in lines)
    assert len(lines) <= 2 * len(result.troubles) + 2, "a line each, not one a frame"
    assert np.isfinite(goals).all()
    assert np.abs(np.diff(goals, axis=0)).max() < 0.08, "no joint jumps"
    assert np.abs(trial.skill.q - trial.robot.ready).max() < 0.03


def test_two_hundred_frames_a_second_are_no_trouble() -> None:
    trial = ImitationTrial(
        load_robot("bioloid"), Recorded(iter(clip("wave", hz=200.0))), "holy", TrialBody.KINEMATIC
    )
    result = imitate(trial, 2.5)
    assert not result.troubles
    assert result.latency_ticks <= 1


def test_in_silence_the_pose_is_held_then_given_up() -> None:
    stream = [one for one in clip("reach") if one.t < 3.0]
    assert stream[-1].at("left_hand")[2] > 1.0, "it ends with arms that do not hang"
    endless = iter([*stream, replace(stream[-1], t=60.0)])
    trial = ImitationTrial(load_robot("bioloid"), Recorded(endless), "holy", TrialBody.KINEMATIC)
    while trial.ticks < 375:
        trial.tick()
    held = np.array(trial.skill.q)
    while trial.ticks < 430:
        trial.tick()
    np.testing.assert_allclose(trial.skill.q, held, atol=0.05)
    assert trial.skill.troubles.counts[Trouble.SILENT] > 0
    while trial.ticks < 1000:
        trial.tick()
    assert trial.skill.troubles.counts[Trouble.GONE] > 0
    np.testing.assert_allclose(trial.skill.q, trial.robot.ready, atol=0.01)
