"""The joint mutex: one owner per part, protection first, every state and every set of requests."""

from dataclasses import replace
from itertools import chain, combinations, permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from olympian.errors import OlympianError
from olympian.goal import (
    CLAIMS,
    PROTECTION,
    YIELDS,
    JointMutex,
    PartKind,
    Request,
    Urgency,
    parts_named,
    parts_of,
)
from olympian.goal.mutex import LASTING
from olympian.records import JointGoal, Semantic, ServoSettings
from olympian.robot import load_robot

ROBOTS = ("bioloid", "fumanoid", "atlas")
FUMANOID = load_robot("fumanoid")
U = Urgency
LEGS, TRUNK, ARM, HEAD = PartKind.LEGS, PartKind.TRUNK, PartKind.ARM, PartKind.HEAD
ANYONE = (U.KICK, U.ANIMATION, U.WALK, U.TELEOP, U.STAND)
RULES = {
    Semantic.CONTROLLABLE: {
        LEGS: ANYONE,
        TRUNK: ANYONE,
        ARM: (U.KICK, U.ANIMATION, U.TELEOP, U.WALK, U.STAND),
        HEAD: (U.LOOK, U.TELEOP, U.ANIMATION, U.KICK, U.WALK, U.STAND),
    },
    Semantic.WALKING: {
        LEGS: (U.WALK,),
        TRUNK: (U.WALK,),
        ARM: (U.TELEOP, U.WALK, U.STAND),
        HEAD: (U.LOOK, U.TELEOP, U.WALK, U.STAND),
    },
    Semantic.KICKING: {
        LEGS: (U.KICK,),
        TRUNK: (U.KICK,),
        ARM: (U.KICK,),
        HEAD: (U.LOOK, U.KICK),
    },
    Semantic.ANIMATION_RUNNING: {
        LEGS: (U.ANIMATION,),
        TRUNK: (U.ANIMATION,),
        ARM: (U.ANIMATION,),
        HEAD: (U.ANIMATION, U.LOOK),
    },
    Semantic.RECORD: dict.fromkeys(PartKind, (U.TELEOP, U.ANIMATION)),
}
"""What walk, animation, kick, head and teleop may do among themselves, whoever else asks."""


def request(robot, urgency, parts=None, name=""):
    """A request whose angles tell how urgent it is; named by that, unless told otherwise."""
    mask = np.zeros(robot.dof, dtype=bool)
    for part in parts_of(robot):
        mask |= part.joints & (parts is None or part.name in parts)
    goal = JointGoal(np.full(robot.dof, float(angle(urgency))), mask)
    return Request(name or urgency.value, urgency, goal)


def angle(urgency):
    return list(Urgency).index(urgency) + 1


def subsets(items):
    """Up to three at a time, all but one, and all."""
    sizes = (0, 1, 2, 3, len(items) - 1, len(items))
    return chain.from_iterable(combinations(items, size) for size in sizes)


@pytest.mark.parametrize("name", ROBOTS)
def test_parts_are_a_partition_of_the_joints(name):
    robot = load_robot(name)
    assert np.sum([part.joints for part in parts_of(robot)], axis=0).tolist() == [1] * robot.dof


def test_parts_have_names():
    robot = load_robot("fumanoid")
    assert [part.name for part in parts_named(robot, "head")] == ["head"]
    assert [part.kind for part in parts_named(robot, ("left_arm", "legs"))] == [ARM, LEGS]
    with pytest.raises(OlympianError, match="unknown part of 'fumanoid' 'tail'"):
        parts_named(robot, ["tail"])
    with pytest.raises(OlympianError, match="did you mean 'left_arm'"):
        parts_named(robot, ["leftarm"])
    with pytest.raises(OlympianError, match="choose from legs, left_arm, right_arm, head"):
        parts_named(robot, ())
    with pytest.raises(OlympianError, match="'head'; choose from"):
        parts_named(load_robot("bioloid"), "head")


def test_the_table_is_total():
    """A state or part that is missing would be an error in mid walk."""
    assert set(CLAIMS) == set(Semantic)
    for state, rows in CLAIMS.items():
        assert set(rows) == set(PartKind), state
        for order in rows.values():
            assert len(set(order)) == len(order)
            assert Urgency.PROTECTION not in order, "it is first anyway"
        if state in RULES:
            assert rows[LEGS], "a state that shuts everybody out would never end"


def test_old_friends_keep_their_order_among_themselves():
    newcomers = {U.SKILL, U.IDLE}
    for state in Semantic:
        for kind in PartKind:
            kept = tuple(one for one in CLAIMS[state][kind] if one not in newcomers)
            assert kept == RULES.get(state, {}).get(kind, ()), (state, kind)


def test_every_state_with_any_set_of_requests():
    robot = FUMANOID
    mutex = JointMutex(robot)
    wishes = {urgency: request(robot, urgency) for urgency in Urgency}
    for state in Semantic:
        for urgencies in subsets(Urgency):
            verdict = mutex.step(state, [wishes[urgency] for urgency in urgencies])
            for part in mutex.parts:
                allowed = (Urgency.PROTECTION, *CLAIMS[state][part.kind])
                entitled = [urgency for urgency in allowed if urgency in urgencies]
                owner = verdict.owners.get(part.name)
                assert owner == (entitled[0].value if entitled else None), "most urgent, or nobody"
                moved = verdict.goal.mask[part.joints]
                assert moved.all() if entitled else not moved.any()
                if owner is not None:
                    assert set(verdict.goal.q[part.joints]) == {angle(entitled[0])}, "one owner"
                for urgency in urgencies:
                    told = verdict.refused.get(urgency.value, {}).get(part.name)
                    if urgency.value == owner:
                        assert told is None
                    else:
                        assert told.holder == (owner if urgency in allowed else "")
                        assert told.holder in told.reason
                        assert told.holder or state.value.replace("_", " ") in told.reason


def test_protection_gets_every_joint_in_every_state():
    robot = load_robot("atlas")
    mutex = JointMutex(robot)
    others = [request(robot, urgency) for urgency in list(Urgency)[1:]]
    for state in Semantic:
        for some in (*combinations(others, 1), *combinations(others, 2), others):
            everyone = [*some, request(robot, Urgency.PROTECTION)]
            for order in (everyone, everyone[::-1]):
                verdict = mutex.step(state, order)
                assert set(verdict.owners.values()) == {PROTECTION}
                assert verdict.goal.mask.all()


def test_skills_move_arms_and_head_while_the_legs_do_something_else():
    robot = load_robot("fumanoid")
    arms, head = {"left_arm", "right_arm"}, {"head"}
    for state, legs in (
        (Semantic.CONTROLLABLE, U.STAND),
        (Semantic.WALKING, U.WALK),
        (Semantic.KICKING, U.KICK),
        (Semantic.ANIMATION_RUNNING, U.ANIMATION),
    ):
        body = request(robot, legs)
        nod = request(robot, U.SKILL, head, "nod")
        look = request(robot, U.LOOK, head)
        verdict = JointMutex(robot).step(state, [body, look, nod])
        assert verdict.owners["head"] == "nod", state
        assert verdict.owners["legs"] == legs.value
        if legs in (U.STAND, U.WALK):
            wave = request(robot, U.SKILL, arms, "imitate")
            verdict = JointMutex(robot).step(state, [body, look, wave])
            owners = {"legs": legs.value, "head": "look", **dict.fromkeys(arms, "imitate")}
            assert verdict.owners == owners


def test_equals_are_served_in_order_and_nobody_is_robbed():
    robot = load_robot("bioloid")
    three = [request(robot, U.SKILL, {"left_arm"}, name) for name in "abc"]
    for order in permutations(three):
        mutex = JointMutex(robot)
        assert mutex.step(Semantic.WALKING, order).owners["left_arm"] == order[0].claimant
        later = mutex.step(Semantic.WALKING, order[::-1])
        assert later.owners["left_arm"] == order[0].claimant, "it has it"
        assert later.refused[order[1].claimant]["left_arm"].holder == order[0].claimant
        rest = mutex.step(Semantic.WALKING, order[1:])
        assert rest.owners["left_arm"] == order[1].claimant, "it let go"
        urgent = request(robot, U.TELEOP, {"left_arm"}, "person")
        assert mutex.step(Semantic.WALKING, [*order, urgent]).owners["left_arm"] == "person"


def test_one_that_comes_to_a_stand_has_the_rights_it_had_and_may_stand():
    robot = load_robot("bioloid")
    mutex, person = JointMutex(robot), request(robot, U.TELEOP)
    walk, stand = request(robot, U.WALK), request(robot, U.STAND)
    ends = mutex.step(Semantic.WALKING, [person, walk], ending=True)
    assert ends.owners == {"legs": "walk", "left_arm": "teleop", "right_arm": "teleop"}
    assert mutex.step(Semantic.WALKING, [stand], ending=True).owners["legs"] == "stand"
    assert "legs" not in mutex.step(Semantic.WALKING, [stand]).owners


def test_a_walk_without_legs_is_no_walk():
    robot = load_robot("bioloid")
    squat, walk = request(robot, U.SKILL, {"legs"}, "squat"), request(robot, U.WALK)
    verdict = JointMutex(robot).step(Semantic.CONTROLLABLE, [walk, squat])
    assert verdict.owners["legs"] == "squat"
    assert verdict.owners["left_arm"] == "walk"
    assert verdict.moved == {U.SKILL}
    assert JointMutex(robot).step(Semantic.CONTROLLABLE, [walk]).moved == {U.WALK}


def test_refusals_are_counted_and_told_once_when_they_last():
    robot = load_robot("bioloid")
    mutex = JointMutex(robot)
    wishes = [request(robot, U.WALK), request(robot, U.SKILL, {"legs"}, "squat")]
    for _ in range(LASTING - 1):
        mutex.step(Semantic.WALKING, wishes)
    assert mutex.news() == []
    for _ in range(LASTING):
        mutex.step(Semantic.WALKING, wishes)
    (told,) = mutex.news()
    assert str(told) == "squat does not get legs: state walking leaves it to walk, not to skill"
    assert mutex.counts == {told: 2 * LASTING - 1}
    assert mutex.news() == []
    mutex.reset()
    assert not mutex.counts


def test_who_yields_is_not_heard_to_complain():
    robot = load_robot("fumanoid")
    mutex = JointMutex(robot)
    everything = request(robot, U.SKILL, None, "dance")
    for urgency, kinds in YIELDS.items():
        for _ in range(LASTING):
            mutex.step(Semantic.CONTROLLABLE, [request(robot, urgency), everything])
        told = {refusal.part for refusal in mutex.news()}
        assert told == {part.name for part in mutex.parts if part.kind not in kinds}
    assert sum(mutex.counts.values()) == LASTING * len(mutex.parts) * len(YIELDS)


def test_two_requests_of_one_claimant_are_a_mistake():
    robot = load_robot("bioloid")
    with pytest.raises(ValueError, match="more than one request"):
        JointMutex(robot).step(Semantic.CONTROLLABLE, [request(robot, U.WALK)] * 2)


@settings(max_examples=50, deadline=None)
@given(st.data())
def test_speeds_and_masks_stay_those_of_the_owner(data):
    mutex = JointMutex(FUMANOID)
    urgencies = data.draw(st.permutations(list(Urgency)))[: data.draw(st.integers(1, 4))]
    wishes = []
    for urgency in urgencies:
        mask = np.array(data.draw(st.lists(st.booleans(), min_size=20, max_size=20)))
        speed = data.draw(st.sampled_from([None, np.full(20, float(angle(urgency)))]))
        goal = JointGoal(np.full(20, float(angle(urgency))), mask, speed)
        wishes.append(Request(urgency.value, urgency, goal))
    goals = {wish.claimant: wish.goal for wish in wishes}
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
    walk = request(robot, U.WALK, ["legs"])
    teleop = request(robot, U.TELEOP, ["legs", "left_arm"])
    requests = [
        walk._replace(goal=replace(walk.goal, settings=soft)),
        teleop._replace(goal=replace(teleop.goal, settings=stiff)),
    ]
    first, second = (mutex.step(Semantic.WALKING, requests).goal.settings for _ in range(2))
    assert first is second, "servos are written only when something changes"
    assert set(first.slope[legs.joints]) == {64.0}
    assert set(first.slope[arm.joints]) == {16.0}
    assert np.isnan(first.slope[~(legs.joints | arm.joints)]).all()
    assert first.punch is None
    assert mutex.step(Semantic.WALKING, [walk, teleop]).goal.settings is None
