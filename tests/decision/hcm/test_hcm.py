"""The control module on simulated robots: states, stops, hands, skills that share joints."""

import numpy as np
import pytest

from olympian.arena.control.specimen import specimen
from olympian.arena.walking.scenario import WalkConditions
from olympian.cockpit import Session
from olympian.cockpit.terminal.drive import drive_by_text
from olympian.decision.dsd import Stack, elements_in, read_tree
from olympian.decision.hcm import HcmConfig, Stop
from olympian.decision.hcm.module import ROOMS, TREE
from olympian.humanoid import Humanoid
from olympian.records import Semantic, Twist
from olympian.robot import load_robot
from olympian.world.catalogue import flat


def silent(_: str) -> None:
    """Nobody listens."""


def humanoid(name: str = "fumanoid", seed: int = 3, config: HcmConfig | None = None) -> Humanoid:
    robot = load_robot(name)
    return specimen(robot, flat(), WalkConditions.of(seed, robot), config)


def drive(one: Humanoid, twist: Twist, seconds: float) -> list[Semantic]:
    """Renew a command for a while; the states it went through."""
    seen: list[Semantic] = []
    for _ in range(round(seconds / one.loop.backend.dt)):
        one.drive(twist)
        one.tick()
        if not seen or seen[-1] is not one.hcm.situation.state:
            seen.append(one.hcm.situation.state)
    return seen


def upright(one: Humanoid) -> bool:
    robot = one.simulation.robots[0]
    return bool(one.simulation.true_pose(robot.torso)[2, 2] > 0.9)


def test_the_tree_asks_the_paper_s_fourteen_questions_in_order() -> None:
    tree = read_tree(TREE)
    asked, node = list[str](), tree.root
    while hasattr(node, "branches"):
        asked.append(node.name)
        node = list(node.branches.values())[-1]
        node = getattr(node, "node", node)
    assert asked == [
        *("Shutdown", "StopOrder", "Record"),
        *("Servos", "Power", "InertialSensor", "FootPressure"),
        "PickedUp",
        *("Fallen", "Falling", "Squat"),
        *("Animation", "Kicking", "Walking"),
    ]


def test_the_tree_covers_every_outcome() -> None:
    Stack(read_tree(TREE), elements_in(*ROOMS))


def test_it_starts_walks_and_stands_again() -> None:
    one = humanoid()
    assert drive(one, Twist(), 0.5) == [Semantic.STARTUP, Semantic.CONTROLLABLE]
    assert drive(one, Twist(0.2), 3.0)[-1] is Semantic.WALKING
    assert drive(one, Twist(), 2.5)[-1] is Semantic.CONTROLLABLE
    assert one.place.x > 0.3
    assert upright(one)


def test_a_command_that_nobody_renews_comes_to_rest() -> None:
    one = humanoid()
    drive(one, Twist(0.2), 2.0)
    one.run(4.0)
    assert one.hcm.situation.state is Semantic.CONTROLLABLE


def test_the_head_searches_and_an_arm_is_held_while_the_legs_walk() -> None:
    one = humanoid()
    drive(one, Twist(), 0.5)
    arm = one.simulation.robots[0].arms[0]
    one.hold({arm.chain.joint_names[0]: -0.5})
    one.look_around()
    drive(one, Twist(0.2), 1.5)
    verdict = one.hcm.verdict
    assert verdict is not None
    assert verdict.owners["legs"] == "modes"
    assert verdict.owners["head"] == "head"
    assert verdict.owners[arm.name] == "teleop"
    assert verdict.refused["modes"][arm.name].holder == "teleop"


@pytest.mark.parametrize("kind", [Stop.SOFT, Stop.FREEZE])
def test_a_stop_in_mid_walk_ends_the_step_and_stands_until_it_is_taken_back(kind: Stop) -> None:
    one = humanoid()
    drive(one, Twist(0.3), 3.0)
    one.hcm.wishes.stop = kind
    assert drive(one, Twist(0.3), 0.02)[-1] is Semantic.STOPPED, "at once"
    drive(one, Twist(0.3), 3.0)
    place = one.place
    assert drive(one, Twist(0.3), 1.0) == [Semantic.STOPPED]
    assert upright(one)
    one.hcm.wishes.stop = None
    assert drive(one, Twist(0.3), 5.0)[-1] is Semantic.WALKING
    assert np.hypot(one.place.x - place.x, one.place.y - place.y) > 0.2


def test_the_referee_s_penalty_is_a_state_of_its_own() -> None:
    one = humanoid()
    drive(one, Twist(0.2), 2.0)
    one.hcm.wishes.penalty = True
    assert drive(one, Twist(0.2), 2.5)[-1] is Semantic.PENALTY
    assert upright(one)


def test_a_hand_lifts_it_and_puts_it_down() -> None:
    one = humanoid()
    drive(one, Twist(), 0.5)
    mass = one.simulation.robots[0].tree.mass
    one.simulation.push(np.array([0.0, 0.0, 1.02 * 9.81 * mass]), 0.9)
    seen = drive(one, Twist(), 0.9)
    assert seen[-1] is Semantic.PICKED_UP
    assert Semantic.FALLING not in seen


def test_arms_in_your_hands_are_soft_and_the_rest_holds() -> None:
    one = humanoid("bioloid")
    drive(one, Twist(), 0.5)
    one.hcm.wishes.limp = frozenset({"left_arm"})
    assert drive(one, Twist(), 0.5)[-1] is Semantic.RECORD
    state = one.tick()
    robot = one.simulation.robots[0]
    arm = robot.indices(robot.limb("left_arm").chain.joint_names)
    assert not state.sensors.torque_on[arm].any()
    assert state.sensors.torque_on.sum() == robot.dof - len(arm)
    one.hcm.wishes.limp = frozenset()
    drive(one, Twist(), 0.5)
    assert one.tick().sensors.torque_on.all()
    assert upright(one)


def test_the_place_is_frozen_while_it_lies_and_goes_on_after() -> None:
    one = humanoid("bioloid")
    drive(one, Twist(0.2), 2.0)
    one.simulation.push(np.array([35.0, 0.0, 0.0]), 0.1)
    seen, places = list[Semantic](), list[tuple[float, float]]()
    while len(seen) < 2 or seen[-1] is not Semantic.CONTROLLABLE:
        one.tick()
        now = one.hcm.situation.state
        seen += [now] if not seen or seen[-1] is not now else []
        if now.is_down:
            places.append(one.place[:2])
        assert one.simulation.t < 15.0
    assert seen[-4:] == [
        Semantic.FALLING,
        Semantic.FALLEN,
        Semantic.GETTING_UP,
        Semantic.CONTROLLABLE,
    ]
    assert len(set(places[1:])) == 1
    assert one.state.odometry.covariance[0, 0] > 0.01, "a fall costs certainty"
    assert drive(one, Twist(0.15), 3.0)[-1] is Semantic.WALKING
    assert upright(one)


def test_a_stopped_robot_that_is_shoved_over_still_protects_itself_and_stays_down() -> None:
    one = humanoid("bioloid")
    drive(one, Twist(), 0.5)
    one.hcm.wishes.stop = Stop.SOFT
    drive(one, Twist(), 0.2)
    one.simulation.push(np.array([40.0, 0.0, 0.0]), 0.1)
    seen = drive(one, Twist(), 4.0)
    assert seen == [Semantic.STOPPED, Semantic.FALLING, Semantic.STOPPED]


def test_orders_by_key_halt_and_go_on() -> None:
    session = Session.open("bioloid", "flat", seed=3)
    drive_by_text(session, ".5w..7..q", silent)
    assert session.humanoid.hcm.situation.state is Semantic.STOPPED
    assert session.humanoid.hcm.situation.reason == "stop: soft"
    session.pilot.down("w")
    assert session.humanoid.machine.message == "forward not done: stop: soft"
    drive_by_text(session, "7.5w..q", silent)
    assert session.humanoid.hcm.situation.state is Semantic.WALKING
    assert session.falls == 0
