"""Parameters of an element: what its class takes, checked before anything runs."""

import inspect
from collections.abc import Mapping
from enum import Enum
from types import NoneType, UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from olympian.decision.dsd.element import Action, Decision, Element
from olympian.decision.dsd.yaml_value import Value, show_value
from olympian.errors import OlympianError, unknown

TAKEN = frozenset(
    name
    for base in (Element, Decision, Action)
    for name in (*vars(base), *base.__annotations__)
    if not name.startswith("_")
)
"""What every element has already."""


def fitted(cls: type[Element], parameters: Mapping[str, Value]) -> dict[str, Any]:
    """The keyword arguments for a class; what is missing, unknown or of a wrong type is refused."""
    takes = inspect.signature(cls).parameters
    hints = _hints(cls)
    anything = any(one.kind is one.VAR_KEYWORD for one in takes.values())
    named = {
        name: one
        for name, one in takes.items()
        if one.kind in (one.POSITIONAL_OR_KEYWORD, one.KEYWORD_ONLY)
    }
    for name in TAKEN.intersection(named):
        raise OlympianError(f"{cls.__name__} cannot call a parameter '{name}': elements have it")
    for name in parameters:
        if name not in named and not anything:
            raise unknown(f"parameter of {cls.__name__}", name, named)
    for name, one in named.items():
        if one.default is one.empty and name not in parameters:
            raise OlympianError(f"{cls.__name__} needs {name}; write + {name}:value")
    return {
        name: _converted(cls, name, value, hints.get(name, Any) if name in named else Any)
        for name, value in parameters.items()
    }


def _hints(cls: type[Element]) -> dict[str, Any]:
    try:
        return get_type_hints(cls.__init__)
    except NameError as error:
        raise OlympianError(f"the types of {cls.__name__} cannot be read: {error}") from error


def _converted(cls: type[Element], name: str, value: Value, hint: Any) -> object:
    fits, converted = _fit_any(value, hint)
    if fits:
        return converted
    wanted = ", ".join(word for choice in _choices(hint) for word in _words(choice))
    raise OlympianError(
        f"parameter '{name}' of {cls.__name__} is {show_value(value)}; choose from {wanted}"
        if _has_names(hint)
        else f"parameter '{name}' of {cls.__name__} is {show_value(value)}, but should be {wanted}"
    )


def _choices(hint: Any) -> tuple[Any, ...]:
    """The members of a union; any other type stands alone."""
    return get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)


def _fit(value: Value, hint: Any) -> tuple[bool, object]:
    """Does a value of the text fit a type, and what does it become?"""
    if hint is Any or hint is object or isinstance(hint, TypeVar):
        return True, value
    if hint is float:
        number = isinstance(value, int | float) and not isinstance(value, bool)
        return number, float(value) if number else None  # pyright: ignore[reportArgumentType]
    if hint in (bool, int, str, NoneType, None):
        return type(value) is (NoneType if hint is None else hint), value
    if get_origin(hint) is Literal:
        return any(value == one and type(value) is type(one) for one in get_args(hint)), value
    if isinstance(hint, type) and issubclass(hint, Enum):
        return _member(value, hint)
    kind = get_origin(hint) or hint
    if kind in (list, tuple) and isinstance(value, list):
        return _items(value, hint, kind)
    return isinstance(kind, type) and isinstance(value, kind), value


def _items(values: list[Any], hint: Any, kind: type) -> tuple[bool, object]:
    """A list whose items fit what the brackets of its type say."""
    inside = [one for one in get_args(hint) if one is not ...] or [Any]
    if kind is tuple and ... not in get_args(hint) and get_args(hint):
        if len(values) != len(inside):
            return False, None
    else:
        inside = inside[:1] * len(values)
    pairs = [_fit_any(value, one) for value, one in zip(values, inside, strict=True)]
    return all(fits for fits, _ in pairs), kind(item for _, item in pairs)


def _fit_any(value: Value, hint: Any) -> tuple[bool, object]:
    """The first member of a union that a value fits, and what it becomes."""
    tried = (_fit(value, choice) for choice in _choices(hint))
    return next((one for one in tried if one[0]), (False, None))


def _member(value: Value, kind: type[Enum]) -> tuple[bool, object]:
    """A member of an enum, by its name or by its value."""
    if isinstance(value, str) and value in kind.__members__:
        return True, kind[value]
    same = (member for member in kind if member.value == value)
    found = [member for member in same if type(member.value) is type(value)]  # True is no 1
    return bool(found), found[0] if found else None


def _has_names(hint: Any) -> bool:
    return any(
        get_origin(choice) is Literal or (isinstance(choice, type) and issubclass(choice, Enum))
        for choice in _choices(hint)
    )


def _words(hint: Any) -> list[str]:
    """What may be written for a type, in words."""
    if get_origin(hint) is Literal:
        return [show_value(one) for one in get_args(hint)]
    if isinstance(hint, type) and issubclass(hint, Enum):
        return [show_value(name) for name in hint.__members__]
    plain = {bool: "true or false", int: "a whole number", float: "a number", str: "text in quotes"}
    return [plain.get(hint, "null" if hint in (NoneType, None) else f"a {hint}")]
