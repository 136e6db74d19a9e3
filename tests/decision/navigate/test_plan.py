"""Clearances, ways and refusals: what is known before anything moves."""

import heapq
from math import hypot, inf, nan, pi, sqrt
from time import perf_counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from olympian.decision.navigate import (
    Disc,
    Goal,
    NavigationStatus,
    Navigator,
    Obstacle,
    Polygon,
    box,
)
from olympian.decision.navigate.field import Field
from olympian.decision.navigate.grid import NavigationGrid
from olympian.decision.navigate.scene import ObstacleMap
from olympian.decision.navigate.window import Window, rollout
from olympian.errors import OlympianError
from olympian.motion.top_speed import TopSpeed
from olympian.records import Twist

TOP, ACCELERATION = TopSpeed(0.5, 0.3, 0.2, 1.2), (0.4, 0.3, 2.0)
ROOM = (0.0, 0.0, 4.0, 4.0)
RADIUS, MARGIN = 0.2, 0.08
THINGS: list[Obstacle] = [
    Disc(1.0, 1.2, 0.25),
    box(2.2, 2.0, 1.0, 0.2, 0.5),
    Polygon(((3.0, 1.0), (3.5, 0.9), (3.3, 1.5))),
]


def grid(things: list[Obstacle] = THINGS) -> NavigationGrid:
    return NavigationGrid(ObstacleMap(things, ROOM), RADIUS, MARGIN)


def navigator(things: list[Obstacle] = THINGS) -> Navigator:
    return Navigator(TOP, ACCELERATION, things, room=ROOM, radius=RADIUS, margin=MARGIN)


@given(st.floats(0.1, 3.9), st.floats(0.1, 3.9))
def test_clearance_is_the_distance_to_the_nearest_outline(x: float, y: float) -> None:
    """Against many points on the outlines, in plain NumPy."""
    share = np.linspace(0.0, 1.0, 2000)[:, None]
    turn = 2 * pi * share[:, 0]
    disc = THINGS[0]
    assert isinstance(disc, Disc)
    outlines = [np.c_[disc.x + disc.radius * np.cos(turn), disc.y + disc.radius * np.sin(turn)]]
    for thing in THINGS[1:]:
        assert isinstance(thing, Polygon)
        ends = np.roll(thing.hull, -1, axis=0)
        outlines += [a + share * (b - a) for a, b in zip(thing.hull, ends, strict=True)]
    nearest = min(np.hypot(*(line - (x, y)).T).min() for line in outlines)
    wall = min(x, y, 4.0 - x, 4.0 - y)
    found = ObstacleMap(THINGS, ROOM).clearance(x, y)
    assert abs(found) == pytest.approx(min(nearest, wall), abs=2e-3)


def test_what_is_nearest_has_a_name() -> None:
    scene = ObstacleMap(THINGS, ROOM)
    assert scene.nearest(1.0, 1.1) == "disc at (1.00, 1.20)"
    assert scene.nearest(2.2, 2.0) == "polygon at (2.20, 2.00)"
    assert scene.nearest(0.1, 3.0) == "the wall"
    assert scene.clearance(1.0, 1.2) == pytest.approx(-0.25)
    assert scene.clearance(-0.5, 1.0) == pytest.approx(-0.5)


def shortest_by_steps(free: np.ndarray, seed: tuple[int, int], cell: float) -> np.ndarray:
    """Length of the shortest way over eight neighbours (Dijkstra), in plain Python."""
    length = np.full(free.shape, inf)
    length[seed] = 0.0
    heap = [(0.0, seed)]
    while heap:
        far, (i, j) = heapq.heappop(heap)
        if far > length[i, j]:
            continue
        for di, dj in ((a, b) for a in (-1, 0, 1) for b in (-1, 0, 1) if a or b):
            m, n = i + di, j + dj
            if not (0 <= m < free.shape[0] and 0 <= n < free.shape[1] and free[m, n]):
                continue
            further = far + cell * hypot(di, dj)
            if further < length[m, n]:
                length[m, n] = further
                heapq.heappush(heap, (further, (m, n)))
    return length


def test_the_field_agrees_with_a_plain_search() -> None:
    """Never below the straight line; reaches the same nodes; paths no longer than by 45° steps."""
    floor = grid()
    i, j = 60, 66
    goal = float(floor.xs[i]), float(floor.ys[j])
    field = Field(floor, *goal)
    steps = shortest_by_steps(floor.free, (i, j), floor.cell)
    straight = floor.distance_from(*goal)
    reached = floor.free & (field.cost < inf)
    np.testing.assert_array_equal(reached, floor.free & (steps < inf))
    assert (field.cost[reached] >= straight[reached] - 1e-9).all()
    for x, y in ((0.4, 0.4), (3.7, 0.5), (1.0, 3.5)):
        path = field.path(x, y)
        length = np.hypot(*np.diff(path, axis=0).T).sum()
        node = round(x / floor.cell), round(y / floor.cell)
        # some detour keeps away from what stands there
        assert length < 1.12 * steps[node] + 0.1
        np.testing.assert_allclose(path[-1], goal)
        np.testing.assert_allclose(path[0], (x, y))


def test_on_an_open_floor_the_field_is_the_distance() -> None:
    floor = grid([])
    field = Field(floor, 2.0, 2.0)
    middle = np.s_[20:61, 20:61]
    np.testing.assert_allclose(
        field.cost[middle], floor.distance_from(2.0, 2.0)[middle], rtol=0.03, atol=0.01
    )


@pytest.mark.parametrize("place", [(0.4, 0.4), (3.7, 0.5), (0.6, 2.0), (3.5, 3.6)])
def test_paths_keep_their_distance(place: tuple[float, float]) -> None:
    floor = grid()
    path = Field(floor, 1.6, 3.4).path(*place)
    gaps = [floor.scene.clearance(x, y) for x, y in path]
    assert min(gaps) > RADIUS + MARGIN - floor.cell / 2
    assert np.hypot(*np.diff(path, axis=0).T).max() < 1.5 * floor.cell


def test_a_goal_close_to_a_wall_may_use_up_the_margin() -> None:
    drives = navigator([])
    drives.go_to(Goal(0.22, 2.0, 0.0))
    assert drives.status is NavigationStatus.DRIVING
    drives.step((2.0, 2.0, 0.0), Twist(), 0.02)
    np.testing.assert_allclose(drives.path[-1], (0.22, 2.0))


@pytest.mark.parametrize(
    ("goal", "said"),
    [
        (Goal(1.0, 1.2), "goal (1.00, 1.20) lies inside disc at (1.00, 1.20)"),
        (Goal(2.2, 2.0), "goal (2.20, 2.00) lies inside polygon at (2.20, 2.00)"),
        (Goal(5.0, 1.0), "goal (5.00, 1.00) lies outside the room (0.0, 0.0, 4.0, 4.0)"),
        (Goal(0.1, 2.0), "goal (0.10, 2.00) is 0.10 m from the wall: the robot needs 0.20 m"),
        (Goal(nan, 1.0), "goal (nan, 1.0, 0.0) is not finite"),
        (Goal(2.0, 1.0, inf), "goal (2.0, 1.0, inf) is not finite"),
    ],
)
def test_a_goal_nobody_can_stand_at_is_refused_in_one_line(goal: Goal, said: str) -> None:
    drives = navigator()
    drives.go_to(goal)
    assert drives.status is NavigationStatus.BLOCKED
    assert drives.reason == said
    assert drives.step((0.5, 0.5, 0.0), Twist(), 0.02) == Twist()
    assert drives.status is NavigationStatus.BLOCKED
    assert drives.reason == said


@pytest.mark.parametrize("bad", [(nan, 0.5, 0.0), (0.5, inf, 0.0), (0.5, 0.5, nan)])
def test_without_a_place_it_stops(bad: tuple[float, float, float]) -> None:
    drives = navigator()
    drives.go_to(Goal(3.5, 3.5))
    for _ in range(50):
        moving = drives.step((0.5, 0.5, 0.7), Twist(), 0.02)
    assert moving.forward > 0.1
    for _ in range(50):
        command = drives.step(bad, Twist(), 0.02)
    assert command == Twist()
    assert "not finite" in drives.reason
    assert drives.step((0.5, 0.5, 0.7), Twist(nan, 0.0, 0.0), 0.02) == Twist()
    assert drives.step((0.5, 0.5, 0.7), Twist(), nan) == Twist()
    assert "is not possible" in drives.reason
    for _ in range(50):
        command = drives.step((0.5, 0.5, 0.7), Twist(), 0.02)
    assert command.forward > 0.1
    assert drives.reason == ""


def test_cancelled_it_slows_down_and_is_idle() -> None:
    drives = navigator()
    drives.go_to(Goal(3.5, 3.5))
    for _ in range(50):
        before = drives.step((0.5, 0.5, 0.7), Twist(), 0.02)
    drives.cancel()
    assert drives.status is NavigationStatus.IDLE
    after = drives.step((0.5, 0.5, 0.7), Twist(), 0.02)
    assert before.forward - after.forward == pytest.approx(0.02 * ACCELERATION[0])
    assert drives.goal is None
    assert len(drives.path) == 0


def test_commands_keep_to_speeds_and_accelerations() -> None:
    rng = np.random.default_rng(2)
    drives = navigator()
    drives.go_to(Goal(3.5, 3.5, 2.0))
    last = np.zeros(3)
    for _ in range(200):
        place = (*rng.uniform(0.4, 3.6, 2), rng.uniform(-pi, pi))
        twist = drives.step(place, Twist(*rng.normal(0.0, 0.2, 3)), 0.03)
        now = np.array([twist.forward, twist.left, twist.turn])
        assert (np.abs(now - last) <= 0.03 * np.array(ACCELERATION) + 1e-12).all()
        assert TOP.admit(twist)[0] == twist
        last = now


def test_the_window_stops_before_what_it_cannot_pass() -> None:
    """At full speed towards a wall the chosen command still comes to rest before it."""
    floor = grid([])
    field = Field(floor, 3.7, 2.0)
    window = Window(floor, TOP, ACCELERATION)
    fast = Twist(TOP.ahead, 0.0, 0.0)
    assert window.admits((1.0, 2.0, 0.0), fast, fast)
    assert not window.admits((3.2, 2.0, 0.0), fast, fast)
    choice = window.choose(field, (3.2, 2.0, 0.0), fast, fast, 0.0, 1.0)
    assert choice.safe
    assert choice.clearance > RADIUS
    assert choice.twist.forward < TOP.ahead
    late = window.choose(field, (3.6, 2.0, 0.0), fast, fast, 0.0, 1.0)
    assert not late.safe
    assert late.twist.forward <= 0.0


def test_a_rollout_is_an_arc_and_then_a_stop() -> None:
    """Against a fine integration in plain Python."""
    floor = grid([])
    frame, speed, wish = (0.0, 0.0, floor.cell), (0.3, 0.0, 0.5), (0.3, 0.05, -0.4)
    end, least = rollout(floor.clearance, frame, (2.0, 2.0, 0.3), speed, wish, ACCELERATION, -inf)
    x, y, yaw = 2.0, 2.0, 0.3
    now, h = np.array(speed), 1e-3
    for tick in range(4000):
        goal = np.array(wish) if tick * h < 1.0 else np.zeros(3)
        most = np.array(ACCELERATION) * h
        now = now + np.clip(goal - now, -most, most)
        x += h * (np.cos(yaw) * now[0] - np.sin(yaw) * now[1])
        y += h * (np.sin(yaw) * now[0] + np.cos(yaw) * now[1])
        yaw += h * now[2]
    np.testing.assert_allclose(end, (x, y, yaw), atol=0.03)
    assert least == pytest.approx(4.0 - x, abs=0.05)


@pytest.mark.parametrize(
    ("build", "said"),
    [
        (lambda: Disc(0.0, 0.0, 0.0), "disc at .* radius should be above 0"),
        (lambda: Disc(nan, 0.0, 1.0), "is not an obstacle"),
        (lambda: Polygon(((0.0, 0.0), (1.0, 1.0), (2.0, 2.0))), "three finite corners"),
        (lambda: Polygon(((0, 0), (2, 0), (1, 0.2), (2, 2), (0, 2))), "not convex at corner 3"),
        (lambda: ObstacleMap([], (0.0, 0.0, 0.0, 1.0)), "has no floor"),
        (lambda: grid_of(1e5), "nodes, at most"),
        (lambda: Navigator(TOP, (1.0, 0.0, 1.0), room=ROOM), "acceleration .* above 0"),
        (lambda: Navigator(TOP, ACCELERATION, room=ROOM, radius=-1.0), "must be above 0"),
    ],
)
def test_nonsense_is_refused(build, said: str) -> None:
    with pytest.raises(OlympianError, match=said) as error:
        build()
    assert "\n" not in str(error.value)


def grid_of(size: float) -> NavigationGrid:
    return NavigationGrid(ObstacleMap([], (0.0, 0.0, size, size)), RADIUS, MARGIN)


def test_planning_is_quick() -> None:
    """4 × 4 m at 5 cm in 20 ms, a decision in 2 ms; the best of some, since machines are shared."""
    rng = np.random.default_rng(1)
    things: list[Obstacle] = [Disc(*rng.uniform(0.8, 3.2, 2), 0.1) for _ in range(8)]
    plans, decisions = [], []
    for _ in range(8):
        begin = perf_counter()
        drives = navigator(things)
        drives.go_to(Goal(3.6, 3.6))
        plans.append(perf_counter() - begin)
        begin = perf_counter()
        drives.step((0.4, 0.4, 0.0), Twist(), 0.05)
        decisions.append(perf_counter() - begin)
    assert min(plans) < 0.02
    assert min(decisions) < 0.002


def test_a_labyrinth_is_solved() -> None:
    """Walls that leave a gap left and right in turn: the way is many times the straight line."""
    things: list[Obstacle] = [
        box(1.6 if row % 2 else 2.4, 0.7 + 0.7 * row, 3.2, 0.1) for row in range(4)
    ]
    floor = grid(things)
    field = Field(floor, 2.0, 3.5)
    path = field.path(2.0, 0.35)
    length = np.hypot(*np.diff(path, axis=0).T).sum()
    assert length > 3.0 * sqrt(3.15**2)
    assert min(floor.scene.clearance(x, y) for x, y in path) > RADIUS
