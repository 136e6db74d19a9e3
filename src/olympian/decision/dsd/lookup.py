"""What `%name` stands for: parameters the program was started with, perhaps nested."""

from collections.abc import Iterator, Mapping

__all__ = ["find_parameter", "parameter_names"]


def find_parameter(parameters: Mapping[str, object], name: str) -> tuple[object] | None:
    """The value of a name, in a tuple since it may be None itself.

    `a/b` and `a.b` are names of their own or, where there is no such name, `b` inside of `a`.
    """
    if name in parameters:
        return (parameters[name],)
    for at, sign in enumerate(name):
        inside = parameters.get(name[:at]) if sign in "/." else None
        if isinstance(inside, Mapping):
            return find_parameter(inside, name[at + 1 :])
    return None


def parameter_names(parameters: Mapping[str, object], start: str = "") -> Iterator[str]:
    """Every name that can be looked up."""
    for name, value in parameters.items():
        if isinstance(value, Mapping):
            yield from parameter_names(value, f"{start}{name}/")
        else:
            yield f"{start}{name}"
