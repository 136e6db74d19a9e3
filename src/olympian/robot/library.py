"""Robots by name from the library, or from a user's own files."""

from pathlib import Path

from olympian.errors import OlympianError, unknown
from olympian.robot.assemble import assemble
from olympian.robot.config import read_config
from olympian.robot.files import parse_xml, read_mjcf, read_urdf
from olympian.robot.recognise import recognise
from olympian.robot.robot import Robot
from olympian.robot.tree import Tree

LIBRARY = Path(__file__).parent / "library"


def robot_names() -> tuple[str, ...]:
    """Robots that come with the package."""
    return tuple(sorted(path.parent.name for path in LIBRARY.glob("*/robot.toml")))


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
        return _from_config(path / "robot.toml")
    if not exists:
        raise unknown("robot or file", str(source), robot_names())
    if path.suffix == ".toml":
        return _from_config(path)
    tree = read_tree(path, repair)
    return assemble(recognise(tree), tree, path.parent)


def _refuse_two(name: str) -> None:
    """A folder of one's own must not hide behind a name of the library, nor the other way."""
    own = Path(name) / "robot.toml"
    if own.is_file() and own.parent.resolve() != (LIBRARY / name).resolve():
        raise OlympianError(
            f"'{name}' is a robot of the library and a folder here: write ./{name} for the"
            f" folder, or rename it to use the library's"
        )


def read_tree(path: Path, repair: bool = False) -> Tree:
    """The tree in a URDF or MJCF file, told apart by the outermost element."""
    tag = parse_xml(path).tag
    if tag == "robot":
        return read_urdf(path, repair)
    if tag == "mujoco":
        return read_mjcf(path)
    raise OlympianError(
        f"{path}:1: <{tag}> is neither a URDF (<robot>) nor an MJCF (<mujoco>) file"
    )


def _from_config(path: Path) -> Robot:
    config = read_config(path)
    tree = read_tree(path.parent / config.model, config.repair)
    return assemble(config, tree, path.parent, path)
