"""Limbs that only their shape tells: heads beside the middle, forearms without a hand."""

import re
from pathlib import Path

import numpy as np
import pytest

from drills.humanoids import inertial, joint, naoish, written
from olympian.errors import OlympianError
from olympian.kinematics import closed_form_arm
from olympian.robot import load_robot

PAN = (
    f'<link name="pan">{inertial(0.02)}</link>'
    + joint("head_pan", "torso", "pan", "0 0 0.15", "0 0 1")
    + f'<link name="tilt">{inertial(0.1, "0 -0.02 0.03")}</link>'
    + joint("head_tilt", "pan", "tilt", "0.01 0.04 0.03", "0 -1 0")
)


def op3ish() -> str:
    """No hand links, and a head that nods by a servo at its left."""
    text = re.sub(r'<link name="[lr]_hand"/><joint name="[lr]_hand_fixed".*?</joint>', "", naoish())
    return text.replace("</robot>", PAN + "</robot>")


def test_a_head_that_ends_a_little_aside_is_found(tmp_path: Path) -> None:
    robot = load_robot(written(tmp_path, op3ish()))
    assert robot.limb("head").chain.joint_names == ("head_pan", "head_tilt")
    assert [limb.name for limb in robot.arms] == ["left_arm", "right_arm"]


def test_a_forearm_without_hand_points_where_its_mass_is(tmp_path: Path) -> None:
    robot = load_robot(written(tmp_path, op3ish()))
    for arm in robot.arms:
        assert arm.chain.tip == f"{arm.name}_hand"
        assert arm.chain.T_last_tip[:3, 3] == pytest.approx([0.08, 0, 0])
        solver = closed_form_arm(arm.chain)
        assert solver is not None


def test_a_hand_of_the_models_own_stays_the_tip(tmp_path: Path) -> None:
    robot = load_robot(written(tmp_path, naoish()))
    assert robot.limb("left_arm").chain.tip == "l_hand"


def test_only_arms_have_hands(tmp_path: Path) -> None:
    written(tmp_path, naoish())
    toml = tmp_path / "robot.toml"
    toml.write_text(
        'name = "mine"\nmodel = "naoish.urdf"\ntorso = "torso"\n'
        "[ready_deg]\nl_elbow = -5\nr_elbow = 5\n[limbs.left_arm]\n"
        'kind = "arm"\nbase = "torso"\ntip = "l_elbow_link"\nhand_xyz = [0.1, 0, 0.02]\n'
    )
    chain = load_robot(tmp_path).limb("left_arm").chain
    assert np.allclose(chain.T_last_tip[:3, 3], [0.1, 0, 0.02])
    toml.write_text(toml.read_text().replace('kind = "arm"', 'kind = "head"'))
    with pytest.raises(OlympianError, match="a head has no hand"):
        load_robot(tmp_path)
