"""What a robot's description leaves open, one sentence each."""

from collections.abc import Iterable
from math import isinf

from olympian.robot import ImuConfig, Robot

MOST_NAMES = 6


def missing(robot: Robot) -> list[str]:
    """Everything somebody would have to add before the robot can do all that others can."""
    return [*_model(robot), *_limbs(robot), *_servos(robot), *_sensors(robot)]


def _model(robot: Robot) -> Iterable[str]:
    """What the model file leaves out, the masses in one sentence if there are none at all."""
    links = robot.tree.links
    if not robot.tree.mass:
        yield "no link has a mass"
    yield from (
        warning for warning in robot.tree.warnings if robot.tree.mass or "no mass" not in warning
    )
    if not any(link.visuals or link.collisions for link in links):
        yield "no link has a shape: height and soles are unknown"
    elif not any(link.collisions for link in links):
        yield "no link has a collision shape: the robot would sink into the floor"
    for limit, open_ended in (
        ("torque", [j.name for j in robot.tree.movable if isinf(j.effort)]),
        ("speed", [j.name for j in robot.tree.movable if isinf(j.velocity)]),
    ):
        if open_ended:
            yield f"no {limit} limit on {_names(open_ended, robot.dof)}"


def _limbs(robot: Robot) -> Iterable[str]:
    counts = {"leg": len(robot.legs), "arm": len(robot.arms)}
    for kind, count in counts.items():
        if count == 0:
            yield f"no {kind}s recognised: add [limbs.left_{kind}] and [limbs.right_{kind}]"
        elif count == 1:
            yield f"only one {kind} recognised: add the other under [limbs]"
    if not any(limb.kind == "head" for limb in robot.limbs.values()):
        yield "no head recognised: add [limbs.head]"
    with_sole = {foot.limb for foot in robot.feet}
    for leg in robot.legs:
        if leg.name not in with_sole:
            yield f"{leg.name} has no sole: add [limbs.{leg.name}.sole] with outline_m"


def _servos(robot: Robot) -> Iterable[str]:
    bare = [name for name in robot.joint_names if name not in robot.servos]
    if bare:
        yield f"no servo for {_names(bare, robot.dof)}: add under [servos]"


def _sensors(robot: Robot) -> Iterable[str]:
    if robot.imu == ImuConfig(link=robot.torso):
        yield f"no place of the IMU: taken to sit at the origin of '{robot.torso}'"
    if robot.camera is None:
        yield "no camera: add [camera]"


def _names(joints: list[str], total: int) -> str:
    if len(joints) == total:
        return "any joint"
    more = f" and {len(joints) - MOST_NAMES} more" if len(joints) > MOST_NAMES else ""
    return ", ".join(joints[:MOST_NAMES]) + more
