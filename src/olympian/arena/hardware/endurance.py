"""Minutes of play on a line that loses packets and turns bits over."""

from collections import deque
from collections.abc import Callable

import msgspec
import numpy as np

from olympian.backend import Dynamixel
from olympian.geometry import Vec
from olympian.humanoid import Humanoid
from olympian.records import Twist
from olympian.robot import load_robot
from olympian.servo import ServoBank
from olympian.virtual import LineFaults, VirtualRobot

ROBOT = "bioloid"
FAULTS = LineFaults(dropouts=0.01, bit_errors=0.001)
DRIVE = (
    Twist(forward=0.08),
    Twist(forward=0.04, turn=0.3),
    Twist(),
    Twist(left=0.03),
    Twist(forward=-0.04),
    Twist(turn=-0.4),
)
"""What it is told in turn."""
EACH_S = 4.0
LATELY = 20
"""Ticks; so many goals in a row are not lost by chance."""
NEAR = 0.02
"""rad: a servo that comes back from a silence is led from where it is to its goal."""


class Endurance(msgspec.Struct, frozen=True):
    """What came of it."""

    seconds: float
    exceptions: int
    """That anything raised on the way."""
    wild_goals: int
    """Goals in the servos that nobody had sent them: an 8-bit sum does not see two errors that make
    up for each other."""
    wild_ticks: int
    """How long one of them lasted at most: the next packet puts it right."""
    furthest_deg: float
    """Of any goal from what was sent."""
    falls: int
    asked: int
    """Questions and commands on the bus."""
    timeouts: int
    broken: int
    late: int
    wild_positions: int
    """Readings that were dropped."""
    lost_on_line: int
    """Packets that the line swallowed or damaged, as the line itself counted them."""
    cycle_p99_s: float
    state: str
    """Of the control module at the end."""


def endure(
    seconds: float, seed: int = 0, progress: Callable[[float], None] = lambda _: None
) -> Endurance:
    """Walk about for so many seconds of the robot's time."""
    virtual = VirtualRobot(load_robot(ROBOT), seed=seed, faults=FAULTS)
    body = Dynamixel(virtual.robot, virtual.port())
    robot, watch = Humanoid(virtual.robot, body), _GoalWatch(virtual, body)
    ticks, falls, was_down = round(seconds / body.dt), 0, False
    for tick in range(ticks):
        if tick % round(EACH_S / body.dt) == 0:
            robot.walk(DRIVE[tick // round(EACH_S / body.dt) % len(DRIVE)])
            progress(tick / ticks)
        robot.tick()
        watch.step()
        down = robot.situation.state.is_down
        falls, was_down = falls + (down and not was_down), down
    bus, line = body.statistics.buses["bus"], virtual.lines["bus"]
    outcome = Endurance(
        seconds=seconds,
        exceptions=len(robot.breaker.failures),
        wild_goals=watch.wild,
        wild_ticks=watch.longest,
        furthest_deg=round(float(np.degrees(watch.furthest)), 2),
        falls=falls,
        asked=bus.sent,
        timeouts=bus.timeouts,
        broken=bus.broken,
        late=bus.late,
        wild_positions=body.statistics.wild,
        lost_on_line=line.noise.dropped + line.noise.damaged,
        cycle_p99_s=round(body.statistics.cycle_p99, 5),
        state=robot.situation.state.value,
    )
    body.close()
    virtual.close()
    return outcome


class _GoalWatch:
    """Looks at the goals in the servos, after every tick."""

    def __init__(self, virtual: VirtualRobot, body: Dynamixel) -> None:
        self._servos: ServoBank = virtual.simulation.actors[0].servos
        self._told = body.servos
        self._sent: deque[Vec] = deque(maxlen=LATELY)
        self.wild, self.longest, self.furthest = 0, 0, 0.0
        self._running = np.zeros(len(self._servos.names), dtype=np.int64)

    def step(self) -> None:
        """A goal that is in a servo was sent to it, now or lately: packets get lost."""
        self._sent.append(self._told.goal)
        off = np.abs(np.array(self._sent) - self._servos.goal).min(axis=0)
        off *= self._servos.torque_on & self._told.torque_on
        self._running = np.where(off > NEAR, self._running + 1, 0)
        self.wild += int(np.count_nonzero(self._running == 1))
        self.longest = max(self.longest, int(self._running.max()))
        self.furthest = max(self.furthest, float(off.max()))
