"""A circuit breaker around code of others: what it raises stops nobody else, and is said once."""

import logging
import sysconfig
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from traceback import FrameSummary, extract_tb
from typing import ParamSpec, TypeVar

Given = ParamSpec("Given")
Result = TypeVar("Result")
Argument = TypeVar("Argument")

OURS = str(Path(__file__).parent)
STANDARD = sysconfig.get_paths()["stdlib"]
INSTALLED = ("site-packages", "dist-packages")
"""Folders inside the standard library that hold what it is not."""
LIBRARIES = ("numpy", "scipy", "numba", "mujoco", "mjviser", "viser", "websockets", "msgspec")
"""What both we and strangers call: a wrong argument is the fault of the caller."""
OUT_OF_SERVICE = "out of service"


class BadReturnError(ValueError):
    """A stranger returned what nobody can use; the culprit is where it was made, not found."""

    def __init__(self, message: str, returned_by: Callable[..., object]) -> None:
        super().__init__(message)
        self.returned_by = returned_by


@dataclass(frozen=True, slots=True)
class Failure:
    """Who raised what, where, and what became of it."""

    culprit: str
    problem: str
    """Type and message, in one line."""
    where: str
    """File and line: the innermost of the stranger's own, or of ours where no stranger ran."""
    outcome: str = OUT_OF_SERVICE

    @staticmethod
    def of(culprit: str, error: Exception, outcome: str = OUT_OF_SERVICE) -> "Failure":
        """What an exception says; notes that were added on its way belong to it."""
        notes = getattr(error, "__notes__", ())
        text = " ".join(f"{type(error).__name__}: {error} {' '.join(notes)}".split())
        return Failure(culprit, text, _place(error), outcome)

    def __str__(self) -> str:
        return f"{self.culprit}: {self.problem} ({self.where}); {self.outcome}"


def _log(failure: Failure) -> None:
    """To the log of the program, which writes to stderr unless somebody configured it."""
    logging.getLogger("olympian").error("%s", failure)


class Breaker:
    """Calls code of others. Who raises is not called again until `reset`.

    Only `Exception` is caught: Ctrl-C and the end of the program pass.
    """

    strict = False
    """Raise instead: for tests and benches, in which a failure must not look like a result."""

    def __init__(
        self, tell: Callable[[Failure], None] = _log, *, strict: bool | None = None
    ) -> None:
        """Args: tell: hears of each culprit's first failure. strict: None keeps the class's."""
        self._tell = tell
        if strict is not None:
            self.strict = strict
        self.failures: dict[str, Failure] = {}
        """Who is out of service, by name."""

    def call(
        self,
        culprit: str,
        function: Callable[Given, Result],
        *args: Given.args,
        **kwargs: Given.kwargs,
    ) -> Result | None:
        """What the function returns; None if its owner failed, now or earlier."""
        if culprit in self.failures:
            return None
        try:
            return function(*args, **kwargs)
        except Exception as error:
            self.note(culprit, error)
            return None

    def attempt(
        self,
        culprit: str,
        function: Callable[Given, object],
        *args: Given.args,
        **kwargs: Given.kwargs,
    ) -> bool:
        """Did it work? Unlike others, it is tried again however often it failed."""
        try:
            function(*args, **kwargs)
        except Exception as error:
            self.note(culprit, error, "it is tried again")
            return False
        return True

    def around(
        self, culprit: str, function: Callable[[Argument], None]
    ) -> Callable[[Argument], None]:
        """The same hook, behind this breaker."""
        return lambda argument: self.call(culprit, function, argument)

    def note(self, culprit: str, error: Exception, outcome: str = OUT_OF_SERVICE) -> None:
        """Put the culprit out of service and say so, once."""
        if self.strict:
            raise error
        if culprit in self.failures:
            return
        failure = self.failures[culprit] = Failure.of(culprit, error, outcome)
        try:
            self._tell(failure)
        except Exception as second:
            _log(failure)
            _log(Failure.of("whoever is told of failures", second))

    def reset(self) -> None:
        """Everybody is in service again."""
        self.failures.clear()


STRICT = Breaker(strict=True)
"""For benches: it raises, so it remembers nothing and may be shared."""


def _place(error: Exception) -> str:
    if isinstance(error, SyntaxError) and error.filename:
        return f"{error.filename}:{error.lineno}"
    if isinstance(error, BadReturnError) and (code := getattr(error.returned_by, "__code__", None)):
        return f"{code.co_filename}:{code.co_firstlineno}"
    frames = extract_tb(error.__traceback__)
    own = [frame for frame in frames if frame.filename.startswith(OURS)]
    frame = _stranger(list(frames)) or (own or list(frames))[-1]
    return f"{frame.filename}:{frame.lineno}"


def _stranger(frames: list[FrameSummary]) -> FrameSummary | None:
    """The innermost frame of whoever we called first; libraries that it uses are not to blame."""
    theirs = [frame for frame in frames if not _known(frame.filename)]
    if not theirs:
        return None
    home = str(Path(theirs[0].filename).parent)
    return [frame for frame in theirs if frame.filename.startswith(home)][-1]


def _known(file: str) -> bool:
    """Is it ours, Python's own, or that of a library?"""
    if file.startswith((OURS, "<frozen")):
        return True
    parts = Path(file).parts
    if any(part in INSTALLED for part in parts):
        return any(part in LIBRARIES for part in parts)
    return file.startswith(STANDARD)
