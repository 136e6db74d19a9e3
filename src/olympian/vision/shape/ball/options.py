"""How the ball is looked for."""

from dataclasses import dataclass

from olympian.errors import OlympianError


@dataclass(frozen=True)
class BallOptions:
    """Numbers of section 11.2, and of the vote that follows it."""

    bar: int = 5
    """Largest difference across a smoothed pixel that is no edge, grey levels."""
    zeros: int = 4
    """Directions, of eighteen, that may be missing in the histogram of a window."""
    verbatim: bool = False
    """Answer a window seen before with true, as algorithm 2 does, instead of what was found then,
    as its text has it. True loses every window that shares a rejected part with an earlier one."""
    smallest_window: int = 16
    """Side in pixels below which no window is divided further; a power of two from 16 on."""
    alpha: float = 0.9
    """Outlier test 11.11: standard deviation of the histogram in parts of its mean."""
    beta: float = 0.3
    """Outlier test 11.12: tolerance of the number of edge pixels."""
    vote: bool = True
    """Let edge pixels vote for the circle (ours); without, windows that pass both outlier tests."""
    radius: float = 5.0
    """Smallest radius that is voted for, pixels."""
    octaves: int = 4
    """Radii up to 2^octaves times the smallest."""
    share: float = 0.6
    """Least share of the circumference that has edges."""

    def __post_init__(self) -> None:
        if self.smallest_window < 16 or self.smallest_window & (self.smallest_window - 1):
            raise OlympianError(f"smallest window {self.smallest_window} should be 16, 32, 64, …")
        if not 1 <= self.octaves <= 6:
            raise OlympianError(f"octaves {self.octaves} should lie between 1 and 6")
        if not 0 <= self.bar < 255:
            raise OlympianError(f"bar {self.bar} should lie between 0 and 254")
