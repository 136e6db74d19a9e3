"""Roles and doings of all players over time, as a picture (SVG): who did what, and why it stood."""

from collections.abc import Iterator
from html import escape

from olympian.arena.match.football_match import FootballMatch
from olympian.arena.match.match_tape import DoingSpan

__all__ = ["draw_timeline"]

WIDTH, LEFT, LANE, BAR = 1120.0, 90.0, 44.0, 26.0
LETTER = 5.6
"""Pixels of a letter."""
ROLES = {
    "attacker": "#f2b8a0", "supporter": "#f7e3a1", "defender": "#b9d7ea", "goalkeeper": "#c9e4c5",
}  # fmt: skip
NO_ROLE = "#e7e9ec"
MARKS = {"goal": "#d97706", "penalty": "#b91c1c", "set play": "#2563eb", "player": "#7c2d92"}
EVENT = 14.0
STEPS = (1, 2, 5, 10, 20, 30, 60, 120, 300)


def draw_timeline(match: FootballMatch) -> str:
    """An SVG document; hovering tells what a player was about."""
    end = max(match.tape.t[-1], 1.0) if match.tape.t else 1.0
    scale = (WIDTH - LEFT - 10.0) / end
    height = 40.0 + EVENT + LANE * len(match.members) + 24.0
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH:g}" height="{height:g}"'
        f' viewBox="0 0 {WIDTH:g} {height:g}" role="img" font-family="sans-serif">',
        "<title>Roles and doings over time</title>",
        *_legend(),
        *_axis(end, scale, height),
    ]
    for line in match.journal.lines:
        if (colour := MARKS.get(line.kind)) is not None:
            x = LEFT + line.t * scale
            lines.append(
                f'<circle cx="{x:.1f}" cy="{34 + EVENT / 2:g}" r="4.5" fill="{colour}">'
                f"<title>{escape(str(line))}</title></circle>"
            )
    for lane, member in enumerate(match.members):
        y = 40.0 + EVENT + LANE * lane
        name = f"player {member.who[0]}/{member.who[1]}"
        lines.append(f'<text x="6" y="{y + BAR / 2 + 4:g}" font-size="12">{name}</text>')
        for span in _joined(match.tape.spans[lane], 1.5 / scale):
            lines += _bar(span, y, scale)
    return "\n".join([*lines, "</svg>"])


def _bar(span: DoingSpan, y: float, scale: float) -> Iterator[str]:
    x, width = LEFT + span.began * scale, max((span.ended - span.began) * scale, 0.8)
    fill, text = ROLES.get(span.role, NO_ROLE), span.doing or "no reason given"
    said = f"{span.began:.1f} … {span.ended:.1f} s  {span.role}: {text}"
    yield (
        f'<g><title>{escape(said)}</title><rect x="{x:.1f}" y="{y:g}" width="{width:.1f}"'
        f' height="{BAR:g}" fill="{fill}" stroke="#fff" stroke-width="0.4"/>'
    )
    room = int((width - 4.0) / LETTER)
    if room >= 5:
        shown = text if len(text) <= room else f"{text[: room - 1]}…"
        yield f'<text x="{x + 2:.1f}" y="{y + BAR / 2 + 4:g}" font-size="10">{escape(shown)}</text>'
    yield "</g>"


def _joined(spans: list[DoingSpan], least: float) -> Iterator[DoingSpan]:
    """What is too short to be seen becomes a part of what was before it."""
    last: DoingSpan | None = None
    for span in spans:
        if last is not None and span.ended - span.began < least and span.role == last.role:
            last = DoingSpan(last.began, span.ended, last.role, last.doing)
            continue
        if last is not None:
            yield last
        last = span
    if last is not None:
        yield last


def _axis(end: float, scale: float, height: float) -> Iterator[str]:
    step = next((one for one in STEPS if end / one <= 14), STEPS[-1])
    for t in range(0, int(end) + 1, step):
        x = LEFT + t * scale
        yield f'<path d="M{x:.1f} 34V{height - 22:g}" stroke="#e5e7eb"/>'
        yield (
            f'<text x="{x:.1f}" y="{height - 8:g}" font-size="10" text-anchor="middle">{t} s</text>'
        )


def _legend() -> Iterator[str]:
    x = LEFT
    for word, colour in {**ROLES, "no role": NO_ROLE}.items():
        yield f'<rect x="{x:g}" y="8" width="14" height="12" fill="{colour}"/>'
        yield f'<text x="{x + 18:g}" y="18" font-size="11">{word}</text>'
        x += 95.0
    for word, colour in MARKS.items():
        yield f'<circle cx="{x + 7:g}" cy="14" r="4.5" fill="{colour}"/>'
        yield f'<text x="{x + 18:g}" y="18" font-size="11">{word}</text>'
        x += 85.0
