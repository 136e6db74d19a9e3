"""Person and robot side by side in the browser."""

from collections import deque
from collections.abc import Callable

import mujoco
import numpy as np

from olympian.backend import Simulation
from olympian.cockpit.shows.lines import bones, robot_height, shrink
from olympian.cockpit.shows.page import Play, ShowPage
from olympian.geometry import T_from, Vec
from olympian.kinematics import Kinematics
from olympian.motion.imitate import Imitate
from olympian.robot import Robot

__all__ = ["ImitatePage", "Imitation", "picture_of"]


def picture_of(
    robot: Robot, simulation: Simulation | None, q: Callable[[], Vec]
) -> tuple[mujoco.MjModel, Callable[[], mujoco.MjData]]:
    """A model, and what fills its data with the robot as it is now.

    Args:
        q: joint angles of a robot without physics, which then stands on its first foot.
    """
    if simulation is not None:
        world = simulation
        return world.model, lambda: world.data
    kinematics = Kinematics(robot)
    T_sole = T_from()
    sole = robot.require_feet()[0].link

    def stand() -> mujoco.MjData:
        return kinematics.data_at(kinematics.standing(q(), sole, T_sole))

    return kinematics.model, stand


ASIDE = 1.1
"""Robot heights from the robot to its person."""
NEWS = 8
"""Lines of trouble that stay on the page."""
COLOUR, UNSURE = (40, 110, 210), (220, 120, 40)


class Imitation:
    """A skill at work on a stream, and what it has to say."""

    def __init__(
        self,
        skill: Imitate,
        data: Callable[[], mujoco.MjData],
        tick: Callable[[], None],
        dt: float,
        done: Callable[[], bool],
    ) -> None:
        """Args: data: the robot as it is now; tick, done: of the run that the skill is in."""
        self.skill = skill
        self._news: deque[str] = deque(maxlen=NEWS)
        self.play = Play(tick, dt, done, data, self._sentences)

    def tell(self, line: str) -> None:
        """Show a line of trouble."""
        self._news.append(line)

    def _sentences(self) -> list[str]:
        shown = self.skill.shown
        doing = "**following**" if shown.following else "**nobody to follow**"
        reached = shown.mapped.reached if shown.mapped else {}
        out = [side for side, good in reached.items() if not good]
        reach = f"out of reach: {', '.join(out)}" if out else "both arms in reach"
        held = self.skill.guard.blocked * self.play.dt
        return [doing, reach, f"held back from touching itself for {held:.1f} s", *self._news]


class ImitatePage(ShowPage):
    """A page that shows what a skill makes of a stream, in real time."""

    def __init__(
        self,
        begin: Callable[[], Imitation],
        model: mujoco.MjModel,
        robot: Robot,
        host: str,
        port: int,
        repeats: bool = True,
    ) -> None:
        """Args: begin: makes the next play."""
        self._height = height = robot_height(robot)
        self._make = begin
        super().__init__(self._begun, model, height, host, port, repeats)
        scene, camera = self.server.scene, self.server.initial_camera
        camera.position = (2.2 * height, 0.5 * ASIDE * height, 0.9 * height)
        camera.look_at = (0.0, 0.5 * ASIDE * height, 0.45 * height)
        self._head = scene.add_icosphere("/head", 0.06 * height, color=COLOUR, visible=False)
        self._imitation: Imitation | None = None
        self.lines_shown = 0
        """Bones of the person in the last picture"""

    def draw(self, play: Play) -> None:
        """Robot and person as they are."""
        super().draw(play)
        person = self._imitation.skill.shown.person if self._imitation else None
        if person is None:
            return
        places = shrink(person, self._height) + np.array([0.0, ASIDE * self._height, 0.0])
        points, sure = bones(places, person.confidence)
        self.lines_shown = len(points)
        colours = np.where(sure[:, None, None], COLOUR, UNSURE).astype(np.uint8)
        self.server.scene.add_line_segments(
            "/person",
            points,
            np.broadcast_to(colours, points.shape),
            thickness=0.02 * self._height,
        )
        self._head.visible = bool(np.isfinite(places[0]).all())
        if self._head.visible:
            self._head.position = places[0]

    def _begun(self) -> Play:
        self._imitation = self._make()
        return self._imitation.play
