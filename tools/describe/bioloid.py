"""ROBOTIS Bioloid as TUM's Team HOly drove it: 0.40 m, 1.8 kg, 18 AX-12A.

Lengths and limits come from HOly's joint table (facts/bioloid_holy_joints.csv), whose x axis
points right and whose y axis points ahead. Three things differ from it, each for a fact:

- Hips are 39 mm from the middle, not 47.5: the robot's feet are 78 mm apart.
- The knee axis is 14.5 mm in front of the hip–ankle line; the table leaves that out.
- At zero the arms hang. In the table they point sideways with the roll axis upright; the hanging
  pose is SAA ∓90°, SFE ∓1.5 rad (the table's own arm offset), elbow 0.
"""

from math import degrees, pi, radians

from msgspec.structs import replace

from describe.bioloid_body import LOOKS
from describe.case import CASES
from describe.description import HOLY_LIMB_NAMES, IO_BOARD, Description, arm, head, leg, rectangle
from describe.model import Limits, Model
from describe.sides import GROUPS_WITHOUT_HEAD, SIDES, Hinge, add_chain, servo_ids
from describe.stance import stand
from describe.table import read_joints
from olympian.robot.config import CameraConfig, ImuConfig, RobotConfig, ServoConfig

__all__ = ["TABLE_ANGLES", "describe"]

HIP = (0.0, 0.039, -0.060)
KNEE_IN_THIGH = (0.0145, 0.0, -0.080)
ANKLE_PITCH_IN_SHANK = (-0.0145, 0.0, -0.045)
ANKLE_ROLL_IN_ANKLE = (0.0, 0.0, -0.030)
ANKLE_HEIGHT = 0.030
SHOULDER = (0.0, 0.070, 0.030)
UPPER_ARM = 0.080
FOREARM = 0.100
HERE = (0.0, 0.0, 0.0)

SOLE = rectangle(front=0.054, back=0.046, left=0.034, right=0.026)
"""100 × 60 mm, a little outwards of the ankle so that the feet can pass each other."""
TRAVEL = radians(150)
"""An AX-12A turns ±150°. The table's ±π for the shoulders is the count of a joint without stops."""

ARM = (
    Hinge("shoulder_pitch", "y", SHOULDER, "shoulder"),
    Hinge("shoulder_roll", "x", HERE, "upper_arm"),
    Hinge("elbow", "x", (0.0, 0.0, -UPPER_ARM), "forearm"),
)
LEG = (
    Hinge("hip_yaw", "z", HIP, "hip_yoke"),
    Hinge("hip_roll", "x", HERE, "hip"),
    Hinge("hip_pitch", "y", HERE, "thigh"),
    Hinge("knee", "y", KNEE_IN_THIGH, "shank"),
    Hinge("ankle_pitch", "y", ANKLE_PITCH_IN_SHANK, "ankle"),
    Hinge("ankle_roll", "x", ANKLE_ROLL_IN_ANKLE, "foot"),
)

TABLE_ANGLES = {
    # Our joint: table row, sign, table angle at our zero: table = sign · joint + zero.
    "left_shoulder_pitch": ("L_SAA", 1, pi / 2),
    "right_shoulder_pitch": ("R_SAA", -1, -pi / 2),
    "left_shoulder_roll": ("L_SFE", -1, 1.5),
    "right_shoulder_roll": ("R_SFE", -1, -1.5),
    "left_elbow": ("L_EB", -1, 0.0),
    "right_elbow": ("R_EB", -1, 0.0),
    "left_hip_yaw": ("L_HAA", -1, 0.0),
    "right_hip_yaw": ("R_HAA", -1, 0.0),
    "left_hip_roll": ("L_HR", 1, 0.0),
    "right_hip_roll": ("R_HR", 1, 0.0),
    "left_hip_pitch": ("L_HFE", -1, 0.0),
    "right_hip_pitch": ("R_HFE", 1, 0.0),
    "left_knee": ("L_KFE", 1, 0.0),
    "right_knee": ("R_KFE", -1, 0.0),
    "left_ankle_pitch": ("L_AFE", 1, 0.0),
    "right_ankle_pitch": ("R_AFE", -1, 0.0),
    "left_ankle_roll": ("L_AR", -1, 0.0),
    "right_ankle_roll": ("R_AR", -1, 0.0),
}
HORN_DEG = {"left_hip_pitch": -15.0, "right_hip_pitch": 15.0}
"""Horns set one tooth off: the measured 155° of lift would leave the servo's 150° otherwise."""


def describe() -> Description:
    """The whole robot."""
    model = Model(
        "bioloid",
        "ROBOTIS Bioloid as in Humanoid Olympics (TUM 2012, HOly 2015): 0.40 m, 1.8 kg, 18 joints.",
    )
    model.link("torso", *LOOKS["torso"], note="Origin as in HOly's table: 60 mm above the hips.")
    model.link("head", *LOOKS["head"], note="Does not move; the team's camera sits in its face.")
    model.fix("head_mount", "torso", "head", (0.0, 0.0, 0.070))
    model.frame("camera", "head", (0.036, 0.0, 0.048))
    limits = _limits()
    notes = {joint: f"HOly's {row}." for joint, (row, _, _) in TABLE_ANGLES.items()}
    for side in SIDES:
        forearm = add_chain(model, side, ARM, LOOKS, limits, notes)
        model.frame(f"{side}_hand", forearm, (0.0, 0.0, -FOREARM))
    for side in SIDES:
        foot = add_chain(model, side, LEG, LOOKS, limits, notes)
        model.frame(f"{side}_sole", foot, (0.0, 0.0, -ANKLE_HEIGHT))
    return _with_config(model)


def _limits() -> dict[str, Limits]:
    """Measured limits in our signs, side by side as they were measured: the sides do differ."""
    rows = {row.name: row.limits for row in read_joints("bioloid_holy_joints.csv")}
    servo = CASES["ax-12a"]
    limits = {}
    for joint, (row, sign, zero) in TABLE_ANGLES.items():
        measured = rows[row]
        assert measured is not None
        horn = radians(HORN_DEG.get(joint, 0.0))
        ends = [
            sign * (min(max(angle, -TRAVEL - horn), TRAVEL - horn) - zero)
            for angle in (measured.lower, measured.upper)
        ]
        limits[joint] = Limits(min(ends), max(ends), servo.effort, servo.velocity)
    return limits


def _with_config(model: Model) -> Description:
    right_sole = rectangle(SOLE[0][0], -SOLE[1][0], -SOLE[2][1], SOLE[0][1])
    config = RobotConfig(
        name="bioloid",
        model="bioloid.urdf",
        description="ROBOTIS Bioloid kit, 18 AX-12A (TUM Humanoid Olympics 2012 and 2015)",
        torso="torso",
        supply_v=11.1,
        limbs={
            "left_leg": leg("torso", "left_sole", SOLE, inset=0.005),
            "right_leg": leg("torso", "right_sole", right_sole, inset=0.005),
            "left_arm": arm("torso", "left_hand"),
            "right_arm": arm("torso", "right_hand"),
            "head": head("torso", "camera"),
        },
        limb_names=HOLY_LIMB_NAMES,
        servos={joint.name: _servo(joint.name) for joint in model.tree().movable},
        devices={"io_board": IO_BOARD},
        groups={"head": [], **GROUPS_WITHOUT_HEAD},
        sag={"legs": 1.0, "left_arm": 1.0, "right_arm": 1.0},
        imu=ImuConfig(link="torso", xyz=(-0.020, 0.0, 0.010)),
        camera=CameraConfig(link="camera", width=320, height=240, fov_y_deg=45.0),
    )
    posture = {
        "left_shoulder_roll": 16.0,
        "right_shoulder_roll": -16.0,
        "left_elbow": -22.0,
        "right_elbow": 22.0,
    }
    ready = stand(config, model.tree(), posture, height=0.200 + ANKLE_HEIGHT, half_width=0.035)
    notes = {
        "supply_v": "Three Li-Poly cells; the AX-12A takes 9 to 12 V.",
        "limb_names": "As in the pose files of Team HOly.",
        "servos": "Odd ids right, even left. Signs and zeros give the angles of HOly's table.",
        "devices": "Inertial sensor and soles: the IO board of the thesis (3.2.6).",
        "sag": "Part of the servo model's sag that goals make up for: HOly's additive poses.",
        "ready_deg": "HOly's default stance: feet ±35 mm, ankles 0.20 m below the torso's origin.",
    }
    return Description(model, replace(config, ready_deg=ready), notes)


def _servo(joint: str) -> ServoConfig:
    _, sign, zero = TABLE_ANGLES[joint]
    zero_deg = round(degrees(zero) + HORN_DEG.get(joint, 0.0), 2)
    return ServoConfig(
        type="ax-12a", id=servo_ids()[joint], sign=1 if sign > 0 else -1, zero_deg=zero_deg
    )
