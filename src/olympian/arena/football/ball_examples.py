"""Examples from which the eyes learn what a ball looks like: generated frames, and matches."""

from collections.abc import Callable, Iterable, Iterator
from math import cos, hypot, log, pi, sin
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from olympian.arena.football.frames import FIELDS, football_frames, lens_of, own_poses
from olympian.arena.football.match import Match
from olympian.geometry import Mat4, Vec
from olympian.robot import load_robot
from olympian.seeds import Seeds
from olympian.vision import GAMES, BallDisc
from olympian.vision.ball import SIDE, BallCandidates, BallPatches, Weights, cut_patch, train
from olympian.vision.camera import Lens
from olympian.vision.colour import ColourScan, game_table

SHOWN, HIDDEN = 0.4, 0.28
"""Part of a ball in sight from which on it is one, and up to which it is none."""
HIT_OFF, HIT_SIZES = 0.6, (0.6, 1.7)
"""Radii of the ball by which a place may be off, and its size, to be of that ball."""
MISS_OFF, MISS_SIZES = 1.0, (0.5, 1.9)
"""The same from which on it is a place without one; nothing is learnt from those between."""
MADE, SPREAD = 8, 0.25
"""Places made up round each ball, and their standard deviation in radii."""
COVERED, WAYS = 4, 0.5
"""Copies of each ball of which a part is hidden, and the share of those that a picture's edge cuts
off; before the others something stands."""
COATS = ((240, 30, 170), (30, 190, 230), (25, 25, 25), (110, 110, 110), (225, 225, 225))
"""Colours of what may stand before a ball."""
ROUND = 6.0
"""Radii of picture round a ball that its copies have."""
MATCH_S = 6.0


class BallPicture(NamedTuple):
    """A picture with what has to be known of it."""

    frame: NDArray[np.uint8]
    T: Mat4
    """The camera over the ground, where the robot believes it to be."""
    ball: BallDisc | None


def samples(
    field: str, frames: int, matches: int, seed: int, tell: Callable[[str], None]
) -> Iterator[BallPicture]:
    """Pictures of one field: robots that stand, then matches."""
    robot = load_robot("fumanoid")
    drawn = football_frames(robot, field, lens_of(robot, "pinhole"), frames, seed)
    poses = own_poses(robot, field, frames, seed)
    for (frame, truth, _), T in zip(drawn, poses, strict=True):
        yield BallPicture(frame, T, truth.ball)
    tell(f"{field}: {frames} frames")
    for one in range(seed, seed + matches):
        match = Match(field, one)
        for glimpse in match.glimpses(MATCH_S):
            if (T := glimpse.seen.T_place_camera) is not None:
                yield BallPicture(glimpse.frame, T, glimpse.truth.ball)
        match.close()
        tell(f"{field}: match {one}")


def ball_patches(some: Iterable[BallPicture], field: str, lens: Lens, seed: int) -> BallPatches:
    """Patches of all candidates in these pictures, and of places round the ball."""
    chance, table = np.random.default_rng((seed, 5)), game_table()
    scan = ColourScan(table, field="green")
    candidates = BallCandidates(lens, table, GAMES[field][0], any_colour=True)
    patches, is_ball, offsets, found = [], [], [], []
    for sample in some:
        sight = scan(sample.frame)
        assert sight.border is not None, "green has one"
        places = candidates(sample.frame, sample.T, sight.border, sight.regions)[:, 1:].copy()
        looks = [(sample.frame, sample.ball, place, True) for place in places]
        for frame, ball, count in _copies(sample, chance):
            looks += [(frame, ball, place, False) for place in _round(ball, count, chance)]
        for frame, ball, place, is_found in looks:
            kind = _kind(place, ball)
            if kind is None:
                continue
            patch = np.empty((SIDE, SIDE, 3), dtype=np.float32)
            x, y, radius = place.tolist()
            cut_patch(frame, x, y, radius, patch)
            patches.append(patch)
            is_ball.append(kind)
            offsets.append(_offset(place, ball))
            found.append(is_found)
    return BallPatches(
        np.array(patches, dtype=np.float32).reshape(-1, SIDE, SIDE, 3),
        np.array(is_ball, dtype=bool),
        np.array(offsets, dtype=np.float32).reshape(-1, 3),
        np.array(found, dtype=bool),
    )


def joined(some: Iterable[BallPatches]) -> BallPatches:
    """All of them in one."""
    parts = [(one.patches, one.is_ball, one.offsets, one.found) for one in some]
    return BallPatches(*(np.concatenate(column) for column in zip(*parts, strict=True)))


def _copies(
    sample: BallPicture, chance: np.random.Generator
) -> Iterator[tuple[NDArray[np.uint8], BallDisc, int]]:
    """The picture of a ball, and how many places to make up; then such of which part is hidden."""
    ball = sample.ball
    if ball is None or ball.visible < SHOWN:
        return
    yield sample.frame, ball, MADE
    for _ in range(COVERED):
        height, width, _ = sample.frame.shape
        around = ROUND * ball.radius
        left, top = max(int(ball.x - around), 0), max(int(ball.y - around), 0)
        right, bottom = min(int(ball.x + around), width), min(int(ball.y + around), height)
        x, y = ball.x - left, ball.y - top
        crop = sample.frame[top:bottom, left:right].copy()
        deep = float(chance.uniform(-0.1, 0.9)) * ball.radius  # how far from its middle that begins
        turn = float(chance.integers(4)) * pi / 2
        edge = chance.random() < WAYS
        if not edge:
            turn = float(chance.uniform(-pi, pi))
        across, down = np.arange(crop.shape[1]) - x, np.arange(crop.shape[0])[:, None] - y
        far, beside = across * cos(turn) + down * sin(turn), down * cos(turn) - across * sin(turn)
        disc = across**2 + down**2 < ball.radius**2
        hidden = far > deep
        if not edge:
            hidden &= far < deep + chance.uniform(0.5, 4.0) * ball.radius
            hidden &= np.abs(beside) < chance.uniform(0.7, 4.0) * ball.radius
            coat = np.array(COATS[chance.integers(len(COATS))]) * chance.uniform(0.5, 1.1)
            crop[hidden] = np.clip(coat, 0, 255).astype(np.uint8)
        shown = ball.visible * float((disc & ~hidden).sum()) / max(float(disc.sum()), 1.0)
        if edge:  # the picture ends there
            rows, columns = ~hidden.all(axis=1), ~hidden.all(axis=0)
            crop = crop[rows][:, columns]
            x, y = x - float(columns.argmax()), y - float(rows.argmax())
        if min(crop.shape[:2]) > 1:
            yield np.ascontiguousarray(crop), BallDisc(x, y, ball.radius, shown), 2


def _round(ball: BallDisc, count: int, chance: np.random.Generator) -> Vec:
    """(count, 3) x, y and radius of places on and near a ball."""
    spread = np.where(np.arange(count) < max(count * 3 // 4, 2), SPREAD, 4 * SPREAD)
    sizes = ball.radius * np.exp(np.clip(chance.normal(0.0, spread), -1.5, 1.5))
    off = chance.normal(0.0, spread, (2, count)) * ball.radius
    return np.column_stack([ball.x + off[0], ball.y + off[1], sizes])


def _kind(place: Vec, ball: BallDisc | None) -> bool | None:
    """Whether a place is one of the ball; None where that is doubtful."""
    if ball is None:
        return False
    x, y, radius = place.tolist()
    off, size = hypot(x - ball.x, y - ball.y) / ball.radius, radius / ball.radius
    if off > MISS_OFF or not MISS_SIZES[0] < size < MISS_SIZES[1]:
        return False
    if off > HIT_OFF or not HIT_SIZES[0] < size < HIT_SIZES[1]:
        return None
    if ball.visible < SHOWN:
        return None if ball.visible > HIDDEN else False
    return True


def _offset(place: Vec, ball: BallDisc | None) -> tuple[float, float, float]:
    if ball is None:
        return 0.0, 0.0, 0.0
    x, y, radius = place.tolist()
    return (ball.x - x) / radius, (ball.y - y) / radius, log(ball.radius / radius)


def learn_ball(
    frames: int, seeds: Seeds, matches: int, epochs: int, tell: Callable[[str], None]
) -> tuple[Weights, int]:
    """Weights of the network that knows balls, and from how many patches they were learnt.

    Args:
        frames: of each field, drawn from the first of the seeds.
        seeds: tuning seeds; of the matches, where `matches` are played on each field.
    """
    lens, parts = lens_of(load_robot("fumanoid"), "pinhole"), []
    for field in FIELDS:
        some = samples(field, frames, matches, seeds.first, tell)
        parts.append(ball_patches(some, field, lens, seeds.first))
    examples = joined(parts)
    return train(examples, epochs, seeds.first, tell), len(examples.patches)
