"""A small Bioloid for tests of the modes: quick movements and gaits, and no physics."""

from collections.abc import Sequence

from olympian.backend import KinematicBackend
from olympian.decision.modes import ModeMachine
from olympian.loop import Loop
from olympian.motion.animate import (
    Animator,
    BuiltSet,
    Compliance,
    Frame,
    FrameSet,
    MoveLimits,
    build,
)
from olympian.motion.step import Gait, Stepper
from olympian.robot import Robot, load_robot

FIGHT = ("fight_stance", "fight_end", "punch_left", "punch_right", "lever_left", "kick_left")
GAIT = Gait(length=0.02, side=0.02, torso_height=0.2, compliance={"legs": Compliance(slope=64)})


def quick_set(robot: Robot, name: str, interrupts: bool = False) -> BuiltSet:
    """A movement of 0.2 s: an arm goes out and back."""
    frames = [
        Frame(name="out", joints={"left_shoulder_roll": 30}),
        Frame(name="back", phase="final"),
    ]
    move = MoveLimits(policy="quintic", duration_s=0.1)
    return build(robot, FrameSet(name=name, frames=frames, move=move, interrupts=interrupts))


class Drill:
    """A mode machine on joints that go where they are told."""

    def __init__(
        self,
        movements: Sequence[str] = ("cheer", *FIGHT),
        gaits: Sequence[str] = ("walk", "fight"),
    ) -> None:
        self.robot = load_robot("bioloid")
        sets = [quick_set(self.robot, name) for name in movements]
        animator = Animator(self.robot, sets, self.robot.ready)
        stepper = Stepper(self.robot, GAIT) if gaits else None
        self.machine = ModeMachine(self.robot, animator, stepper, dict.fromkeys(gaits, GAIT))
        self.loop = Loop(KinematicBackend(self.robot), self.machine)

    def run(self, seconds: float) -> list[str]:
        """Let time pass; the modes and states it went through."""
        seen: list[str] = []
        for _ in range(round(seconds / self.loop.backend.dt)):
            self.loop.tick()
            now = f"{self.machine.mode} {self.machine.state}"
            if not seen or seen[-1] != now:
                seen.append(now)
        return seen

    def until_idle(self, limit: float = 30.0) -> list[str]:
        """Let time pass until nothing is under way."""
        seen: list[str] = []
        while self.machine.in_action or self.machine.asked or len(seen) < 1:
            seen += self.run(0.01)
            assert len(seen) < limit / 0.01, f"still in action: {seen[-1]}"
        seen += self.run(0.01)  # the tick in which the mode notices
        return [now for k, now in enumerate(seen) if k == 0 or now != seen[k - 1]]
