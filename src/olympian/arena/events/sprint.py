"""Sprint: the race once more, with the dynamic walk at its top speed."""

from math import inf

from olympian.arena.event import EventBar
from olympian.arena.events.race import Race, Runner
from olympian.arena.film import FilmView
from olympian.arena.programs import waiting
from olympian.motion import SkillStatus
from olympian.motion.walk import DynamicWalk
from olympian.motion.walks import DYNAMIC, make_walk
from olympian.records import Twist
from olympian.robot import Robot

__all__ = ["Sprint"]


class Sprint(Race):
    """As fast as the walk's own limits allow; drift is told but not judged."""

    name = "sprint"
    title = "2 m straight ahead with the dynamic walk at its top speed, start and stop included"
    bar = EventBar(
        must="95 % without a fall, ≥ 0.15 m/s",
        aim="0.40 m/s",
        share=0.95,
    )
    view = FilmView(distance=1.2, azimuth_deg=60.0)
    gaits = ()
    walks = (DYNAMIC,)
    slowest = 0.15
    most_drift = inf

    def runner(self, robot: Robot, seed: int, film: bool) -> Runner:
        """Who races, at the moment of the first command."""
        stage = waiting(robot, make_walk(robot, DYNAMIC), seed, self.view, film)
        legs = stage.program(DynamicWalk)
        return Runner(
            stage,
            go=lambda: legs.command(legs.top_speed.at(1.0)),
            stop=lambda: legs.command(Twist()),
            stands=lambda: legs.status is SkillStatus.DONE,
        )
