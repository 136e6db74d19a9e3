"""Files as people publish them become robots that stand, face ahead and can walk."""

from pathlib import Path

import numpy as np
import pytest

from drills.humanoids import ANKLE, menagerie, naoish, written
from olympian.adopt import import_model, write_import
from olympian.backend import FallWatch, Simulation
from olympian.breaker import STRICT
from olympian.errors import OlympianError
from olympian.humanoid import BareHumanoid
from olympian.motion import Hold
from olympian.robot import Posture, Robot, build_spec, load_robot
from olympian.robot.library import LIBRARY
from olympian.world import parse_world


def imported(file: Path, folder: Path, forward: str | None = None) -> Robot:
    return load_robot(write_import(import_model(file, "mine", folder, forward=forward), folder))


def stands(robot: Robot, seconds: float) -> bool:
    simulation = Simulation(robot, parse_world("flat"), 0)
    one = BareHumanoid(robot, Hold(robot.ready), simulation.actors[0], breaker=STRICT)
    watch = FallWatch(simulation)
    for _ in range(round(seconds / simulation.actors[0].dt)):
        one.tick()
        if watch.step():
            return False
    return True


def test_a_robot_without_shapes_gets_some_and_stands(tmp_path: Path) -> None:
    robot = imported(written(tmp_path, naoish()), tmp_path / "mine")
    assert any("stand-ins are made from their masses" in one for one in robot.tree.warnings)
    low, high = Posture(robot.tree, robot.ready).span(np.array([0.0, 0.0, 1.0])) or (0.0, 0.0)
    assert high - low == pytest.approx(0.45, abs=0.12)
    for foot in robot.feet:
        T = robot.forward(foot.link, np.zeros(robot.dof))
        assert T[2, 3] == pytest.approx(-0.05 - 0.24 - ANKLE, abs=1e-3)
    assert stands(robot, 5.0)


def test_the_ready_pose_bends_knees_over_level_soles(tmp_path: Path) -> None:
    robot = imported(written(tmp_path, naoish()), tmp_path / "mine")
    knees = robot.ready[robot.indices(["l_knee", "r_knee"])]
    assert (knees > 0.4).all()
    soles = [robot.forward(foot.link, robot.ready) for foot in robot.feet]
    for T in soles:
        assert np.allclose(T[:3, :3], np.eye(3), atol=1e-3)
    posture = Posture(robot.tree, robot.ready)
    com = posture.com_in_root
    assert com is not None
    middle = soles[0][0, 3] + np.mean(
        [robot.feet[0].outline[:, 0].max(), robot.feet[0].outline[:, 0].min()]
    )
    assert com[0] == pytest.approx(middle, abs=2e-3)


def test_arms_held_ahead_come_down_beside_the_body(tmp_path: Path) -> None:
    robot = imported(written(tmp_path, naoish()), tmp_path / "mine")
    for arm in robot.arms:
        hand = robot.forward(arm.chain.tip, robot.ready)[:3, 3]
        assert hand[2] < -0.04
        assert abs(hand[1]) > 0.1


@pytest.mark.parametrize("yaw", [np.pi / 2, -np.pi / 2, np.pi])
def test_a_robot_that_faces_elsewhere_is_turned(yaw: float, tmp_path: Path) -> None:
    file = written(tmp_path, naoish(turn=f"0 0 {yaw}"))
    found = import_model(file, "mine", tmp_path / "mine")
    robot = imported(file, tmp_path / "mine")
    for foot in robot.feet:
        T = robot.forward(foot.link, robot.ready)
        assert T[0, 0] == pytest.approx(1.0, abs=1e-3)
        assert np.sign(T[1, 3]) == (1 if foot.limb.startswith("left") else -1)
    knee = np.array(robot.ready)
    knee[robot.joint_index["l_knee"]] += 0.5
    assert (
        robot.forward(robot.feet[0].link, knee)[0, 3]
        < robot.forward(robot.feet[0].link, robot.ready)[0, 3]
    )
    assert robot.limb("left_leg").chain.joint_names[0] == "l_hip_yaw"
    assert found.robot.torso == robot.torso


def test_forward_overrides_what_is_found(tmp_path: Path) -> None:
    file = written(tmp_path, naoish())
    robot = imported(file, tmp_path / "mine", forward="-x")
    assert robot.limb("left_leg").chain.joint_names[0] == "r_hip_yaw"
    with pytest.raises(OlympianError, match=r"--forward 'z'; choose from -x"):
        import_model(file, "mine", tmp_path, forward="z")


def test_joints_that_mimic_move_with_their_leader(tmp_path: Path) -> None:
    robot = imported(written(tmp_path, naoish()), tmp_path / "mine")
    place, leader, multiplier, _ = robot.followers[0]
    assert (robot.joint_names[place], robot.joint_names[leader], multiplier) == (
        "r_hip_yaw",
        "l_hip_yaw",
        -1.0,
    )
    simulation = Simulation(robot, parse_world("flat"), 0)
    goal = np.array(robot.ready)
    goal[leader] = 0.25
    one = BareHumanoid(robot, Hold(goal), simulation.actors[0], breaker=STRICT)
    for _ in range(60):
        state = one.tick()
    q = state.sensors.q
    assert q[leader] == pytest.approx(0.25, abs=0.1)
    assert q[leader] > 0.1
    assert q[place] == pytest.approx(-q[leader], abs=0.03)


def test_a_mimic_of_nothing_is_refused(tmp_path: Path) -> None:
    file = written(tmp_path, naoish().replace('mimic joint="l_hip_yaw"', 'mimic joint="l_hip_jaw"'))
    with pytest.raises(OlympianError, match=r"mimics 'l_hip_jaw', which is no joint.*l_hip_yaw"):
        load_robot(file)


def test_home_imu_and_capsules_of_an_mjcf_are_used(tmp_path: Path) -> None:
    robot = imported(written(tmp_path, menagerie(), "m.xml"), tmp_path / "mine")
    assert robot.ready[robot.joint_index["left_knee"]] == pytest.approx(0.6, abs=0.1)
    assert robot.imu.link == "trunk"
    assert robot.imu.xyz == pytest.approx((0.01, 0, 0.12))
    assert robot.imu.rpy[2] == pytest.approx(np.pi / 2)
    assert np.ptp(robot.feet[0].outline, axis=0) == pytest.approx([0.15, 0.06], abs=1e-3)
    assert stands(robot, 3.0)


def test_a_strip_is_the_sole_of_a_single_capsule(tmp_path: Path) -> None:
    text = "\n".join(line for line in menagerie().splitlines() if "-0.03 -0.04" not in line)
    robot = load_robot(written(tmp_path, text, "m.xml"))
    assert np.ptp(robot.feet[0].outline, axis=0) == pytest.approx([0.15, 0.0072], abs=1e-3)


def test_an_imported_atlas_stands(tmp_path: Path) -> None:
    robot = imported(LIBRARY / "atlas" / "atlas.urdf", tmp_path / "mine")
    assert stands(robot, 4.0)


@pytest.mark.parametrize("closed", [True, False])
def test_legs_walk_with_and_without_a_closed_form(
    closed: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from olympian.arena.walking.tuning import Build, first_walk
    from olympian.kinematics import solvers
    from olympian.motion.walk import DynamicWalk
    from olympian.records import Twist

    robot = imported(written(tmp_path, naoish()), tmp_path / "mine")
    if not closed:
        monkeypatch.setattr(solvers, "closed_form", lambda _chain: None)
    walk = DynamicWalk(robot, first_walk(Build.of(robot)))
    walk.command(Twist(0.05, 0.0, 0.0))
    simulation = Simulation(robot, parse_world("flat"), 0)
    one = BareHumanoid(robot, walk, simulation.actors[0], breaker=STRICT)
    lifted, lost, ticks = 0.0, 0, round(2.0 / simulation.actors[0].dt)
    for _ in range(ticks):
        one.tick()
        lost += "cannot reach" in walk.reason
        soles = [simulation.true_pose(foot.link)[2, 3] for foot in robot.feet]
        lifted = max(lifted, abs(soles[0] - soles[1]))
    assert lifted > 0.01
    assert lost < 0.05 * ticks


def test_touching_shapes_are_left_alone_in_the_stance(tmp_path: Path) -> None:
    import mujoco

    robot = imported(written(tmp_path, naoish()), tmp_path / "mine")
    model = build_spec(robot).compile()
    data = mujoco.MjData(model)
    for name, angle in zip(robot.joint_names, robot.ready, strict=True):
        data.qpos[model.joint(name).qposadr[0]] = angle
    mujoco.mj_forward(model, data)
    assert len(data.contact) == 0
