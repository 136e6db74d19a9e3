"""URDF out: text that any reader takes, and ours reads back to the same tree."""

from math import isfinite

import numpy as np
from lxml import etree

from olympian.geometry import Mat4, rpy_from_R
from olympian.robot.tree import Inertial, Joint, JointKind, Link, Shape, ShapeKind, Tree


def write_urdf(tree: Tree, name: str | None = None) -> str:
    """The tree as URDF text; capsules become a cylinder and two spheres, which all readers know."""
    robot = etree.Element("robot", name=name or tree.name)
    for link in tree.links:
        _link(robot, link)
    for joint in tree.joints:
        _joint(robot, joint)
    etree.indent(robot)
    return '<?xml version="1.0"?>\n' + etree.tostring(robot, encoding="unicode") + "\n"


def _numbers(*values: float) -> str:
    """Shortest text that reads back to the very same floats."""
    return " ".join(repr(float(value) + 0.0) for value in values)


def _add(parent: etree._Element, tag: str, **attributes: str) -> etree._Element:
    return etree.SubElement(parent, tag, attributes)


def _origin(parent: etree._Element, T: Mat4) -> None:
    if not np.array_equal(T, np.eye(4)):
        _add(parent, "origin", xyz=_numbers(*T[:3, 3]), rpy=_numbers(*rpy_from_R(T[:3, :3])))


def _link(robot: etree._Element, link: Link) -> None:
    element = _add(robot, "link", name=link.name)
    if link.inertial:
        _inertial(element, link.inertial)
    for tag, shapes in (("visual", link.visuals), ("collision", link.collisions)):
        for shape in shapes:
            for part in _standard(shape):
                _shape(_add(element, tag), part, coloured=tag == "visual")


def _inertial(link: etree._Element, inertial: Inertial) -> None:
    element = _add(link, "inertial")
    _add(element, "origin", xyz=_numbers(*inertial.com_in_link), rpy="0 0 0")
    _add(element, "mass", value=_numbers(inertial.mass))
    (xx, xy, xz), (_, yy, yz), (_, _, zz) = inertial.inertia
    keys = ("ixx", "ixy", "ixz", "iyy", "iyz", "izz")
    values = (_numbers(value) for value in (xx, xy, xz, yy, yz, zz))
    _add(element, "inertia", **dict(zip(keys, values, strict=True)))


def _standard(shape: Shape) -> list[Shape]:
    """The shape in the primitives of the URDF standard."""
    if shape.kind is not ShapeKind.CAPSULE:
        return [shape]
    radius, length = shape.size
    parts = [Shape(ShapeKind.CYLINDER, shape.size, shape.T_link_shape, shape.rgba)]
    for end in (-length / 2, length / 2):
        T = shape.T_link_shape.copy()
        T[:3, 3] += T[:3, 2] * end
        parts.append(Shape(ShapeKind.SPHERE, (radius,), T, shape.rgba))
    return parts


def _shape(element: etree._Element, shape: Shape, coloured: bool) -> None:
    _origin(element, shape.T_link_shape)
    geometry = _add(element, "geometry")
    if shape.kind is ShapeKind.BOX:
        _add(geometry, "box", size=_numbers(*shape.size))
    elif shape.kind is ShapeKind.SPHERE:
        _add(geometry, "sphere", radius=_numbers(shape.size[0]))
    elif shape.kind is ShapeKind.MESH:
        _add(geometry, "mesh", filename=shape.mesh or "", scale=_numbers(*shape.size))
    else:
        radius, length = shape.size
        _add(geometry, "cylinder", radius=_numbers(radius), length=_numbers(length))
    if coloured:
        material = _add(element, "material", name="")
        _add(material, "color", rgba=_numbers(*shape.rgba))


def _joint(robot: etree._Element, joint: Joint) -> None:
    element = _add(robot, "joint", name=joint.name, type=joint.kind.value)
    _origin(element, joint.T_parent_joint)
    _add(element, "parent", link=joint.parent)
    _add(element, "child", link=joint.child)
    if not joint.movable:
        return
    _add(element, "axis", xyz=_numbers(*joint.axis))
    # a missing effort or speed is read as zero by everybody, and zero as unlimited by us
    limits = {
        "effort": _numbers(joint.effort if isfinite(joint.effort) else 0),
        "velocity": _numbers(joint.velocity if isfinite(joint.velocity) else 0),
    }
    if joint.kind is not JointKind.CONTINUOUS:
        limits |= {"lower": _numbers(joint.lower), "upper": _numbers(joint.upper)}
    _add(element, "limit", **limits)
    if joint.damping or joint.friction:
        damping, friction = _numbers(joint.damping), _numbers(joint.friction)
        _add(element, "dynamics", damping=damping, friction=friction)
