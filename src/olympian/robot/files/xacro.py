"""What xacro leaves in a URDF: skipped where it changes nothing, refused where it would."""

from collections.abc import Iterator
from pathlib import Path

from olympian.errors import OlympianError
from olympian.robot.files.xml import XmlElement

DEFINES = ("property", "macro", "arg", "include")
"""Add nothing to a robot until something makes use of them."""
CHOOSES = ("if", "unless")
"""Add what they hold."""
WRITES = ("insert_block", "element", "attribute", "call")
"""Add what a value names."""


def skip_leftovers(root: XmlElement, path: Path) -> list[str]:
    """One sentence for each kind of xacro tag without effect; those with one are refused.

    A call of a macro that neither this file nor one that it includes can define is what older
    versions of xacro left behind when they did not know the macro.
    """
    skipped: dict[str, list[int]] = {}
    macros = {macro.text("name", "") for macro in _tags(root, "macro")}
    included = any(_tags(root, "include"))
    for tag in _outside_definitions(root):
        name = _xacro(tag)
        if name is None:
            _check_values(tag, path)
            continue
        if name in WRITES or (name not in (*DEFINES, *CHOOSES) and (included or name in macros)):
            raise _unexpanded(tag, path)
        if name in CHOOSES and any(_xacro(child) is None for child in tag.elements()):
            raise _unexpanded(tag, path)
        skipped.setdefault(name, []).append(tag.line)
    return [f"<xacro:{name}> has no effect here: {_lines(at)}" for name, at in skipped.items()]


def expansion(path: Path) -> str:
    """The command that makes a URDF of a xacro file."""
    stem = path.name.removesuffix(".xacro").removesuffix(".urdf")
    plain = f"{stem}.urdf" if path.suffix == ".xacro" else f"{stem}_expanded.urdf"
    return f"expand the file first: xacro {path.name} > {plain}"


def _xacro(element: XmlElement) -> str | None:
    """Name of a xacro tag without its prefix."""
    return element.local_name if "xacro" in element.namespace else None


def _tags(element: XmlElement, name: str) -> Iterator[XmlElement]:
    for child in element.elements():
        if _xacro(child) == name:
            yield child
        yield from _tags(child, name)


def _outside_definitions(element: XmlElement) -> Iterator[XmlElement]:
    """All that is below, but for what properties, macros and unknown calls hold."""
    for child in element.elements():
        yield child
        if _xacro(child) in (None, *CHOOSES):
            yield from _outside_definitions(child)


def _check_values(element: XmlElement, path: Path) -> None:
    for attribute, text in element.attributes():
        if "${" in text or "$(arg" in text:
            problem = f"attribute {attribute}='{text}' is not expanded"
            raise element.error(f"{problem}; {expansion(path)}")


def _unexpanded(tag: XmlElement, path: Path) -> OlympianError:
    return tag.error(f"xacro has not been run on this; {expansion(path)}")


def _lines(numbers: list[int]) -> str:
    listed = ", ".join(map(str, numbers[:6])) + (", …" if len(numbers) > 6 else "")
    return f"line{'s' if len(numbers) > 1 else ''} {listed} skipped"
