"""A benchmark as a command: what it measures, with which options, and how people see it."""

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from inspect import Parameter, Signature
from typing import Any, NamedTuple

import typer

from olympian.cli.output import Output, command

Advance = Callable[[float], None]
OptionOf = tuple[Any, Any]
"""Kind and default of an option."""


class BenchCommand(NamedTuple):
    """One command."""

    name: str
    about: str
    job: str | Callable[..., Any]
    """What measures, or where it is; it is given its options by name, `seed`, and `progress`."""
    options: Mapping[str, OptionOf] = {}
    """By name; `workers` become a `crew`."""
    title: str = ""
    """Of the table; a bench without one makes a report of one robot, which knows the versions."""
    packages: Sequence[str] = ("mujoco", "numpy", "numba")
    """That take part."""
    show: str = "bench:show_rows"
    """How people see the result."""
    remark: str = ""
    """Said before it begins."""

    def run(self, output: Output, **options: Any) -> None:
        """Measure, and say what came of it."""
        from olympian.lab.conditions import conditions

        versions, title = conditions(self.packages), self.title.format(**options)
        if self.remark:
            output.note(self.remark)
        if title:
            output.note(versions)
        else:
            options["versions"] = versions
        with output.progress(title or f"{self.name} of {options['robot']}") as advance:
            found = self.measure(output.seed, advance, **options)
        if options.get("plot"):
            output.note(f"wrote {options['plot']}")
        show = _there(f"cli.view.{self.show}")
        output.result(found, lambda console: show(console, title or self.name, found))

    def measure(self, seed: int, advance: Advance, **options: Any) -> Any:
        """What the job gives. Args: advance: told the share that is done."""
        job = _there(self.job) if isinstance(self.job, str) else self.job
        if "workers" not in options:
            return job(**options, seed=seed, progress=advance)
        from olympian.arena import default_workers, processes

        with processes(options.pop("workers") or default_workers()) as crew:
            return job(**options, seed=seed, progress=advance, crew=crew)

    def register(self, app: typer.Typer) -> None:
        """Make it a command of `app`."""

        def run(output: Output, **options: Any) -> None:
            self.run(output, **options)

        own = [
            Parameter(key, Parameter.KEYWORD_ONLY, default=default, annotation=kind)
            for key, (kind, default) in self.options.items()
        ]
        first = Parameter("output", Parameter.POSITIONAL_OR_KEYWORD, annotation=Output)
        vars(run)["__signature__"] = Signature([first, *own])
        run.__doc__ = self.about
        command(app, self.name)(run)


def _there(place: str) -> Callable[..., Any]:
    """Imported only now: help pays for no room."""
    module, name = place.split(":")
    return getattr(import_module(f"olympian.{module}"), name)
