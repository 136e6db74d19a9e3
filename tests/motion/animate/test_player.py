"""The animator: phases, loops, stops, queues, interruptions and waits."""

from dataclasses import replace

import numpy as np
import pytest

from drills.animate import bent, frames_until, goals, made
from olympian.errors import OlympianError
from olympian.motion import Skill, SkillStatus
from olympian.motion.animate import (
    Animator,
    BuiltSet,
    Compliance,
    Frame,
)
from olympian.records import RobotState
from olympian.robot import Robot, load_robot

DT = 0.01


@pytest.fixture(scope="module")
def bow(bioloid: Robot) -> BuiltSet:
    return made(bioloid, "bow", bent("bow", 40.0), bent("bow back", 0.0, phase="final"))


@pytest.fixture(scope="module")
def get_up(bioloid: Robot) -> BuiltSet:
    return made(bioloid, "get_up", bent("push", 50.0), interrupts=True)


def test_it_is_a_skill_that_leaves_joints_alone_at_first(bioloid: Robot, rest: RobotState) -> None:
    animator: Skill = Animator(bioloid)
    assert animator.step(rest, DT) is None
    assert animator.status is SkillStatus.DONE


@pytest.mark.parametrize(
    ("loops", "single", "order"),
    [
        (1, False, ["begin", "one", "two", "end"]),
        (2, False, ["begin", "one", "two", "one", "two", "end"]),
        (0, False, ["begin", "end"]),
        (5, True, ["begin", "end"]),
    ],
)
def test_phases_in_order(
    bioloid: Robot, walk: BuiltSet, rest: RobotState, loops: int, single: bool, order: list[str]
) -> None:
    animator = Animator(bioloid, [walk])
    animator.play("walk", loops, single)
    assert frames_until(animator, rest) == order
    assert animator.status is SkillStatus.DONE
    assert animator.playing is None
    goal = animator.step(rest, DT)
    assert goal is not None
    np.testing.assert_array_equal(goal.q, walk.final[-1].q)


def test_the_goals_are_those_of_the_path(bioloid: Robot, walk: BuiltSet, rest: RobotState) -> None:
    animator, path = Animator(bioloid, [walk], q_start=bioloid.ready), walk.path(2)
    animator.play("walk", 2)
    rows = goals(animator, rest, path.duration + DT)
    expected = [path.at((tick + 1) * DT).q for tick in range(len(rows))]
    np.testing.assert_allclose(rows, expected, atol=1e-9)
    assert animator.status is SkillStatus.DONE


def test_an_endless_loop_stops_after_its_cycle(
    bioloid: Robot, walk: BuiltSet, rest: RobotState
) -> None:
    animator = Animator(bioloid, [walk])
    animator.play("walk")
    assert len(frames_until(animator, rest, 2.0)) > 10
    frames_until(animator, rest, until="one")
    animator.stop()
    assert frames_until(animator, rest) == ["one", "two", "end"]


def test_a_stop_in_the_beginning_skips_the_loop(
    bioloid: Robot, walk: BuiltSet, rest: RobotState
) -> None:
    animator = Animator(bioloid, [walk])
    animator.play("walk")
    frames_until(animator, rest, until="begin")
    animator.stop()
    assert frames_until(animator, rest) == ["begin", "end"]


def test_another_set_waits_for_a_stable_end_and_the_last_wish_counts(
    bioloid: Robot, walk: BuiltSet, bow: BuiltSet, rest: RobotState
) -> None:
    animator = Animator(bioloid, [walk, bow])
    animator.play("walk")
    frames_until(animator, rest, until="one")
    animator.play("walk", single=True)
    animator.play("bow")
    assert (animator.playing, animator.queued) == ("walk", "bow")
    assert frames_until(animator, rest) == ["one", "two", "end", "bow", "bow back"]
    assert animator.queued is None


def test_get_up_interrupts_from_where_the_joints_are(
    bioloid: Robot, walk: BuiltSet, get_up: BuiltSet, rest: RobotState
) -> None:
    animator = Animator(bioloid, [walk, get_up])
    animator.play("walk")
    frames_until(animator, rest, until="two")
    fallen = replace(rest, q=bioloid.ready + 0.2)
    animator.play("get_up")
    assert animator.playing == "get_up"
    first = goals(animator, fallen, DT)[0]
    np.testing.assert_allclose(first, fallen.q, atol=0.02)
    animator.play("get_up")
    assert frames_until(animator, fallen, 0.05) == ["push"]
    animator.play("get_up")  # under way: it goes on
    assert frames_until(animator, fallen, 0.3) == ["push"]
    assert animator.status is SkillStatus.DONE


def test_goals_never_jump(bioloid: Robot, walk: BuiltSet, bow: BuiltSet, rest: RobotState) -> None:
    animator = Animator(bioloid, [walk, bow], q_start=bioloid.ready)
    animator.play("walk", 1)
    rows = list(goals(animator, rest, 0.25))
    animator.play("bow")
    rows += list(goals(animator, rest, 1.5))
    steps = np.abs(np.diff([bioloid.ready, *rows], axis=0)).max()
    fastest = np.radians(40.0) * 15 / 8 / 0.1  # of a quintic
    assert steps <= fastest * DT


def test_compliance_is_switched_on_entry_and_back_on_exit(
    bioloid: Robot, walk: BuiltSet, get_up: BuiltSet, rest: RobotState
) -> None:
    gentle = replace(walk, compliance={"legs": Compliance(slope=64)})
    animator = Animator(bioloid, [gentle, get_up], bioloid.ready)

    def soft() -> bool:
        goal = animator.step(rest, 0.01)
        assert goal is not None
        legs = bioloid.indices(bioloid.groups["legs"])
        slope = None if goal.settings is None else goal.settings.slope
        assert slope is None or (slope[legs] == 64).all()
        return slope is not None

    assert not soft()
    animator.play("walk", 1)
    frames_until(animator, rest, until="two")
    assert soft()
    animator.add(walk)  # a version without such a wish leaves nothing behind either
    frames_until(animator, rest)
    assert not soft()
    animator.add(gentle)
    animator.play("walk")
    assert soft()
    animator.play("get_up")
    assert not soft()
    frames_until(animator, rest)
    animator.play("walk")
    assert soft()
    animator.reset()
    assert not soft()


def test_a_new_version_of_a_running_set_is_used_from_the_next_cycle(
    bioloid: Robot, walk: BuiltSet, rest: RobotState
) -> None:
    animator = Animator(bioloid, [walk])
    animator.play("walk", 2)
    frames_until(animator, rest, until="one")
    longer = tuple(replace(frame, name=f"new {frame.name}") for frame in walk.loop)
    animator.add(replace(walk, loop=longer))
    assert frames_until(animator, rest) == ["one", "two", "new one", "new two", "end"]


def test_a_pause_changes_nothing_but_the_time(
    bioloid: Robot, walk: BuiltSet, rest: RobotState
) -> None:
    animator = Animator(bioloid, [walk], q_start=bioloid.ready)
    animator.play("walk", 1)
    before = goals(animator, rest, 0.3)
    animator.paused = True
    np.testing.assert_array_equal(goals(animator, rest, 0.5), np.tile(before[-1], (50, 1)))
    animator.paused = False
    after = goals(animator, rest, 0.5)
    animator.reset()
    animator.play("walk", 1)
    np.testing.assert_array_equal(goals(animator, rest, 0.8), np.vstack([before, after]))


def test_reset_forgets(bioloid: Robot, walk: BuiltSet, rest: RobotState) -> None:
    animator = Animator(bioloid, [walk])
    animator.play("walk", 1)
    before = goals(animator, rest, 0.3)
    animator.reset()
    assert animator.step(rest, DT) is None
    animator.play("walk", 1)
    np.testing.assert_array_equal(goals(animator, rest, 0.3), before)


def test_a_loop_that_takes_no_time_does_not_hang(bioloid: Robot, rest: RobotState) -> None:
    still = made(bioloid, "still", Frame(name="stay", phase="loop"))
    animator = Animator(bioloid, [still], q_start=bioloid.ready)
    animator.play("still")
    goals(animator, rest, 1.0)
    animator.stop()
    goals(animator, rest, 0.1)
    assert animator.status is SkillStatus.DONE


def test_what_cannot_be_played_is_refused_and_changes_nothing(
    bioloid: Robot, walk: BuiltSet, rest: RobotState
) -> None:
    round_and_round = made(bioloid, "round", bent("a", 10.0, phase="loop"))
    animator = Animator(bioloid, [walk, round_and_round])
    animator.play("walk")
    for name, loops, single, words in (
        ("wlak", None, False, "did you mean 'walk'"),
        ("round", None, True, "nothing but a loop"),
        ("walk", -1, False, "-1 loops"),
    ):
        with pytest.raises(OlympianError, match=words):
            animator.play(name, loops, single)
        assert (animator.playing, animator.queued) == ("walk", None)
    with pytest.raises(OlympianError, match="built for robot 'bioloid'"):
        Animator(load_robot("wolfgang"), [walk])
    goals(animator, rest, 0.1)
