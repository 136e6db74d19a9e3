"""Teaching: a limb goes soft, frames are taken, and the movement is played back."""

from pathlib import Path

import numpy as np
import pytest

from olympian.arena.control.specimen import specimen
from olympian.arena.walking.scenario import WalkConditions
from olympian.errors import OlympianError
from olympian.motion.animate import Animator, Lesson, build, load_movement, read_frame_set
from olympian.records import Semantic
from olympian.robot import load_robot
from olympian.world.catalogue import flat


def test_a_raised_arm_that_is_soft_is_moved_by_hand_and_what_it_showed_is_played_back(
    tmp_path: Path,
) -> None:
    robot = load_robot("bioloid")
    one = specimen(robot, flat(), WalkConditions.of(5, robot))
    one.run(0.5)
    one.teleop.hold({"left_shoulder_roll": 1.0})
    raised = one.run(1.5).q
    one.hcm.wishes.limp = frozenset({"left_arm"})
    one.run(0.1)
    hand = np.array([0.0, 0.0, -4.0])
    one.simulation.push(hand, 1.0, link=robot.limb("left_arm").chain.tip)
    sunk = one.run(1.5).q
    assert one.hcm.situation.state is Semantic.RECORD
    joint = robot.joint_index["left_shoulder_roll"]
    assert abs(sunk[joint] - raised[joint]) > 0.3, "gears alone would hold it up"

    lesson = Lesson(robot, "wave", 'As "she" showed')
    lesson.take(raised, "up")
    lesson.take(sunk)
    file = tmp_path / "wave.toml"
    lesson.write(file)
    assert read_frame_set(file) == lesson.frame_set()
    animator = Animator(robot, [load_movement(robot, file)], q_start=robot.ready)
    animator.play("wave", loops=1)
    one.loop.skill = animator
    one.hcm.wishes.limp = frozenset()
    one.simulation.actors[0].servos.torque(True)
    state = one.run(0.8)
    assert abs(state.q[joint] - raised[joint]) < 0.15
    state = one.run(0.9)
    assert abs(state.q[joint] - sunk[joint]) < 0.15


def test_angles_beyond_the_limits_are_cut_and_an_empty_lesson_is_refused(tmp_path: Path) -> None:
    robot = load_robot("bioloid")
    lesson = Lesson(robot, "empty")
    with pytest.raises(OlympianError, match="'empty' has no frames"):
        lesson.frame_set()
    with pytest.raises(OlympianError, match="no frame to drop"):
        lesson.drop()
    q = np.array(robot.ready)
    q[robot.joint_index["left_elbow"]] = 99.0
    taken = lesson.take(q)
    assert taken.joints["left_elbow"] <= np.degrees(robot.upper.max()) + 0.1
    lesson.drop()
    assert len(lesson) == 0
    lesson.take(robot.ready)
    assert build(robot, lesson.frame_set()).name == "empty"
    with pytest.raises(OlympianError, match="cannot be written"):
        lesson.write(tmp_path / "missing" / "wave.toml")
