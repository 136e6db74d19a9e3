"""What the eyes find in the way: planned round, told from the map, waited for."""

from math import hypot

import numpy as np

from olympian.decision.navigate import Disc, Goal, NavigationStatus, Navigator
from olympian.decision.navigate.seen_things import SeenThings
from olympian.geometry import Place
from olympian.motion import TopSpeed
from olympian.records import Twist

TOP, ROOM = TopSpeed(0.4, 0.2, 0.2, 1.0), (-1.0, -2.0, 4.0, 2.0)
POST = Disc(2.0, 1.0, 0.05)
HERE = Place()


def test_a_post_of_the_map_is_seen_where_it_is_and_not_twice() -> None:
    seen = SeenThings([POST])
    assert not seen.step([Disc(2.15, 0.9, 0.06)], HERE)
    assert seen.step([Disc(2.15, 0.9, 0.06), Disc(1.0, 0.0, 0.2)], HERE)
    assert [(thing.x, thing.y) for thing in seen.things] == [(1.0, 0.0)]


def test_a_thing_that_sways_is_no_news_and_one_that_walks_is() -> None:
    seen = SeenThings([])
    assert seen.step([Disc(1.0, 0.0, 0.2)], HERE)
    assert not seen.step([Disc(1.05, 0.05, 0.2)], HERE)
    assert seen.step([Disc(1.2, 0.0, 0.2)], HERE)
    assert seen.step([], HERE), "it went away"
    assert not seen.step([], HERE)


def test_nothing_stands_where_the_robot_itself_is() -> None:
    seen = SeenThings([])
    seen.step([Disc(0.3, 0.0, 0.2), Disc(0.1, 0.0, 0.2)], HERE)
    assert len(seen.things) == 1
    assert hypot(seen.things[0].x, seen.things[0].y) - seen.things[0].radius > 0.2


def test_the_way_leads_round_a_robot_that_came_into_it() -> None:
    navigator, seen = Navigator(TOP, (0.4, 0.3, 2.0), [POST], room=ROOM), SeenThings([POST])
    navigator.go_to(Goal(3.0, 0.0))
    place, least, speed = Place(), np.inf, Twist()
    other = Disc(1.5, 0.0, 0.2)
    for tick in range(4000):
        if tick == 100 and seen.step([other], place):
            navigator.obstacles = (POST, *seen.things)
        speed = navigator.step(place, speed, 0.01)
        place = place.then(Place(0.01 * speed.forward, 0.01 * speed.left, 0.01 * speed.turn))
        least = min(least, hypot(place.x - other.x, place.y - other.y))
        if navigator.status is NavigationStatus.ARRIVED:
            break
    assert navigator.status is NavigationStatus.ARRIVED
    assert least > 0.4 - 0.01
