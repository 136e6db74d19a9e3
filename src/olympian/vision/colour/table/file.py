"""Colour tables as files: TOML that a person can read, and nothing that runs."""

from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray

from olympian.errors import OlympianError
from olympian.files import whole_file
from olympian.robot.files import complaint, read_toml
from olympian.vision.colour.table.table import MOST_CLASSES, ColourTable
from olympian.vision.colour.ycrcb import CELLS

FORMAT = "olympian colour table 1"
EMPTY = ".."
"""A cell of no class, or of degree 0."""
HEAD = f"""\
# Classes of colours by 12-bit YCrCb. Each block is one level of Y, dark to bright; its lines are
# Cr, its columns Cb, 0 to 15. Two hexadecimal digits are the class, from 01 on; {EMPTY} is none.
"""
DEGREES = """
# How much each cell belongs to a class: 01 hardly, ff certainly. The class above is the one of the
# highest degree, from 80 on.
"""


class TableFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file as it stands."""

    format: str
    classes: tuple[str, ...]
    cells: str
    degrees: dict[str, str] = msgspec.field(default_factory=dict)


def write_table(path: Path | str, table: ColourTable) -> None:
    """Write a table, whole or not at all; degrees only where they say more than the classes."""
    names = msgspec.json.encode(table.names).decode()
    text = f'{HEAD}format = "{FORMAT}"\nclasses = {names}\ncells = """\n{_text(table.codes)}"""\n'
    if not np.array_equal(table.degrees, ColourTable.numeric(table.names, table.codes).degrees):
        text += f"{DEGREES}[degrees]\n"
        for name, row in zip(table.names, table.degrees, strict=True):
            text += f'{msgspec.json.encode(name).decode()} = """\n{_text(row)}"""\n'
    with whole_file(Path(path)) as partial:
        partial.parent.mkdir(parents=True, exist_ok=True)
        partial.write_text(text, encoding="utf-8")


def read_table(path: Path | str) -> ColourTable:
    """The table of a file.

    Raises:
        OlympianError: the file is missing or not as it should be; names file and culprit.
    """
    path = Path(path)
    if not path.is_file():
        raise OlympianError(f"{path}: no such file; give a colour table (.toml)")
    content = read_toml(path, TableFile)
    if content.format != FORMAT:
        raise complaint(path, ("format",), f"'{content.format}' is not '{FORMAT}'")
    if not 1 <= len(content.classes) <= MOST_CLASSES:
        raise complaint(path, ("classes",), f"a table has 1 to {MOST_CLASSES} classes")
    if len(set(content.classes)) < len(content.classes) or not all(content.classes):
        raise complaint(path, ("classes",), "each class needs a name of its own")
    codes = _cells(path, ("cells",), content.cells, len(content.classes))
    if not content.degrees:
        return ColourTable.numeric(content.classes, codes)
    return _fuzzy(path, content, codes)


def _fuzzy(path: Path, content: TableFile, codes: NDArray[np.uint8]) -> ColourTable:
    if sorted(content.degrees) != sorted(content.classes):
        names = ", ".join(content.classes)
        raise complaint(path, ("degrees",), f"must have the classes {names}, and no others")
    rows = [_cells(path, ("degrees", name), content.degrees[name], 255) for name in content.classes]
    table = ColourTable(content.classes, np.array(rows))
    wrong = np.flatnonzero(table.codes != codes)
    if len(wrong):
        problem = f"{len(wrong)} cells are not the class of their highest degree, first "
        raise complaint(path, ("cells",), problem + _place(int(wrong[0])))
    return table


def _text(cells: NDArray[np.uint8]) -> str:
    blocks = [
        "\n".join(" ".join(f"{c:02x}" if c else EMPTY for c in row) for row in level)
        for level in cells.reshape(16, 16, 16).tolist()
    ]
    return "\n\n".join(blocks) + "\n"


def _cells(path: Path, keys: tuple[str, ...], text: str, most: int) -> NDArray[np.uint8]:
    """The 4096 numbers of a text, each 0 to `most`."""
    words = text.split()
    if len(words) != CELLS:
        raise complaint(path, keys, f"has {len(words)} cells, not {CELLS}")
    cells = np.zeros(CELLS, dtype=np.uint8)
    for number, word in enumerate(words):
        if word == EMPTY:
            continue
        if len(word) != 2 or not set(word) <= set("0123456789abcdef") or int(word, 16) > most:
            problem = f"'{word[:20]}' at {_place(number)} is not 00 to {most:02x} or {EMPTY}"
            raise complaint(path, keys, problem)
        cells[number] = int(word, 16)
    return cells


def _place(cell: int) -> str:
    return f"Y {cell >> 8}, Cr {cell >> 4 & 15}, Cb {cell & 15}"
