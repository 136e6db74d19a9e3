"""Tasks: files, scales, curriculum, and what a mirror does to a robot."""

from pathlib import Path

import numpy as np
import pytest

from olympian.errors import OlympianError
from olympian.robot import load_robot
from olympian.training.task.endings import check_endings
from olympian.training.task.mirror import POLAR, joint_mirror
from olympian.training.task.scale import BodyScale, crouched, layout_of
from olympian.training.task.task_file import level, read_task, task_names
from olympian.training.task.terms import check_rewards

ROBOTS = ("fumanoid", "wolfgang", "bioloid")


@pytest.mark.parametrize("name", ROBOTS)
def test_a_mirrored_pose_has_mirrored_feet_and_hands(name: str) -> None:
    robot, chance = load_robot(name), np.random.default_rng(0)
    places, signs = joint_mirror(robot, robot.joint_names)
    assert [places[place] for place in places] == list(range(robot.dof))
    assert [signs[place] for place in places] == signs
    q = np.clip(chance.uniform(-0.5, 0.5, robot.dof), robot.lower, robot.upper)
    twin = q[places] * signs
    left, right = (foot.link for foot in robot.feet)
    here, there = robot.forward(left, q)[:3, 3], robot.forward(right, twin)[:3, 3]
    assert there == pytest.approx(here * POLAR, abs=2e-3)


def test_joints_without_a_partner_cannot_be_mirrored() -> None:
    robot = load_robot("fumanoid")
    with pytest.raises(OlympianError, match="'left_knee' and 'right_knee' are no mirror images"):
        joint_mirror(robot, ("left_knee",))


@pytest.mark.parametrize("name", ROBOTS)
def test_tasks_are_for_robots_of_any_size(name: str) -> None:
    robot = load_robot(name)
    scale = BodyScale.of(robot)
    for task in task_names():
        layout = layout_of(robot, *read_task(task))
        assert set(layout.joints) <= set(robot.joint_names)
        steps = layout.stride / layout.period
        assert steps == pytest.approx(round(steps))
        assert round(steps) % 2 == 0, "both feet have the same time"
    walk = layout_of(robot, *read_task("walk"))
    assert 0.3 * scale.speed <= walk.top_speed[0] <= 0.8 * scale.speed
    q = crouched(robot, 0.93)
    for foot in robot.feet:
        sunk = robot.forward(foot.link, q) - robot.forward(foot.link, robot.ready)
        assert sunk[2, 3] == pytest.approx(0.07 * scale.height, abs=1e-3)
        assert sunk[:2, 3] == pytest.approx([0.0, 0.0], abs=1e-3)
        assert np.abs(sunk[:3, :3]).max() < 1e-3


def test_what_a_robot_can_do_is_in_the_file_and_a_stranger_gets_the_rest() -> None:
    _, task = read_task("walk")
    own, other = task.for_robot("fumanoid"), task.for_robot("stranger")
    assert own.gait.ahead > other.gait.ahead
    assert own.gait.mixing == other.gait.mixing
    assert own.rewards == other.rewards


def test_levels_rise_between_their_steps() -> None:
    steps = ((60.0, 0.2), (160.0, 1.0))
    assert [level(steps, update) for update in (0, 60, 110, 160, 900)] == pytest.approx(
        [0.0, 0.0, 0.6, 1.0, 1.0]
    )
    assert level(((0.0, 0.4), (100.0, 1.0)), 0.0) == 0.4


def test_what_a_task_names_exists(tmp_path: Path) -> None:
    with pytest.raises(OlympianError, match="unknown task 'wlak', did you mean 'walk'"):
        read_task("wlak")
    with pytest.raises(OlympianError, match="unknown reward of task 'x' 'alife', did you mean 'al"):
        check_rewards({"alife": {"weight": 1.0}}, "task 'x'")
    with pytest.raises(OlympianError, match="reward 'swing' lacks width"):
        check_rewards({"swing": {"weight": 1.0}}, "task 'x'")
    with pytest.raises(OlympianError, match="unknown number of reward 'alive'"):
        check_rewards({"alive": {"weight": 1.0, "size": 2.0}}, "task 'x'")
    with pytest.raises(OlympianError, match="unknown end of an episode 'fell'"):
        check_endings(("fell",))
    path = tmp_path / "own.toml"
    path.write_text('[episode]\nstart = "flying"\n', encoding="utf-8")
    with pytest.raises(OlympianError, match="start 'flying'; choose from standing, lying"):
        read_task(str(path))
    for name in task_names():
        _, task = read_task(name)
        check_rewards(task.rewards, name)
        check_endings(task.episode.ends)
