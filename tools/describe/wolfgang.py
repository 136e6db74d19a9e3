"""Wolfgang-OP of the Hamburg Bit-Bots: 0.80 m, 6.12 kg, 20 joints.

Frames, limits, masses and inertias are the published ones (facts/wolfgang_op_*.csv) under their
original names; only angles that are plainly roundings of π, π/2 and π/12 are written in full, so
that parallel axes are parallel. The two legs differ by millimetres and the right ankle by 1.3°,
as in the original: that is how the robot was measured.

The cleats under the feet have masses but no joints in the tables; they are folded into the feet.
The sum is 6.12 kg and so within the facts' 6.1–7.5 kg: nothing was added.
"""

from math import pi

import numpy as np
from msgspec.structs import replace

from describe.description import HOLY_LIMB_NAMES, IO_BOARD, Description, arm, head, leg, rectangle
from describe.model import Model
from describe.part import Part, mirrored, moved
from describe.stance import stand
from describe.table import JointRow, add_table, read_joints, read_links
from describe.wolfgang_body import CLEATS, LOOKS, SOLE_LENGTH, SOLE_WIDTH
from olympian.geometry import T_from, skew
from olympian.robot.config import BusConfig, CameraConfig, ImuConfig, RobotConfig, ServoConfig
from olympian.robot.tree import Inertial

__all__ = ["describe"]

SOLE = rectangle(SOLE_LENGTH / 2, SOLE_LENGTH / 2, SOLE_WIDTH / 2, SOLE_WIDTH / 2)
SHANK_SLOPE = -pi / 12
"""At zero the shanks are swung 15° ahead, and feet and ankles with them."""
SLOPING = ("lower_leg", "ankle", "foot")
ARM = ("ShoulderPitch", "ShoulderRoll", "Elbow")
LEG = ("HipYaw", "HipRoll", "HipPitch", "Knee", "AnklePitch", "AnkleRoll")
GROUPS = {
    "head": ["HeadPan", "HeadTilt"],
    "left_arm": [f"L{joint}" for joint in ARM],
    "right_arm": [f"R{joint}" for joint in ARM],
    "legs": [f"{side}{joint}" for side in "LR" for joint in LEG],
}


def describe() -> Description:
    """The whole robot."""
    model = Model(
        "wolfgang",
        "Wolfgang-OP (Hamburg Bit-Bots; the robot of the HCM paper): 0.80 m, 6.12 kg, 20 joints.",
    )
    links = read_links("wolfgang_op_links.csv")
    for side in ("l", "r"):
        links[f"{side}_foot"] = _with_cleats(side, links)
    add_table(model, _in_order(read_joints("wolfgang_op_joints.csv")), links, "base_link")
    for side, short in (("left", "l"), ("right", "r")):
        note = "The table's own sole frame under the name all our robots share."
        model.frame(f"{side}_sole", f"{short}_sole", note=note)
        model.frame(f"{side}_hand", f"{short}_wrist")
        for name in ("shoulder", "upper_arm", "lower_arm", "hip_1", "hip_2", "upper_leg", *SLOPING):
            _dress(model, f"{short}_{name}", name, side)
    for name in ("torso", "neck", "head"):
        _dress(model, name, name, "left")
    return _with_config(model)


def _in_order(rows: list[JointRow]) -> list[JointRow]:
    """Head first, then left before right, parents before children: the joint order to be."""
    fixed = [row for row in rows if row.limits is None]
    moving = {row.name: row for row in rows if row.limits is not None}
    names = [*GROUPS["head"], *GROUPS["left_arm"], *GROUPS["right_arm"], *GROUPS["legs"]]
    return [*fixed[:1], *(moving[name] for name in names), *fixed[1:]]


def _with_cleats(side: str, links: dict[str, Inertial]) -> Inertial:
    """Foot with its four cleats, each a point at a corner of the sole: 1.7 g are no more."""
    foot = links[f"{side}_foot"]
    masses = [links[f"{side}{corner}"].mass for corner in ("lb", "lf", "rf", "rb")]
    sideways = -1.0 if side == "l" else 1.0
    points = [np.array([sideways * x, y, z]) for x, y, z in CLEATS]
    mass = foot.mass + sum(masses)
    moment = foot.mass * foot.com_in_link + sum(m * p for m, p in zip(masses, points, strict=True))
    com = moment / mass
    inertia = foot.inertia - foot.mass * _square(foot.com_in_link - com)
    for m, point in zip(masses, points, strict=True):
        inertia = inertia - m * _square(point - com)
    return Inertial(mass, com, inertia)


def _square(offset: np.ndarray) -> np.ndarray:
    return skew(offset) @ skew(offset)


def _dress(model: Model, link: str, looks: str, side: str) -> None:
    parts, hulls = LOOKS[looks]
    if looks == "foot":
        shown, felt = (_beside_sole(model, side, group) for group in (parts, hulls))
    else:
        pitch = SHANK_SLOPE if looks in SLOPING else 0.0
        shown, felt = (
            model.upright(link, *mirrored(side, *group), pitch=pitch) for group in (parts, hulls)
        )
    model.dress(link, shown, felt)


def _beside_sole(model: Model, side: str, parts: list[Part]) -> tuple[Part, ...]:
    """Parts of a foot, drawn in the axes of its sole: the right one is 1.3° askew at zero."""
    sole = next(joint for joint in model.joints if joint.child == f"{side[0]}_sole")
    T_foot_upright = T_from(R=sole.T_parent_joint[:3, :3])
    return moved(T_foot_upright, *mirrored(side, *parts))


def _with_config(model: Model) -> Description:
    config = RobotConfig(
        name="wolfgang",
        model="wolfgang.urdf",
        description="Wolfgang-OP, teen-size RoboCup robot of the Hamburg Bit-Bots",
        torso="torso",
        supply_v=14.8,
        limbs={
            "left_leg": leg("torso", "left_sole", SOLE, inset=0.010),
            "right_leg": leg("torso", "right_sole", SOLE, inset=0.010),
            "left_arm": arm("torso", "left_hand"),
            "right_arm": arm("torso", "right_hand"),
            "head": head("torso", "camera"),
        },
        limb_names=HOLY_LIMB_NAMES,
        servos=_servos(),
        buses=_buses(),
        devices={"io_board": replace(IO_BOARD, bus="left_leg")},
        groups=GROUPS,
        sag={"legs": 1.0},
        imu=ImuConfig(link="imu_frame_uncalibrated"),
        camera=CameraConfig(link="camera", width=640, height=480, fov_y_deg=47.0),
    )
    posture = {
        "LShoulderPitch": 20.0,
        "RShoulderPitch": -20.0,
        "LShoulderRoll": -8.0,
        "RShoulderRoll": 8.0,
        "LElbow": -30.0,
        "RElbow": 30.0,
        "HeadTilt": -15.0,
        "LKnee": 55.0,
        "RKnee": -55.0,
        "LHipPitch": 25.0,
        "RHipPitch": -25.0,
    }
    ready = stand(config, model.tree(), posture, height=0.405, half_width=0.070)
    notes = {
        "supply_v": "Four Li-Poly cells.",
        "limb_names": "As in the pose files of Team HOly.",
        "servos": "Ids of the Bit-Bots. The URDF's axes are the servos' own: no signs, no offsets.",
        "buses.left_arm": "One cable for each limb; the head hangs on that of the right arm.",
        "devices": "Inertial sensor and soles; stands for the boards of the Bit-Bots.",
        "sag": "Part of the servo model's sag that goals make up for.",
        "ready_deg": "Torso 28 mm below straight legs, centre of mass over the soles' middle.",
    }
    return Description(model, replace(config, ready_deg=ready), notes)


def _buses() -> dict[str, BusConfig]:
    """One cable for each limb; the head hangs on that of the right arm."""
    limbs = {
        "left_arm": [f"L{joint}" for joint in ARM],
        "right_arm": [*(f"R{joint}" for joint in ARM), "HeadPan", "HeadTilt"],
        "left_leg": [f"L{joint}" for joint in LEG],
        "right_leg": [f"R{joint}" for joint in LEG],
    }
    return {
        name: BusConfig(servos=joints, baud=2_000_000, protocol=2) for name, joints in limbs.items()
    }


def _servos() -> dict[str, ServoConfig]:
    servos = {}
    for place, joint in enumerate((*ARM, *LEG)):
        kind = "mx-64" if joint in ARM else "xh540-w270" if joint == "Knee" else "mx-106"
        servos[f"R{joint}"] = ServoConfig(type=kind, id=2 * place + 1)
        servos[f"L{joint}"] = ServoConfig(type=kind, id=2 * place + 2)
    servos["HeadPan"] = ServoConfig(type="mx-64", id=19)
    servos["HeadTilt"] = ServoConfig(type="mx-64", id=20)
    return servos
