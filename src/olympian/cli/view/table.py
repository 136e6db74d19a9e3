"""Tables of results: plain columns, alike in all commands."""

from collections.abc import Collection

from rich.table import Table

__all__ = ["plain_table"]


def plain_table(*columns: str, right: Collection[str] = (), title: str | None = None) -> Table:
    """A table without lines, whose long cells go on below.

    Args: right: columns of figures, which end at the same edge.
    """
    table = Table(box=None, pad_edge=False, show_edge=False, title=title, title_justify="left")
    for column in columns:
        table.add_column(column, overflow="fold", justify="right" if column in right else "left")
    return table
