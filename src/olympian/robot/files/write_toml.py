"""`robot.toml` out: a configuration as text that people can go on editing."""

import json
import re
from collections.abc import Iterable

from msgspec.structs import asdict

from olympian.robot.config import CameraConfig, ImuConfig, LimbConfig, RobotConfig, ServoConfig

__all__ = ["write_toml"]

HEAD = """\
# What the model file cannot say about this robot. Unknown keys are refused.
# Lengths in metres, angles in degrees where the key says _deg, otherwise radians.
"""
LIMBS = """
# A limb runs from link `base` to link `tip`; its joints follow from the model.
# A leg ends in its sole: outline_m are the corners of the underside (x ahead, y left), pressure_m
# the four sensors front left, front right, back left, back right. The frame of the tip link should
# lie on the ground, z up; where it does not, xyz and rpy say where the sole lies in it.
"""
LIMB_NAMES = """\
# What pose files of other people call the limbs.
"""
GROUPS = """\
# Joints that move together; each at most once.
"""
READY = """
# The stance from which everything starts; joints not named are at zero.
"""
SAG = """
# Part of the sag that the servo model predicts and goals make up for, by group or joint.
"""
SERVOS = """
# servo angle = sign * joint angle + zero_deg; types such as ax-12a, rx-28, rx-64, mx-64, mx-106.
"""
SERVO_TYPES = """
# Types of servo that the catalogue lacks: like one that it has, but for what is given. N m, rad/s.
"""
BUSES = """
# Cables with the servos on them; port may be left to the command line.
"""
DEVICES = """
# Sensors that are not in the servos: io-board or serial-imu.
"""
LIMITS = """
# Lowest and highest angle of joints, as found on the robot.
"""
SENSORS = """
# Where the sensors sit: a link, and xyz, rpy in it.
"""


def write_toml(config: RobotConfig, joints: Iterable[str] = ()) -> str:
    """The text of `robot.toml`; reading it gives `config` again.

    Args:
        joints: joints of the model, for a table of servos to fill in where there is none.
    """
    lines = [HEAD, *_pairs(_head(config)), LIMBS]
    for name, limb in config.limbs.items():
        lines += _limb(name, limb)
    if config.limb_names:
        lines += [LIMB_NAMES, "[limb_names]", *_pairs(config.limb_names), ""]
    lines += [GROUPS, "[groups]", *_pairs(config.groups)]
    lines += [READY, "[ready_deg]", *_pairs(config.ready_deg)]
    if config.sag:
        lines += [SAG, "[sag]", *_pairs(config.sag)]
    lines += [SERVOS, "[servos]", *(_servo(*item) for item in config.servos.items())]
    if not config.servos:
        lines += [
            f'# {_key(joint)} = {{ type = "generic", id = {number} }}'
            for number, joint in enumerate(joints, 1)
        ]
    lines += [SERVO_TYPES] if config.servo_types else []
    for name, kind in config.servo_types.items():
        given = {key: value for key, value in asdict(kind).items() if value is not None}
        lines += [f"[servo_types.{_key(name)}]", *_pairs(given), ""]
    lines += _wiring(config)
    lines += [SENSORS]
    for key, sensor in (("imu", config.imu), ("camera", config.camera)):
        if sensor is not None:
            lines += [f"[{key}]", *_pairs(_sensor(sensor)), ""]
    return "\n".join(line.removesuffix("\n") for line in lines).rstrip() + "\n"


def _head(config: RobotConfig) -> dict[str, object]:
    head: dict[str, object] = {"name": config.name, "model": config.model}
    head |= {"repair": True} if config.repair else {}
    head |= {"description": config.description} if config.description else {}
    head["torso"] = config.torso
    head |= {"torso_rpy": config.torso_rpy} if config.torso_rpy is not None else {}
    head |= {"lacks": config.lacks} if config.lacks else {}
    return head | ({"supply_v": config.supply_v} if config.supply_v is not None else {})


def _limb(name: str, limb: LimbConfig) -> list[str]:
    lines = [f"[limbs.{_key(name)}]", *_pairs({"kind": limb.kind, "base": limb.base})]
    lines += _pairs({"tip": limb.tip})
    lines += _pairs({"hand_xyz": limb.hand_xyz}) if limb.hand_xyz is not None else []
    if limb.sole is not None:
        sole = {
            "outline_m": limb.sole.outline_m,
            "pressure_m": limb.sole.pressure_m or None,
            "xyz": limb.sole.xyz,
            "rpy": limb.sole.rpy,
        }
        given = {key: value for key, value in sole.items() if value is not None}
        lines += [f"[limbs.{_key(name)}.sole]", *_pairs(given)]
    return [*lines, ""]


def _servo(joint: str, servo: ServoConfig) -> str:
    values = {"type": servo.type, "id": servo.id, "sign": servo.sign, "zero_deg": servo.zero_deg}
    return f"{_key(joint)} = {{ {', '.join(_pairs(values))} }}"


def _wiring(config: RobotConfig) -> list[str]:
    """Buses, devices and limits, where the configuration has any."""
    lines = [BUSES] if config.buses else []
    for name, bus in config.buses.items():
        lines += [f"[buses.{_key(name)}]", *_pairs(asdict(bus)), ""]
    lines += [DEVICES] if config.devices else []
    for name, device in config.devices.items():
        lines += [f"[devices.{_key(name)}]", *_pairs(asdict(device)), ""]
    if config.limits_deg:
        lines += [LIMITS, "[limits_deg]", *_pairs(config.limits_deg)]
    return lines


def _sensor(sensor: ImuConfig | CameraConfig) -> dict[str, object]:
    values: dict[str, object] = {"link": sensor.link, "xyz": sensor.xyz, "rpy": sensor.rpy}
    if isinstance(sensor, CameraConfig):
        values |= {"width": sensor.width, "height": sensor.height, "fov_y_deg": sensor.fov_y_deg}
    return values


def _pairs(table: dict) -> list[str]:
    return [f"{_key(key)} = {_value(value)}" for key, value in table.items()]


def _key(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else _value(name)


def _value(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        # JSON's escapes are TOML's, but for the delete sign, which TOML wants escaped
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, list | tuple):
        return f"[{', '.join(_value(item) for item in value)}]"
    return repr(value)
