"""Robots by name from the library, or from a user's own files."""

from pathlib import Path

from olympian.errors import OlympianError, unknown
from olympian.robot.assemble import assemble
from olympian.robot.config import read_config
from olympian.robot.files import parse_xml, read_mjcf, read_urdf
from olympian.robot.files.xacro_expand import expand_xacro
from olympian.robot.recognise import recognise
from olympian.robot.robot import Robot
from olympian.robot.stand_in import with_stand_ins
from olympian.robot.tree import Tree

LIBRARY = Path(__file__).parent / "library"
MODEL_SUFFIXES, MOST_MODELS, HEAD_BYTES = (".urdf", ".xacro", ".xml", ".mjcf"), 8, 4096


def robot_names() -> tuple[str, ...]:
    """Robots that come with the package."""
    return tuple(sorted(path.parent.name for path in LIBRARY.glob("*/robot.toml")))


def is_of_library(source: str) -> bool:
    """Does a name, file or folder mean a robot that comes with the package?"""
    return source in robot_names() or Path(source).resolve().is_relative_to(LIBRARY.resolve())


def load_robot(source: str | Path, repair: bool = False) -> Robot:
    """A robot from a library name, a folder with `robot.toml`, a `.toml`, a URDF or an MJCF file.

    A bare model file has no `robot.toml`; its limbs are recognised from its shape.

    Args:
        repair: mend impossible masses and inertias of a bare URDF; a TOML says so itself.
    """
    path = Path(source)
    if str(source) in robot_names() and not (isinstance(source, Path) and path.exists()):
        _refuse_two(str(source))
        return _from_config(LIBRARY / str(source) / "robot.toml")
    try:
        is_folder, exists = path.is_dir(), path.exists()
    except OSError as error:
        raise OlympianError(f"{path}: cannot be read: {error.strerror or error}") from error
    if is_folder:
        return _from_config(_in_folder(path))
    if not exists:
        raise unknown("robot or file", str(source), (*own_names(), *robot_names()))
    if path.suffix == ".toml":
        return _from_config(path)
    tree = read_tree(path, repair)
    return assemble(recognise(tree), tree, path.parent)


def own_names() -> tuple[str, ...]:
    """Robots of the user's own: folders here that hold a `robot.toml`."""
    return tuple(sorted(path.parent.name for path in Path().glob("*/robot.toml")))


def _in_folder(folder: Path) -> Path:
    """The `robot.toml` of a folder, or an error that names the models that lie there."""
    config = folder / "robot.toml"
    if config.is_file():
        return config
    try:
        files = sorted(path for path in folder.rglob("*") if path.suffix in MODEL_SUFFIXES)
    except OSError as error:
        raise OlympianError(f"{folder}: cannot be read: {error.strerror or error}") from error
    models = [str(path.relative_to(folder)) for path in files if _is_model(path)]
    if not models:
        raise OlympianError(f"{folder}: holds neither robot.toml nor a model (URDF, xacro, MJCF)")
    listed = ", ".join(models[:MOST_MODELS]) + (" …" if len(models) > MOST_MODELS else "")
    raise OlympianError(
        f"{folder}: holds no robot.toml, but models: {listed}; give one of them, or make a robot"
        f" of it: olympian robot import {folder / models[0]} --name NAME"
    )


def _is_model(path: Path) -> bool:
    """Does the file begin as a model does?"""
    try:
        with path.open("rb") as file:
            head = file.read(HEAD_BYTES)
    except OSError:
        return False
    return path.suffix == ".xacro" or b"<robot" in head or b"<mujoco" in head


def _refuse_two(name: str) -> None:
    """A folder of one's own must not hide behind a name of the library, nor the other way."""
    own = Path(name) / "robot.toml"
    if own.is_file() and own.parent.resolve() != (LIBRARY / name).resolve():
        raise OlympianError(
            f"'{name}' is a robot of the library and a folder here: write ./{name} for the"
            f" folder, or rename it to use the library's"
        )


def read_tree(path: Path, repair: bool = False, expansion: str | None = None) -> Tree:
    """The tree in a URDF, xacro or MJCF file; the first and last differ in the outermost element.

    Args:
        expansion: URDF that stands for the file, if somebody has expanded it already.
    """
    if expansion is not None or path.suffix == ".xacro":
        text = expand_xacro(path) if expansion is None else expansion
        return with_stand_ins(read_urdf(path, repair, text))
    tag = parse_xml(path).tag
    if tag == "robot":
        return with_stand_ins(read_urdf(path, repair))
    if tag == "mujoco":
        return with_stand_ins(read_mjcf(path))
    raise OlympianError(
        f"{path}:1: <{tag}> is neither a URDF (<robot>) nor an MJCF (<mujoco>) file"
    )


def _from_config(path: Path) -> Robot:
    config = read_config(path)
    tree = read_tree(path.parent / config.model, config.repair)
    return assemble(config, tree, path.parent, path)
