"""How to install what is missing, in a line that works where this package came from."""

from pathlib import Path

ROOT = Path(__file__).parents[2]
"""Of a clone; elsewhere it holds no project."""


def install_hint(extra: str) -> str:
    """The command that brings an extra's packages along.

    An installed package is known to pip by its name; a clone is installed from its folder.
    """
    if (ROOT / "pyproject.toml").is_file():
        return f"pip install -e '{ROOT}[{extra}]'"
    return f"pip install 'olympian[{extra}]'"
