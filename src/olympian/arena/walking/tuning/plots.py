"""A study in pictures: how the value fell, and which parameters it follows."""

from typing import TYPE_CHECKING, Any

import numpy as np

from olympian.arena.walking.tuning.header import StudyHeader
from olympian.arena.walking.tuning.study import Study
from olympian.figures import new_figure, plain, png
from olympian.geometry import Vec

if TYPE_CHECKING:
    from matplotlib.figure import Figure

PLOTS = ("history.png", "ranks.png", "slices.png")
BEST, ALL, START = "#2b6cb0", "0.65", "#d1495b"
COLUMNS = 5
GRID: dict[str, Any] = {"color": "0.92", "linewidth": 0.6}


def draw_study(study: Study[Any]) -> dict[str, bytes]:
    """PNG files by name: values over trials, rank correlations, and a slice per parameter."""
    values, points = _table(study)
    pictures = (
        _history(values, study.header),
        _ranks(values, points, study.header),
        _slices(values, points, study.header),
    )
    return dict(zip(PLOTS, map(png, pictures), strict=True))


def rank_correlation(values: Vec, points: Vec) -> Vec:
    """(k,) Spearman's correlation of each column of `points` (n, k) with `values` (n,).

    0 where nothing varies. It sees only what rises or falls throughout: a parameter whose best
    is in the middle of its range may matter and still have none.
    """
    ranks = _ranked(points) - (len(values) - 1) / 2
    own = _ranked(values[:, None]) - (len(values) - 1) / 2
    spread = np.linalg.norm(ranks, axis=0) * np.linalg.norm(own)
    return np.divide((ranks * own).sum(axis=0), spread, out=np.zeros(len(spread)), where=spread > 0)


def _ranked(columns: Vec) -> Vec:
    """Ranks in each column; equal values share their mean rank."""
    below = (columns[None, :, :] < columns[:, None, :]).sum(axis=1)
    equal = (columns[None, :, :] == columns[:, None, :]).sum(axis=1)
    return below + (equal - 1) / 2


def _table(study: Study[Any]) -> tuple[Vec, Vec]:
    """(n,) values and (n, k) parameters of all trials that are done."""
    done = [one for one in study.done() if one.marks is not None]
    values = np.array([one.marks.value for one in done if one.marks is not None])
    keys = [one.key for one in study.header.space]
    return values, np.array([[one.values[key] for key in keys] for one in done])


def _history(values: Vec, header: StudyHeader[Any, Any]) -> "Figure":
    figure = new_figure(8.0, 3.6)
    axes = plain(figure.subplots(), **GRID)
    axes.grid(False, axis="x")
    trials = np.arange(len(values))
    axes.plot(trials, values, ".", color=ALL, label="trial")
    axes.plot(trials, np.minimum.accumulate(values), color=BEST, label="best so far")
    axes.axhline(values[0], color=START, linewidth=1.0, label="start")
    for end in range(1, len(values), header.population):
        axes.axvline(end - 0.5, color="0.92", linewidth=0.6, zorder=0)
    axes.set_xlabel("trial (lines: generations, each on seeds of its own)")
    axes.set_ylabel("objective")
    axes.set_title(f"study of {header.robot}")
    axes.legend(frameon=False, fontsize=8)
    return figure


def _ranks(values: Vec, points: Vec, header: StudyHeader[Any, Any]) -> "Figure":
    correlations = rank_correlation(values, points)
    order = np.argsort(np.abs(correlations))
    figure = new_figure(8.0, 1.0 + 0.2 * len(order))
    axes = plain(figure.subplots(), **GRID)
    axes.barh([header.space[place].key for place in order], correlations[order], color=BEST)
    axes.tick_params(axis="y", labelsize=8)
    axes.set_xlabel("rank correlation with the objective (negative: more is better)")
    return figure


def _slices(values: Vec, points: Vec, header: StudyHeader[Any, Any]) -> "Figure":
    rows = -(-len(header.space) // COLUMNS)
    figure = new_figure(2.2 * COLUMNS, 1.8 * rows)
    panels = figure.subplots(rows, COLUMNS, sharey=True, squeeze=False).ravel()
    order = np.arange(len(values))
    for place, one in enumerate(header.space):
        axes = plain(panels[place], **GRID)
        axes.scatter(points[:, place], values, c=order, s=5, cmap="viridis")
        axes.axvline(one.start, color=START, linewidth=0.8)
        axes.set_xscale("log" if one.log else "linear")
        axes.set_title(one.key, fontsize=8)
        axes.tick_params(labelsize=7)
        if not one.log:
            axes.locator_params(axis="x", nbins=3)
    for axes in panels[len(header.space) :]:
        axes.set_axis_off()
    figure.supylabel("objective (light: late; red: start)", fontsize=9)
    return figure
