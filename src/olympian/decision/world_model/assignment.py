"""Who is who: the cheapest way to give each row a column of its own, or none."""

import numpy as np
from numpy.typing import NDArray

from olympian.geometry import Vec

__all__ = ["assign"]


def assign(costs: Vec, nobody: float) -> list[int]:
    """For each row of (n, m) costs its column, or -1 where having none is cheaper.

    The sum of all costs is the least there is (Kuhn and Munkres, by shortest augmenting paths).

    Args: nobody: what a row without a column costs; columns that cost more are not taken.
    """
    rows, columns = costs.shape
    if not rows:
        return []
    # a column of its own for each row that goes without one
    table = np.full((rows, columns + rows), nobody)
    table[:, :columns] = np.where(costs < nobody, costs, 1e6 + nobody)
    owner = np.full(columns + rows, -1, dtype=np.intp)
    paid, price = np.zeros(rows), np.zeros(columns + rows)
    for row in range(rows):
        _augment(table, row, owner, paid, price)
    found = [-1] * rows
    for column in range(columns):
        if owner[column] >= 0 and costs[owner[column], column] < nobody:
            found[int(owner[column])] = column
    return found


def _augment(table: Vec, row: int, owner: NDArray[np.intp], paid: Vec, price: Vec) -> None:
    """Give one more row a column along the shortest path, and keep all prices fair."""
    count = table.shape[1]
    least, before = np.full(count, np.inf), np.full(count, -1)
    visited, at, column = np.zeros(count, dtype=bool), row, -1
    total = 0.0
    while at >= 0:
        reduced = total + table[at] - paid[at] - price
        better = ~visited & (reduced < least)
        least[better], before[better] = reduced[better], column
        column = int(np.argmin(np.where(visited, np.inf, least)))
        total = float(least[column])
        visited[column] = True
        at = int(owner[column])
    seen = visited.copy()
    seen[column] = False
    taken = np.flatnonzero(seen)
    paid[row] += total
    paid[owner[taken]] += total - least[taken]
    price[taken] -= total - least[taken]
    while column >= 0:
        back = int(before[column])
        owner[column] = row if back < 0 else owner[back]
        column = back
