"""Atlas v4 (Boston Dynamics; the robot of the juggling paper): 182.4 kg with battery, 30 joints.

Frames, limits, masses and inertias are the published ones (facts/atlas_v4_*.csv) under their
original names; angles that are plainly roundings of π are written in full. All 31 inertias obey
the triangle inequality and the masses sum to 182.4 kg with the battery in `utorso`: nothing had to
be mended or added. The wrists' last joints may turn by ±0.001 rad only; that too is the original.

The tables say nothing about the sole. The foot's centre of mass is 67 mm below the ankle and 27 mm
ahead of it; a plate of 0.26 × 0.13 m, 79.5 mm below and centred 45 mm ahead, fits that mass.
"""

from msgspec.structs import replace

from describe.atlas_body import ANKLE_HEIGHT, FOOT_LENGTH, FOOT_MIDDLE, FOOT_WIDTH, LOOKS
from describe.description import HOLY_LIMB_NAMES, Description, arm, head, leg, rectangle
from describe.model import Model
from describe.part import mirrored
from describe.stance import stand
from describe.table import add_table, read_joints, read_links
from olympian.robot.config import CameraConfig, ImuConfig, RobotConfig, ServoConfig

__all__ = ["describe"]

SOLE = rectangle(
    round(FOOT_MIDDLE + FOOT_LENGTH / 2, 6),
    round(FOOT_LENGTH / 2 - FOOT_MIDDLE, 6),
    FOOT_WIDTH / 2,
    FOOT_WIDTH / 2,
)
ARM = ("shz", "shx", "ely", "elx", "wry", "wrx", "wry2")
LEG = ("hpz", "hpx", "hpy", "kny", "aky", "akx")
GROUPS = {
    "torso": ["back_bkz", "back_bky", "back_bkx"],
    "head": ["neck_ry"],
    "left_arm": [f"l_arm_{joint}" for joint in ARM],
    "right_arm": [f"r_arm_{joint}" for joint in ARM],
    "legs": [f"{side}_leg_{joint}" for side in "lr" for joint in LEG],
}
JOINTS = [joint for group in GROUPS.values() for joint in group]
TRUNK = ("pelvis", "ltorso", "mtorso", "utorso", "head")
HAND_REACH = 0.13
"""From the wrist to the middle of the fist, along the arm."""


def describe() -> Description:
    """The whole robot."""
    model = Model(
        "atlas", "Atlas v4 (the robot of the juggling paper): 1.86 m, 182.4 kg, 30 joints."
    )
    rows = {row.name: row for row in read_joints("atlas_v4_joints.csv")}
    add_table(model, (rows[joint] for joint in JOINTS), read_links("atlas_v4_links.csv"), "pelvis")
    for side, short in (("left", "l"), ("right", "r")):
        model.frame(f"{side}_hand", f"{short}_hand", (0.0, -HAND_REACH, 0.0))
        model.frame(f"{side}_sole", f"{short}_foot", (0.0, 0.0, -ANKLE_HEIGHT))
    model.frame("camera", "head", (0.055, 0.0, 0.010))
    for looks in LOOKS:
        names = [looks] if looks in TRUNK else [f"l_{looks}", f"r_{looks}"]
        for link in names:
            _dress(model, link, looks)
    return _with_config(model)


def _dress(model: Model, link: str, looks: str) -> None:
    side = "right" if link.startswith("r_") else "left"
    shown, felt = (model.upright(link, *mirrored(side, *group)) for group in LOOKS[looks])
    model.dress(link, shown, felt)


def _with_config(model: Model) -> Description:
    config = RobotConfig(
        name="atlas",
        model="atlas.urdf",
        description="Boston Dynamics Atlas v4, hydraulic",
        torso="pelvis",
        limbs={
            "left_leg": leg("pelvis", "left_sole", SOLE, inset=0.012),
            "right_leg": leg("pelvis", "right_sole", SOLE, inset=0.012),
            "left_arm": arm("utorso", "left_hand"),
            "right_arm": arm("utorso", "right_hand"),
            "head": head("utorso", "camera"),
        },
        limb_names=HOLY_LIMB_NAMES,
        servos={
            joint: ServoConfig(type="hydraulic", id=number)
            for number, joint in enumerate(JOINTS, 1)
        },
        groups=GROUPS,
        imu=ImuConfig(link="pelvis", xyz=(-0.0905, 0.0, -0.0125)),
        camera=CameraConfig(link="camera", width=640, height=480, fov_y_deg=50.0),
    )
    posture = {"neck_ry": 10.0, "l_leg_kny": 40.0, "r_leg_kny": 40.0}
    posture |= {"l_leg_hpy": -20.0, "r_leg_hpy": -20.0, "l_leg_aky": -20.0, "r_leg_aky": -20.0}
    arms = {"shz": 0.0, "shx": -72.0, "ely": 90.0, "elx": 60.0, "wry": 90.0, "wrx": 0.0}
    for joint, angle in arms.items():
        posture[f"l_arm_{joint}"] = angle
        posture[f"r_arm_{joint}"] = -angle if joint in ("shx", "elx") else angle
    ready = stand(config, model.tree(), posture, height=0.885, half_width=0.1115)
    notes = {
        "limb_names": "As in the pose files of Team HOly.",
        "servos": "Valves, numbered in joint order. Effort and speed limits are in the URDF.",
        "ready_deg": "Pelvis 57 mm below straight legs, centre of mass over the soles' middle.",
    }
    return Description(model, replace(config, ready_deg=ready), notes)
