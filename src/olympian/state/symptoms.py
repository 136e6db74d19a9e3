"""What shows in the readings of servos and soles, before anybody asks how long it lasts."""

from math import inf, nan

import numpy as np
from numpy.typing import ArrayLike, NDArray

from olympian.compiled import compiled
from olympian.geometry import Vec, frozen
from olympian.records import JointGoal, Sensors, ServoFault
from olympian.state.health_config import HealthConfig

EPSILON = 1e-9
"""Seconds; sums of ticks are never exact."""
NEAR = 1.0 / 3.0
"""Of what a goal must move: nearer to it than that, a servo hums about its dead band, and turns
each time it is looked at, at the same angle."""
OVERLOAD, OVERHEATING = int(ServoFault.OVERLOAD), int(ServoFault.OVERHEATING)


@compiled
def find_stuck(now, memory, stuck, stirred, slowest, saturated):
    """Bring `memory` and `stuck` up to date.

    Args:
        now: (6, n) angle, speed, load and torque on of each servo, the goal sent to it (NaN: none)
            and the speed it was told.
        memory: (5, n) last angle, speed and load, goal, and goal when the answer last changed.
        stirred: rad by which a goal must move.
        slowest: rad/s of an answer or a goal that turns.
        saturated: load towards the goal beyond which a joint may be blocked.
    """
    for i in range(len(stuck)):
        q, dq, load = now[0, i], now[1, i], now[2, i]
        same = q == memory[0, i] and dq == memory[1, i] and load == memory[2, i]
        memory[0, i], memory[1, i], memory[2, i] = q, dq, load
        if not np.isnan(now[4, i]):
            memory[3, i] = now[4, i]
        q_goal = memory[3, i]
        if not same:
            memory[4, i] = q_goal
        driven = now[3, i] != 0.0 and load * np.sign(q_goal - q) < saturated
        moved = abs(q_goal - memory[4, i]) >= stirred and driven and now[5, i] >= slowest
        # without a goal nothing is known of a hum; NaN compares as far away
        turns = abs(dq) >= slowest and not abs(q_goal - q) < NEAR * stirred
        stuck[i] = same and (stuck[i] or moved or turns)


@compiled
def be_patient(showing, run, back, on_s, dt, clock, lasting):
    """Run each clock while its symptom shows and back while it does not; `lasting` ones count."""
    for i in range(len(showing)):
        step = run[i] * dt if showing[i] else -back[i] * dt
        clock[i] = min(max(clock[i] + step, 0.0), on_s[i])
        lasting[i] = clock[i] >= on_s[i] or (lasting[i] and clock[i] > 0.0)


@compiled
def examine(now, memory, stuck, limits, pressure, hot, showing):
    """What shows in servos and soles, and the mean voltage of servos that answered (NaN: none).

    Args:
        now: (9, n) the rows of `find_stuck`, then whether each servo answered, its temperature and
            its voltage.
        memory: (7, n) as for `find_stuck`, then where each servo is hot and where it has cooled.
        stuck: (n,) answers that are old ones.
        limits: of `find_stuck`.
        pressure: (2, feet, 4) newtons, now and in the record before.
        hot: (n,) too warm: once they are, until they have cooled by some degrees.
        showing: symptoms of joints, inertial sensor, supply and soles; the two in between are left.
    """
    find_stuck(now, memory, stuck, limits[0], limits[1], limits[2])
    joints = len(stuck)
    volts, heard = 0.0, 0
    for i in range(joints):
        answered = now[6, i] != 0.0
        showing[i] = stuck[i] or not answered
        if answered:
            volts += now[8, i]
            heard += 1
        hot[i] = now[7, i] >= memory[5, i] or (hot[i] and now[7, i] > memory[6, i])
    for foot in range(pressure.shape[1]):
        # A cell in the air may well report zero twice; four of them for a third of a second do not.
        loaded_same, all_same = False, True
        for cell in range(pressure.shape[2]):
            same = pressure[0, foot, cell] == pressure[1, foot, cell]
            loaded_same |= same and pressure[0, foot, cell] != 0.0
            all_same &= same
            pressure[1, foot, cell] = pressure[0, foot, cell]
        showing[joints + 2 + foot] = loaded_same or all_same
    return volts / heard if heard else np.nan


@compiled
def ail(fault, hot, back_s, dt, tripped, ailing):
    """Which servos gave up, and which are too hot, into the two rows of `ailing`.

    Args:
        fault: (n,) bits that each reports.
        hot: (n,) too warm by what it measures.
        back_s: seconds for which one that gave up counts as such, once it says so no more: one that
            is switched on again is fault-free until it gives up once more.
        tripped: (n,) seconds of these that are left.
    """
    for i in range(len(fault)):
        tripped[i] = back_s if fault[i] & OVERLOAD else max(tripped[i] - dt, 0.0)
        ailing[0, i] = tripped[i] > EPSILON
        ailing[1, i] = hot[i] or fault[i] & OVERHEATING != 0


class Symptoms:
    """Servos that do not answer or repeat themselves, heat, and soles that repeat themselves.

    A driver that repeats its last values is told from a joint that rests. A resting servo reports
    the same tick for minutes, so sameness alone says nothing. But an answer that says it turns and
    then shows the same angle again, away from its goal, is an old one. And firmware drives by the
    distance to the goal: if the goal moves and the joint does not, the load must change, unless it
    already is at its limit on the side of the goal.
    """

    def __init__(
        self, limits_c: Vec, feet: int, cells: int, showing: NDArray[np.bool_], config: HealthConfig
    ) -> None:
        """Symptoms of a robot with so many feet.

        Args:
            limits_c: (n,) where each servo switches itself off.
            showing: where to write what shows: joints, two that others write, soles.
        """
        joints = len(limits_c)
        stirred = float(np.radians(config.stirred_deg))
        # What turns faster than this has gone that far before its answer counts as stale.
        slowest = stirred / max(config.stale_s, 1e-9)
        self._limits = (stirred, slowest, config.saturated)
        self._now: Vec = np.empty((9, joints))
        self._memory: Vec = np.empty((7, joints))
        self._memory[5], self._memory[6] = limits_c - config.warm_c, limits_c - config.cool_c
        self._pressure: Vec = np.empty((2, feet, cells))
        self._stuck = np.empty(joints, dtype=np.bool_)
        self._showing = showing
        self.hot: NDArray[np.bool_] = np.empty(joints, dtype=np.bool_)
        """Joints that are too warm."""
        self.reset()

    def reset(self) -> None:
        """No answer seen, no goal sent."""
        self._memory[:5] = nan
        self._pressure[:] = nan
        self._stuck[:] = False
        self.hot[:] = False

    def step(self, sensors: Sensors, goal: JointGoal | None) -> float:
        """Look at one more record; mean voltage of the servos that answered (NaN: none did).

        Args:
            goal: what was sent since the last step, if anything.
        """
        now = self._now
        now[0], now[1], now[2], now[3] = sensors.q, sensors.dq, sensors.load, sensors.torque_on
        now[4] = nan if goal is None else np.where(goal.mask, goal.q, nan)
        now[5] = inf if goal is None or goal.speed is None else goal.speed
        now[6] = 1.0 if sensors.answered is None else sensors.answered
        now[7], now[8] = sensors.temperature_c, sensors.voltage
        # what is not there repeats nothing
        self._pressure[0] = nan if sensors.foot_pressure is None else sensors.foot_pressure
        return examine(
            now, self._memory, self._stuck, self._limits, self._pressure, self.hot, self._showing
        )


class Debounce:
    """One clock per symptom: it runs while the symptom shows and back while it does not.

    A symptom that comes and goes is believed if it is there more than it is away.
    """

    def __init__(self, on_s: ArrayLike, off_s: float) -> None:
        """Args: on_s: (n,) seconds until each symptom counts; infinite: never."""
        self._on_s = frozen(frozen(on_s) - EPSILON)
        # A clock that can never be full need not run at all.
        self._run = frozen(np.isfinite(self._on_s))
        self._back = frozen(np.where(self._run, self._on_s / max(off_s, EPSILON), 0.0))
        self.reset()

    def reset(self) -> None:
        """Nothing was ever wrong."""
        self._clock: Vec = np.zeros(len(self._on_s))
        self.lasting: NDArray[np.bool_] = np.zeros(len(self._on_s), dtype=np.bool_)
        """Which symptoms count now."""

    def step(self, showing: NDArray[np.bool_], dt: float) -> NDArray[np.bool_]:
        """Symptoms that count after `dt` more seconds of those that show; always `lasting`."""
        be_patient(showing, self._run, self._back, self._on_s, dt, self._clock, self.lasting)
        return self.lasting
