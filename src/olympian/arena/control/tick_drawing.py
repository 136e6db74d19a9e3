"""One tick as a picture (SVG): stages from top to bottom, their time, and the files they cross."""

from collections.abc import Iterator
from html import escape
from textwrap import wrap

from olympian.arena.control.tick import TickReport, TickStage

WIDTH, MARGIN, TOP = 980, 24, 92
BOX, BAR, ROOMS, FILES = 130, 180, 340, 480
"""Width of a stage, and where bars of time, rooms and files begin, pixels."""
LINE, GAP, LEAST = 17, 26, 44
"""Heights of a line of files, of the way to the next stage, and of the lowest stage."""
LETTERS = 68
"""That fit into a line of files."""
STYLE = """
text { font: 13px 'DejaVu Sans', Helvetica, Arial, sans-serif; fill: #1f2937 }
.title { font-size: 18px; font-weight: bold }
.stage { font-size: 14px; font-weight: bold }
.record { font-style: italic; fill: #4a5b78 }
.room { font-size: 12px; font-weight: bold; fill: #35588f }
.files { font-size: 12px }
.grey { fill: #6b7280 }
.box { fill: #e9f0fb; stroke: #4a7bd0; stroke-width: 1.3 }
.own { fill: #f6f1e7; stroke: #a5804a }
.bar { fill: #f0a868 }
.way { fill: none; stroke: #4a5b78; stroke-width: 1.5 }
""".strip()


def draw_tick(report: TickReport) -> str:
    """The picture as an SVG document."""
    y, lines = float(TOP), []
    most = max(stage.us_median for stage in report.stages)
    for index, stage in enumerate(report.stages):
        rows = list(_rows(stage))
        height = max(LEAST, LINE * len(rows) + 10)
        lines += _stage(stage, rows, y, height, most)
        if index < len(report.stages) - 2:  # the last one is what is between the others
            lines += _way(stage.gives, y + height)
        y += height + GAP
    title = f"One tick of {report.robot}, walking"
    said = (
        f"{report.loop_us_median:.0f} µs without physics (median of {report.ticks} ticks), "
        f"{report.files_median} files; a landing crosses {report.files_most}"
    )
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{y:g}"'
        f' viewBox="0 0 {WIDTH} {y:g}" role="img">'
    )
    return "\n".join(
        [
            head,
            f"<title>{escape(title)}</title>",
            f"<style>{STYLE}</style>",
            '<rect width="100%" height="100%" fill="#fff"/>',
            _text("title", MARGIN, 36, title),
            _text("grey", MARGIN, 60, said),
            *lines,
            "</svg>\n",
        ]
    )


def _rows(stage: TickStage) -> Iterator[tuple[str, str]]:
    """Rooms of a stage and their files, in lines."""
    rooms: dict[str, list[str]] = {}
    for file in stage.files:
        room, _, name = file.rpartition("/")
        rooms.setdefault(room or "olympian", []).append(name.removesuffix(".py"))
    for room, names in rooms.items():
        first, *rest = wrap(", ".join(names), LETTERS)
        yield room, first
        for line in rest:
            yield "", line


def _stage(
    stage: TickStage, rows: list[tuple[str, str]], y: float, height: float, most: float
) -> Iterator[str]:
    middle, kind = y + height / 2, "box own" if stage.name == "loop" else "box"
    yield f'<rect class="{kind}" x="{MARGIN}" y="{y:g}" width="{BOX}" height="{height:g}" rx="7"/>'
    yield _text("stage", MARGIN + BOX / 2, middle + 5, stage.name, ' text-anchor="middle"')
    length = max(100 * stage.us_median / most, 1.0)
    yield f'<rect class="bar" x="{BAR}" y="{middle - 8:g}" width="{length:.1f}" height="16"/>'
    yield _text("grey", BAR + length + 8, middle + 5, f"{stage.us_median:.0f} µs")
    line = middle - LINE * (len(rows) - 1) / 2 + 4
    for room, names in rows:
        yield _text("room", ROOMS, line, room)
        yield _text("files", FILES, line, names)
        line += LINE


def _way(record: str, y: float) -> Iterator[str]:
    """To the next stage."""
    x = MARGIN + BOX / 2
    yield f'<path class="way" d="M{x:g} {y + 2:g}V{y + GAP - 2:g}m-4 -6l4 6l4 -6"/>'
    if record:
        yield _text("record", x + 10, y + GAP / 2 + 5, record)


def _text(kind: str, x: float, y: float, text: str, more: str = "") -> str:
    return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}"{more}>{escape(text)}</text>'
