"""URDF in: a checked `Tree`. Every complaint names file, line and element."""

from collections.abc import Iterable
from dataclasses import replace
from difflib import get_close_matches
from math import inf, pi
from pathlib import Path

import numpy as np

from olympian.geometry import Mat4, frozen
from olympian.robot.files.mesh import find_mesh
from olympian.robot.files.urdf_inertial import has_inertia, read_inertial, read_origin
from olympian.robot.files.xacro import expansion, skip_leftovers
from olympian.robot.files.xml import XmlElement, parse_xml
from olympian.robot.rigid import weightless
from olympian.robot.tree import Joint, JointKind, Link, Mimic, Shape, ShapeKind, Tree

GREY = (0.6, 0.6, 0.6, 1.0)
Colours = dict[str, tuple[float, ...]]


def read_urdf(path: Path, repair: bool = False, text: str | None = None) -> Tree:
    """The tree a URDF file describes; what it leaves out is listed in `warnings`.

    Args:
        repair: give moving links whose mass or inertia is zero or negative that of a ball, instead
            of refusing the file.
        text: the expansion of a xacro file, instead of what the file holds.
    """
    root = parse_xml(path, text)
    if root.tag != "robot":
        raise root.error("not a URDF: the outermost element should be <robot>")
    warnings = skip_leftovers(root, path)
    colours = {
        m.text("name"): _colour(m, {}) for m in root.children("material") if m.child("color")
    }
    links = _unique(root.children("link"), "link")
    joints = _unique(root.children("joint"), "joint")
    if not links:
        hint = f"; this is a xacro file, {expansion(path)}" if warnings else ""
        raise root.error(f"there is no <link>{hint}")
    _check_tree(links, joints)
    _free_base(links, joints, warnings)
    fixed = _fixed(links, joints)
    tree = Tree(
        name=root.text("name", path.stem).strip() or path.stem,
        links=tuple(
            _link(element, colours, path, name in fixed or repair, warnings)
            for name, element in links.items()
        ),
        joints=tuple(_joint(element, name, warnings) for name, element in joints.items()),
        source=str(path),
    )
    _check_mimics(joints, tree.joints)
    warnings += [f"link '{link}' moves but has no mass" for link in weightless(tree)]
    return replace(tree, warnings=tuple(warnings))


def _unique(elements: list[XmlElement], kind: str) -> dict[str, XmlElement]:
    named: dict[str, XmlElement] = {}
    for element in elements:
        name = element.text("name")
        if name in named:
            raise element.error(f"a {kind} of this name exists already")
        named[name] = element
    return named


def _end(joint: XmlElement, end: str) -> str:
    element = joint.child(end)
    if element is None:
        raise joint.error(f"has no <{end}>")
    return element.text("link")


def _check_tree(links: dict[str, XmlElement], joints: dict[str, XmlElement]) -> None:
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


def _free_base(
    links: dict[str, XmlElement], joints: dict[str, XmlElement], warnings: list[str]
) -> None:
    """Leave out a bare world above the robot: here a robot's root is always free to move."""
    root = _root(links, joints)
    below = [name for name, joint in joints.items() if _end(joint, "parent") == root]
    bare = not any(links[root].child(tag) for tag in ("inertial", "visual", "collision"))
    if len(below) != 1 or not bare:
        return
    kind = joints[below[0]].text("type")
    if kind == "floating" or (kind == "fixed" and root == "world"):
        warnings.append(f"link '{root}' is left out: the robot's base is free to move")
        del links[root], joints[below[0]]


def _root(links: dict[str, XmlElement], joints: dict[str, XmlElement]) -> str:
    carried = {_end(joint, "child") for joint in joints.values()}
    return next(name for name in links if name not in carried)


def _fixed(links: dict[str, XmlElement], joints: dict[str, XmlElement]) -> set[str]:
    """Links that are part of a body with inertia of its own.

    These are the children of fixed joints, and a root that is fixed to a link with inertia.
    """
    below: dict[str, list[str]] = {}
    for joint in joints.values():
        if joint.text("type") == "fixed":
            below.setdefault(_end(joint, "parent"), []).append(_end(joint, "child"))
    fixed = {child for children in below.values() for child in children}
    root = _root(links, joints)
    waiting = list(below.get(root, []))
    while waiting:
        link = waiting.pop()
        if has_inertia(links[link]):
            return fixed | {root}
        waiting += below.get(link, [])
    return fixed


def _link(
    element: XmlElement, colours: Colours, path: Path, mend: bool, warnings: list[str]
) -> Link:
    return Link(
        element.text("name"),
        read_inertial(element, mend, warnings),
        _shapes(element, "visual", colours, path, warnings),
        _shapes(element, "collision", colours, path, warnings),
    )


def _shapes(
    link: XmlElement, tag: str, colours: Colours, path: Path, warnings: list[str]
) -> tuple[Shape, ...]:
    shapes = []
    for element in link.children(tag):
        geometry = element.child("geometry")
        if geometry is None:
            raise element.error(f"link '{link.text('name')}': <{tag}> has no <geometry>")
        shape = _shape(
            geometry,
            read_origin(element),
            _colour(element.child("material"), colours),
            path,
            warnings,
        )
        if shape is not None:
            shapes.append(shape)
    return tuple(shapes)


def _shape(
    geometry: XmlElement, T: Mat4, rgba: tuple[float, ...], path: Path, warnings: list[str]
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


def _sizes(element: XmlElement, sizes: tuple[float, ...]) -> tuple[float, ...]:
    if min(sizes) <= 0:
        raise element.error("sizes should be positive")
    return sizes


def _colour(material: XmlElement | None, colours: Colours) -> tuple[float, ...]:
    if material is None:
        return GREY
    if colour := material.child("color"):
        return colour.numbers("rgba", 4)
    return colours.get(material.text("name", ""), GREY)


def _joint(element: XmlElement, name: str, warnings: list[str]) -> Joint:
    kind = _kind(element)
    axis = np.array([1.0, 0.0, 0.0])
    if kind is not JointKind.FIXED and (given := element.child("axis")):
        axis = np.array(given.numbers("xyz", 3, "1 0 0"))
        if np.linalg.norm(axis) < 1e-9:
            raise given.error(f"joint '{name}' has a zero axis")
    lower, upper, effort, velocity = _limits(element, kind, name, warnings)
    dynamics = element.child("dynamics")
    return Joint(
        name,
        kind,
        _end(element, "parent"),
        _end(element, "child"),
        frozen(read_origin(element)),
        frozen(axis / np.linalg.norm(axis)),
        lower,
        upper,
        effort,
        velocity,
        dynamics.number("damping", "0") if dynamics else 0.0,
        dynamics.number("friction", "0") if dynamics else 0.0,
        mimic=_mimic(element, kind),
    )


def _mimic(element: XmlElement, kind: JointKind) -> Mimic | None:
    given = element.child("mimic")
    if given is None or kind is JointKind.FIXED:
        return None
    numbers = given.number("multiplier", "1"), given.number("offset", "0")
    return Mimic(given.text("joint"), *numbers)


def _check_mimics(elements: dict[str, XmlElement], joints: tuple[Joint, ...]) -> None:
    """Every leader is a joint that moves, and does not itself move with another."""
    leaders = {joint.name: joint for joint in joints if joint.movable}
    for joint in joints:
        if joint.mimic is None:
            continue
        leader = leaders.get(joint.mimic.leader)
        said = f"joint '{joint.name}' mimics '{joint.mimic.leader}'"
        if leader is None:
            near = _near(joint.mimic.leader, leaders)
            raise elements[joint.name].error(f"{said}, which is no joint that moves{near}")
        if leader.mimic is not None:
            raise elements[joint.name].error(f"{said}, which itself mimics another")


def _kind(element: XmlElement) -> JointKind:
    text = element.text("type")
    try:
        return JointKind(text)
    except ValueError:
        choices = ", ".join(kind.value for kind in JointKind)
        raise element.error(
            f"joint type '{text}' is not supported; choose from {choices}"
        ) from None


def _limits(
    element: XmlElement, kind: JointKind, name: str, warnings: list[str]
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
