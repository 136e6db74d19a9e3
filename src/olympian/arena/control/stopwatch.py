"""Times and files of the stages of a tick, from calls that are watched and from a trace."""

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import olympian
from olympian.humanoid import Humanoid

LOOP, MOVE, SKILLS, PHYSICS = "loop", "move", "skills", "physics"
STAGES = {
    "read": "Sensors",
    "estimate": "RobotState",
    MOVE: "JointGoal",
    "lead": "JointGoal",
    "limit": "JointGoal",
    "write": "",
    "navigate": "",
    "log": "",
}
"""What a tick does, in this order, and the record that each hands on."""
NAME = "olympian."
PACKAGE = str(Path(olympian.__file__).parent) + os.sep


class Stopwatch:
    """Ticks a robot, and knows how long each stage took and which files it crossed."""

    def __init__(self, humanoid: Humanoid) -> None:
        self._humanoid = humanoid
        self._stage = LOOP
        self._spent: dict[str, float] = {}
        self.times: list[dict[str, float]] = []
        """Seconds by stage of each tick; the whole tick, without physics, is its `LOOP`."""
        loop = humanoid.loop
        for stage, owner, method in (
            ("read", loop.backend, "read"),
            ("estimate", loop.estimator, "step"),
            (MOVE, humanoid.hcm, "step"),
            ("lead", loop.sag, "step"),
            ("limit", loop.limiter, "step"),
            ("write", loop.backend, "write"),
            ("navigate", humanoid.navigation, "step"),
            ("log", humanoid.log, "step"),
            (PHYSICS, humanoid.simulation, "advance"),
            *((SKILLS, claimant, "step") for claimant in humanoid.hcm.claimants),
        ):
            if owner is not None:
                setattr(owner, method, self._watched(stage, getattr(owner, method)))

    def tick(self) -> None:
        """One tick of the loop."""
        self._spent = {}
        began = time.perf_counter()
        self._humanoid.tick()
        whole, physics = time.perf_counter() - began, self._spent.pop(PHYSICS, 0.0)
        self._spent["write"] -= physics
        self.times.append(self._spent | {LOOP: whole - physics})

    def trace(self) -> dict[str, tuple[str, ...]]:
        """One more tick: files by stage, in the order in which they are come to.

        Compiled code counts as well. What is crossed outside all stages is in `LOOP`; skills are
        in `MOVE`, and physics is nobody's.
        """
        files: dict[str, dict[str, None]] = {}

        def note(frame: FrameType, event: str, called: Any) -> None:
            if self._stage == PHYSICS or event not in ("call", "c_call"):
                return
            name = _file(frame if event == "call" else called)
            if name and name != _OWN:
                stage = MOVE if self._stage == SKILLS else self._stage
                files.setdefault(stage, {})[name] = None

        sys.setprofile(note)
        try:
            self._humanoid.tick()
        finally:
            sys.setprofile(None)
        return {stage: tuple(names) for stage, names in files.items()}

    def _watched(self, stage: str, call: Callable[..., Any]) -> Callable[..., Any]:
        def timed(*args: Any) -> Any:
            before, self._stage = self._stage, stage
            began = time.perf_counter()
            try:
                return call(*args)
            finally:
                took = time.perf_counter() - began
                self._spent[stage] = self._spent.get(stage, 0.0) + took
                self._stage = before

        return timed


def _file(called: Any) -> str:
    """File of a frame or of compiled code, from the package's folder; empty for others'."""
    if isinstance(called, FrameType):
        path = called.f_code.co_filename
        return path.removeprefix(PACKAGE).replace(os.sep, "/") if path.startswith(PACKAGE) else ""
    module = getattr(called, "__module__", None) or ""
    return module.removeprefix(NAME).replace(".", "/") + ".py" if module.startswith(NAME) else ""


_OWN = __file__.removeprefix(PACKAGE).replace(os.sep, "/")
