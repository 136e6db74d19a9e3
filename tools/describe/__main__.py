"""`python -m describe [--check] [NAME …]`: write the robot library, or compare with it."""

import sys
from pathlib import Path

from describe.robots import DESCRIPTIONS
from olympian.errors import OlympianError, unknown

LIBRARY = Path(__file__).parents[2] / "src" / "olympian" / "robot" / "library"


def main(arguments: list[str]) -> int:
    """0 when all files are written or, with --check, as they should be."""
    check = "--check" in arguments
    names = [word for word in arguments if word != "--check"] or list(DESCRIPTIONS)
    for name in names:
        if name not in DESCRIPTIONS:
            raise unknown("robot", name, DESCRIPTIONS)
    files = [file for name in names for file in DESCRIPTIONS[name]().files(LIBRARY)]
    if check:
        return 1 if [path for path, text in files if not _same(path, text)] else 0
    for path, text in files:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        print(path)
    return 0


def _same(path: Path, text: str) -> bool:
    if path.exists() and path.read_text(encoding="utf-8") == text:
        return True
    print(f"{path} is not what tools/describe writes")
    return False


try:
    sys.exit(main(sys.argv[1:]))
except OlympianError as error:
    print(error, file=sys.stderr)
    sys.exit(2)
