"""XML with line numbers, and the small readers every attribute goes through."""

from math import isfinite
from pathlib import Path
from textwrap import shorten

from lxml import etree

from olympian.errors import OlympianError

MAX_BYTES = 64 * 2**20
"""No robot description is larger; anything beyond is a wrong file."""
MAX_NUMBER = 1e12
"""Nothing on a robot is larger in SI units; squares and products of it still fit a float."""


class XmlElement:
    """One XML element that can complain about itself by file and line."""

    def __init__(self, node: etree._Element, path: Path) -> None:
        self._node = node
        self._path = path

    @property
    def tag(self) -> str:
        """Element name."""
        return str(self._node.tag)

    def children(self, tag: str) -> list["XmlElement"]:
        """Direct children called `tag`, in file order."""
        return [XmlElement(node, self._path) for node in self._node.iterchildren(tag)]

    def child(self, tag: str) -> "XmlElement | None":
        """First direct child called `tag`."""
        return next(iter(self.children(tag)), None)

    def elements(self) -> list["XmlElement"]:
        """Direct children of any name, in file order."""
        return [XmlElement(node, self._path) for node in self._node.iterchildren(etree.Element)]

    def attributes(self) -> list[tuple[str, str]]:
        """All attributes as they stand."""
        return [(str(name), str(text)) for name, text in self._node.attrib.items()]

    @property
    def namespace(self) -> str:
        """Address of the element's namespace; empty for none."""
        return etree.QName(self._node).namespace or ""

    @property
    def local_name(self) -> str:
        """Element name without its namespace."""
        return etree.QName(self._node).localname

    @property
    def content(self) -> str:
        """Text between the tags."""
        return str(self._node.text or "")

    @property
    def line(self) -> int:
        """Where the element stands in the file."""
        return int(self._node.sourceline or 0)

    def refuse_nan(self) -> None:
        """Complain about the first attribute, here or below, that is a number and is not one."""
        for node in self._node.iter(etree.Element):
            for attribute, text in node.attrib.items():
                if attribute != "name" and "nan" in str(text).lower().split():
                    raise XmlElement(node, self._path).error(f"attribute {attribute}='{text}'")

    def error(self, problem: str) -> OlympianError:
        """The complaint, with file, line and element in front."""
        name = self._node.get("name")
        tag = f"{self._node.prefix}:{self.local_name}" if self._node.prefix else self.tag
        label = f'<{tag} name="{name}">' if name else f"<{tag}>"
        sentence = f"{self._path}:{self._node.sourceline}: {label}: {problem}"
        return OlympianError(" ".join(sentence.split()))

    def text(self, attribute: str, default: str | None = None) -> str:
        """An attribute as it stands."""
        value = self._node.get(attribute, default)
        if value is None or (default is None and not value.strip()):
            raise self.error(f"attribute '{attribute}' is missing or empty")
        return value

    def numbers(self, attribute: str, count: int, default: str | None = None) -> tuple[float, ...]:
        """`count` finite numbers from an attribute."""
        text = self.text(attribute, default)
        shown = f"attribute {attribute}='{shorten(text, 60, placeholder=' …')}'"
        try:
            values = tuple(float(part) for part in text.split())
        except ValueError:
            raise self.error(f"{shown} is not made of numbers") from None
        if len(values) != count:
            raise self.error(f"{shown} should hold {count} number(s)")
        if not all(isfinite(value) for value in values):
            raise self.error(f"{shown} is not finite")
        if any(abs(value) > MAX_NUMBER for value in values):
            raise self.error(f"{shown} is beyond ±{MAX_NUMBER:g}")
        return values

    def number(self, attribute: str, default: str | None = None) -> float:
        """One finite number from an attribute."""
        return self.numbers(attribute, 1, default)[0]


def parse_xml(path: Path, text: str | None = None) -> XmlElement:
    """Root element of an XML file; broken files raise one line with the place.

    Args:
        text: what to read instead of what the file holds: its expansion.
    """
    data = _read(path) if text is None else text.encode()
    parser = etree.XMLParser(resolve_entities=False, no_network=True, remove_comments=True)
    try:
        root = etree.fromstring(data, parser)
    except etree.XMLSyntaxError as error:
        line = error.lineno or 1
        detail = " ".join(str(error.msg or "not XML").split())
        raise OlympianError(f"{path}:{line}: malformed XML: {detail}") from error
    except (ValueError, LookupError) as error:
        raise OlympianError(f"{path}:1: malformed XML: {' '.join(str(error).split())}") from error
    grammar = root.getroottree().docinfo.internalDTD
    if grammar is not None and next(grammar.iterentities(), None) is not None:
        # an entity can stand for a gigabyte or for somebody's file; no description needs one
        raise OlympianError(f"{path}:1: <!DOCTYPE>: entities are not read; write their text out")
    return XmlElement(root, path)


def _read(path: Path) -> bytes:
    try:
        size = path.stat().st_size
        if size > MAX_BYTES:
            raise OlympianError(f"{path}: {size} bytes is too large for a robot description")
        return path.read_bytes()
    except OSError as error:
        raise OlympianError(f"{path}: cannot be read: {error.strerror or error}") from error
    except ValueError as error:
        raise OlympianError(f"{str(path)!r}: cannot be read: {error}") from error
