"""Courses among obstacles, driven by something that lags, slips and sways as a biped does."""

from dataclasses import dataclass, field
from math import cos, exp, hypot, inf, pi, sin

import numpy as np
import pytest

from olympian.decision.navigate import (
    Disc,
    Goal,
    NavigationStatus,
    Navigator,
    Obstacle,
    Polygon,
    box,
)
from olympian.decision.navigate.goal import Planar, wrapped
from olympian.motion.top_speed import TopSpeed
from olympian.records import Twist

TOPS = {
    "bioloid": TopSpeed(0.28, 0.168, 0.1, 1.2),
    "fumanoid": TopSpeed(0.56, 0.42, 0.28, 1.8),
    "wolfgang": TopSpeed(0.5, 0.3, 0.2, 1.2),
}
"""As the walks of the package say."""
ACCELERATION = (0.4, 0.3, 2.0)
ROOM = (-2.0, -2.0, 2.0, 2.0)
RADIUS, DT = 0.2, 0.02


@dataclass
class Walker:
    """A planar thing that follows commands late and not quite, and knows its place roughly."""

    rng: np.random.Generator
    place: Planar = (0.0, 0.0, 0.0)
    lag: float = 0.3
    slip: float = 0.05
    """Share of each command that is lost."""
    noise: tuple[float, float, float] = (0.03, 0.03, 0.1)
    """Of the speed, standard deviation."""
    drift: tuple[float, float, float] = (0.012, 0.012, 0.02)
    """Of the believed place, standard deviation; it wanders within a second."""
    speed: tuple[float, ...] = (0.0, 0.0, 0.0)
    _error: np.ndarray = field(default_factory=lambda: np.zeros(3))

    def go(self, command: Twist, dt: float) -> None:
        wish = np.array([command.forward, command.left, command.turn]) * (1.0 - self.slip)
        moving = float(np.any(wish != 0.0))
        follow = 1.0 - exp(-dt / self.lag)
        real = np.array(self.speed) + follow * (wish - self.speed)
        self.speed = tuple(real)
        f, left, t = real + moving * self.rng.normal(0.0, self.noise)
        x, y, yaw = self.place
        self.place = (
            x + (cos(yaw) * f - sin(yaw) * left) * dt,
            y + (sin(yaw) * f + cos(yaw) * left) * dt,
            yaw + t * dt,
        )
        fresh = self.rng.normal(0.0, self.drift)
        self._error += -self._error * dt + np.sqrt(2.0 * dt) * fresh

    @property
    def believed(self) -> Planar:
        x, y, yaw = np.array(self.place) + self._error
        return float(x), float(y), float(yaw)

    @property
    def felt(self) -> Twist:
        return Twist(*(np.array(self.speed) + self.rng.normal(0.0, self.noise)))


@dataclass
class Drive:
    """What came of a course."""

    seconds: float
    clearance: float
    """Least that the middle of the robot ever had to an obstacle."""
    way: np.ndarray
    """(n, 3) true places"""


def drive(navigator: Navigator, walker: Walker, limit: float = 120.0) -> Drive:
    """Until it has arrived, is blocked, or the time is over."""
    least, way, ticks = inf, [walker.place], 0
    while navigator.status is NavigationStatus.DRIVING and ticks * DT < limit:
        command = navigator.step(walker.believed, walker.felt, DT)
        walker.go(command, DT)
        way.append(walker.place)
        least = min(least, clearance(navigator.obstacles, walker.place))
        ticks += 1
    return Drive(ticks * DT, least, np.array(way))


def clearance(obstacles: tuple[Obstacle, ...], place: Planar) -> float:
    """Metres to the nearest thing, in plain Python."""
    x, y, _ = place
    x0, y0, x1, y1 = ROOM
    gaps = [x - x0, x1 - x, y - y0, y1 - y]
    gaps += [hypot(o.x - x, o.y - y) - o.radius for o in obstacles if isinstance(o, Disc)]
    gaps += [to_polygon(o.hull, x, y) for o in obstacles if isinstance(o, Polygon)]
    return float(min(gaps))


def to_polygon(hull: np.ndarray, x: float, y: float) -> float:
    """Distance to a convex outline; negative inside."""
    edges = np.roll(hull, -1, axis=0) - hull
    to_point = np.array([x, y]) - hull
    share = np.clip((to_point * edges).sum(1) / (edges**2).sum(1), 0.0, 1.0)
    away = np.linalg.norm(to_point - share[:, None] * edges, axis=1).min()
    inside = (edges[:, 0] * to_point[:, 1] - edges[:, 1] * to_point[:, 0] >= 0.0).all()
    return -away if inside else away


def clutter(
    rng: np.random.Generator, count: int, free: list[tuple[float, float]]
) -> list[Obstacle]:
    """Random posts and boxes that leave some places alone."""
    found: list[Obstacle] = []
    while len(found) < count:
        x, y = rng.uniform(-1.7, 1.7, 2)
        size = rng.uniform(0.08, 0.3)
        if min(hypot(x - a, y - b) for a, b in free) < size + 0.45:
            continue
        round_ = rng.random() < 0.5
        turned = box(x, y, 1.4 * size, size, rng.uniform(0.0, pi))
        found.append(Disc(x, y, size) if round_ else turned)
    return found


def missed(place: Planar, goal: Goal) -> tuple[float, float]:
    return hypot(goal.x - place[0], goal.y - place[1]), abs(wrapped(goal.yaw - place[2]))


def start(
    obstacles: list[Obstacle], place: Planar, goal: Goal, robot: str = "fumanoid", seed: int = 0
) -> tuple[Navigator, Walker]:
    navigator = Navigator(TOPS[robot], ACCELERATION, obstacles, room=ROOM, radius=RADIUS)
    navigator.go_to(goal)
    return navigator, Walker(np.random.default_rng(seed), place)


@pytest.mark.parametrize("robot", TOPS)
@pytest.mark.parametrize("seed", range(3, 7))
def test_it_gets_there_touches_nothing_and_stops(robot: str, seed: int) -> None:
    rng = np.random.default_rng(seed)
    here, there = (-1.5, -1.5), (1.4, float(rng.uniform(-1.4, 1.4)))
    goal = Goal(*there, float(rng.uniform(-pi, pi)))
    place = (*here, float(rng.uniform(-pi, pi)))
    navigator, walker = start(clutter(rng, 7, [here, there]), place, goal, robot, seed)
    driven = drive(navigator, walker)
    assert navigator.status is NavigationStatus.ARRIVED, navigator.reason
    assert driven.clearance > RADIUS
    away, turned = missed(walker.place, goal)
    # the tolerance holds where it believes to be: two deviations of that are allowed on top
    assert away < 0.1 + 0.024
    assert turned < 0.15 + 0.04
    after = walker.place
    for _ in range(100):
        walker.go(navigator.step(walker.believed, walker.felt, DT), DT)
    assert navigator.twist == Twist()
    assert missed(walker.place, Goal(*after))[0] < 0.02


def test_the_way_is_short_and_the_drive_quick() -> None:
    """Round a single post, ahead and at half a metre per second."""
    goal = Goal(1.5, 0.0, 0.0)
    navigator, walker = start([Disc(0.0, 0.0, 0.2)], (-1.5, 0.0, 0.0), goal)
    driven = drive(navigator, walker)
    assert navigator.status is NavigationStatus.ARRIVED
    length = np.linalg.norm(np.diff(driven.way[:, :2], axis=0), axis=1).sum()
    assert 3.0 < length < 3.6
    assert driven.seconds < 3.6 / TOPS["fumanoid"].ahead + 5.0


def test_a_goal_close_by_is_reached_without_turning_round() -> None:
    """Back and to the side, as a biped can; a wheeled robot would turn and come again."""
    goal = Goal(-0.25, 0.25, 0.0)
    navigator, walker = start([], (0.0, 0.0, 0.0), goal)
    driven = drive(navigator, walker)
    assert navigator.status is NavigationStatus.ARRIVED
    assert np.abs(driven.way[:, 2]).max() < 0.4


@pytest.mark.parametrize("yaw", [0.0, 3.0, -1.5])
def test_it_turns_on_the_spot(yaw: float) -> None:
    navigator, walker = start([], (0.5, 0.5, 0.0), Goal(0.5, 0.5, yaw))
    driven = drive(navigator, walker)
    assert navigator.status is NavigationStatus.ARRIVED
    assert np.hypot(*(driven.way[:, :2] - 0.5).T).max() < 0.15
    assert missed(walker.place, Goal(0.5, 0.5, yaw))[1] < 0.2


def wall_with_gap(gap: float) -> list[Obstacle]:
    """A wall across the room, open in its middle."""
    half = (4.0 - gap) / 2
    return [box(0.0, side * (gap + half) / 2, 0.1, half) for side in (-1, 1)]


def test_a_gap_that_fits_is_passed_and_one_that_does_not_is_refused() -> None:
    needed = 2 * (RADIUS + 0.08)
    goal = Goal(1.5, 1.0, 0.0)
    navigator, walker = start(wall_with_gap(needed + 0.08), (-1.5, -1.0, 2.0), goal)
    driven = drive(navigator, walker)
    assert navigator.status is NavigationStatus.ARRIVED, navigator.reason
    assert driven.clearance > RADIUS

    navigator, walker = start(wall_with_gap(needed - 0.02), (-1.5, -1.0, 2.0), goal)
    driven = drive(navigator, walker)
    assert navigator.status is NavigationStatus.BLOCKED
    assert driven.seconds < 0.1
    assert "no path from (-1.50, -1.00) to (1.50, 1.00)" in navigator.reason
    assert f"gaps of {needed:.2f} m" in navigator.reason
    assert navigator.twist == Twist()


def test_a_margin_already_broken_opens_no_gap() -> None:
    """Too near a wall it steps away from it, but not through."""
    obstacles = wall_with_gap(2 * (RADIUS + 0.08) - 0.02)
    navigator, walker = start(obstacles, (-0.28, 0.0, 0.0), Goal(1.5, 1.0, 0.0))
    drive(navigator, walker)
    assert navigator.status is NavigationStatus.BLOCKED
    navigator, walker = start(obstacles, (-0.26, 1.0, 0.0), Goal(-1.5, 1.0, 0.0))
    driven = drive(navigator, walker)
    assert navigator.status is NavigationStatus.ARRIVED
    assert driven.clearance > 0.195


def test_a_new_obstacle_makes_a_new_plan_and_a_gone_one_frees_the_way() -> None:
    goal = Goal(1.5, 0.0, 0.0)
    navigator, walker = start([], (-1.5, 0.0, 0.0), goal)
    for _ in range(100):
        walker.go(navigator.step(walker.believed, walker.felt, DT), DT)
    assert walker.place[0] > -1.3
    navigator.obstacles = wall_with_gap(0.3)
    drive(navigator, walker)
    assert navigator.status is NavigationStatus.BLOCKED
    assert len(navigator.path) == 0
    for _ in range(100):
        walker.go(navigator.step(walker.believed, walker.felt, DT), DT)
    assert walker.place[0] < -0.25
    navigator.obstacles = [Disc(0.5, 0.0, 0.3)]
    assert navigator.status is NavigationStatus.DRIVING
    driven = drive(navigator, walker)
    assert navigator.status is NavigationStatus.ARRIVED
    assert driven.clearance > RADIUS


def test_pushed_off_its_path_it_takes_another_one() -> None:
    goal = Goal(1.5, 0.0, 0.0)
    navigator, walker = start([box(0.0, 0.0, 0.2, 1.6)], (-1.5, 0.1, 0.0), goal)
    for _ in range(100):
        walker.go(navigator.step(walker.believed, walker.felt, DT), DT)
    side = np.sign(navigator.path[:, 1][np.abs(navigator.path[:, 0]).argmin()])
    walker.place = (-0.8, -side * 1.2, walker.place[2])
    navigator.step(walker.believed, walker.felt, 0.1)
    other = navigator.path[:, 1][np.abs(navigator.path[:, 0]).argmin()]
    assert np.sign(other) == -side
    drive(navigator, walker)
    assert navigator.status is NavigationStatus.ARRIVED


def test_who_gets_nowhere_says_so() -> None:
    navigator, walker = start([], (-1.0, 0.0, 0.0), Goal(1.0, 0.0, 0.0))
    ticks = 0
    while navigator.status is NavigationStatus.DRIVING and ticks < 2000:
        navigator.step(walker.place, Twist(), DT)
        ticks += 1
    assert navigator.status is NavigationStatus.BLOCKED
    assert navigator.reason == "no progress for 15 s on the way to the goal"


def test_the_same_seed_is_the_same_drive() -> None:
    ways = []
    for _ in range(2):
        rng = np.random.default_rng(5)
        things = clutter(rng, 6, [(-1.5, 0.0), (1.5, 0.0)])
        navigator, walker = start(things, (-1.5, 0.0, 1.0), Goal(1.5, 0.0, 1.0), seed=5)
        ways.append(drive(navigator, walker).way)
    np.testing.assert_array_equal(*ways)


def test_something_slow_that_crosses_is_passed() -> None:
    """A post that creeps across the way; its place is told ten times a second, not its speed."""
    navigator, walker = start([Disc(0.0, -1.0, 0.15)], (-1.5, 0.0, 0.0), Goal(1.5, 0.0, 0.0))
    least, ticks = inf, 0
    while navigator.status is NavigationStatus.DRIVING and ticks * DT < 60.0:
        if ticks % 5 == 0:
            navigator.obstacles = [Disc(0.0, -1.0 + 0.12 * ticks * DT, 0.15)]
        walker.go(navigator.step(walker.believed, walker.felt, DT), DT)
        least = min(least, clearance(navigator.obstacles, walker.place))
        ticks += 1
    assert navigator.status is NavigationStatus.ARRIVED, navigator.reason
    assert least > RADIUS


def test_patience_ends_however_often_the_same_obstacles_are_told() -> None:
    navigator, walker = start([Disc(0.0, 1.0, 0.1)], (-1.0, 0.0, 0.0), Goal(1.0, 0.0, 0.0))
    for _ in range(1000):
        navigator.obstacles = [Disc(0.0, 1.0, 0.1)]
        navigator.step(walker.place, Twist(), DT)
    assert navigator.status is NavigationStatus.BLOCKED
