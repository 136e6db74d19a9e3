"""Symptoms of ill hardware, in compiled code; the NumPy twin is in `tests/symptoms_twin.py`."""

import numpy as np

from olympian.compiled import compiled
from olympian.state.stuck_kernel import find

__all__ = ["be_patient", "examine"]


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
    find(now, memory, stuck, limits[0], limits[1], limits[2])
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
