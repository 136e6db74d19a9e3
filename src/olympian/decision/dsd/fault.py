"""A mistake in a `.dsd` file: one line that begins with the file and the line."""

from collections.abc import Iterable

from olympian.errors import OlympianError, unknown


def fault(source: str, line: int, problem: str) -> OlympianError:
    """Error that points at a line of a file."""
    return OlympianError(f"{source}:{line}: {problem}")


def unknown_at(
    source: str, line: int, kind: str, name: str, alternatives: Iterable[str]
) -> OlympianError:
    """Error that points at a name nobody has defined, with the names there are."""
    return fault(source, line, str(unknown(kind, name, alternatives)))
