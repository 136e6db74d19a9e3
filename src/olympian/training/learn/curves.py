"""Learning curves: a line of blocks in the terminal, and a picture."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from olympian.figures import new_figure, plain, save_figure

if TYPE_CHECKING:
    from olympian.training.learn.tally import TallyRow

BLOCKS = "▁▂▃▄▅▆▇█"
CURVES = (
    ("reward", "reward per second"),
    ("falls_per_minute", "falls per minute"),
    ("speed_error", "speed error, m/s"),
    ("turn_error", "turning error, rad/s"),
    ("shoves_survived", "strong shoves survived"),
    ("saturated", "servos at full duty"),
    ("clamped", "goals cut by the limiter"),
    ("level", "curriculum, updates"),
)


def blocks(values: Sequence[float], width: int = 40) -> str:
    """A curve as a line of text, the last `width` of at most so many means."""
    if not values:
        return ""
    size = max(1, -(-len(values) // width))
    means = [
        sum(part) / len(part)
        for part in (values[start : start + size] for start in range(0, len(values), size))
    ]
    low, high = min(means), max(means)
    scale = (len(BLOCKS) - 1) / (high - low) if high > low else 0.0
    return "".join(BLOCKS[int((mean - low) * scale)] for mean in means)


def line(row: "TallyRow", rewards: Sequence[float]) -> str:
    """A row of the story for people."""
    shoves = "" if row.shoves_survived is None else f", shoves {row.shoves_survived:.0%}"
    return (
        f"{row.minutes:5.1f} min  update {row.update:4d}  reward {row.reward:6.2f}  falls/min "
        f"{row.falls_per_minute:6.2f}  error {row.speed_error:.3f} m/s {row.turn_error:.2f} rad/s"
        f"{shoves}  full duty {row.saturated:.1%} cut {row.clamped:.1%}  "
        f"{row.steps_per_s / 1000:.1f} k steps/s  {blocks(rewards)}"
    )


def draw_curves(rows: Sequence["TallyRow"], path: Path, title: str) -> None:
    """All curves over minutes."""
    figure = new_figure(11.0, 6.0)
    figure.suptitle(title)
    for index, (name, label) in enumerate(CURVES):
        axes = plain(figure.add_subplot(2, 4, index + 1))
        known = [row for row in rows if getattr(row, name) is not None]
        values = [getattr(row, name) for row in known]
        axes.plot([row.minutes for row in known], values, ".-", linewidth=1.2, markersize=3)
        axes.set_title(label, fontsize=9)
        axes.set_xlabel("minutes", fontsize=8)
        axes.tick_params(labelsize=8)
    save_figure(figure, path)
