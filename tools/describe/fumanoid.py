"""FUmanoid 2009/2010: legs as in thesis Table 6.1, body as in Table 2.6 (0.60 m, 4.4 kg).

The zero pose of every leg joint is the θ offset of its row. Read right-handed with the knees
ahead of the ankles, the table's "left stance" column stands on the right foot and the other way
round; the two columns are mirror images, so both legs follow from either.

The thesis gives a centre of mass at 0.34 m for the 2008 robot, which had the lighter RX-28 in its
legs. With twelve RX-64 of 125 g below hips that are 0.242 m high it cannot stay there: carrying
the computer in the head and the battery high in the trunk, as the 2009 robot does, gives 0.30 m.
"""

from math import radians

from msgspec.structs import replace

from describe.case import CASES
from describe.description import HOLY_LIMB_NAMES, IO_BOARD, Description, arm, head, leg
from describe.fumanoid_body import LOOKS
from describe.fumanoid_sizes import (
    ANKLE_BEHIND_KNEE,
    ANKLE_HEIGHT,
    FOREARM,
    HEAD_TILT_HEIGHT,
    HIP_HALF_DISTANCE,
    KNEE_INWARD,
    NECK_HEIGHT,
    SHANK,
    SHOULDER,
    SHOULDER_ROLL,
    SOLE,
    THIGH,
    UPPER_ARM,
)
from describe.model import Limits, Model
from describe.sides import GROUPS_WITHOUT_HEAD, SIDES, Hinge, add_chain, servo_ids
from describe.stance import stand
from olympian.robot.config import CameraConfig, ImuConfig, RobotConfig, ServoConfig

__all__ = ["describe"]

HERE = (0.0, 0.0, 0.0)
NECK = (
    Hinge("neck_yaw", "z", (0.0, 0.0, NECK_HEIGHT), "neck"),
    Hinge("neck_pitch", "y", (0.0, 0.0, HEAD_TILT_HEIGHT), "head"),
)
ARM = (
    Hinge("shoulder_pitch", "y", SHOULDER, "shoulder"),
    Hinge("shoulder_roll", "x", SHOULDER_ROLL, "upper_arm"),
    Hinge("elbow", "y", (0.0, 0.0, -UPPER_ARM), "forearm"),
)
LEG = (
    Hinge("hip_pitch", "y", (0.0, HIP_HALF_DISTANCE, 0.0), "hip_bracket"),
    Hinge("hip_roll", "x", HERE, "hip"),
    Hinge("hip_yaw", "z", HERE, "thigh"),
    Hinge("knee", "y", (0.0, -KNEE_INWARD, -THIGH), "shank"),
    Hinge("ankle_roll", "x", (-ANKLE_BEHIND_KNEE, 0.0, -SHANK), "ankle"),
    Hinge("ankle_pitch", "y", HERE, "foot"),
)

LIMITS_DEG = {
    # The servos turn ±150°; brackets and neighbours stop most joints earlier. Left side.
    "hip_pitch": (-115, 50),
    "hip_roll": (-25, 50),
    "hip_yaw": (-50, 60),
    "knee": (-25, 115),  # straight at −24.1°: one degree past it, 139° of bend the other way
    "ankle_roll": (-40, 40),
    "ankle_pitch": (-75, 60),
    "shoulder_pitch": (-150, 150),
    "shoulder_roll": (-12, 150),
    "elbow": (-135, 5),
    "neck_yaw": (-90, 90),
    "neck_pitch": (-35, 60),
}
MIRRORED = ("hip_roll", "hip_yaw", "ankle_roll", "shoulder_roll")
"""Joints whose limits change sign from left to right."""
UPPER_BODY = tuple(hinge.joint for hinge in (*NECK, *ARM))
"""Joints with the smaller RX-28."""


def describe() -> Description:
    """The whole robot."""
    model = Model(
        "fumanoid",
        "FUmanoid of 2009/2010 (Mobalegh 2011): 0.60 m, 4.4 kg, 20 joints, legs of Table 6.1.",
    )
    note = "Origin midway between the hip centres: the frame the thesis calls COM."
    model.link("torso", *LOOKS["torso"], note=note)
    limits = _limits()
    add_chain(model, "", NECK, LOOKS, limits)
    model.frame("camera", "head", (0.046, 0.0, 0.036))
    for side in SIDES:
        forearm = add_chain(model, side, ARM, LOOKS, limits)
        model.frame(f"{side}_hand", forearm, (0.0, 0.0, -FOREARM))
    for side in SIDES:
        foot = add_chain(model, side, LEG, LOOKS, limits)
        model.frame(f"{side}_sole", foot, (0.0, 0.0, -ANKLE_HEIGHT))
    return _with_config(model)


def _limits() -> dict[str, Limits]:
    """Limits of every joint; roll and yaw are mirrored on the right."""
    limits = {}
    for joint, (lower, upper) in LIMITS_DEG.items():
        servo = CASES["rx-28" if joint in UPPER_BODY else "rx-64"]
        here = Limits(radians(lower), radians(upper), servo.effort, servo.velocity)
        there = Limits(radians(-upper), radians(-lower), servo.effort, servo.velocity)
        if joint.startswith("neck"):
            limits[joint] = here
            continue
        limits[f"left_{joint}"] = here
        limits[f"right_{joint}"] = there if joint in MIRRORED else here
    return limits


def _with_config(model: Model) -> Description:
    ids = {**servo_ids(), "neck_yaw": 19, "neck_pitch": 20}
    servos = {joint.name: _servo(joint.name, ids) for joint in model.tree().movable}
    config = RobotConfig(
        name="fumanoid",
        model="fumanoid.urdf",
        description="FUmanoid 2009/2010, kid-size RoboCup robot (Mobalegh 2011)",
        torso="torso",
        supply_v=14.8,
        limbs={
            "left_leg": leg("torso", "left_sole", SOLE, inset=0.008),
            "right_leg": leg("torso", "right_sole", SOLE, inset=0.008),
            "left_arm": arm("torso", "left_hand"),
            "right_arm": arm("torso", "right_hand"),
            "head": head("torso", "camera"),
        },
        limb_names=HOLY_LIMB_NAMES,
        servos=servos,
        devices={"io_board": IO_BOARD},
        groups={"head": ["neck_yaw", "neck_pitch"], **GROUPS_WITHOUT_HEAD},
        sag={"legs": 1.0},
        imu=ImuConfig(link="torso", xyz=(0.0, 0.0, 0.100)),
        camera=CameraConfig(link="camera", width=640, height=480, fov_y_deg=45.0),
    )
    posture = {
        "left_shoulder_pitch": 15.0,
        "right_shoulder_pitch": 15.0,
        "left_shoulder_roll": 12.0,
        "right_shoulder_roll": -12.0,
        "left_elbow": -50.0,
        "right_elbow": -50.0,
        "neck_pitch": 15.0,
    }
    ready = stand(config, model.tree(), posture, height=0.232, half_width=0.055)
    notes = {
        "supply_v": "Four Li-Poly cells (thesis 2.3.4).",
        "limb_names": "As in the pose files of Team HOly.",
        "servos": "Numbered as in the Bioloid kit. Right pitch servos are mounted mirrored.",
        "devices": "Inertial sensor and soles: the IO board of the thesis (3.2.6).",
        "sag": "Part of the servo model's sag that goals make up for.",
        "ready_deg": "Hips at 0.232 m: knees bent by 49°, centre of mass over the soles' middle.",
    }
    return Description(model, replace(config, ready_deg=ready), notes)


def _servo(joint: str, ids: dict[str, int]) -> ServoConfig:
    side, _, name = joint.partition("_")
    upper = joint in UPPER_BODY or name in UPPER_BODY
    turned_over = side == "right" and name not in MIRRORED
    return ServoConfig(
        type="rx-28" if upper else "rx-64", id=ids[joint], sign=-1 if turned_over else 1
    )
