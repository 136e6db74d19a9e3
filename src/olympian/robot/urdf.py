"""URDF in: a checked `Tree`. Every complaint names file, line and element."""

from collections.abc import Iterable
from dataclasses import replace
from difflib import get_close_matches
from math import inf, pi
from pathlib import Path

import numpy as np

from olympian.geometry import Mat4, T_from, frozen
from olympian.robot.mesh import find_mesh
from olympian.robot.rigid import weightless
from olympian.robot.tree import Inertial, Joint, JointKind, Link, Shape, ShapeKind, Tree
from olympian.robot.xml import Element, parse_xml

__all__ = ["read_urdf"]

LEAST_MASS, LEAST_INERTIA = 1e-9, 1e-15
"""kg and kg m²: less is nothing, to MuJoCo too."""
WATER = 1000.0
"""kg/m³: between the plastic and the metal robots are made of."""
REPAIR = "; --repair makes it a ball or a bare frame"
GREY = (0.6, 0.6, 0.6, 1.0)
Colours = dict[str, tuple[float, ...]]


def read_urdf(path: Path, repair: bool = False) -> Tree:
    """The tree a URDF file describes; what it leaves out is listed in `warnings`.

    Args:
        repair: give moving links whose mass or inertia is zero or negative that of a ball, instead
            of refusing the file.
    """
    root = parse_xml(path)
    if root.tag != "robot":
        raise root.error("not a URDF: the outermost element should be <robot>")
    if root.uses_namespace("xacro"):
        raise root.error("this is a xacro file; expand it first (xacro FILE > robot.urdf)")
    warnings: list[str] = []
    colours = {
        m.text("name"): _colour(m, {}) for m in root.children("material") if m.child("color")
    }
    links = _unique(root.children("link"), "link")
    joints = _unique(root.children("joint"), "joint")
    if not links:
        raise root.error("there is no <link>")
    _check_tree(links, joints)
    _free_base(links, joints, warnings)
    fixed = {_end(joint, "child") for joint in joints.values() if joint.text("type") == "fixed"}
    tree = Tree(
        name=root.text("name", path.stem).strip() or path.stem,
        links=tuple(
            _link(element, colours, path, name in fixed or repair, warnings)
            for name, element in links.items()
        ),
        joints=tuple(_joint(element, name, warnings) for name, element in joints.items()),
        source=str(path),
    )
    warnings += [f"link '{link}' moves but has no mass" for link in weightless(tree)]
    return replace(tree, warnings=tuple(warnings))


def _unique(elements: list[Element], kind: str) -> dict[str, Element]:
    named: dict[str, Element] = {}
    for element in elements:
        name = element.text("name")
        if name in named:
            raise element.error(f"a {kind} of this name exists already")
        named[name] = element
    return named


def _end(joint: Element, end: str) -> str:
    element = joint.child(end)
    if element is None:
        raise joint.error(f"has no <{end}>")
    return element.text("link")


def _check_tree(links: dict[str, Element], joints: dict[str, Element]) -> None:
    """One root, every link reached exactly once."""
    parent_of: dict[str, str] = {}
    children: dict[str, list[str]] = {name: [] for name in links}
    for element in joints.values():
        parent, child = _end(element, "parent"), _end(element, "child")
        for end, link in (("parent", parent), ("child", child)):
            if link not in links:
                raise element.error(f"{end} link '{link}' does not exist{_near(link, links)}")
        if child in parent_of:
            raise element.error(
                f"link '{child}' has a parent already ('{parent_of[child]}'): a loop"
            )
        parent_of[child] = parent
        children[parent].append(child)
    roots = [name for name in links if name not in parent_of]
    unreached = dict.fromkeys(links)
    waiting = list(roots)
    while waiting:
        link = waiting.pop()
        del unreached[link]
        waiting += children[link]
    if unreached:
        raise links[_in_loop(next(iter(unreached)), parent_of)].error("is part of a loop of joints")
    if len(roots) > 1:
        raise links[roots[1]].error(
            f"no joint carries this link, nor {', '.join(roots[:1] + roots[2:5])}: "
            f"{len(roots)} roots where there should be one"
        )


def _near(name: str, choices: Iterable[str]) -> str:
    near = get_close_matches(name, list(choices), n=1)
    return f"; did you mean '{near[0]}'?" if near else ""


def _in_loop(link: str, parent_of: dict[str, str]) -> str:
    """A link on the loop that one meets going up from `link`."""
    seen: set[str] = set()
    while link not in seen:
        seen.add(link)
        link = parent_of[link]
    return link


def _free_base(links: dict[str, Element], joints: dict[str, Element], warnings: list[str]) -> None:
    """Leave out a bare world above the robot: here a robot's root is always free to move."""
    carried = {_end(joint, "child") for joint in joints.values()}
    root = next(name for name in links if name not in carried)
    below = [name for name, joint in joints.items() if _end(joint, "parent") == root]
    bare = not any(links[root].child(tag) for tag in ("inertial", "visual", "collision"))
    if len(below) != 1 or not bare:
        return
    kind = joints[below[0]].text("type")
    if kind == "floating" or (kind == "fixed" and root == "world"):
        warnings.append(f"link '{root}' is left out: the robot's base is free to move")
        del links[root], joints[below[0]]


def _link(element: Element, colours: Colours, path: Path, mend: bool, warnings: list[str]) -> Link:
    return Link(
        element.text("name"),
        _inertial(element, mend, warnings),
        _shapes(element, "visual", colours, path, warnings),
        _shapes(element, "collision", colours, path, warnings),
    )


def _inertial(link: Element, mend: bool, warnings: list[str]) -> Inertial | None:
    """Mass and inertia of a link.

    A link that is fixed to another adds to a body that has its own inertia: nonsense there is
    mended and said. On a link that moves it would be felt, so it is refused unless asked for.
    """
    element = link.child("inertial")
    name = link.text("name")
    if element is None:
        return None
    mass_element, tensor = element.child("mass"), element.child("inertia")
    if mass_element is None or tensor is None:
        raise element.error(f"link '{name}' needs both <mass> and <inertia>")
    mass = mass_element.number("value")
    xx, xy, xz, yy, yz, zz = (
        tensor.number(key, None if key in ("ixx", "iyy", "izz") else "0")
        for key in ("ixx", "ixy", "ixz", "iyy", "iyz", "izz")
    )
    inertia = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
    if mass < LEAST_MASS:
        if not mend:
            raise mass_element.error(f"link '{name}': mass {mass:g} should be positive{REPAIR}")
        warnings.append(f"link '{name}' has mass {mass:g} and is taken as a bare frame")
        return None
    T_link_inertia = _origin(element)
    R = T_link_inertia[:3, :3]
    if np.linalg.eigvalsh(inertia)[0] < LEAST_INERTIA:
        problem = f"link '{name}': inertia is zero or negative about some axis"
        if not mend:
            raise tensor.error(problem + REPAIR)
        warnings.append(f"{problem}; that of a ball is taken")
        inertia = np.eye(3) * _ball_inertia(mass)
    inertial = Inertial(mass, frozen(T_link_inertia[:3, 3]), frozen(R @ inertia @ R.T))
    if not inertial.consistent:
        warnings.append(f"link '{name}' has an inertia no real body can have (triangle inequality)")
    return inertial


def _ball_inertia(mass: float) -> float:
    """Moment of a solid ball as dense as water, about its middle."""
    radius = (3.0 * mass / (4.0 * pi * WATER)) ** (1.0 / 3.0)
    return 0.4 * mass * radius**2


def _shapes(
    link: Element, tag: str, colours: Colours, path: Path, warnings: list[str]
) -> tuple[Shape, ...]:
    shapes = []
    for element in link.children(tag):
        geometry = element.child("geometry")
        if geometry is None:
            raise element.error(f"link '{link.text('name')}': <{tag}> has no <geometry>")
        shape = _shape(
            geometry, _origin(element), _colour(element.child("material"), colours), path, warnings
        )
        if shape is not None:
            shapes.append(shape)
    return tuple(shapes)


def _shape(
    geometry: Element, T: Mat4, rgba: tuple[float, ...], path: Path, warnings: list[str]
) -> Shape | None:
    T_link_shape, colour = frozen(T), (rgba[0], rgba[1], rgba[2], rgba[3])
    if box := geometry.child("box"):
        return Shape(ShapeKind.BOX, _sizes(box, box.numbers("size", 3)), T_link_shape, colour)
    for tag, kind in (("cylinder", ShapeKind.CYLINDER), ("capsule", ShapeKind.CAPSULE)):
        if rod := geometry.child(tag):
            size = _sizes(rod, (rod.number("radius"), rod.number("length")))
            return Shape(kind, size, T_link_shape, colour)
    if sphere := geometry.child("sphere"):
        return Shape(
            ShapeKind.SPHERE, _sizes(sphere, (sphere.number("radius"),)), T_link_shape, colour
        )
    if mesh := geometry.child("mesh"):
        name = mesh.text("filename")
        file, problem = find_mesh(name, path.parent)
        if file is None:
            if (sentence := f"mesh '{name}' {problem}") not in warnings:
                warnings.append(sentence)
            return None
        return Shape(
            ShapeKind.MESH, mesh.numbers("scale", 3, "1 1 1"), T_link_shape, colour, str(file)
        )
    raise geometry.error("should hold a <box>, <cylinder>, <capsule>, <sphere> or <mesh>")


def _sizes(element: Element, sizes: tuple[float, ...]) -> tuple[float, ...]:
    if min(sizes) <= 0:
        raise element.error("sizes should be positive")
    return sizes


def _colour(material: Element | None, colours: Colours) -> tuple[float, ...]:
    if material is None:
        return GREY
    if colour := material.child("color"):
        return colour.numbers("rgba", 4)
    return colours.get(material.text("name", ""), GREY)


def _origin(element: Element) -> Mat4:
    origin = element.child("origin")
    if origin is None:
        return np.eye(4)
    return T_from(origin.numbers("xyz", 3, "0 0 0"), origin.numbers("rpy", 3, "0 0 0"))


def _joint(element: Element, name: str, warnings: list[str]) -> Joint:
    kind = _kind(element)
    axis = np.array([1.0, 0.0, 0.0])
    if kind is not JointKind.FIXED and (given := element.child("axis")):
        axis = np.array(given.numbers("xyz", 3, "1 0 0"))
        if np.linalg.norm(axis) < 1e-9:
            raise given.error(f"joint '{name}' has a zero axis")
    lower, upper, effort, velocity = _limits(element, kind, name, warnings)
    dynamics = element.child("dynamics")
    if element.child("mimic"):
        warnings.append(f"joint '{name}' mimics another; here it moves on its own")
    return Joint(
        name,
        kind,
        _end(element, "parent"),
        _end(element, "child"),
        frozen(_origin(element)),
        frozen(axis / np.linalg.norm(axis)),
        lower,
        upper,
        effort,
        velocity,
        dynamics.number("damping", "0") if dynamics else 0.0,
        dynamics.number("friction", "0") if dynamics else 0.0,
    )


def _kind(element: Element) -> JointKind:
    text = element.text("type")
    try:
        return JointKind(text)
    except ValueError:
        choices = ", ".join(kind.value for kind in JointKind)
        raise element.error(
            f"joint type '{text}' is not supported; choose from {choices}"
        ) from None


def _limits(
    element: Element, kind: JointKind, name: str, warnings: list[str]
) -> tuple[float, float, float, float]:
    """Lower, upper, effort, velocity; a missing limit is said, and replaced by a whole turn."""
    if kind is JointKind.FIXED:
        return -inf, inf, inf, inf
    limit = element.child("limit")
    turns = kind is JointKind.CONTINUOUS
    reach, said = (1.0, "±1 m") if kind is JointKind.PRISMATIC else (pi, "±180°")
    if limit is None:
        if not turns:
            warnings.append(f"joint '{name}' has no limits; {said} assumed")
        return -reach, reach, inf, inf
    lower, upper = (-pi, pi) if turns else (limit.number("lower", "0"), limit.number("upper", "0"))
    if lower > upper:
        raise limit.error(f"joint '{name}': lower limit {lower:g} is above the upper one {upper:g}")
    if lower == upper:
        warnings.append(f"joint '{name}' has no limits; {said} assumed")
        lower, upper = -reach, reach
    effort, velocity = limit.number("effort", "0"), limit.number("velocity", "0")
    if effort < 0 or velocity < 0:
        raise limit.error(f"joint '{name}': effort and velocity should not be negative")
    return lower, upper, effort or inf, velocity or inf
