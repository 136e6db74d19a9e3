"""Which seeds may be looked at for what: a figure counts only on seeds that nobody tuned on."""

from dataclasses import dataclass

from olympian.errors import OlympianError


@dataclass(frozen=True)
class Seeds:
    """The seeds of one run, in a row."""

    purpose: str
    first: int
    count: int

    def __iter__(self):
        return iter(range(self.first, self.first + self.count))

    def __str__(self) -> str:
        if self.count == 1:
            return f"{self.purpose} seed {self.first}"
        return f"{self.purpose} seeds {self.first}–{self.first + self.count - 1}"


@dataclass(frozen=True)
class SeedRange:
    """Seeds from `first` on, below `end` where there is one, that serve one purpose."""

    purpose: str
    first: int
    end: int | None = None

    def take(self, count: int, offset: int = 0) -> Seeds:
        """So many seeds, `offset` (what a command calls `--seed`) after the first of the range."""
        first = self.first + offset
        if offset < 0 or (self.end is not None and first + count > self.end):
            raise OlympianError(f"{self}, not {first}–{first + count - 1}")
        return Seeds(self.purpose, first, count)

    def __str__(self) -> str:
        end = " up" if self.end is None else f"–{self.end - 1}"
        return f"{self.purpose} seeds {self.first}{end}"

    def __contains__(self, seed: int) -> bool:
        return self.first <= seed and (self.end is None or seed < self.end)


TUNING = SeedRange("tuning", 0, 10_000)
"""What optimisers and people look at while they change numbers."""
CHOOSING = SeedRange("choosing", 10_000, 20_000)
"""What decides between finished sets; looked at many times, so no figure comes from here."""
JUDGING = SeedRange("judging", 20_000)
"""What a figure in the docs is measured on: a stretch is looked at once for each set."""
