"""How badly a scenario went: one number between 0 (perfect) and 1 (fell at once)."""

import numpy as np

from olympian.arena.walking.scenario import Scenario
from olympian.arena.walking.trial import WalkOutcome
from olympian.arena.walking.tuning.exercise import Exercise, Tops
from olympian.geometry import Vec

__all__ = ["scenario_loss", "tracking_error"]

GRACE = 1.5
"""Seconds to crouch and to gather speed, in which tracking does not count."""
WINDOW = 1.0
"""Seconds over which speed is taken: about two strides, in which the sway cancels."""
SLOW = 0.25
"""Share of the top speed below which errors count as if it had been asked for."""


def scenario_loss(
    exercise: Exercise, scenario: Scenario, outcome: WalkOutcome, tops: Tops
) -> float:
    """Share of the time it lay, and how far off its speed was; who lies is off by all of it.

    No cliff: to fall later is always better than to fall earlier, and with a ladder of shoves
    later means harder shoves.
    """
    lay = 0.0 if outcome.held else max(1.0 - outcome.seconds / scenario.seconds, 0.0)
    errors = tracking_error(scenario, outcome, tops)
    windows = len(_windows(scenario.seconds))
    missed = windows - len(errors)
    off = (float(errors.sum()) + missed) / windows if windows else lay
    return (lay + exercise.tracking * off) / (1.0 + exercise.tracking)


def tracking_error(scenario: Scenario, outcome: WalkOutcome, tops: Tops) -> Vec:
    """(k,) error of the speed in each window that it walked through, as a share of the command.

    Ahead, sideways and turning together, each in shares of its top speed; 1 at most.
    """
    starts = [t for t in _windows(scenario.seconds) if t + WINDOW <= outcome.seconds + 1e-6]
    return np.array([_error(scenario, outcome.path, tops, t) for t in starts])


def _windows(seconds: float) -> Vec:
    return np.arange(GRACE, seconds - WINDOW + 1e-6, WINDOW / 2)


def _error(scenario: Scenario, path: Vec, tops: Tops, t: float) -> float:
    begin, end = np.searchsorted(path[:, 0], [t - 1e-6, t + WINDOW - 1e-6])
    end = min(int(end), len(path) - 1)
    # step by step in its own axes: over a whole window a turn would cut the corner
    steps, yaw = np.diff(path[begin : end + 1, 1:], axis=0), path[begin:end, 3]
    ahead = (np.cos(yaw) * steps[:, 0] + np.sin(yaw) * steps[:, 1]).sum()
    left = (np.cos(yaw) * steps[:, 1] - np.sin(yaw) * steps[:, 0]).sum()
    turned = path[end, 3] - path[begin, 3]
    seconds = path[end, 0] - path[begin, 0]
    asked = _mean_command(scenario, t)
    top = np.array([tops.ahead if asked[0] >= 0 else tops.back, tops.left, tops.turn])
    off = (np.array([ahead, left, turned]) / seconds - asked) / top
    return float(min(np.linalg.norm(off) / max(np.linalg.norm(asked / top), SLOW), 1.0))


def _mean_command(scenario: Scenario, t: float) -> Vec:
    twists = [scenario.command(instant) for instant in np.linspace(t, t + WINDOW, 11)]
    return np.mean([[twist.forward, twist.left, twist.turn] for twist in twists], axis=0)
