"""The trace of all layers as a picture (SVG): time to the right, a lane for each layer."""

from collections.abc import Iterator, Sequence
from html import escape
from math import floor, inf, log10

from olympian.decision.csbp.scenario import LAYERS
from olympian.decision.csbp.trace import ScenarioSpan, ScenarioTrace
from olympian.decision.job import JobStatus

__all__ = ["draw_trace"]

WIDTH, LEFT, TOP = 1120.0, 110.0, 56.0
LANE, BAR = 58.0, 34.0
"""Heights of a lane and of the bars in it, pixels."""
LETTER = 6.6
"""Width of a letter, pixels; names that do not fit are cut."""
MOST_TICKS = 12
STYLE = """
text { font: 11.5px 'DejaVu Sans', Helvetica, Arial, sans-serif; fill: #1f2937 }
.title { font-size: 17px; font-weight: bold }
.layer { font-size: 13px; font-weight: bold }
.why { font-size: 10px; fill: #6b7280 }
.grid { stroke: #e5e7eb }
rect.span { stroke-width: 1.3 }
.running { fill: #e3edfd; stroke: #4a7bd0 }
.done { fill: #e4f5e8; stroke: #3f9a5b }
.failed { fill: #fde4e1; stroke: #cf3f32 }
.cancelled { fill: #f1f2f4; stroke: #9aa2ae }
""".strip()


def draw_trace(
    trace: ScenarioTrace, begin: float = -inf, end: float = inf, title: str = "Scenarios"
) -> str:
    """Who was active when, and why it ended, as an SVG document.

    Args: begin, end: seconds; by default all that the trace remembers.
    """
    spans = [span for span in trace.spans(begin) if span.began <= end]
    first = max(begin, min((span.began for span in spans), default=0.0))
    last = max(first + 1e-3, min(end, trace.t))
    scale = (WIDTH - LEFT - 20.0) / (last - first)
    height = TOP + LANE * len(LAYERS) + 34.0
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH:g}" height="{height:g}"'
        f' viewBox="0 0 {WIDTH:g} {height:g}" role="img">',
        f"<title>{escape(title)}</title>",
        f"<style>{STYLE}</style>",
        '<rect width="100%" height="100%" fill="#fff"/>',
        f'<text class="title" x="16" y="28">{escape(title)}</text>',
        *_legend(),
        *_axis(first, last, scale, height),
    ]
    for lane, layer in enumerate(reversed(LAYERS)):
        y = TOP + LANE * lane
        lines.append(f'<text class="layer" x="16" y="{y + BAR / 2 + 4:g}">{layer.value}</text>')
        own = [span for span in spans if span.layer is layer]
        lines += [line for span in own for line in _bar(span, y, first, last, scale)]
    return "\n".join([*lines, "</svg>\n"])


def _bar(span: ScenarioSpan, y: float, first: float, last: float, scale: float) -> Iterator[str]:
    began, ended = max(span.began, first), min(span.ended, last)
    x, width = LEFT + (began - first) * scale, max((ended - began) * scale, 1.5)
    yield (
        f'<g><title>{escape(str(span))}</title><rect class="span {span.status.value}"'
        f' x="{x:.1f}" y="{y:g}" width="{width:.1f}" height="{BAR:g}" rx="3"/>'
    )
    for css, text, below in (("", span.what, BAR / 2 + 4), (' class="why"', span.reason, BAR + 12)):
        if shown := _cut(text, width):
            yield f'<text{css} x="{x + 4:.1f}" y="{y + below:g}">{escape(shown)}</text>'
    yield "</g>"


def _cut(text: str, width: float) -> str:
    """As much of a text as fits; nothing if that is no word."""
    room = int((width - 8.0) / LETTER)
    if len(text) <= room:
        return text
    return "" if room < 4 else f"{text[: room - 1]}…"


def _axis(first: float, last: float, scale: float, height: float) -> Iterator[str]:
    step = 10.0 ** floor(log10(max((last - first) / MOST_TICKS, 1e-3)))
    step *= next(
        factor for factor in (1, 2, 5, 10) if (last - first) / (step * factor) <= MOST_TICKS
    )
    t = step * -(-first // step)
    while t <= last:
        x = LEFT + (t - first) * scale
        yield f'<path class="grid" d="M{x:.1f} {TOP - 8:g}V{height - 30:g}"/>'
        yield f'<text x="{x:.1f}" y="{height - 14:g}" text-anchor="middle">{t:g} s</text>'
        t += step


def _legend() -> Sequence[str]:
    lines, x = [], WIDTH - 20.0 - 105.0 * len(JobStatus)
    for status in JobStatus:
        lines += [
            f'<rect class="span {status.value}" x="{x:g}" y="16" width="16" height="14" rx="2"/>',
            f'<text x="{x + 22:g}" y="27">{status.value}</text>',
        ]
        x += 105.0
    return lines
