"""What a calibration writes: zeros of the servos and limits of the joints."""

import shutil
from collections.abc import Mapping
from math import degrees
from pathlib import Path

from olympian.errors import OlympianError
from olympian.files import read_text, whole_file
from olympian.lab.servos.limits import FoundLimits
from olympian.robot import Robot, load_robot, robot_names
from olympian.robot.config import ServoConfig
from olympian.robot.files.edit_toml import with_limits, with_zeros


def zero_deg(servo: ServoConfig, angle: float, joint_angle: float) -> float:
    """The zero that makes a servo's angle mean this joint angle; rad in, degrees out."""
    return degrees(angle - servo.sign * joint_angle)


def limits_deg(servo: ServoConfig, found: FoundLimits, zero: float | None) -> tuple[float, float]:
    """Limits of the joint, degrees. Args: zero: a new one, degrees; None: as it was."""
    offset = servo.zero_deg if zero is None else zero
    ends = (servo.sign * (degrees(angle) - offset) for angle in (found.low, found.high))
    low, high = sorted(ends)
    return low, high


def file_of(robot: str, out: Path | None) -> Path:
    """The robot.toml that a calibration is written into.

    Args: out: a folder to be made, with a copy of the robot in it.

    Raises: OlympianError: it would be a file of the library, or `out` exists.
    """
    if out is not None:
        folder = load_robot(robot).directory
        if folder is None or out.exists():
            why = f"{out} exists already" if out.exists() else f"'{robot}' has no files to copy"
            raise OlympianError(f"{why}; choose another folder")
        shutil.copytree(folder, out)
        return out / "robot.toml"
    if robot in robot_names():
        raise OlympianError(
            f"'{robot}' is a robot of the library, and yours will differ: --out FOLDER makes it"
            " yours"
        )
    path = Path(robot)
    return path if path.suffix == ".toml" else path / "robot.toml"


def write_calibration(
    file: Path, zeros: Mapping[str, float], limits: Mapping[str, tuple[float, float]]
) -> Robot:
    """Write all of it or nothing; the robot as it is now.

    Args: zeros, limits: degrees by joint.

    Raises: OlympianError: the file would not be a robot any more, or cannot be written.
    """
    text = read_text(file)
    text = with_zeros(text, zeros) if zeros else text
    text = with_limits(text, limits) if limits else text
    trial = file.with_name(f".{file.stem}.trial.toml")
    try:
        trial.write_text(text, encoding="utf-8")
        robot = load_robot(trial)
    finally:
        trial.unlink(missing_ok=True)
    with whole_file(file) as partial:
        partial.write_text(text, encoding="utf-8")
    return robot
