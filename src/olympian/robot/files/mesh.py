"""Mesh files: where one named in a description lies on this disk, and the points in it."""

from functools import lru_cache
from pathlib import Path

import numpy as np

from olympian.errors import OlympianError
from olympian.geometry import Vec, frozen
from olympian.robot.files.collada import Triangles, read_collada

READABLE = {".stl", ".obj", ".msh", ".dae"}
"""What can be loaded: by MuJoCo, or here and handed to it as triangles."""
STL_HEAD, STL_FACE = 84, 50
"""Bytes of a binary STL file: head with the number of faces, then this many per face."""
LEAST_POINTS = 4
"""A tetrahedron."""
MSH_HEAD = 16
"""Bytes of a MuJoCo .msh head: numbers of vertices, normals, texture points and faces."""


def find_mesh(name: str, directory: Path) -> tuple[Path | None, str]:
    """The file, or None and what is wrong with it.

    `package://pkg/path` is searched upwards from `directory`, since there may be no ROS to ask.
    """
    found = next((file for file in _candidates(name, directory) if _is_file(file)), None)
    if found is None:
        return None, "is missing and left out"
    if found.suffix.lower() not in READABLE:
        return (
            None,
            f"is left out: {found.suffix or 'its format'} is not read; choose from "
            f"{', '.join(sorted(READABLE))}",
        )
    if problem := _problem(found):
        return None, f"is left out: {problem}"
    return found.resolve(), ""


def _candidates(name: str, directory: Path) -> list[Path]:
    if name.startswith(("package://", "model://")):
        parts = Path(name.split("://", 1)[1]).parts
        folders = [directory, *directory.resolve().parents]
        return [
            folder / Path(*parts[skip:]) for folder in folders for skip in range(min(2, len(parts)))
        ]
    path = Path(name.removeprefix("file://"))
    return [path if path.is_absolute() else directory / path]


def _is_file(path: Path) -> bool:
    """Is there a file? A name the system cannot even look up is not one."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def _problem(path: Path) -> str:
    """Why the simulator would refuse the file; empty if it would not, as far as one can tell."""
    try:
        with path.open("rb") as file:
            head = file.read(STL_HEAD)
    except OSError as error:
        return f"it cannot be read ({error.strerror or error})"
    if path.suffix.lower() == ".stl" and not (_binary_stl(path, head) or _text_stl(head)):
        return "it is not an STL file"
    try:
        few = len(mesh_points(str(path.resolve()))) < LEAST_POINTS
    except OlympianError:
        return "it holds no points that can be read"
    return "it has too few points to be a body" if few else ""


def _binary_stl(path: Path, head: bytes) -> bool:
    size = path.stat().st_size
    return len(head) == STL_HEAD and size == STL_HEAD + STL_FACE * _count(head[80:84])


def _text_stl(head: bytes) -> bool:
    return head.lstrip().startswith(b"solid")


def _count(four_bytes: bytes) -> int:
    return int.from_bytes(four_bytes, "little")


def mesh_points(path: str) -> Vec:
    """Vertices (n, 3) of an STL, OBJ, MSH or DAE file, as they stand in the file, unscaled."""
    try:
        points = _points(path, Path(path).stat().st_mtime_ns)
    except (OSError, ValueError, IndexError, OlympianError) as error:
        raise OlympianError(f"{path}: not a mesh that can be read: {error}") from error
    if not len(points) or not np.isfinite(points).all():
        raise OlympianError(f"{path}: not a mesh that can be read: no finite points in it")
    return points


@lru_cache(maxsize=256)
def _points(path: str, _changed: int) -> Vec:
    """`mesh_points`, remembered until the file changes."""
    data = Path(path).read_bytes()
    suffix = Path(path).suffix.lower()
    if (triangles := mesh_triangles(path)) is not None:
        return frozen(triangles[0])
    if suffix == ".obj":
        rows = (line.split()[1:4] for line in data.splitlines() if line.startswith(b"v "))
        return frozen([[float(word) for word in row] for row in rows]).reshape(-1, 3)
    if suffix == ".msh":
        values = np.frombuffer(data, "<f4", 3 * _count(data[:4]), MSH_HEAD)
        return frozen(values.reshape(-1, 3))
    faces = np.frombuffer(data, "V50", _count(data[80:84]), STL_HEAD)
    corners = faces.view([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("tag", "<u2")])
    return frozen(corners["corners"].reshape(-1, 3))


def mesh_triangles(path: str) -> Triangles | None:
    """Points and faces of a file that MuJoCo cannot load itself; None for those that it can."""
    file = Path(path)
    suffix = file.suffix.lower()
    if suffix == ".dae":
        return read_collada(file)
    if suffix != ".stl":
        return None
    with file.open("rb") as opened:
        head = opened.read(STL_HEAD)
    if _binary_stl(file, head) or not _text_stl(head):
        return None
    rows = (line.split() for line in file.read_bytes().splitlines())
    corners = [[float(word) for word in row[1:4]] for row in rows if row[:1] == [b"vertex"]]
    points = np.array(corners, dtype=np.float64).reshape(-1, 3)
    return points, np.arange(len(points) // 3 * 3, dtype=np.int32).reshape(-1, 3)
