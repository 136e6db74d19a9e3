"""A search while it runs and when it is done, for people."""

import sys
from collections.abc import Iterable
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

from olympian.cli.output import Output

if TYPE_CHECKING:
    from rich.console import Console

    from olympian.arena.walking.tuning import Candidate, Study, Tuned


class StudyProgress:
    """A bar on a terminal; elsewhere one line for each generation."""

    def __init__(self, output: Output, study: "Study[Any]", trials: int) -> None:
        self._output = output
        self._population = study.header.population
        self._trials = trials
        self._begin = len(study.done())
        self._stack = ExitStack()
        self._bar: Any = None

    def __enter__(self) -> "StudyProgress":
        if self._begin:
            self._output.note(f"goes on after {self._begin} trials")
        if sys.stderr.isatty():
            self._open_bar()
        return self

    def __exit__(self, *error: object) -> None:
        self._stack.close()
        if error[0] is KeyboardInterrupt:
            self._output.note("stopped; the same command goes on from here")

    def told(self, done: int, best: "Candidate") -> None:
        """After every trial."""
        line = f"best {_value(best):.4f} (trial {best.number})"
        if self._bar is not None:
            self._bar.update(self._task, completed=done, description=line)
        elif done in (1, self._trials) or (done - 1) % self._population == 0:
            self._output.note(f"{done} of {self._trials} trials: {line}")

    def _open_bar(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
        from rich.progress import TimeRemainingColumn as Remaining

        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), Remaining())
        bar = Progress(*columns, console=Console(stderr=True), transient=True)
        self._bar = self._stack.enter_context(bar)
        self._task = bar.add_task("start", total=self._trials, completed=self._begin)


def study_json(study: "Study[Any]") -> dict[str, Any]:
    """What there is to know about a study."""
    done, best = study.done(), study.best()
    assert best is not None
    return {
        "robot": study.header.robot,
        "trials": len(done),
        "population": study.header.population,
        "seed": study.header.seed,
        "start_value": _value(done[0]),
        "best_value": _value(best),
        "best_trial": best.number,
        "best": dict(best.values),
        "losses": dict(best.marks.losses) if best.marks else {},
        "fell_at_once": sum(one.marks is not None and one.marks.skipped for one in done),
        "impossible": sum(one.marks is not None and bool(one.marks.problem) for one in done),
    }


def tuned_json(study: "Study[Any]", tuned: "Tuned[Any]", path: Path, place: Path) -> dict[str, Any]:
    """The same, and how the finals ended."""
    winner = next(one for one in study.done() if one.number == tuned.number)
    return {
        **study_json(study),
        "best_trial": tuned.number,
        "best": dict(winner.values),
        "losses": dict(winner.marks.losses) if winner.marks else {},
        "value": tuned.value,
        "start_value_in_finals": tuned.start_value,
        "final_rounds": tuned.finals.rounds,
        "study": path,
        "out": place,
    }


def show_study(console: "Console", study: "Study[Any]") -> None:
    """Best values beside those at the start."""
    value = study_json(study)
    console.print(
        f"{value['robot']}: {value['trials']} trials, best {value['best_value']:.4f}"
        f" (trial {value['best_trial']}), start {value['start_value']:.4f};"
        f" {value['fell_at_once']} fell at once, {value['impossible']} were impossible"
    )
    best = study.best()
    assert best is not None
    _show_losses(console, best)
    _show_values(console, study, best)


def show_tuned(console: "Console", study: "Study[Any]", tuned: "Tuned[Any]") -> None:
    """What won, and what it was against."""
    winner = next(one for one in study.done() if one.number == tuned.number)
    _show_values(console, study, winner)
    _show_losses(console, winner)
    verdict = "the winner" if tuned.better else "nothing beat the start, which stays,"
    console.print(
        f"{study.header.robot}: {tuned.trials} trials; in the finals {verdict} has"
        f" {tuned.value:.4f}, the start {tuned.start_value:.4f} (0 is perfect, 1 falls at once)"
    )


def _show_values(console: "Console", study: "Study[Any]", candidate: "Candidate") -> None:
    rows = (
        (one.key, f"{one.start:.4g}", f"{candidate.values[one.key]:.4g}", f"{one.low:.3g}",
         f"{one.high:.3g}")
        for one in study.header.space
    )  # fmt: skip
    _table(console, ("parameter", "start", f"trial {candidate.number}", "low", "high"), rows)


def _show_losses(console: "Console", candidate: "Candidate") -> None:
    losses = candidate.marks.losses if candidate.marks else {}
    _table(console, ("scenario", "loss"), ((name, f"{x:.3f}") for name, x in losses.items()))


def _table(console: "Console", names: Iterable[str], rows: Iterable[tuple[str, ...]]) -> None:
    from olympian.cli.view.table import plain_table

    table = plain_table(*names)
    for row in rows:
        table.add_row(*row)
    console.print(table)


def _value(candidate: "Candidate") -> float:
    assert candidate.marks is not None
    return candidate.marks.value
