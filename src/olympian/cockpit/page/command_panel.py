"""Fields of the page for what takes numbers: a place to go to, a point to look at."""

from collections.abc import Callable

import numpy as np
import viser

from olympian.cockpit.session import Session
from olympian.decision.head import pattern_names
from olympian.decision.navigate import Goal
from olympian.geometry import (
    Mat4,
    T_from,
    Vec,
    Vec3,
    inverse,
    quaternion_wxyz_from_R,
    transform_points,
)

ROOM = "/fixed_bodies"
"""Node of the scene that all things of the world hang on; it moves so that the robot stays put."""
EVERY = 15
"""Pictures between two drawings of the line: it changes slowly."""
COLOUR = (34, 139, 230)
LIFT = 0.005
"""Metres above the floor, so that lines do not flicker in it."""


class GoalMarker:
    """Axes at the goal, x the way it will face, and the path as it is planned now."""

    def __init__(self, server: viser.ViserServer, T_world_drive: Mat4) -> None:
        self._scene, self._T_world_drive = server.scene, T_world_drive
        self._axes = server.scene.add_frame(
            f"{ROOM}/goal", axes_length=0.15, axes_radius=0.008, visible=False
        )
        self._line: viser.LineSegmentsHandle | None = None
        self._goal: Goal | None = None
        self._pictures = 0

    def show(self, goal: Goal | None, path: Vec) -> None:
        """Draw a goal and the way there, or wipe them off."""
        if goal != self._goal:
            self._goal, self._pictures = goal, 0
            self._axes.visible = goal is not None
            if goal is not None:
                self._put_axes(goal)
        if self._pictures % EVERY == 0:
            self._draw(path)
        self._pictures += 1

    def _put_axes(self, goal: Goal) -> None:
        T = self._T_world_drive @ T_from((goal.x, goal.y, LIFT), (0.0, 0.0, goal.yaw))
        self._axes.position = tuple(T[:3, 3])
        self._axes.wxyz = quaternion_wxyz_from_R(T[:3, :3])

    def _draw(self, path: Vec) -> None:
        if self._line is not None:
            self._line.remove()
            self._line = None
        if len(path) > 1:
            level = np.column_stack([path, np.full(len(path), LIFT)])
            points = transform_points(self._T_world_drive, level)
            pairs = np.stack([points[:-1], points[1:]], axis=1)
            self._line = self._scene.add_line_segments(
                f"{ROOM}/path", points=pairs, colors=COLOUR, thickness=0.012
            )


def floor_point(origin: Vec3, along: Vec3, T_view_drive: Mat4) -> tuple[float, float] | None:
    """Where a ray meets the floor, in the frame the robot drives in; None if it does not.

    Args:
        origin: of the ray; `along` is its direction, both in the axes of the view.
        T_view_drive: the ground where the robot started, in the view.
    """
    T_drive_view = inverse(T_view_drive)
    start = transform_points(T_drive_view, origin)
    way = T_drive_view[:3, :3] @ along
    if start[2] * way[2] >= 0.0:
        return None  # level, or away from the floor
    x, y, _ = start - way * (start[2] / way[2])
    return float(x), float(y)


Put = Callable[[Callable[[], None]], None]
"""Hands something to do to the thread of the run."""
GO, CANCEL = "Go", "Cancel"
PLACE = {"x [m]": "0", "y [m]": "0", "θ [°]": "0"}
POINT = {"x [m]": "1", "y [m]": "0", "z [m]": "0"}
"""Labels of the fields, and what they begin with."""


class CommandPanel:
    """Forms that ask the commander; a robot that cannot go or look has none for it."""

    def __init__(
        self, server: viser.ViserServer, session: Session, put: Put, offset: Callable[[], Vec3]
    ) -> None:
        """Args: offset: where the view has put the origin of the world."""
        self._session, self._put, self._offset = session, put, offset
        self.forms: dict[str, viser.GuiFormHandle] = {}
        """By the command that each of them asks for."""
        server.scene.remove_click_callback()  # of the session before
        self._marker: GoalMarker | None = None
        if session.commander.navigation is not None:
            self._marker = GoalMarker(server, session.T_world_drive)
            self._place = self._add_go_to(server.gui)
            server.scene.on_click(modifier="shift")(self._clicked)
        if session.commander.head is not None:
            self._add_look(server.gui)

    def show(self) -> None:
        """Draw where it goes."""
        navigation = self._session.commander.navigation
        if self._marker is not None and navigation is not None:
            self._marker.show(navigation.goal, navigation.path)

    def _add_go_to(self, gui: viser.GuiApi) -> list[viser.GuiTextHandle]:
        with gui.add_form("Go to (or shift-click on the floor)") as form:
            fields = [gui.add_text(name, start) for name, start in PLACE.items()]
            buttons = gui.add_button_group("", (GO, CANCEL))
        self.forms["go_to"] = form
        form.on_submit(lambda _: self._ask("go_to", fields))
        buttons.on_click(lambda _: self._pressed(buttons.value))
        return fields

    def _pressed(self, button: str) -> None:
        if button == GO:
            self._ask("go_to", self._place)
        else:
            self._ask("cancel", [])

    def _add_look(self, gui: viser.GuiApi) -> None:
        with gui.add_form("Look at", expand_by_default=False) as form:
            fields = [gui.add_text(name, start) for name, start in POINT.items()]
            look = gui.add_button("Look there")
            search = gui.add_button_group("search", pattern_names())
        self.forms["look_at"] = form
        form.on_submit(lambda _: self._ask("look_at", fields))
        look.on_click(lambda _: self._ask("look_at", fields))
        search.on_click(lambda _: self._search(search.value))

    def _search(self, pattern: str) -> None:
        head = self._session.commander.head
        if head is not None:
            self._put(lambda: head.search(pattern))

    def _ask(self, command: str, fields: list[viser.GuiTextHandle]) -> None:
        words = [field.value for field in fields]
        self._put(lambda: self._session.pilot.ask(command, words))

    def _clicked(self, event: viser.SceneClickEvent) -> None:
        """Go to the point of the floor under the pointer, facing as the field says."""
        origin, along = np.array(event.ray_origin), np.array(event.ray_direction)
        self._put(lambda: self._go_along(origin, along))

    def _go_along(self, origin: Vec3, along: Vec3) -> None:
        T_view_drive = T_from(self._offset()) @ self._session.T_world_drive
        point = floor_point(origin, along, T_view_drive)
        if point is None:
            self._session.humanoid.machine.message = "no floor there"
            return
        for field, value in zip(self._place, point, strict=False):
            field.value = f"{value:.2f}"
        self._ask("go_to", self._place)
