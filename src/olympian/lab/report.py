"""A robot on one page: what `olympian robot show` and `inspect` tell."""

from collections import Counter
from time import perf_counter

import msgspec
import numpy as np

from olympian.geometry import inverse, transform_points
from olympian.kinematics import NumericLeg, closed_form, closed_form_arm, why_no_arm, why_not
from olympian.lab.missing import missing
from olympian.robot import Joint, Limb, Posture, Robot

LEG_JOINTS, TRIED, A_TICK = 6, 200, 0.02
"""Fewest joints of a leg that walks; poses it is tried on; rad by which a joint moves in a tick."""
ARM_JOINTS, ARM_KIND = 3, "direction and elbow"
"""Arms this short cannot pose a hand; they are solved for what they can do."""


class JointRow(msgspec.Struct, frozen=True):
    """A movable joint; metres and newtons where it slides. Unlimited values are infinite."""

    name: str
    type: str
    parent: str
    child: str
    axis: tuple[float, float, float]
    lower_rad: float
    upper_rad: float
    effort_nm: float
    velocity_rad_s: float
    servo: str | None
    id: int | None


class LimbRow(msgspec.Struct, frozen=True):
    """A limb and whether its inverse kinematics has a closed form."""

    name: str
    kind: str
    base: str
    tip: str
    chain: tuple[str, ...]
    """Joints from base to tip."""
    closed_form: bool
    closed_form_kind: str | None
    reason: str | None
    """Why there is no closed form."""
    numeric: str | None = None
    """Of a leg without one: what the solver takes that walks use instead, and how well it does."""


class LinkRow(msgspec.Struct, frozen=True):
    """A link and what carries it; parents come before children."""

    link: str
    parent: str | None
    joint: str | None
    mass_kg: float


class RobotReport(msgspec.Struct, frozen=True):
    """The page."""

    name: str
    dof: int
    mass_kg: float
    height_m: float | None
    """Standing in the ready pose; None where no link has a shape."""
    com_m: tuple[float, float, float] | None
    """In the torso frame, in the ready pose; None where no link has a mass."""
    joints: list[JointRow]
    limbs: list[LimbRow]
    missing: list[str]
    description: str
    torso: str
    source: str
    tree: list[LinkRow]
    groups: dict[str, tuple[str, ...]]
    servos: dict[str, int]
    """How many of each type."""


def inspect(robot: Robot) -> RobotReport:
    """The page about a robot."""
    return RobotReport(
        name=robot.name,
        dof=robot.dof,
        mass_kg=robot.tree.mass,
        height_m=_height(robot),
        com_m=_com(robot),
        joints=[_joint_row(robot, joint) for joint in robot.tree.movable],
        limbs=[_limb_row(limb) for limb in robot.limbs.values()],
        missing=missing(robot),
        description=robot.description,
        torso=robot.torso,
        source=robot.tree.source,
        tree=_link_rows(robot),
        groups=robot.groups,
        servos=dict(Counter(servo.type for servo in robot.servos.values())),
    )


def _height(robot: Robot) -> float | None:
    """From the ground to the top; up is what the soles say, or else the torso."""
    ready = Posture(robot.tree, robot.ready)
    links = [foot.link for foot in robot.feet] or [robot.torso]
    up = np.sum([ready.T_root_link[link][:3, 2] for link in links], axis=0)
    length = float(np.linalg.norm(up))
    span = ready.span(up / length if length > 1e-6 else np.array([0.0, 0.0, 1.0]))
    return None if span is None else span[1] - span[0]


def _com(robot: Robot) -> tuple[float, float, float] | None:
    ready = Posture(robot.tree, robot.ready)
    com_in_root = ready.com_in_root
    if com_in_root is None:
        return None
    x, y, z = transform_points(inverse(ready.T_root_link[robot.torso]), com_in_root)
    return float(x), float(y), float(z)


def _joint_row(robot: Robot, joint: Joint) -> JointRow:
    servo = robot.servos.get(joint.name)
    x, y, z = (float(value) for value in joint.axis)
    return JointRow(
        joint.name,
        joint.kind.value,
        joint.parent,
        joint.child,
        (x, y, z),
        joint.lower,
        joint.upper,
        joint.effort,
        joint.velocity,
        servo.type if servo else None,
        servo.id if servo else None,
    )


def _limb_row(limb: Limb) -> LimbRow:
    kind, reason = _closed_form(limb)
    chain = limb.chain
    found = kind is not None
    row = LimbRow(
        limb.name, limb.kind, chain.base, chain.tip, chain.joint_names, found, kind, reason
    )
    if found or limb.kind != "leg" or chain.dof < LEG_JOINTS:
        return row
    return msgspec.structs.replace(row, numeric=_numeric(limb))


def _numeric(limb: Limb) -> str:
    """Cost and accuracy of Newton from a neighbouring posture, as a walk asks for it."""
    solver, rng = NumericLeg(limb.chain), np.random.default_rng(0)
    lower, upper = limb.chain.lower, limb.chain.upper
    middle, span = (lower + upper) / 2, upper - lower
    postures = [middle + 0.3 * span * (rng.random(limb.chain.dof) - 0.5) for _ in range(TRIED)]
    goals = [limb.chain.forward(q) for q in postures]
    near = [q + A_TICK * rng.standard_normal(limb.chain.dof) for q in postures]
    solver.nearest(goals[0], near[0])
    begun = perf_counter()
    results = [solver.nearest(*one) for one in zip(goals, near, strict=True)]
    cost = 1e6 * (perf_counter() - begun) / TRIED
    solved = [one.error_m for one in results if one.solved]
    worst = 1e9 * max(solved, default=0.0)
    return f"Newton: {cost:.0f} µs, {len(solved)} of {TRIED} poses solved to {worst:.1f} nm"


def _closed_form(limb: Limb) -> tuple[str | None, str | None]:
    """Kind of the closed form, or None and the reason."""
    if limb.kind == "head":
        return None, "a head is aimed, not posed"
    if limb.kind == "arm" and limb.chain.dof == ARM_JOINTS:
        arm = closed_form_arm(limb.chain)
        return (ARM_KIND, None) if arm else (None, why_no_arm(limb.chain))
    solver = closed_form(limb.chain)
    if solver is None:
        return None, why_not(limb.chain)
    return solver.kind.name.lower(), None


def _link_rows(robot: Robot) -> list[LinkRow]:
    mass = {link.name: link.inertial.mass if link.inertial else 0.0 for link in robot.tree.links}
    root = LinkRow(robot.tree.root, None, None, mass[robot.tree.root])
    return [root] + [
        LinkRow(joint.child, joint.parent, joint.name, mass[joint.child])
        for joint in robot.tree.depth_first()
    ]
