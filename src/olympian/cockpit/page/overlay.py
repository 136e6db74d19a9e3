"""What can be drawn into the scene besides the robot: why it stands, and where it steps next."""

import time

import numpy as np
import viser

from olympian.cockpit.page.scene import ROOM, PageScene
from olympian.cockpit.session import Session
from olympian.errors import unknown
from olympian.geometry import (
    GRAVITY,
    Mat4,
    T_from,
    Vec,
    Vec2,
    convex_hull,
    quaternion_wxyz_from_R,
    transform_points,
)
from olympian.records import RobotState

__all__ = ["VIEWS", "Overlay"]

VIEWS = {
    "follow": "The scene follows the robot",
    "support": "Support polygon",
    "com": "Centre of mass and its projection",
    "margin": "Stability margin",
    "capture": "Capture point",
    "soles": "Soles by load: the darker, the more",
    "footsteps": "Planned footstep",
    "forces": "Contact forces",
}
PERIOD = 0.02
"""Seconds between two drawings at least: marks move with the robot, or they lie beside it."""
LIFT = 0.003
"""Metres above the floor, so that lines do not flicker in it."""
SAFE, UNSAFE, BLUE, ORANGE = (43, 138, 62), (214, 38, 45), (28, 126, 214), (240, 140, 0)
SMOOTH = 0.5
"""Share of the present in a speed that is drawn."""


class Overlay:
    """Marks in the axes of the world, each drawn only while it is switched on."""

    def __init__(self, scene: viser.SceneApi, session: Session, page_scene: PageScene) -> None:
        """Args: page_scene: what draws the robot."""
        self._scene, self._session, self._page_scene = scene, session, page_scene
        self._on = {"follow"}
        self._next = 0.0
        self._size = 0.03 * session.watch.min_torso_height + 0.005
        self._spheres: dict[str, viser.IcosphereHandle] = {}
        self._lines: dict[str, viser.LineSegmentsHandle] = {}
        self._soles: list[viser.MeshHandle] = []
        self._before: tuple[float, Vec] | None = None
        self._speed = np.zeros(2)

    @property
    def switched(self) -> list[str]:
        """What is drawn now."""
        return sorted(self._on)

    @property
    def views(self) -> dict[str, str]:
        """What can be drawn of this robot."""
        feet = bool(self._session.humanoid.robot.feet)
        return {
            name: label for name, label in VIEWS.items() if feet or name in ("follow", "forces")
        }

    def switch(self, name: str, *, on: bool) -> None:
        """Draw it from now on, or wipe it off."""
        if name not in self.views:
            raise unknown("view", name, self.views)
        (self._on.add if on else self._on.discard)(name)
        self._next = 0.0
        if name == "follow":
            self._page_scene.follows = on
        elif name == "forces":
            self._page_scene.shows_forces = on
        elif not on:
            self._wipe(name)

    def show(self) -> None:
        """Bring what is switched on up to date."""
        now, state = time.perf_counter(), self._session.humanoid.state
        if now < self._next or state is None or state.soles is None or self._on <= _OTHERS:
            return
        self._next = now + PERIOD
        session = self._session
        T = session.simulation.true_pose(session.humanoid.robot.torso, session.number)
        com = transform_points(T, state.com_in_torso)
        soles = [T @ sole for sole in state.soles]
        floor = min(float(sole[2, 3]) for sole in soles) + LIFT
        outlines = [
            transform_points(sole, np.column_stack([foot.outline, np.zeros(len(foot.outline))]))
            for sole, foot in zip(soles, session.humanoid.robot.feet, strict=True)
        ]
        self._draw_balance(state, com, outlines, floor)
        if "capture" in self._on:
            xy = com[:2] + self._velocity(state.t, com) * np.sqrt(
                max(com[2] - floor, 0.0) / GRAVITY
            )
            self._sphere("capture", np.array([*xy, floor]), ORANGE)
        if "soles" in self._on:
            self._draw_soles(state, soles)
        if "footsteps" in self._on:
            self._draw_footstep(soles, floor)

    def _draw_balance(self, state: RobotState, com: Vec, outlines: list[Vec], floor: float) -> None:
        below = com[:2]
        if "com" in self._on:
            self._sphere("com", com, BLUE)
            self._sphere("com_below", np.array([*below, floor]), BLUE)
        carrying = [
            outline[:, :2] for outline, on in zip(outlines, state.contacts, strict=True) if on
        ]
        hull = convex_hull(np.vstack(carrying)) if carrying else np.zeros((0, 2))
        colour = SAFE if state.support_margin >= 0.0 else UNSAFE
        if "support" in self._on:
            self._line(
                "support", np.stack([hull, np.roll(hull, -1, axis=0)], axis=1), colour, floor
            )
        if "margin" in self._on:
            near = nearest_on(hull, below) if len(hull) else below
            self._line("margin", np.array([[below, near]]), colour, floor)

    def _draw_soles(self, state: RobotState, soles: list[Mat4]) -> None:
        """HOly's grey scale: white carries nothing, black the whole weight."""
        if not self._soles:
            for index, foot in enumerate(self._session.humanoid.robot.feet):
                corners = convex_hull(foot.outline)
                ring = range(1, len(corners) - 1)
                self._soles.append(
                    self._scene.add_mesh_simple(
                        f"{ROOM}/overlay/sole_{index}",
                        np.column_stack([corners, np.full(len(corners), LIFT)]),
                        np.array([(0, one, one + 1) for one in ring]),
                        side="double",
                        cast_shadow=False,
                    )
                )
        weight = GRAVITY * self._session.humanoid.robot.tree.mass
        for handle, sole, load in zip(self._soles, soles, state.loads, strict=False):
            grey = round(255 * (1.0 - min(max(float(load) / weight, 0.0), 1.0)))
            handle.position = tuple(sole[:3, 3])
            handle.wxyz = quaternion_wxyz_from_R(sole[:3, :3])
            if handle.color != (grey, grey, grey):
                handle.color = (grey, grey, grey)

    def _draw_footstep(self, soles: list[Mat4], floor: float) -> None:
        robot = self._session.humanoid.robot
        planned = self._session.humanoid.machine.body.next_footstep
        sides = [(robot.limbs[foot.limb].side or "") for foot in robot.feet]
        if planned is None or set(sides) != {"left", "right"}:
            self._wipe("footsteps")
            return
        stands, place = planned
        stance = sides.index(("left", "right")[stands])
        T = soles[stance] @ T_from((place.x, place.y, 0.0), (0.0, 0.0, place.yaw))
        outline = robot.feet[1 - stance].outline
        corners = transform_points(T, np.column_stack([outline, np.zeros(len(outline))]))[:, :2]
        pairs = np.stack([corners, np.roll(corners, -1, axis=0)], axis=1)
        self._line("footsteps", pairs, ORANGE, floor)

    def _velocity(self, t: float, com: Vec) -> Vec2:
        """Of the centre of mass over the ground, as it truly moves."""
        if self._before is not None and 0.0 < t - self._before[0] < 1.0:
            speed = (com[:2] - self._before[1]) / (t - self._before[0])
            self._speed = (1 - SMOOTH) * self._speed + SMOOTH * speed
        elif self._before is None or t != self._before[0]:
            self._speed = np.zeros(2)
        self._before = t, com[:2].copy()
        return self._speed

    def _sphere(self, name: str, place: Vec, colour: tuple[int, int, int]) -> None:
        if name not in self._spheres:
            self._spheres[name] = self._scene.add_icosphere(
                f"{ROOM}/overlay/{name}", self._size, color=colour, cast_shadow=False
            )
        handle = self._spheres[name]
        handle.visible = True
        handle.position = tuple(place)

    def _line(self, name: str, pairs: Vec, colour: tuple[int, int, int], floor: float) -> None:
        """(n, 2, 2) ends of lines on the floor."""
        if not len(pairs):
            self._wipe(name)
            return
        points = np.concatenate([pairs, np.full((len(pairs), 2, 1), floor)], axis=2)
        self._lines[name] = self._scene.add_line_segments(
            f"{ROOM}/overlay/{name}", points, colour, thickness=0.3 * self._size
        )

    def _wipe(self, name: str) -> None:
        for sphere in (name, f"{name}_below"):
            if sphere in self._spheres:
                self._spheres.pop(sphere).remove()
        if name in self._lines:
            self._lines.pop(name).remove()
        if name == "soles":
            for handle in self._soles:
                handle.remove()
            self._soles = []


_OTHERS = {"follow", "forces"}
"""Views that the viewer itself draws."""


def nearest_on(hull: Vec, point: Vec2) -> Vec2:
    """The place on the edge of a polygon (k, 2) that is nearest to a point."""
    starts, ways = hull, np.roll(hull, -1, axis=0) - hull
    lengths = np.maximum((ways**2).sum(axis=1), 1e-12)
    shares = np.clip(((point - starts) * ways).sum(axis=1) / lengths, 0.0, 1.0)
    places = starts + shares[:, None] * ways
    nearest: Vec2 = places[int(np.argmin(((places - point) ** 2).sum(axis=1)))]
    return nearest
