"""What is asked of each robot's walk, and how hard it is tried."""

from dataclasses import dataclass, replace

from olympian.motion import TopSpeed
from olympian.motion.walks import DYNAMIC, LEARNT
from olympian.robot import Robot


@dataclass(frozen=True)
class Bar:
    """One figure of the report with the least that is asked and what is hoped for."""

    key: str
    must: float
    aim: float
    at_most: bool = False
    """Smaller is better."""

    def met(self, value: float) -> tuple[bool, bool]:
        """Are the must and the aim reached?"""
        if self.at_most:
            return value <= self.must, value <= self.aim
        return value >= self.must - 1e-9, value >= self.aim - 1e-9


ENGINE = Bar("engine_us", 150.0, 50.0, at_most=True)
BARS: dict[str, tuple[Bar, ...]] = {
    "fumanoid": (
        Bar("forward_m_s", 0.50, 0.80),
        Bar("backward_m_s", 0.30, 0.45),
        Bar("sideways_m_s", 0.20, 0.35),
        Bar("turn_rad_s", 1.3, 2.0),
        Bar("tracking_error", 0.10, 0.03, at_most=True),
        Bar("push_ns", 2.0, 3.0),
        Bar("push_ratio", 1.6, 1.6),
        Bar("tiles_mm", 8.0, 15.0),
        Bar("ramp_deg", 4.0, 8.0),
        Bar("odometry_error_percent", 8.0, 3.0, at_most=True),
        Bar("hour_falls", 2.0, 0.0, at_most=True),
        ENGINE,
    ),
    "bioloid": (Bar("forward_m_s", 0.22, 0.40), Bar("push_ns", 0.4, 0.8), ENGINE),
    "wolfgang": (Bar("forward_m_s", 0.35, 0.60), Bar("push_ns", 3.0, 5.0), ENGINE),
}


LEARNT_ENGINE = Bar("engine_us", 60.0, 60.0, at_most=True)
GENTLE, GENTLE_SMALL = (
    Bar("duty_saturated", most, aim, at_most=True) for most, aim in ((0.10, 0.03), (0.20, 0.20))
)
LEARNT_BARS: dict[str, tuple[Bar, ...]] = {
    "fumanoid": (
        Bar("forward_m_s", 0.85, 1.1),
        Bar("backward_m_s", 0.5, 0.6),
        Bar("sideways_m_s", 0.35, 0.4),
        Bar("turn_rad_s", 2.0, 2.5),
        Bar("tracking_error", 0.05, 0.03, at_most=True),
        Bar("push_ns", 3.6, 4.5),
        Bar("tiles_mm", 15.0, 24.0),
        Bar("ramp_deg", 8.0, 10.0),
        Bar("odometry_error_percent", 5.0, 3.0, at_most=True),
        Bar("hour_falls", 0.0, 0.0, at_most=True),
        GENTLE,
        LEARNT_ENGINE,
    ),
    "wolfgang": (
        Bar("forward_m_s", 0.60, 0.9),
        Bar("backward_m_s", 0.35, 0.5),
        Bar("sideways_m_s", 0.25, 0.35),
        Bar("turn_rad_s", 1.5, 2.0),
        Bar("tracking_error", 0.05, 0.03, at_most=True),
        Bar("push_ns", 4.5, 6.0),
        Bar("tiles_mm", 15.0, 24.0),
        Bar("ramp_deg", 6.0, 10.0),
        Bar("odometry_error_percent", 5.0, 3.0, at_most=True),
        Bar("hour_falls", 0.0, 0.0, at_most=True),
        GENTLE,
        LEARNT_ENGINE,
    ),
    "bioloid": (
        Bar("forward_m_s", 0.35, 0.48),
        Bar("backward_m_s", 0.2, 0.27),
        Bar("sideways_m_s", 0.12, 0.15),
        Bar("turn_rad_s", 1.5, 1.9),
        Bar("tracking_error", 0.10, 0.05, at_most=True),
        Bar("push_ns", 0.75, 1.0),
        Bar("tiles_mm", 8.0, 12.0),
        Bar("ramp_deg", 4.0, 6.0),
        Bar("odometry_error_percent", 8.0, 5.0, at_most=True),
        Bar("hour_falls", 2.0, 0.0, at_most=True),
        GENTLE_SMALL,
        LEARNT_ENGINE,
    ),
}
"""Of a walk that was learnt for the robot."""


def bars(robot: str, kind: str = DYNAMIC) -> tuple[Bar, ...]:
    """What is asked of a robot's walk; of one nobody set bars for, only that it is quick."""
    if kind == LEARNT:
        return LEARNT_BARS.get(robot, (LEARNT_ENGINE,))
    return BARS.get(robot, (ENGINE,))


TRACKED = 0.6
"""Share of its limits at which a robot without musts of its own is held to follow commands."""
PUSH_STEP, PUSH_LEVELS = 0.045, 30
"""N s per kg from level to level, and how many, for a robot that is not listed."""


@dataclass(frozen=True)
class Protocol:
    """How one robot is tested."""

    pace: float
    """m/s at which it is pushed and walks over tiles and ramps."""
    push_step: float
    push_top: float
    """N s between levels, and the highest."""
    tracked: tuple[float, float, float, float]
    """Speeds ahead, back, sideways (m/s) and turning (rad/s) at which tracking is measured."""

    @staticmethod
    def of(robot: Robot, speeds: TopSpeed, kind: str = DYNAMIC) -> "Protocol":
        """The protocol of a robot: its own, or one by its mass and its walk's top speed."""
        pace, step, top = PUSHES.get(robot.name, (0.0, 0.0, 0.0))
        if not step:
            pace = min(0.2, TRACKED * speeds.ahead)
            step = round(PUSH_STEP * robot.tree.mass, 3)
            top = PUSH_LEVELS * step
        return Protocol(pace, step, top, _tracked(robot.name, speeds, kind))

    def pushed_by(self, ns: float) -> "Protocol":
        """The same with pushes of this strength only."""
        return replace(self, push_step=ns, push_top=ns)


PUSHES = {
    "fumanoid": (0.2, 0.2, 6.0),
    "wolfgang": (0.2, 0.2, 10.0),
    "bioloid": (0.15, 0.1, 1.6),
}
"""Pace, step and top; the top is twice the aim."""


def _tracked(robot: str, top: TopSpeed, kind: str) -> tuple[float, float, float, float]:
    asked = {bar.key: bar.must for bar in bars(robot, kind)}
    return (
        asked.get("forward_m_s", TRACKED * top.ahead),
        asked.get("backward_m_s", TRACKED * top.back),
        asked.get("sideways_m_s", TRACKED * top.side),
        asked.get("turn_rad_s", TRACKED * top.turn),
    )
