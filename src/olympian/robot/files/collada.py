"""COLLADA (.dae) meshes: the triangles of a scene, in metres and with z up."""

import re
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from olympian.errors import OlympianError
from olympian.geometry import Mat4, R_from_axis_angle, T_from, Vec, transform_points
from olympian.robot.files.xml import XmlElement, parse_xml

Triangles = tuple[Vec, NDArray[np.int32]]
"""Points (n, 3), and three of their numbers for each face (m, 3)."""
NAMESPACE = re.compile(r"^\{.*\}")
UPRIGHT = {"X_UP": ((0, 0, 1), (1, 0, 0), (0, 1, 0)), "Y_UP": ((1, 0, 0), (0, 0, -1), (0, 1, 0))}
"""Rotations to z up, by what the file says is up; iCub's limbs fall apart without it."""
MOST_DEPTH = 64


def read_collada(path: Path) -> Triangles:
    """All triangles, polygons cut into fans; nodes of the scene place them."""
    scene = _Collada(parse_xml(path))
    points, faces, count = [], [], 0
    for T, geometry in scene.placed():
        own, triangles = scene.triangles(geometry)
        points.append(transform_points(T, own))
        faces.append(triangles + count)
        count += len(own)
    if not points:
        raise OlympianError(f"{path}: holds no triangles")
    return np.vstack(points), np.vstack(faces).astype(np.int32)


class _Collada:
    """What a file holds, by its ids."""

    def __init__(self, root: XmlElement) -> None:
        self._root = root
        self._by_id: dict[str, XmlElement] = {}
        self._note(root)

    def _note(self, element: XmlElement, depth: int = 0) -> None:
        if depth > MOST_DEPTH:
            raise element.error("nested too deeply")
        for child in element.elements():
            if identity := child.text("id", ""):
                self._by_id[identity] = child
            self._note(child, depth + 1)

    def placed(self) -> list[tuple[Mat4, XmlElement]]:
        """Geometries with the transform to the file's frame; without a scene each as it stands."""
        start = self._upright()
        found: list[tuple[Mat4, XmlElement]] = []
        for library in _all(self._root, "library_visual_scenes"):
            for scene in _all(library, "visual_scene"):
                for node in _all(scene, "node"):
                    self._descend(start, node, found)
        if found:
            return found
        libraries = _all(self._root, "library_geometries")
        return [(start, one) for library in libraries for one in _all(library, "geometry")]

    def _descend(self, T: Mat4, node: XmlElement, found: list[tuple[Mat4, XmlElement]]) -> None:
        for child in node.elements():
            if (move := _move(child)) is not None:
                T = T @ move
        for instance in _all(node, "instance_geometry"):
            geometry = self._by_id.get(instance.text("url").removeprefix("#"))
            if geometry is not None:
                found.append((T, geometry))
        for child in _all(node, "node"):
            self._descend(T, child, found)

    def _upright(self) -> Mat4:
        """The transform to metres and z up."""
        assets = _all(self._root, "asset")
        units = [unit.number("meter", "1") for asset in assets for unit in _all(asset, "unit")]
        ups = [up.content.strip() for asset in assets for up in _all(asset, "up_axis")]
        T = np.eye(4)
        T[:3, :3] = (units[0] if units else 1.0) * np.array(
            UPRIGHT.get(ups[0] if ups else "Z_UP", np.eye(3))
        )
        return T

    def triangles(self, geometry: XmlElement) -> Triangles:
        """Points of a geometry and its faces."""
        points, faces, count = [np.zeros((0, 3))], [np.zeros((0, 3), dtype=np.int32)], 0
        for mesh in _all(geometry, "mesh"):
            for kind in ("triangles", "polylist", "polygons"):
                for group in _all(mesh, kind):
                    own, corners = self._group(group)
                    points.append(own)
                    faces.append(corners + count)
                    count += len(own)
        return np.vstack(points), np.vstack(faces)

    def _group(self, group: XmlElement) -> Triangles:
        offset, width, own = 0, 1, np.zeros((0, 3))
        for given in _all(group, "input"):
            width = max(width, int(given.number("offset", "0")) + 1)
            if given.text("semantic", "") == "VERTEX":
                offset = int(given.number("offset", "0"))
                own = self._points(given.text("source").removeprefix("#"))
        lists = [_whole(indices.content) for indices in _all(group, "p")]
        corners = [numbers.reshape(-1, width)[:, offset] for numbers in lists]
        counts = [_whole(counts.content) for counts in _all(group, "vcount")]
        sizes = counts[0] if counts else None
        fans = [_fans(one, sizes, NAMESPACE.sub("", group.tag)) for one in corners]
        faces = np.vstack([np.zeros((0, 3), dtype=np.int32), *fans])
        if len(faces) and (faces.min() < 0 or faces.max() >= len(own)):
            raise group.error("names points that are not there")
        return own, faces

    def _points(self, source: str) -> Vec:
        """Positions behind an id, which may be that of <vertices>."""
        element = self._by_id.get(source)
        for _ in range(2):
            if element is None:
                break
            arrays = _all(element, "float_array")
            if arrays:
                values = np.array(arrays[0].content.split(), dtype=np.float64)
                return values.reshape(-1, 3)
            inputs = _all(element, "input")
            named = [one for one in inputs if one.text("semantic", "") == "POSITION"]
            key = named[0].text("source").removeprefix("#") if named else ""
            element = self._by_id.get(key)
        return np.zeros((0, 3))


def _whole(text: str | None) -> NDArray[np.int32]:
    return np.array((text or "").split(), dtype=np.int32)


def _fans(corners: NDArray[np.int32], sizes: NDArray[np.int32] | None, kind: str) -> NDArray:
    """Triangles of a list of corners: as they stand, or polygons of `sizes` corners each."""
    if kind == "triangles":
        return corners.reshape(-1, 3)
    if sizes is None:
        sizes = np.array([len(corners)], dtype=np.int32)
    starts = np.concatenate([[0], np.cumsum(sizes)[:-1]])
    rows = [
        (corners[start], corners[start + k], corners[start + k + 1])
        for start, size in zip(starts, sizes, strict=True)
        for k in range(1, size - 1)
    ]
    return np.array(rows, dtype=np.int32).reshape(-1, 3)


def _move(element: XmlElement) -> Mat4 | None:
    """The transform that an element of a node stands for; None for any other element."""
    kind = element.local_name
    if kind not in ("matrix", "translate", "rotate", "scale"):
        return None
    values = np.array(element.content.split(), dtype=np.float64)
    if kind == "matrix":
        return values.reshape(4, 4)
    if kind == "translate":
        return T_from(values)
    if kind == "scale":
        return np.diag([*values, 1.0])
    return T_from(R=R_from_axis_angle(values[:3], float(np.radians(values[3]))))


def _all(element: XmlElement, name: str) -> list[XmlElement]:
    return [child for child in element.elements() if child.local_name == name]
