"""How long ticks take: whole, in the module, and in its skills."""

import time

from olympian.humanoid import Humanoid
from olympian.records import JointGoal, RobotState

__all__ = ["Stopwatch"]


class Stopwatch:
    """Times of whole ticks without physics, of the module with its skills, and of the skills."""

    def __init__(self, humanoid: Humanoid) -> None:
        self._humanoid = humanoid
        self.times: tuple[list[float], list[float], list[float]] = ([], [], [])
        self._skills = self._module = self._physics = 0.0
        for claimant in humanoid.hcm.claimants:
            self._time_skill(claimant)
        self._time_module()
        self._time_physics()

    def tick(self) -> None:
        """One tick of the loop."""
        self._skills = self._module = self._physics = 0.0
        began = time.perf_counter()
        self._humanoid.tick()
        whole = time.perf_counter() - began
        for times, took in zip(
            self.times, (whole - self._physics, self._module, self._skills), strict=True
        ):
            times.append(took)

    def _time_skill(self, claimant: object) -> None:
        step = claimant.step  # type: ignore[attr-defined]

        def timed(state: RobotState, dt: float) -> JointGoal | None:
            began = time.perf_counter()
            goal = step(state, dt)
            self._skills += time.perf_counter() - began
            return goal

        claimant.step = timed  # type: ignore[attr-defined]

    def _time_module(self) -> None:
        step = self._humanoid.hcm.step

        def timed(state: RobotState, dt: float) -> JointGoal:
            began = time.perf_counter()
            goal = step(state, dt)
            self._module += time.perf_counter() - began
            return goal

        self._humanoid.hcm.step = timed  # type: ignore[method-assign]

    def _time_physics(self) -> None:
        advance = self._humanoid.simulation.advance

        def timed() -> None:
            began = time.perf_counter()
            advance()
            self._physics += time.perf_counter() - began

        self._humanoid.simulation.advance = timed  # type: ignore[method-assign]
