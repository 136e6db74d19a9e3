"""Xacro files expanded to URDF by the `xacro` package, without ROS around it."""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from olympian.errors import OlympianError
from olympian.install_hint import install_hint

NO_PACKAGES: Mapping[str, Path] = {}
NO_ARGUMENTS: Mapping[str, str] = {}
SCHEME = "package://"


def expand_xacro(
    path: Path,
    packages: Mapping[str, Path] = NO_PACKAGES,
    arguments: Mapping[str, str] = NO_ARGUMENTS,
) -> str:
    """The URDF that a xacro file stands for, as text.

    Args:
        packages: folders of ROS packages by name; others are looked for above the file.
        arguments: values of <xacro:arg>; others have their defaults.
    """
    try:
        import xacro
    except ImportError as error:
        hint = f"xacro files need the xacro package: {install_hint('xacro')}"
        raise OlympianError(f"{path}: {hint}") from error
    if not path.is_file():
        raise OlympianError(f"{path}: no such file")
    with _packages_found(path, packages):
        try:
            document: Any = xacro.process_file(str(path), mappings=dict(arguments))
        except OlympianError:
            raise
        except Exception as error:  # expressions of a stranger's file may raise anything
            said = " ".join(str(error).split()) or type(error).__name__
            raise OlympianError(f"{path}: xacro: {said}") from error
    return document.toprettyxml(indent="  ")


def find_package(name: str, path: Path, packages: Mapping[str, Path] = NO_PACKAGES) -> Path:
    """The folder of a ROS package: as given, or called so above the file or beside that."""
    if name in packages:
        return packages[name]
    for folder in path.resolve().parents:
        for place in (folder, folder / name):
            if place.name == name and place.is_dir():
                return place
    raise OlympianError(
        f"{path}: package '{name}' is neither given nor above this file: say --package {name}=DIR"
    )


def with_local_meshes(
    text: str, path: Path, folder: Path, packages: Mapping[str, Path] = NO_PACKAGES
) -> str:
    """The URDF with `package://` paths told relative to `folder`, where the package is found."""
    parts = text.split(SCHEME)
    for index in range(1, len(parts)):
        name = parts[index].split("/", 1)[0]
        try:
            place = find_package(name, path, packages)
        except OlympianError:
            parts[index] = SCHEME + parts[index]
            continue
        relative = Path(os.path.relpath(place, folder)).as_posix()
        parts[index] = relative + parts[index].removeprefix(name)
    return "".join(parts)


@contextmanager
def _packages_found(path: Path, packages: Mapping[str, Path]) -> Iterator[None]:
    """`$(find NAME)` asks us instead of a ROS installation."""
    from xacro import substitution_args

    before = substitution_args._eval_find
    substitution_args._eval_find = lambda name: str(find_package(name, path, packages))
    try:
        yield
    finally:
        substitution_args._eval_find = before
