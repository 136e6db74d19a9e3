"""An MJCF file as MuJoCo compiles it, with what cannot be loaded taken out and said."""

import re
from dataclasses import dataclass
from pathlib import Path

import mujoco

from olympian.errors import OlympianError
from olympian.robot.files.mesh import find_mesh, mesh_triangles
from olympian.robot.files.xml import parse_xml

LEAST_MASS, LEAST_INERTIA = 1e-9, 1e-12
"""What a moving body without mass is given, since MuJoCo refuses it otherwise."""


@dataclass(frozen=True)
class MjcfModel:
    """The compiled model, the files of its meshes, and what was left out."""

    model: mujoco.MjModel
    mesh_files: dict[str, Path]
    """By mesh name; only meshes that come from a file and are placed as they stand in it."""
    mesh_scales: dict[str, tuple[float, float, float]]
    warnings: list[str]


def compile_mjcf(path: Path) -> MjcfModel:
    """Load, strip and compile; MuJoCo's complaints become one line with file and line."""
    root = parse_xml(path)
    if root.tag != "mujoco":
        raise root.error("not an MJCF: the outermost element should be <mujoco>")
    # MuJoCo would only warn, into a log file in the user's folder
    root.refuse_nan()
    try:
        spec = mujoco.MjSpec.from_file(str(path))
    except ValueError as error:
        raise _complaint(path, error) from error
    warnings: list[str] = []
    _strip_textures(spec)
    files = _strip_meshes(spec, path.parent, warnings)
    spec.compiler.fusestatic = False
    spec.compiler.discardvisual = False
    scales = {mesh.name: (mesh.scale[0], mesh.scale[1], mesh.scale[2]) for mesh in spec.meshes}
    return MjcfModel(_compile(path, spec, warnings), files, scales, warnings)


def _strip_textures(spec: mujoco.MjSpec) -> None:
    """Shapes have plain colours here; pictures are not needed, be they there or not."""
    for texture in list(spec.textures):
        spec.delete(texture)
    for material in spec.materials:
        material.textures = [""] * len(material.textures)
    for skin in list(spec.skins):
        spec.delete(skin)


def _strip_meshes(spec: mujoco.MjSpec, directory: Path, warnings: list[str]) -> dict[str, Path]:
    """Take out meshes that cannot be read, and the shapes that use them."""
    files, lost = {}, set()
    for mesh in list(spec.meshes):
        if not mesh.file:
            continue
        name = Path(mesh.file).name if spec.strippath else mesh.file
        file, problem = find_mesh(
            str(Path(mesh.compiler.meshdir or spec.meshdir) / name), directory
        )
        if file is None:
            warnings.append(f"mesh '{mesh.file}' {problem}")
            lost.add(mesh.name)
            spec.delete(mesh)
            continue
        if not any(mesh.refpos) and mesh.refquat[0] == 1:
            files[mesh.name] = file
        if (triangles := mesh_triangles(str(file))) is not None:
            mesh.uservert, mesh.userface = triangles[0].ravel(), triangles[1].ravel()
            mesh.file = ""
    for geom in list(spec.geoms):
        if geom.meshname in lost:
            spec.delete(geom)
    return files


def _compile(path: Path, spec: mujoco.MjSpec, warnings: list[str]) -> mujoco.MjModel:
    """Compile, mending the two faults of real files that need not stop anybody."""
    try:
        return spec.compile()
    except ValueError as error:
        message = str(error)
        if "mass and inertia of moving bodies" in message and not spec.compiler.boundmass:
            spec.compiler.boundmass, spec.compiler.boundinertia = LEAST_MASS, LEAST_INERTIA
        elif "inertia must satisfy A + B >= C" in message and not spec.compiler.balanceinertia:
            spec.compiler.balanceinertia = True
            warnings.append("some inertia no real body can have (triangle inequality) was evened")
        else:
            raise _complaint(path, error) from error
    return _compile(path, spec, warnings)


def _complaint(path: Path, error: ValueError) -> OlympianError:
    text = " ".join(str(error).split())
    line = re.search(r"\bline (?:number=)?(\d+)", text, re.IGNORECASE)
    problem = re.sub(r"^(?:XML )?(?:Error: )+", "", text)
    return OlympianError(f"{path}{':' + line.group(1) if line else ''}: MuJoCo: {problem}")
