"""Where a mesh file named in a description lies on this disk."""

from pathlib import Path

__all__ = ["find_mesh"]

READABLE = {".stl", ".obj", ".msh"}
"""What MuJoCo can load."""


def find_mesh(name: str, directory: Path) -> tuple[Path | None, str]:
    """The file, or None and what is wrong with it.

    `package://pkg/path` is searched upwards from `directory`, since there may be no ROS to ask.
    """
    path = Path(name.removeprefix("file://"))
    if name.startswith(("package://", "model://")):
        path = Path(name.split("://", 1)[1])
        parts = path.parts
        folders = [directory, *directory.parents]
        candidates = [
            folder / Path(*parts[skip:]) for folder in folders for skip in range(min(2, len(parts)))
        ]
    else:
        candidates = [path if path.is_absolute() else directory / path]
    found = next((file for file in candidates if file.is_file()), None)
    if found is None:
        return None, "is missing and left out"
    if found.suffix.lower() not in READABLE:
        return (
            None,
            f"is left out: {found.suffix or 'its format'} is not read; convert it to .stl or .obj",
        )
    return found.resolve(), ""
