"""`olympian servo calibrate`: zeros by hand, limits by driving to the stops."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from olympian.cli.output import Output, command
from olympian.cli.servo.options import BusOption, PortOption, bus_of, need_port
from olympian.errors import OlympianError, unknown

if TYPE_CHECKING:
    from rich.console import Console

    from olympian.lab.servos.bench_servo import BenchServo
    from olympian.robot import Robot

YES, SKIP, END = "", "s", "q"


def register(app: typer.Typer) -> None:
    """Add the command to `app`."""
    command(app)(calibrate)


def calibrate(
    output: Output,
    robot: Annotated[str, typer.Option(help="robot.toml or folder; a library name needs --out.")],
    port: PortOption = None,
    bus: BusOption = None,
    joints: Annotated[
        list[str] | None, typer.Option("--joint", help="Only these; again for several [all].")
    ] = None,
    home: Annotated[bool, typer.Option(help="Set zeros by hand.")] = True,
    limits: Annotated[bool, typer.Option(help="Drive to the stops. Keep your hands away.")] = False,
    pose: Annotated[
        str, typer.Option(help="What the hand sets: zero (all angles 0) or ready.")
    ] = "zero",
    out: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Copy the robot there, and change that.")
    ] = None,
) -> None:
    """Find zeros and limits of joints; Ctrl-C lets go of the motor and changes no file."""
    from olympian.dynamixel import SerialPort
    from olympian.lab.servos.bench_bus import open_bus
    from olympian.lab.servos.limits import find_limits
    from olympian.robot import (
        calibration_target,
        limits_deg,
        load_robot,
        store_calibration,
        zero_deg,
    )

    if pose not in ("zero", "ready"):
        raise unknown("pose", pose, ("zero", "ready"))
    machine = load_robot(robot)
    file = calibration_target(robot, out)  # refused before anything moves
    config = machine.buses[bus_of(machine, bus)]
    line = open_bus(SerialPort(need_port(port, config), config.baud), config.protocol)
    zeros: dict[str, float] = {}
    found: dict[str, tuple[float, float]] = {}
    for joint, horn in _horns(machine, line, _chosen(joints, config.servos)):
        horn.power(False)
        servo = machine.servos[joint]
        if home:
            target = 0.0 if pose == "zero" else float(machine.ready[machine.joint_index[joint]])
            said = _ask(output, f"{joint}: turn it to its {pose} pose", horn)
            if said == END:
                break
            if said != SKIP:
                zeros[joint] = zero_deg(servo, horn.state().angle, target)
        if limits:
            output.note(f"{joint}: looks for its stops")
            ends = find_limits(horn)
            found[joint] = limits_deg(servo, (ends.low, ends.high), zeros.get(joint))
            output.note(f"{joint}: {found[joint][0]:.1f}° to {found[joint][1]:.1f}°")
    if zeros or found:
        store_calibration(robot, out, zeros, found)
    value = {"file": str(file), "zero_deg": zeros, "limits_deg": found}
    output.result(value, lambda console: _show(console, file, zeros, found))


def _chosen(joints: list[str] | None, servos: list[str]) -> list[str]:
    for joint in joints or ():
        if joint not in servos:
            raise unknown("joint of this bus", joint, servos)
    return joints or servos


def _horns(robot: "Robot", line, joints: list[str]) -> "Iterator[tuple[str, BenchServo]]":
    from olympian.lab.servos.bench_servo import BenchServo

    for joint in joints:
        yield joint, BenchServo(line, robot.servos[joint].id, joint)


def _ask(output: Output, what: str, horn: "BenchServo") -> str:
    """Wait for a key; the end of the input ends it."""
    output.note(f"{what}, then Enter ({SKIP} skips it, {END} ends here)")
    try:
        said = input().strip().lower()
    except EOFError:
        return END
    if said not in (YES, SKIP, END):
        raise OlympianError(f"'{said}' is neither Enter nor {SKIP} nor {END}")
    if said == YES:
        output.note(f"  {horn.name} stands at {horn.state().angle * 57.29578:.2f}° of its own")
    return said


def _show(
    console: "Console",
    file: Path,
    zeros: dict[str, float],
    limits: dict[str, tuple[float, float]],
) -> None:
    for joint, zero in zeros.items():
        console.print(f"{joint}: zero_deg = {zero:.2f}")
    for joint, (low, high) in limits.items():
        console.print(f"{joint}: {low:.2f}° to {high:.2f}°")
    done = f"wrote {file}" if zeros or limits else "nothing was found, and nothing written"
    console.print(done)
