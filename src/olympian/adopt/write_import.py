"""The files of an import: whole, or not at all."""

from pathlib import Path

from olympian.adopt.import_model import ImportedModel
from olympian.errors import OlympianError
from olympian.files import whole_file

__all__ = ["write_import"]


def write_import(found: ImportedModel, folder: Path, force: bool = False) -> Path:
    """`folder`/robot.toml, and the expanded model beside it if there is one; the path of the first.

    Args:
        force: replace files that exist.
    """
    target = folder / "robot.toml"
    texts = {target: found.text}
    if found.expansion is not None:
        texts[folder / found.model] = found.expansion
    for path in texts:
        if path.exists() and not force:
            raise OlympianError(f"{path} exists already; choose another place or say --force")
    for path in reversed(texts):
        with whole_file(path) as partial:
            path.parent.mkdir(parents=True, exist_ok=True)
            partial.write_text(texts[path], encoding="utf-8")
    return target
