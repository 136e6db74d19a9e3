"""Ball, goals, poles and obstacles from regions, on pictures painted for the purpose."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from olympian.vision import Colour, Thing
from olympian.vision.colour import ColourScan, GridRule, Objects, find_objects, game_table
from olympian.vision.colour.hall import HallCutter
from olympian.vision.colour.objects.box import group_boxes
from olympian.vision.colour.objects.pole import PoleKind
from olympian.vision.colour.picture import (
    paint_classes,
    paint_grid,
    paint_objects,
    paint_regions,
    paints_of,
)
from olympian.vision.synthetic import draw, random_scene
from twins import vision_colour as twin

HEIGHT, WIDTH, HORIZON = 240, 320, 80
SIDES = st.tuples(*[st.integers(0, 150)] * 2, *[st.integers(0, 40)] * 2)
Codes = NDArray[np.uint8]


@given(st.lists(SIDES, max_size=14), st.floats(0.0, 1.0), st.integers(-3, 30))
@settings(max_examples=200, deadline=None)
def test_groups_of_boxes_are_those_of_the_twin(
    some: list[tuple[int, ...]], reach: float, across: int
) -> None:
    corners = np.array(some, dtype=np.int64).reshape(-1, 4)
    boxes = np.concatenate([corners[:, :2], corners[:, :2] + corners[:, 2:]], axis=1)
    labels = np.empty(len(boxes), dtype=np.int64)
    count = group_boxes(boxes, reach, across, labels)
    expected = twin.group_boxes(boxes, reach, across)
    assert [set(np.flatnonzero(labels == k).tolist()) for k in range(count)] == expected


def field() -> Codes:
    """Nothing above, field below."""
    codes = np.zeros((HEIGHT, WIDTH), dtype=np.uint8)
    codes[HORIZON:] = Colour.GREEN
    return codes


def disc(codes: Codes, x: float, y: float, radius: float, code: int = Colour.RED) -> None:
    rows, columns = np.indices(codes.shape)
    codes[np.hypot(columns - x, rows - y) <= radius] = code


def to_field(pixels: NDArray[np.float64]) -> NDArray[np.float64]:
    """A camera that maps a pixel to (row, column) / 100, and nothing above the horizon."""
    places = pixels[:, ::-1] / 100
    places[pixels[:, 1] < HORIZON] = np.nan
    return places


def seen(codes: Codes) -> Objects:
    return find_objects(
        ColourScan(game_table(), field="green").codes(codes), game_table(), to_field
    )


@pytest.mark.parametrize("radius", [3, 9, 25])
@pytest.mark.parametrize("place", [(100, 150), (160, 84), (300, 200)])
def test_a_ball_is_found_with_its_size_and_its_foot(radius, place):
    codes = field()
    disc(codes, *place, radius)
    ball = seen(codes).ball
    assert ball is not None
    assert abs(ball.y - place[1]) <= 0.5
    assert ball.radius == pytest.approx(radius + 0.5, abs=0.6)
    if place[0] + radius < WIDTH:
        assert abs(ball.x - place[0]) <= 0.5
        assert ball.at == pytest.approx(((place[1] + radius + 0.5) / 100, place[0] / 100), abs=0.01)


def test_a_ball_cut_off_by_the_frame_keeps_its_middle():
    codes = field()
    disc(codes, 2, 150, 20)
    ball = seen(codes).ball
    assert ball is not None
    assert abs(ball.x - 2) <= 1
    codes = field()
    disc(codes, 150, HEIGHT - 3, 20)
    ball = seen(codes).ball
    assert ball is not None
    assert abs(ball.y - (HEIGHT - 3)) <= 1
    assert ball.at is None


def test_red_things_that_are_no_ball_on_the_field_are_none():
    codes = field()
    disc(codes, 100, 30, 12)  # beyond the border
    codes[120:124, 50:120] = Colour.RED  # too long
    codes[180:183, 200:203] = Colour.RED  # too small
    assert seen(codes).ball is None
    disc(codes, 200, 150, 6)
    ball = seen(codes).ball
    assert ball is not None
    assert abs(ball.x - 200) <= 0.5


def goal(
    codes: Codes, left: int, right: int, top: int, foot: int, code: int, post: int = 6
) -> None:
    codes[top : top + post, left:right] = code
    codes[top:foot, left : left + post] = code
    codes[top:foot, right - post : right] = code


def test_a_goal_is_one_region_with_two_feet():
    codes = field()
    goal(codes, 100, 200, 40, 95, Colour.YELLOW)
    objects = seen(codes)
    (found,) = objects.yellow_goals
    assert objects.blue_goals == []
    assert (found.box.left, found.box.right, found.box.bottom) == (100, 199, 94)
    assert found.keeper is None
    assert found.feet == (pytest.approx((0.945, 1.0)), pytest.approx((0.945, 1.99)))


def test_a_goal_split_by_a_keeper_is_merged_and_the_keeper_named():
    codes = field()
    codes[40:95, 100:200] = Colour.BLUE  # filled, as in the years of the thesis
    codes[30:105, 140:160] = Colour.BLACK
    (found,) = seen(codes).blue_goals
    assert len(found.parts) == 2
    assert (found.box.left, found.box.right) == (100, 199)
    assert found.keeper is not None
    assert (found.keeper.left, found.keeper.right) == (140, 159)


def test_posts_are_one_goal_only_if_the_bar_may_be_out_of_sight():
    codes = field()
    codes[:100, 100:110] = codes[:100, 220:230] = Colour.YELLOW
    (found,) = seen(codes).yellow_goals
    assert len(found.parts) == 2
    assert found.keeper is None
    codes[:20] = 0
    assert len(seen(codes).yellow_goals) == 2


def test_yellow_beyond_the_field_and_rims_of_balls_are_no_goals():
    codes = field()
    goal(codes, 100, 160, 5, 40, Colour.YELLOW)
    disc(codes, 200, 150, 31, Colour.YELLOW)
    disc(codes, 200, 150, 30)
    objects = seen(codes)
    assert objects.yellow_goals == []
    assert objects.ball is not None


def pole(codes: Codes, x: int, top: int, order: tuple[int, ...]) -> None:
    for k, code in enumerate(order):
        codes[top + 15 * k : top + 15 * k + 15, x : x + 8] = code


YELLOW, BLUE = Colour.YELLOW, Colour.BLUE


@pytest.mark.parametrize(
    ("order", "kind"),
    [
        ((YELLOW, BLUE, YELLOW), PoleKind.YELLOW_BLUE_YELLOW),
        ((BLUE, YELLOW, BLUE), PoleKind.BLUE_YELLOW_BLUE),
        ((BLUE, YELLOW), PoleKind.YELLOW_BLUE_YELLOW),  # its top is hidden: the foot tells
        ((YELLOW, BLUE), PoleKind.BLUE_YELLOW_BLUE),
    ],
)
def test_the_order_of_colours_tells_which_pole_it_is(order, kind):
    codes = field()
    pole(codes, 60, 90 - 15 * len(order), order)
    goal(codes, 150, 250, 40, 95, YELLOW)
    objects = seen(codes)
    (found,) = objects.poles
    assert (found.kind, found.bands, found.bottom) == (kind, len(order), 89)
    assert found.at == pytest.approx((0.9 - 0.005, 0.635), abs=0.006)
    assert len(objects.yellow_goals) == 1  # bands of poles are none


def test_a_pole_that_leaves_the_frame_below_is_told_by_its_top():
    codes = field()
    codes[100:180, 60:100], codes[180:, 60:100] = YELLOW, BLUE
    (found,) = seen(codes).poles
    assert found.kind is PoleKind.YELLOW_BLUE_YELLOW
    assert found.at is None


def test_a_robot_of_many_parts_is_one_obstacle_at_its_lowest_point():
    codes = field()
    codes[60:100, 100:120] = Colour.BLACK
    codes[103:120, 102:108] = codes[103:118, 112:118] = Colour.MAGENTA
    codes[122:130, 101:109] = Colour.BLACK
    codes[100:140, 250:270] = Colour.BLACK
    codes[10:50, 200:220] = Colour.BLACK  # stands beyond the field
    near, far = seen(codes).obstacles
    assert near.foot == (259.5, 139.0)
    assert near.team is None
    assert far.team == "magenta"
    assert (far.box.left, far.box.top, far.box.bottom) == (100, 60, 129)
    assert far.foot == (104.5, 129.0)
    assert far.at == pytest.approx((1.295, 1.045))


def test_a_dark_wall_is_no_part_of_the_robot_before_it():
    codes = field()
    codes[60:100, 100:120] = Colour.BLACK
    codes[103:120, 102:108] = codes[103:118, 112:118] = Colour.MAGENTA
    alone = seen(codes).obstacles
    codes[0 : HORIZON - 6, :95] = Colour.BLACK  # up to the corner of the hall, and cut off
    codes[10 : HORIZON - 6, 124:230] = Colour.BLACK  # wider than any head
    assert seen(codes).obstacles == alone
    assert [one.team for one in alone] == ["magenta"]


def test_a_dark_wall_that_meets_a_dark_robot_is_cut_off_at_the_carpet():
    frame = np.full((HEIGHT, WIDTH, 3), (40, 130, 60), dtype=np.uint8)
    frame[:HORIZON] = 20
    frame[60:100, 150:170] = 20  # a robot whose head is before the wall
    frame[103:120, 152:168] = (230, 40, 170)
    table = game_table()
    sight = ColourScan(table, field="green")(frame)
    black = sight.regions.rows[sight.regions.rows[:, 0] == table.code("black")]
    assert len(black) == 1, "the wall and the robot's body are one region"
    cut = HallCutter(table)(frame, sight, table)
    (region,) = cut.regions.of(table.code("black"), 1, 9)
    assert (region.left, region.right, region.bottom) == (150, 169, 99)
    assert region.top == HORIZON + 1
    assert region.area == 20 * (99 - HORIZON)
    assert region.y == pytest.approx((HORIZON + 100) / 2)
    (robot,) = find_objects(cut, table, to_field).obstacles
    assert (robot.team, robot.box.width) == ("magenta", 20)
    assert find_objects(sight, table, to_field).obstacles[0].box.width == WIDTH
    alone = frame.copy()
    alone[:HORIZON, :140] = 120
    alone[:HORIZON, 180:] = 120
    whole = ColourScan(table, field="green")(alone)
    assert HallCutter(table)(alone, whole, table) is whole, "as narrow as a robot"


def test_robots_of_both_teams_before_each_other_are_two():
    codes = field()
    codes[85:150, 100:130] = Colour.BLACK
    codes[110:130, 105:125] = Colour.MAGENTA
    codes[90:120, 133:147] = Colour.BLACK  # close beside the nearer one
    codes[95:110, 136:144] = Colour.CYAN
    codes[121:128, 136:144] = Colour.BLACK
    near, far = seen(codes).obstacles
    assert (near.team, near.box.bottom) == ("magenta", 149)
    assert (far.team, far.box.bottom) == ("cyan", 127)


def test_a_small_robot_far_away_is_another_one_than_the_large_one_beside_it():
    codes = field()
    codes[60:240, 20:150] = Colour.BLACK  # so near that the picture cuts it off
    codes[100:200, 125:145] = Colour.MAGENTA
    codes[85:120, 153:170] = Colour.BLACK
    codes[90:106, 171:179] = Colour.CYAN  # less than a hundredth of both
    cyan = [one for one in seen(codes).obstacles if one.team == "cyan"]
    assert [one.foot[1] for one in cyan] == [119.0]
    assert cyan[0].at is not None


@pytest.mark.parametrize("seed", range(1000, 1012))
def test_orange_balls_of_drawn_games_are_where_they_are(seed):
    picture = draw(random_scene(seed, ball=True))
    ball, truth = (
        find_objects(
            ColourScan(game_table(), field="green")(picture.frame),
            game_table(),
            picture.scene.view.to_field,
        ).ball,
        picture.truth,
    )
    orange = (truth.colours[truth.things == Thing.BALL] == Colour.RED).any()
    if not orange or truth.ball is None or truth.ball.radius < 4 or truth.ball.visible < 0.7:
        return
    assert ball is not None
    assert np.hypot(ball.x - truth.ball.x, ball.y - truth.ball.y) < 3
    assert truth.ball_at is not None
    if ball.at is not None:
        assert np.hypot(*np.subtract(ball.at, truth.ball_at)) < 0.15


def test_frames_without_anything_have_no_objects():
    for codes in (np.zeros((1, 1), np.uint8), np.zeros((0, 5), np.uint8), field() * 0, field()):
        objects = seen(codes)
        assert objects.ball is None
        assert [*objects.yellow_goals, *objects.blue_goals, *objects.poles] == []
        assert objects.obstacles == []


def test_pictures_show_classes_regions_grid_and_objects():
    table, frame = game_table(), draw(random_scene(3, 160, 120, ball=True)).frame
    sight = ColourScan(table, grid=GridRule(), field="green")(frame)
    codes = table.classify(frame)
    painted = paint_classes(codes, table.names)
    assert np.array_equal(painted[codes == Colour.GREEN][0], paints_of(table.names)[Colour.GREEN])
    assert sight.grid is not None
    grid = paint_grid(sight.grid.cells, table.names, (120, 160))
    boxes = paint_regions(frame, sight.regions, table.names, least_area=20)
    marks = paint_objects(frame, find_objects(sight, table))
    for picture in (painted, grid, boxes, marks):
        assert picture.shape == frame.shape
        assert picture.dtype == np.uint8
        assert len(np.unique(picture.reshape(-1, 3), axis=0)) > 1
    assert not np.array_equal(boxes, marks)
