"""Places from which a picture would look as it does: where to begin when lost."""

from math import pi

import numpy as np

from olympian.decision.localise.evidence import Evidence
from olympian.decision.localise.pitch_map import PitchMap
from olympian.geometry import Vec

__all__ = ["anywhere", "guesses", "side_lines"]

ASIDE = 0.7
"""rad beside the believed heading from which a guess is that of a line along the other axis."""
TURN_OFF, OFF = 0.06, 0.15
"""rad and metres around a guess."""


def anywhere(
    field: PitchMap, heading: float, spread: float, count: int, chance: np.random.Generator
) -> Vec:
    """(count, 3) places all over the carpet, facing about this way."""
    xy = chance.uniform(-1.0, 1.0, (count, 2)) * field.half
    return np.column_stack([xy, heading + spread * chance.standard_normal(count)])


def guesses(
    field: PitchMap,
    evidence: Evidence,
    heading: float,
    spread: float,
    count: int,
    chance: np.random.Generator,
) -> Vec:
    """(count, 3) places on the carpet that explain one thing that is seen each.

    Lines run along the field's axes, so any line tells the heading up to quarter turns; the rest
    comes from the heading that is believed. Hence no guess is the mirror image of the truth.
    """
    places = anywhere(field, heading, spread, count, chance)
    if not len(evidence):
        return places
    which = chance.choice(len(evidence), count, p=_likely(evidence))
    places[:, 2] = _along_an_axis(evidence, places[:, 2], chance)
    c, s = np.cos(places[:, 2]), np.sin(places[:, 2])
    ahead, left = evidence.points[which, 0], evidence.points[which, 1]
    dx, dy = c * ahead - s * left, s * ahead + c * left
    ways = evidence.ways[which]
    level = np.abs(c * ways[:, 0] - s * ways[:, 1]) > np.abs(s * ways[:, 0] + c * ways[:, 1])
    drawn = chance.random(count)
    off = OFF * chance.standard_normal((count, 2))
    for k, layer in enumerate(evidence.layers[which].tolist()):
        line = layer < 0
        features = field.features[(0 if level[k] else 1) if line else layer]
        x, y = features[int(drawn[k] * len(features))]
        if not line or not level[k]:
            places[k, 0] = x - dx[k] + off[k, 0]
        if not line or level[k]:
            places[k, 1] = y - dy[k] + off[k, 1]
    inside = (np.abs(places[:, :2]) < field.half).all(axis=1)
    return places[inside & (np.abs(places[:, 2] - heading) < ASIDE)]


def side_lines(field: PitchMap, count: int, chance: np.random.Generator) -> Vec:
    """(count, 3) where robots come in after a penalty: at both side lines, in the own half."""
    side = np.where(np.arange(count) % 2 == 0, 1.0, -1.0)
    x = chance.uniform(-field.pitch.length / 2, 0.0, count)
    y = side * (field.pitch.width / 2 + 0.15 * chance.standard_normal(count))
    return np.column_stack([x, y, -side * pi / 2 + 0.2 * chance.standard_normal(count)])


def _likely(evidence: Evidence) -> Vec:
    """A crossing tells more than a point of a line."""
    worth = np.where(evidence.layers < 0, 1.0, 10.0)
    return worth / worth.sum()


def _along_an_axis(evidence: Evidence, headings: Vec, chance: np.random.Generator) -> Vec:
    """Headings with which a line that is seen runs along the nearest axis."""
    lines = np.flatnonzero(evidence.layers < 0)
    if not len(lines):
        return headings
    ways = evidence.ways[lines[chance.integers(len(lines), size=len(headings))]]
    seen = np.arctan2(ways[:, 1], ways[:, 0])
    quarters = np.round((headings + seen) / (pi / 2))
    return quarters * (pi / 2) - seen + TURN_OFF * chance.standard_normal(len(headings))
