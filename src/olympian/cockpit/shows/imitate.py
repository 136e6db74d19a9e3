"""Person and robot side by side in the browser."""

from collections import deque
from collections.abc import Callable
from typing import Protocol

import numpy as np

from olympian.cockpit.shows.lines import bones, shrink
from olympian.cockpit.shows.page import ShowPage, ShowRun
from olympian.motion.imitate import Imitate

__all__ = ["ImitatePage", "ImitationShow"]


ASIDE = 1.1
"""Robot heights from the robot to its person."""
NEWS = 8
"""Lines of trouble that stay on the page."""
COLOUR, UNSURE = (40, 110, 210), (220, 120, 40)


class ImitationShow(ShowRun, Protocol):
    """A skill at work on a stream."""

    skill: Imitate


class ImitatePage(ShowPage[ImitationShow]):
    """A page that shows what a skill makes of a stream, in real time."""

    def __init__(
        self,
        begin: Callable[[], ImitationShow],
        host: str,
        port: int,
        repeats: bool = True,
        tell: Callable[[str], None] = lambda _: None,
    ) -> None:
        """Args: tell: hears of troubles, besides the visitors."""
        self._make, self._tell = begin, tell
        self._news: deque[str] = deque(maxlen=NEWS)
        super().__init__(self._next, host, port, repeats)
        height = self.height
        scene, camera = self.server.scene, self.server.initial_camera
        camera.position = (2.2 * height, 0.5 * ASIDE * height, 0.9 * height)
        camera.look_at = (0.0, 0.5 * ASIDE * height, 0.45 * height)
        self._head = scene.add_icosphere("/head", 0.06 * height, color=COLOUR, visible=False)
        self.lines_shown = 0
        """Bones of the person in the last picture"""

    def draw(self) -> None:
        """Robot and person as they are."""
        super().draw()
        person = self.show.skill.shown.person
        if person is None:
            return
        places = shrink(person, self.height) + np.array([0.0, ASIDE * self.height, 0.0])
        points, sure = bones(places, person.confidence)
        self.lines_shown = len(points)
        colours = np.where(sure[:, None, None], COLOUR, UNSURE).astype(np.uint8)
        self.server.scene.add_line_segments(
            "/person",
            points,
            np.broadcast_to(colours, points.shape),
            thickness=0.02 * self.height,
        )
        self._head.visible = bool(np.isfinite(places[0]).all())
        if self._head.visible:
            self._head.position = places[0]

    def _next(self) -> ImitationShow:
        self._news.clear()
        return self._make()

    def sentences(self) -> list[str]:
        """How well it can follow, and what was wrong of late."""
        skill = self.show.skill
        for line in skill.troubles.news():
            self._tell(line)
            self._news.append(line)
        doing = "**following**" if skill.shown.following else "**nobody to follow**"
        reached = skill.shown.mapped.reached if skill.shown.mapped else {}
        out = [side for side, good in reached.items() if not good]
        reach = f"out of reach: {', '.join(out)}" if out else "both arms in reach"
        held = skill.guard.blocked * self.show.dt
        return [doing, reach, f"held back from touching itself for {held:.1f} s", *self._news]
