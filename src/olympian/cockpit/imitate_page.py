"""Person and robot side by side in the browser."""

import sys
import time
from collections import deque
from collections.abc import Callable
from contextlib import redirect_stdout

import mujoco
import numpy as np
from mjviser import ViserMujocoScene

from olympian.cockpit.admission import open_server
from olympian.cockpit.imitate_lines import bones, robot_height, shrink
from olympian.cockpit.pace import Pace
from olympian.cockpit.serve import FRAME, check_port
from olympian.motion.imitate import Imitate
from olympian.robot import Robot

__all__ = ["ImitatePage"]

ASIDE = 1.1
"""Robot heights from the robot to its person."""
NEWS = 8
"""Lines of trouble that stay on the page."""
COLOUR, UNSURE = (40, 110, 210), (220, 120, 40)


class ImitatePage:
    """A page that shows what a skill makes of a stream, in real time."""

    def __init__(
        self,
        skill: Imitate,
        model: mujoco.MjModel,
        data: Callable[[], mujoco.MjData],
        robot: Robot,
        host: str,
        port: int,
    ) -> None:
        """Args: data: the robot as it is now."""
        check_port(host, port)
        self._server, self.url = open_server(host, port)
        self._skill, self._data = skill, data
        self._height = height = robot_height(robot)
        server = self._server
        server.gui.configure_theme(show_logo=False, show_share_button=False)
        self._scene = ViserMujocoScene(server, model, num_envs=1)
        self._scene.camera_tracking_enabled = False
        self._head = server.scene.add_icosphere("/head", 0.06 * height, color=COLOUR, visible=False)
        server.initial_camera.position = (2.2 * height, 0.5 * ASIDE * height, 0.9 * height)
        server.initial_camera.look_at = (0.0, 0.5 * ASIDE * height, 0.45 * height)
        self._words = server.gui.add_markdown("waiting for a person …")
        self._news: deque[str] = deque(maxlen=NEWS)
        self._next_frame = 0.0
        self.lines_shown = 0
        """Bones of the person in the last picture"""

    @property
    def words(self) -> str:
        """What stands beside the picture."""
        return self._words.content

    def run(self, tick: Callable[[], None], dt: float, done: Callable[[], bool]) -> None:
        """Tick in real time until it is done."""
        pace = Pace()
        while not done():
            tick()
            now = time.perf_counter()
            if now >= self._next_frame:
                self.show()
                self._next_frame = now + FRAME
            pace.wait(dt)

    def tell(self, line: str) -> None:
        """Show a line of trouble."""
        self._news.append(line)

    def show(self) -> None:
        """Draw robot and person as they are."""
        self._scene.update_from_mjdata(self._data())
        person = self._skill.shown.person
        if person is not None:
            places = shrink(person, self._height) + np.array([0.0, ASIDE * self._height, 0.0])
            points, sure = bones(places, person.confidence)
            self.lines_shown = len(points)
            colours = np.where(sure[:, None, None], COLOUR, UNSURE).astype(np.uint8)
            self._server.scene.add_line_segments(
                "/person",
                points,
                np.broadcast_to(colours, points.shape),
                thickness=0.02 * self._height,
            )
            self._head.visible = bool(np.isfinite(places[0]).all())
            if self._head.visible:
                self._head.position = places[0]
        self._words.content = "  \n".join([*self._sentences(), *self._news])

    def close(self) -> None:
        """Stop serving."""
        with redirect_stdout(sys.stderr):
            self._server.stop()

    def _sentences(self) -> list[str]:
        shown = self._skill.shown
        doing = "**following**" if shown.following else "**nobody to follow**"
        reached = shown.mapped.reached if shown.mapped else {}
        out = [side for side, good in reached.items() if not good]
        reach = f"out of reach: {', '.join(out)}" if out else "both arms in reach"
        return [doing, reach, f"held back {self._skill.guard.blocked} ticks"]
