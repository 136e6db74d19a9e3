"""The joint mutex: one owner per part, protection first, every state and every set of requests."""

from dataclasses import replace
from itertools import chain, combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from olympian.goal import CLAIMS, JointMutex, PartKind, Refusal, Request, Source, parts_of
from olympian.records import JointGoal, Semantic, ServoSettings
from olympian.robot import load_robot

ROBOTS = ("bioloid", "fumanoid", "atlas")


def request(robot, source, parts=None):
    """A request whose angles tell who asked."""
    mask = np.zeros(robot.dof, dtype=bool)
    for part in parts_of(robot):
        mask |= part.joints & (parts is None or part.name in parts)
    return Request(source, JointGoal(np.full(robot.dof, float(angle(source))), mask))


def angle(source):
    return list(Source).index(source) + 1


def subsets(items):
    return chain.from_iterable(combinations(items, k) for k in range(len(items) + 1))


@pytest.mark.parametrize("name", ROBOTS)
def test_parts_are_a_partition_of_the_joints(name):
    robot = load_robot(name)
    assert np.sum([part.joints for part in parts_of(robot)], axis=0).tolist() == [1] * robot.dof


def test_every_state_with_every_set_of_requests():
    robot = load_robot("fumanoid")
    mutex = JointMutex(robot)
    for state in Semantic:
        for sources in subsets(Source):
            verdict = mutex.step(state, [request(robot, source) for source in sources])
            for part in mutex.parts:
                allowed = (Source.PROTECTION, *CLAIMS.get(state, {}).get(part.kind, ()))
                entitled = [source for source in allowed if source in sources]
                owner = verdict.owners.get(part.name)
                assert owner is (entitled[0] if entitled else None), "first entitled, or nobody"
                moved = verdict.goal.mask[part.joints]
                assert moved.all() if entitled else not moved.any()
                if owner is not None:
                    assert set(verdict.goal.q[part.joints]) == {angle(owner)}, "one owner"
                for source in sources:
                    told = verdict.refused.get(source, {}).get(part.name)
                    expected = Refusal.TAKEN if source in allowed else Refusal.STATE
                    assert told is (None if source is owner else expected)


def test_protection_gets_every_joint_in_every_state():
    robot = load_robot("atlas")
    mutex = JointMutex(robot)
    for state in Semantic:
        for sources in subsets([source for source in Source if source is not Source.PROTECTION]):
            everyone = [request(robot, source) for source in (*sources, Source.PROTECTION)]
            for order in (everyone, everyone[::-1]):
                verdict = mutex.step(state, order)
                assert set(verdict.owners.values()) == {Source.PROTECTION}
                assert verdict.goal.mask.all()


def test_somebody_can_move_the_legs_in_every_state_that_is_left_to_skills():
    """A state that shuts everybody out, and that protection does not own, would never end."""
    for state, claims in CLAIMS.items():
        assert set(claims) == set(PartKind), state
        assert claims[PartKind.LEGS], state


def test_the_head_looks_while_the_legs_walk():
    robot = load_robot("fumanoid")
    wishes = [request(robot, Source.WALK), request(robot, Source.HEAD, {"head"})]
    verdict = JointMutex(robot).step(Semantic.WALKING, wishes)
    assert verdict.owners["head"] is Source.HEAD
    assert verdict.owners["legs"] is Source.WALK
    assert verdict.refused == {Source.WALK: {"head": Refusal.TAKEN}}


def test_refusals_are_counted_by_source_and_reason():
    robot = load_robot("bioloid")
    mutex = JointMutex(robot)
    for _ in range(3):
        mutex.step(Semantic.FALLING, [request(robot, Source.WALK), request(robot, Source.KICK)])
    assert mutex.counts == {
        (Source.WALK, Refusal.STATE): 3,
        (Source.KICK, Refusal.STATE): 3,
    }


def test_an_escorted_walk_may_finish_its_step():
    robot = load_robot("bioloid")
    mutex, walk = JointMutex(robot), request(robot, Source.WALK)
    assert not mutex.step(Semantic.STOPPED, [walk]).granted(Source.WALK)
    assert mutex.step(Semantic.STOPPED, [walk], escorted=[Source.WALK]).granted(Source.WALK)
    both = [walk, request(robot, Source.PROTECTION)]
    assert not mutex.step(Semantic.STOPPED, both, escorted=[Source.WALK]).granted(Source.WALK)


def test_two_requests_of_one_source_are_a_mistake():
    robot = load_robot("bioloid")
    with pytest.raises(ValueError, match="more than one request"):
        JointMutex(robot).step(Semantic.CONTROLLABLE, [request(robot, Source.WALK)] * 2)


@settings(max_examples=50, deadline=None)
@given(st.data())
def test_speeds_and_masks_stay_those_of_the_owner(data):
    robot = load_robot("fumanoid")
    mutex = JointMutex(robot)
    sources = data.draw(st.permutations(list(Source)))[: data.draw(st.integers(1, 4))]
    wishes = []
    for source in sources:
        mask = np.array(data.draw(st.lists(st.booleans(), min_size=20, max_size=20)))
        speed = data.draw(st.sampled_from([None, np.full(20, float(angle(source)))]))
        wishes.append(Request(source, JointGoal(np.full(20, float(angle(source))), mask, speed)))
    goals = {wish.source: wish.goal for wish in wishes}
    verdict = mutex.step(Semantic.CONTROLLABLE, wishes)
    for part in mutex.parts:
        owner = verdict.owners.get(part.name)
        if owner is None:
            assert not verdict.goal.mask[part.joints].any()
            continue
        goal = goals[owner]
        assert (verdict.goal.mask[part.joints] == goal.mask[part.joints]).all()
        given = np.full(20, np.inf) if goal.speed is None else goal.speed
        went = np.full(20, np.inf) if verdict.goal.speed is None else verdict.goal.speed
        assert (went[part.joints] == given[part.joints]).all()


def test_each_owner_sets_the_registers_of_its_own_joints():
    robot = load_robot("fumanoid")
    mutex = JointMutex(robot)
    soft, stiff = (ServoSettings(slope=np.full(robot.dof, slope)) for slope in (64.0, 16.0))
    legs, arm = (part for part in mutex.parts if part.name in ("legs", "left_arm"))
    walk = request(robot, Source.WALK, ["legs"])
    teleop = request(robot, Source.TELEOP, ["legs", "left_arm"])
    requests = [
        Request(Source.WALK, replace(walk.goal, settings=soft)),
        Request(Source.TELEOP, replace(teleop.goal, settings=stiff)),
    ]
    first, second = (mutex.step(Semantic.WALKING, requests).goal.settings for _ in range(2))
    assert first is second, "servos are written only when something changes"
    assert set(first.slope[legs.joints]) == {64.0}
    assert set(first.slope[arm.joints]) == {16.0}
    assert np.isnan(first.slope[~(legs.joints | arm.joints)]).all()
    assert first.punch is None
    assert mutex.step(Semantic.WALKING, [walk, teleop]).goal.settings is None
