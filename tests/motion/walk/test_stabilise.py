"""The stabilisers of the dynamic walk, each by numbers."""

from math import exp, radians

import numpy as np
import pytest

from olympian.motion.walk import WalkConfig
from olympian.motion.walk.legs import WalkingLegs
from olympian.motion.walk.measures import Measures
from olympian.motion.walk.pendulum import Pendulum, PendulumState
from olympian.motion.walk.rules import rules_of
from olympian.motion.walk.senses import Feeling
from olympian.motion.walk.stabilise import NOTHING_GIVEN, Sway, catch, hip, level, press, stretch
from olympian.robot import load_robot


@pytest.fixture(scope="module")
def fumanoid():
    return load_robot("fumanoid")


PENDULUM = Pendulum(0.3)


PLAN = PendulumState((0.01, 0.04), (0.2, 0.0))


def feeling(x=0.0, y=0.0, vx=0.0, vy=0.0, roll=0.0, pitch=0.0):
    divergent = (x + vx / PENDULUM.rate, y + vy / PENDULUM.rate)
    return Feeling((x, y), (vx, vy), (roll, pitch), divergent, (x, y))


def config(**values):
    names = {key.split("__")[0] for key in values}
    dotted = {key.replace("__", "."): value for key, value in values.items()}
    return WalkConfig().only(*names).changed(dotted)


def rules(chosen):
    return rules_of(chosen)[0]


def test_capture_lands_where_the_fall_goes():
    caught = catch(
        rules(config(capture__gain=(1.0, 0.7, 0.5))),
        PENDULUM.rate,
        PLAN,
        feeling(x=0.02, y=-0.02),
        0.1,
    )
    grown = exp(PENDULUM.rate * 0.1)
    assert caught.shift == pytest.approx([0.02 * grown, -0.01 * grown])
    far = catch(
        rules(config(capture__gain=(1.0, 1.0, 1.0), capture__hurry=(1.0, 0.5, 2.0))),
        PENDULUM.rate,
        PLAN,
        feeling(0.5),
        0,
    )
    assert far.shift[0] == pytest.approx(0.12)
    assert not far.halt
    wary = config(capture__gain=(1.0, 1.0, 1.0), capture__halt=0.1)
    assert catch(rules(wary), PENDULUM.rate, PLAN, feeling(0.08, 0.08), 0.1).halt
    assert not catch(rules(wary), PENDULUM.rate, PLAN, feeling(0.05, 0.05), 0.1).halt
    assert far.hurry == pytest.approx(0.5 - 0.12)


def test_a_hurried_step_gets_its_time_back(fumanoid):
    measures = Measures(
        WalkConfig().changed({"pattern.step_time": 0.3}), WalkingLegs(fumanoid), 0.01
    )
    step = measures.middle()
    step.t = 0.05
    assert measures.hurried(step, 0.1) == pytest.approx(0.2)
    assert measures.hurried(step, 9.0) == pytest.approx(0.18), "the foot needs its time"
    assert measures.hurried(step, 0.0) == pytest.approx(0.3)
    step.t = 0.25
    assert measures.hurried(step, 9.0) == pytest.approx(0.27), "what is over stays over"


@pytest.mark.parametrize("stance", [0, 1])
def test_a_foot_that_would_have_to_cross_the_other_waits_for_the_body(fumanoid, stance):
    legs, still = WalkingLegs(fumanoid), (0.0, 0.0, 0.0)
    usual = Measures(config(), legs, 0.01)
    patient = Measures(config(capture__longest=1.5), legs, 0.01)
    step = patient.first_step()
    step.stance, step.time, step.t = stance, patient.step_time, 0.1
    inward = step.outward  # towards the foot in the air
    edge = legs.width / 2

    def waits(measures, need):
        return measures.patient(step, inward * need, still)

    assert waits(patient, 0.2) == step.time, "it can land where it is needed"
    assert waits(usual, 0.0) == step.time
    for need in (-0.99 * edge, -edge - 0.01):  # beyond the edge it waits as long as it may
        assert waits(patient, need) == pytest.approx(1.5 * patient.step_time, abs=0.006)
    longer = [waits(patient, need) for need in np.linspace(0.2, -0.9 * edge, 30)]
    assert longer == sorted(longer)
    step.time = patient.hurried(step, 9.0)
    assert waits(patient, 0.2) == step.time < patient.step_time
    assert waits(patient, 0.0) >= patient.step_time, "a foot that cannot cross does not hurry"
    step.time = patient.step_time
    # the felt need, left to itself over the outer edge, has then come to where the foot may land
    need = -0.3 * edge
    asked = patient._demand(step, still)
    left = waits(patient, need) - step.t
    assert step.t + left > step.time
    come = exp(patient.pendulum.rate * left) * (need + edge) - edge
    assert come == pytest.approx(asked.nearest + inward * asked.lead[1], rel=0.1)


def test_capture_believes_soles_and_large_errors():
    held = config(capture__gain=(0.5, 0.5, 0.5), capture__growth=0.0)
    assert catch(rules(held), PENDULUM.rate, PLAN, feeling(0.04), 0.2).shift[0] == pytest.approx(
        0.02
    )
    certain = held.changed({"capture.certain": (0.03, 0.05, 0.03)})
    # half of what may be noise, all that is beyond
    assert catch(rules(certain), PENDULUM.rate, PLAN, feeling(0.04), 0.2).shift[0] == pytest.approx(
        0.025
    )
    back = catch(rules(certain), PENDULUM.rate, PLAN, feeling(-0.06), 0.2)
    assert back.shift[0] == pytest.approx(-0.035)
    assert catch(rules(certain), PENDULUM.rate, PLAN, feeling(y=-0.05), 0.2).shift[
        1
    ] == pytest.approx(-0.035)


def test_energy_and_symmetry_lengthen_the_step_of_a_fast_body():
    fast = feeling(x=0.01, vx=0.1)
    for chosen in (config(energy__gain=0.2), config(symmetry__gain=0.5)):
        assert catch(rules(chosen), PENDULUM.rate, PLAN, fast, 0.1).shift[0] > 0.0
    assert catch(rules(config(symmetry__gain=0.5)), PENDULUM.rate, PLAN, fast, 0.1).shift[
        0
    ] == pytest.approx(0.01)


def test_ankle_presses_toes_and_the_outer_edge_down_within_its_limit():
    chosen = config(ankle__gain=(1.0, 1.0), ankle__most_deg=3.0)
    roll, pitch = press(rules(chosen), feeling(x=0.02, y=0.01), 0.3)
    assert pitch == pytest.approx(radians(2.0))
    assert roll == pytest.approx(-radians(1.0))
    assert press(rules(chosen), feeling(x=1.0), 0.3)[1] == pytest.approx(radians(3.0))


def test_posture_turns_sole_and_torso_against_the_tilt():
    tilted = feeling(roll=0.1, pitch=0.2)
    assert press(rules(config(posture__ankle=(0.5, 0.0, 0.5, 0.0))), tilted, 0.3) == pytest.approx(
        (0.05, 0.1)
    )
    assert hip(rules(config(posture__hip=(0.5, 0.0, 0.5, 0.0))), tilted, 0.3) == pytest.approx(
        (-0.05, -0.1)
    )


def test_stance_leg_grows_for_a_body_that_lags_once_it_is_past_upright():
    chosen = config(length__gain=0.2)
    ahead = PendulumState((0.05, 0.0), (0.0, 0.0))
    behind = PendulumState((-0.05, 0.0), (0.0, 0.0))
    lag = feeling(x=-0.01)
    assert (
        stretch(rules(chosen), ahead, lag, 0.3) > 5 * stretch(rules(chosen), behind, lag, 0.3) > 0.0
    )
    assert stretch(rules(chosen), ahead, feeling(x=-1.0), 0.3) == pytest.approx(0.01)


def test_foot_in_the_air_takes_on_the_tilt_and_the_other_lets_go():
    chosen = config(level__share=1.0)
    give = ((0.0, 0.0, 0.0, 0.1), (0.0, 0.0, 0.0, 0.0))
    for _ in range(30):
        give = level(rules(chosen), feeling(x=0.01, pitch=0.2), 0.3, 0, give, 0.01)
    assert give[1] == pytest.approx([0.01, 0.0, 0.0, 0.2], rel=0.01)
    assert abs(give[0][3]) < 0.02


def test_foot_in_the_air_is_turned_for_the_pitch_to_come():
    topples, give = feeling(vx=0.3, pitch=0.1), NOTHING_GIVEN
    for _ in range(60):
        give = level(rules(config(level__share=1.0, level__lead=0.1)), topples, 0.5, 0, give, 0.01)
    assert give[1][3] == pytest.approx(0.1 + 0.1 * 0.3 / 0.5, rel=0.01)


def test_lift_follows_the_sway():
    chosen, sway = config(clearance__gain=0.5, clearance__filter=0.0), Sway()
    assert sway.lift(chosen) == chosen.clearance.least
    for y in (-0.02, 0.02):
        sway.see(y)
    sway.stride(0.0)
    assert sway.lift(chosen) == pytest.approx(0.02)
    assert sway.lift(WalkConfig()) == WalkConfig().pattern.lift


def test_switched_off_nothing_acts():
    shoved, off = feeling(0.05, 0.05, 0.3, 0.3, 0.2, 0.2), WalkConfig().only()
    assert catch(rules(off), PENDULUM.rate, PLAN, shoved, 0.1).shift == pytest.approx([0.0, 0.0])
    assert press(rules(off), shoved, 0.3) == hip(rules(off), shoved, 0.3) == (0.0, 0.0)
    assert stretch(rules(off), PLAN, shoved, 0.3) == 0.0
    assert level(rules(off), shoved, 0.3, 0, ((1.0,) * 4,) * 2, 0.01) == NOTHING_GIVEN
