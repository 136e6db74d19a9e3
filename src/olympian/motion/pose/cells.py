"""The cells of one line of a pose file, with errors that name line and column."""

import csv
import re
from dataclasses import dataclass
from math import isfinite

from olympian.errors import OlympianError
from olympian.motion.pose.limb_pose import LimbPose

COLUMNS = ("LimbString", "roll", "pitch", "yaw", "x", "y", "z", "Position Name")
"""HOly's header: angles in degrees, lengths in metres."""
UNSET = "-"
CONTINUE = "continue"
"""Position name of a row that lets the next rows add to the position before, under their name."""
FINISHED = "finished"
"""Position name of a row after which nothing is read."""
MOST = 1e6
"""Larger numbers are refused: no limb means them, and sums of smaller ones stay finite."""
MOST_CHARACTERS = 200
"""Of a cell: as of names elsewhere."""

_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?", re.ASCII | re.IGNORECASE)
_NOT_FINITE = re.compile(r"[+-]?(nan|inf|infinity)", re.IGNORECASE)


@dataclass(frozen=True)
class Cells:
    """One line, cut at its commas."""

    source: str
    line: int
    texts: tuple[str, ...]

    @staticmethod
    def of(source: str, line: int, text: str) -> "Cells":
        """Cells without the spaces around them; quotes protect commas, as in any CSV file."""
        try:
            row = next(csv.reader([text], strict=True, skipinitialspace=True), [])
        except csv.Error as error:
            raise OlympianError(f"{source}:{line}: not a line of CSV: {error}") from error
        cells = Cells(source, line, tuple(cell.strip() for cell in row))
        cells.check_characters()
        return cells

    @property
    def blank(self) -> bool:
        """Empty, or nothing but commas: the end of a position."""
        return not any(self.texts)

    def error(self, column: int, problem: str) -> OlympianError:
        """A complaint about the cell with the 0-based number `column`."""
        header = f" ({COLUMNS[column]})" if column < len(COLUMNS) else ""
        where = f"{self.source}:{self.line}: column {column + 1}{header}"
        return OlympianError(f"{where}: {problem}")

    def check_characters(self) -> None:
        """Refuses what no error message could repeat: control signs and endless cells."""
        for column, text in enumerate(self.texts):
            if not text.isprintable():
                raise self.error(column, "holds a character that cannot be printed")
            if len(text) > MOST_CHARACTERS:
                raise self.error(column, f"longer than {MOST_CHARACTERS} characters")

    def check_header(self) -> None:
        """Refuses what is not the header, whatever its capitals."""
        for column, (text, name) in enumerate(zip(self.texts, COLUMNS, strict=False)):
            if text.lower() != name.lower():
                raise self.error(
                    column, f"'{text}' instead of '{name}'; a file starts with {','.join(COLUMNS)}"
                )
        self.check_count()

    def check_count(self) -> None:
        """Refuses rows that are too short or too long."""
        count = len(self.texts)
        if count < len(COLUMNS):
            raise self.error(count, f"missing: {count} cells, a row has {len(COLUMNS)}")
        if count > len(COLUMNS):
            raise self.error(len(COLUMNS), f"too many: {count} cells, a row has {len(COLUMNS)}")

    def name(self) -> str:
        """The position's name."""
        name = self.texts[-1]
        if name in ("", UNSET):
            raise self.error(len(COLUMNS) - 1, "every row needs the name of its position")
        return name

    def is_default(self) -> bool:
        """A row of dashes: the default position."""
        return all(text == UNSET for text in self.texts[:-1])

    def is_mark(self, mark: str) -> bool:
        """Is this the row `CONTINUE` or `FINISHED`?"""
        if self.texts[-1] != mark:
            return False
        for column, text in enumerate(self.texts[:-1]):
            if text not in ("", UNSET):
                raise self.error(column, f"'{text}' in the row '{mark}', which has no values")
        return True

    def values(self) -> tuple[float | None, ...]:
        """Columns roll to z as they are written: degrees and metres, None where unset."""
        return tuple(self._number(column) for column in range(1, 7))

    def _number(self, column: int) -> float | None:
        text = self.texts[column]
        if text in ("", UNSET):
            return None
        if _NOT_FINITE.fullmatch(text):
            raise self.error(column, f"'{text}' is not finite; write a number, or {UNSET}")
        if not _NUMBER.fullmatch(text):
            raise self.error(
                column, f"'{text}' is not a number; write one like -7.5, or {UNSET} for unset"
            )
        value = float(text)
        if not isfinite(value) or abs(value) > MOST:
            raise self.error(column, f"'{text}' is too large")
        return value


assert COLUMNS[1:7] == LimbPose.names()
