"""From what a frame shows to places on the ground: pixels become metres, and get a certainty."""

from collections.abc import Iterable, Iterator
from math import hypot

from olympian.geometry import Mat4, Place
from olympian.vision.camera import Lens
from olympian.vision.colour import ColourTable, SeenObstacle
from olympian.vision.colour.objects import Box, box_around
from olympian.vision.eyes import SeenFrame
from olympian.vision.goal_posts import PostFoot
from olympian.vision.round_ball import ball_on_ground
from olympian.vision.seen import BallPlace, Seen, SeenPost, SeenRobot
from olympian.vision.truth import BallDisc

BY_COLOUR = 0.5
"""Certainty of a ball that has its colour but no round edge."""
A_POST = 0.95
"""Certainty of a post: those that do not stand up are left out before."""
ANY_ROBOT, CUT, MARKED = 0.7, 0.9, 0.97
"""Certainty of something dark, of what wears a team's mark and is cut off by the picture's edge,
and of what wears it and is in sight from foot to head."""

LOWEST, TALLEST, WIDEST = 0.15, 0.85, 0.8
"""Metres from the foot to the top of a robot, less and more than which it is something else, and
across: the patches of a ball, and people's things behind the carpet."""
MARK_SLACK = 1.7
"""Factor by which a robot with a mark may be higher, wider or lower: a camera that is held askew
has it too far away or too near."""
NEAR, ARM_WIDTH = 1.5, 0.15
"""Metres beyond which a robot shows a mark, and no arm at the picture's side is one: it hangs above
the ground that it hides."""
ARM = 0.06
"""Metres between a robot and its arm, whose joints are grey."""


class OnGround:
    """Makes a `Seen` of what the eyes of one camera found in a frame."""

    def __init__(self, lens: Lens, table: ColourTable, ball_radius: float) -> None:
        """Args: ball_radius: metres."""
        self._lens, self._table, self._ball_radius = lens, table, ball_radius

    def __call__(self, found: SeenFrame, t: float, place: Place) -> Seen:
        """Args:
        t: when the picture was taken.
        place: where the robot believed it was then.
        """
        T = found.T_field_camera  # without one nothing gets a place
        objects, markings = found.objects, found.markings
        goals = (*objects.yellow_goals, *objects.blue_goals)
        return Seen(
            t=t,
            place=place,
            T_place_camera=T,
            ball=None if T is None else self._ball(found, T, place),
            lines=() if markings is None else tuple(markings.lines),
            crossings=() if markings is None else tuple(markings.crossings),
            circle=None if markings is None else markings.circle,
            posts=tuple(self._posts(found.posts, place)),
            robots=() if T is None else tuple(self._robots(found, T, place)),
            goals=goals,
            obstacles=tuple(objects.obstacles),
        )

    def _ball(self, found: SeenFrame, T_place_camera: Mat4, place: Place) -> BallPlace | None:
        """By its looks; where nobody judged these, by its shape or else by its colour."""
        disc, certainty, coloured = found.ball, found.certainty, found.objects.ball
        if certainty is None:
            certainty = BY_COLOUR if disc is None else disc.visible
        elif disc is None:
            return None
        if disc is None and coloured is not None:
            disc = BallDisc(coloured.x, coloured.y, coloured.radius, 1.0)
        if disc is None:
            return None
        at = ball_on_ground(self._lens, T_place_camera, disc, self._ball_radius)
        if at is None:
            return None
        ahead, left = at
        there = place.then(Place(ahead, left))
        return BallPlace(ahead, left, there.x, there.y, disc, certainty)

    def _posts(self, posts: Iterable[PostFoot], place: Place) -> Iterator[SeenPost]:
        for post in posts:
            there = place.then(Place(*post.at))
            foot = post.x, post.y + 0.5
            yield SeenPost(*post.at, there.x, there.y, post.colour, foot, A_POST)

    def _robots(self, found: SeenFrame, T_place_camera: Mat4, place: Place) -> list[SeenRobot]:
        robots = list[SeenRobot]()
        focal, poles = self._lens.focal[0], [box_around(one.regions) for one in found.objects.poles]
        for one in found.objects.obstacles:  # the nearest first
            if one.at is None or any(_covers(pole, one.box) for pole in poles):
                continue
            if one.team is None and found.ball is not None and _within(found.ball, one.box):
                continue
            there = place.then(Place(*one.at))
            away = hypot(one.at[0] - T_place_camera[0, 3], one.at[1] - T_place_camera[1, 3])
            width, height = one.box.width * away / focal, one.box.height * away / focal
            beside = one.box.left <= 0 or one.box.right >= self._lens.width - 1
            cut = beside or one.box.top <= 1
            slack = 1.0 if one.team is None else MARK_SLACK
            if max(height / TALLEST, width / WIDEST) > slack:
                continue
            if height < LOWEST / slack and not (cut and one.team is not None):
                continue
            if away > NEAR and (one.team is None or (beside and width < ARM_WIDTH)):
                continue
            if any(_part_of(one, robot, focal / away) for robot in robots):
                continue
            certainty = ANY_ROBOT if one.team is None else CUT if cut else MARKED
            robots.append(SeenRobot(*one.at, there.x, there.y, width, one.team, one.box, certainty))
        return sorted(robots, key=lambda robot: hypot(robot.ahead, robot.left))


def _within(ball: BallDisc, box: Box) -> bool:
    """Whether the middle of a box is on a ball: it is a patch of it."""
    x, y = (box.left + box.right) / 2, (box.top + box.bottom) / 2
    return hypot(x - ball.x, y - ball.y) < ball.radius


def _covers(pole: Box, box: Box) -> bool:
    """Whether most of a box lies behind or in a pole, from side to side."""
    both = min(pole.right, box.right) - max(pole.left, box.left) + 1
    return both > box.width / 2


def _part_of(one: SeenObstacle, robot: SeenRobot, focal_by_away: float) -> bool:
    """Whether something is an arm of a robot that stands nearer: beside it, and not below it."""
    if None not in (one.team, robot.team) and one.team != robot.team:
        return False
    box = one.box
    apart = max(box.left, robot.box.left) - min(box.right, robot.box.right) - 1
    reach = ARM * focal_by_away
    return apart <= reach and robot.box.top <= box.bottom <= robot.box.bottom
