"""Movements in the simulation: the library stands, compliance is felt, a bad one falls."""

from dataclasses import replace

import numpy as np
import pytest

from olympian.backend import Simulation
from olympian.lab.motion_trial import try_out
from olympian.loop import Loop
from olympian.motion import SkillStatus
from olympian.motion.animate import (
    Animator,
    Compliance,
    Frame,
    FrameSet,
    build,
    load_movement,
    movement_names,
    read_movement,
)
from olympian.motion.animate.animator import settings_of
from olympian.records import JointGoal
from olympian.robot import Robot, load_robot
from olympian.servo import ServoBank

FROM_STANDING = [
    name
    for name in movement_names("bioloid")
    if name != "sit" and not read_movement("bioloid", name).interrupts
]
"""Get-up, which interrupts, starts lying: test_getup.py. Sitting ends low: test_hcm_rest.py."""
LEAST_MARGIN = {"squat": 0.03, "cheer": 0.03, "sway": 0.005, "one_leg": 0.005}
"""Metres, of movements that stay on their feet; swaying goes as far as one foot can carry."""


@pytest.fixture(scope="module")
def bioloid() -> Robot:
    return load_robot("bioloid")


def test_compliance_reaches_the_servos_and_is_put_back(bioloid: Robot) -> None:
    servos = ServoBank.of(bioloid)
    names = ("slope_cw", "slope_ccw", "margin_cw", "margin_ccw", "punch")
    before = {name: servos.registers.read(name) for name in names}

    def switch(compliance: dict[str, Compliance]) -> None:
        settings = settings_of(bioloid, compliance)
        servos.obey(replace(JointGoal.all(bioloid.ready), settings=settings))

    switch({"legs": Compliance(slope=64, punch=10), "left_arm": Compliance(margin=3)})
    legs = bioloid.indices(bioloid.groups["legs"])
    elbow = bioloid.joint_index["left_elbow"]
    assert (servos.registers.read("slope_ccw")[legs] == 64).all()
    assert (servos.registers.read("punch")[legs] == 10).all()
    assert servos.registers.read("margin_cw")[elbow] == 3
    assert servos.registers.read("slope_cw")[elbow] == before["slope_cw"][elbow]
    switch({"left_arm": Compliance(slope=16)})
    assert (servos.registers.read("slope_cw")[legs] == before["slope_cw"][legs]).all()
    switch({})
    for name in names:
        np.testing.assert_array_equal(servos.registers.read(name), before[name])


def test_a_soft_movement_follows_less_well(bioloid: Robot) -> None:
    squat = load_movement(bioloid, "squat")
    soft = replace(squat, compliance={"legs": Compliance(slope=64)})
    stiff, yielding = (try_out(bioloid, one).tracking_deg for one in (squat, soft))
    assert yielding > 1.2 * stiff


def test_compliance_that_servos_do_not_have_is_not_silent() -> None:
    wolfgang = load_robot("wolfgang")
    soft = settings_of(wolfgang, {"legs": Compliance(slope=12)})
    with pytest.warns(UserWarning, match="no effect on .*LKnee"):
        ServoBank.of(wolfgang).obey(replace(JointGoal.all(wolfgang.ready), settings=soft))


@pytest.mark.parametrize("name", FROM_STANDING)
@pytest.mark.parametrize("seed", [0, 1, 2])
def test_the_library_is_played_without_a_fall(bioloid: Robot, name: str, seed: int) -> None:
    built = load_movement(bioloid, name)
    trial = try_out(bioloid, built, loops=2, seed=seed)
    assert not trial.fell
    assert trial.status == "done"
    assert trial.loops == (2 if built.loop else 0)
    assert trial.tracking_deg < 15.0
    if name in LEAST_MARGIN:
        assert trial.min_margin_m is not None
        assert trial.min_margin_m > LEAST_MARGIN[name]
        assert trial.tracking_deg < 12.0
        assert trial.peak_load < 0.9


@pytest.mark.parametrize("name", ["fumanoid", "wolfgang"])
def test_other_robots_cheer_on_their_feet(name: str) -> None:
    robot = load_robot(name)
    trial = try_out(robot, load_movement(robot, "cheer"), loops=2, seed=1)
    assert (trial.status, trial.fell) == ("done", False)
    assert trial.min_margin_m is not None
    assert trial.min_margin_m > 0.03
    assert trial.peak_load < 0.9


def test_one_leg_really_lifts_both_feet(bioloid: Robot) -> None:
    """Seen by a referee: servos sag, and a foot could stay on the ground all the same."""
    simulation = Simulation(bioloid, seed=4)
    animator = Animator(bioloid, [load_movement(bioloid, "one_leg")], q_start=bioloid.ready)
    loop = Loop(simulation.actors[0], animator)
    loop.run(1.0)
    animator.play("one_leg", 1)
    highest = {"left_sole": 0.0, "right_sole": 0.0}
    while animator.status is SkillStatus.RUNNING:
        loop.tick()
        for sole in highest:
            highest[sole] = max(highest[sole], simulation.true_pose(sole)[2, 3])
    assert min(highest.values()) > 0.012


def test_a_set_that_topples_is_seen_to_fall(bioloid: Robot) -> None:
    lean = {f"{side}_ankle_pitch": 15.0 for side in ("left", "right")}
    falling = build(bioloid, FrameSet(name="topple", frames=[Frame(name="lean", joints=lean)]))
    assert try_out(bioloid, falling).fell
