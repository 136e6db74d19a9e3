"""A tree as a picture (SVG), with the active path marked."""

from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path

from olympian.decision.dsd.entry import ActionEntry
from olympian.decision.dsd.layout import BOX, GAP, LEVEL, PADDING, LayoutBox, Row, rows
from olympian.decision.dsd.stack import Stack
from olympian.decision.dsd.tree import DecisionTree

MARGIN = 20.0
HEADER = 42.0
"""Room for the name above the tree."""
SPINE = 13.0
"""From the left edge of a decision's row to the line that its results hang on."""

STYLE = """
text { font: 12.5px ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace; fill: #1f2937 }
text.title { font-size: 17px; font-weight: bold }
text.tag { fill: #6b7280; font-style: italic }
path { fill: none; stroke: #b6bcc6; stroke-width: 1.3 }
rect { stroke-width: 1.2 }
.result rect { fill: #f1f2f4; stroke: #b6bcc6 }
.decision rect { fill: #e3edfd; stroke: #4a7bd0 }
.action rect { fill: #e4f5e8; stroke: #3f9a5b }
path.active { stroke: #d9480f; stroke-width: 2.6 }
.active rect { fill: #ffdfc8; stroke: #d9480f; stroke-width: 2.2 }
.active text { font-weight: bold }
""".strip()


def draw_tree(tree: DecisionTree, trail: Sequence[str] | None = None, place: int = 1) -> str:
    """The whole tree as an SVG document.

    Args:
        trail: results from the root along the active path; an empty one marks the root only.
        place: which action of a sequence at its end is being done, from 1.
    """
    root = rows(tree.root, trail, place)
    every = list(root.all())
    title = tree.name or Path(tree.source).stem
    width = max([row.width for row in every] + [len(title) * 11.0]) + 2 * MARGIN
    height = every[-1].y + BOX + HEADER + 2 * MARGIN
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{height:g}"'
        f' viewBox="0 0 {width:g} {height:g}" role="img">',
        f"<title>{escape(title)}</title>",
        f"<style>{STYLE}</style>",
        '<rect width="100%" height="100%" fill="#fff"/>',
        f'<text class="title" x="{MARGIN:g}" y="{MARGIN + 16:g}">{escape(title)}</text>',
        f'<g transform="translate({MARGIN:g} {MARGIN + HEADER:g})">',
        *(line for row in every for line in _twigs(row)),
        *(line for row in every for line in _row(row)),
        "</g>",
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def draw_stack(stack: Stack) -> str:
    """The tree of a stack, with the path to its top marked."""
    top = stack.entries[-1] if stack.entries else None
    place = top.index + 1 if isinstance(top, ActionEntry) else 1
    return draw_tree(stack.tree, stack.trail if stack.entries else None, place)


def _twigs(row: Row) -> Iterator[str]:
    """Lines from a decision to its results; the active one last, so that it lies on top."""
    x = row.x + SPINE
    for child in sorted(row.children, key=lambda child: child.active):
        mark = ' class="active"' if child.active else ""
        start = row.y + BOX / 2
        yield f'<path{mark} d="M{x:g} {start:g}V{child.y:g}H{row.x + LEVEL:g}"/>'


def _row(row: Row) -> Iterator[str]:
    if row.result is not None:
        yield from _box(row.result, row.y)
    for before, box in zip((None, *row.boxes), row.boxes, strict=False):
        if before is not None:
            yield _arrow(before.end, row.y)
        yield from _box(box, row.y)
    if row.subtree is not None:
        x = row.boxes[-1].end + PADDING
        yield f'<text class="tag" x="{x:g}" y="{row.y + 4.3:g}">#{escape(row.subtree)}</text>'


def _box(box: LayoutBox, y: float) -> Iterator[str]:
    mark = f"{box.kind} active" if box.active else box.kind
    round_off = BOX / 2 if box.kind == "action" else 3.0
    text = escape(box.text)
    yield f'<g class="{mark}"><title>line {box.line}</title>'
    yield (
        f'<rect x="{box.x:g}" y="{y - BOX / 2:g}" width="{box.width:g}" height="{BOX:g}"'
        f' rx="{round_off:g}"/>'
    )
    yield (
        f'<text x="{box.x + PADDING:g}" y="{y + 4.3:g}" textLength="{box.width - 2 * PADDING:g}"'
        f' lengthAdjust="spacingAndGlyphs">{text}</text></g>'
    )


def _arrow(x: float, y: float) -> str:
    tip = x + GAP - 3
    return f'<path d="M{x + 3:g} {y:g}H{tip:g}m-5 -4l5 4l-5 4"/>'
