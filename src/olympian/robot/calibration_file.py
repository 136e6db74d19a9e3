"""What a calibration writes into `robot.toml`: zeros of the servos and limits of the joints."""

import shutil
from collections.abc import Mapping
from math import degrees
from pathlib import Path

from olympian.errors import OlympianError
from olympian.files import read_text, whole_file
from olympian.robot.config import ServoConfig
from olympian.robot.files.edit_toml import with_limits, with_zeros
from olympian.robot.library import is_of_library, load_robot
from olympian.robot.robot import Robot

ROBOT_FILE = "robot.toml"
Zeros = Mapping[str, float]
Limits = Mapping[str, tuple[float, float]]
"""Degrees by joint."""


def zero_deg(servo: ServoConfig, angle: float, joint_angle: float) -> float:
    """The zero that makes a servo's angle mean this joint angle; rad in, degrees out."""
    return degrees(angle - servo.sign * joint_angle)


def limits_deg(
    servo: ServoConfig, ends: tuple[float, float], zero: float | None
) -> tuple[float, float]:
    """Limits of the joint, degrees.

    Args:
        ends: where its servo stops, rad of its own.
        zero: a new one, degrees; None: as it was.
    """
    offset = servo.zero_deg if zero is None else zero
    low, high = sorted(servo.sign * (degrees(angle) - offset) for angle in ends)
    return low, high


def calibration_target(source: str, out: Path | None) -> Path:
    """The robot.toml that a calibration would be written into; nothing is touched.

    Args:
        source: a robot by library name, robot.toml or folder.
        out: a folder to be made, with a copy of the robot in it.

    Raises: OlympianError: it would be a file of the library, or `out` exists.
    """
    if out is not None:
        if out.exists() or load_robot(source).directory is None:
            why = f"{out} exists already" if out.exists() else f"'{source}' has no files to copy"
            raise OlympianError(f"{why}; choose another folder")
        return out / ROBOT_FILE
    if is_of_library(source):
        raise OlympianError(
            f"'{source}' is a robot of the library, and yours will differ: --out FOLDER makes it"
            " yours"
        )
    path = Path(source)
    return path if path.suffix == ".toml" else path / ROBOT_FILE


def store_calibration(source: str, out: Path | None, zeros: Zeros, limits: Limits) -> Path:
    """Write what was found into the file that `calibration_target` names; the file.

    Whatever goes wrong, the file is as before, and a folder that was to be made is not there.
    """
    file = calibration_target(source, out)
    if out is None:
        write_calibration(file, zeros, limits)
        return file
    folder = load_robot(source).directory
    assert folder is not None, "a robot without files was refused above"
    partial = out.with_name(f".{out.name}.part")
    try:
        shutil.copytree(folder, partial)
        write_calibration(partial / ROBOT_FILE, zeros, limits)
        partial.replace(out)
    except OSError as error:
        raise OlympianError(f"{out}: cannot be made: {error.strerror or error}") from error
    finally:
        shutil.rmtree(partial, ignore_errors=True)
    return file


def write_calibration(file: Path, zeros: Zeros, limits: Limits) -> Robot:
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
