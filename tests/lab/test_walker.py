"""The simplest walker obeys mechanics, and the corrected equations of the thesis."""

from itertools import islice, pairwise
from math import cos, cosh, degrees, pi, radians, sin, sinh, sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from olympian.errors import OlympianError
from olympian.geometry import GRAVITY
from olympian.lab.walker import (
    ClearanceRule,
    FrontalWalker,
    LegLength,
    SagittalWalker,
    Sole,
    StancePhase,
    Strike,
    converge,
    sway,
)
from olympian.lab.walker.integrate import find_root, integrate

THESIS = FrontalWalker(alpha=pi / 4, period=0.1)
"""The values given in 8.1.1: 1 kg, 0.2 m, 0.1 s, 45°."""


def pendulum_energy(walker, states):
    kinetic = walker.mass * (walker.length * states[:, 1]) ** 2 / 2
    return kinetic + walker.mass * GRAVITY * walker.length * np.sin(states[:, 0])


def test_the_integrator_finds_the_exponential_and_stops_where_told():
    flight = integrate(lambda _t, y: y, np.array([1.0]), 1.0)
    assert flight.last[0] == pytest.approx(np.e, rel=1e-11)
    stopped = integrate(lambda _t, y: y, np.array([1.0]), 5.0, lambda _t, y: 10.0 - y[0])
    assert stopped.ended
    assert stopped.t[-1] == pytest.approx(np.log(10.0), abs=1e-11)


def test_a_hanging_pendulum_has_the_period_of_the_textbook():
    """Small swings: 2π·sqrt(l/g); 60° swings: longer by the series 1 + θ²/16 + 11·θ⁴/3072 + …"""

    def period(start):
        rate = lambda _t, y: np.array([y[1], -GRAVITY / 0.2 * sin(y[0])])  # noqa: E731
        quarter = integrate(rate, np.array([start, 0.0]), 5.0, lambda _t, y: y[0])
        return 4 * quarter.t[-1]

    small = 2 * pi * sqrt(0.2 / GRAVITY)
    assert period(1e-4) == pytest.approx(small, rel=1e-8)
    assert period(radians(60)) / small == pytest.approx(1.0731820, rel=1e-6)


def test_a_root_is_exact_and_a_missing_one_is_refused():
    assert find_root(cos, 1.0, 2.0) == pytest.approx(pi / 2, abs=1e-15)
    with pytest.raises(OlympianError, match="no zero between"):
        find_root(lambda x: x * x + 1.0, -1.0, 1.0)


@given(st.floats(0.2, 1.3), st.floats(0.05, 0.25), st.floats(0.0, 0.9))
@settings(max_examples=20, deadline=None)
def test_energy_is_kept_between_impacts(alpha, period, share):
    walker = FrontalWalker(alpha, period)
    energy = walker.rest + share * (walker.upright - walker.rest)
    states = walker.fly(energy).flight.y
    assert pendulum_energy(walker, states) == pytest.approx(energy, rel=1e-9)


def test_a_narrow_sway_is_the_linear_pendulum():
    """Near upright the angle from it is a mix of cosh and sinh with time constant sqrt(l/g)."""
    walker, omega = FrontalWalker(alpha=0.02, period=0.1), sqrt(GRAVITY / 0.2)
    energy = walker.rest + 0.3 * (walker.upright - walker.rest)
    speed = sqrt(2 * (energy - walker.rest)) / 0.2
    lean = 0.01 * cosh(omega * 0.1) - speed / omega * sinh(omega * 0.1)
    assert pi / 2 - walker.free_angle(energy) == pytest.approx(lean, rel=1e-4)


def test_the_working_point_repeats_itself_and_satisfies_8_7():
    point = THESIS.working_point()
    sway_ = THESIS.fly(point.energy)
    assert sway_.strike is Strike.ON_TIME
    assert sway_.beta == pytest.approx(point.beta, abs=1e-10)
    assert THESIS.after_strike(point.energy, sway_.beta) == pytest.approx(point.energy, rel=1e-12)
    assert THESIS.steady_energy(point.beta) == pytest.approx(point.energy, rel=1e-12)
    # figure 8.4: the strike is a little flatter than the stance with both legs long
    assert 0.0 < degrees(THESIS.beta_start - point.beta) < 2.0


def test_8_5_follows_from_mechanics_and_not_only_from_the_book():
    """The speed is projected on the new leg's path: cos α of it stays; then the body is raised."""
    point = THESIS.working_point()
    beta, turn = THESIS.fly(point.energy).flight.last
    velocity = THESIS.length * turn * np.array([-sin(beta), cos(beta)])
    # the legs keep their opening, so the other one leans alpha further
    along_new_path = np.array([-sin(beta + THESIS.alpha), cos(beta + THESIS.alpha)])
    kept = float(velocity @ along_new_path)
    after = THESIS.rest + kept**2 / 2
    assert after == pytest.approx(THESIS.after_strike(point.energy, beta), rel=1e-9)


@pytest.mark.parametrize("alpha", [pi / 4, pi / 3])
def test_both_walkers_of_figure_8_5_converge(alpha):
    walker = FrontalWalker(alpha, 0.1)
    point = walker.working_point()
    outcome = converge(walker, point)
    assert outcome.converges
    assert outcome.steps < 40
    assert abs(point.slope) < 1.0
    last = sway(walker, walker.rest, 150)[-1]
    assert last.energy == pytest.approx(point.energy, rel=1e-8)
    assert last.beta == pytest.approx(point.beta, abs=1e-6)


def test_a_wide_stance_settles_at_once():
    walker = FrontalWalker(1.5, 0.1)
    assert converge(walker, walker.working_point()).steps < 5


def test_a_walker_that_only_passes_by_does_not_converge():
    """Just beyond the slope of −1 it ends in two steps that repeat, one long and one short."""
    walker = FrontalWalker(pi / 4, 0.15)
    point = walker.working_point()
    assert -1.2 < point.slope < -1.0
    outcome = converge(walker, point)
    assert not outcome.converges
    assert not outcome.toppled
    assert outcome.steps is None


def test_a_slow_clock_topples_from_rest_and_the_clearance_rule_keeps_it_up():
    walker = FrontalWalker(pi / 4, 0.3)
    point = walker.working_point()
    assert point.slope < -1.0
    free = converge(walker, point)
    assert free.toppled
    assert not free.converges
    rule = ClearanceRule.around(walker, point)
    ruled = sway(walker, walker.rest, 60, rule)
    assert len(ruled) == 60
    assert all(step.strike is not Strike.TOPPLED for step in ruled)


def test_sway_does_not_depend_on_clearance_once_there_is_enough():
    point = THESIS.working_point()
    needed = THESIS.least_clearance(point.beta)
    ranges = [
        sway(THESIS, point.energy, 10, share * needed)[-1].peak_to_peak
        for share in (0.5, 1.05, 2.0, 5.0)
    ]
    assert ranges[1:] == pytest.approx([ranges[1]] * 3, rel=1e-6)
    assert ranges[0] < 0.7 * ranges[1]


def test_the_least_angle_and_the_least_clearance_are_inverse():
    for clearance in (0.001, 0.01, 0.05):
        angle = THESIS.least_angle(clearance)
        assert THESIS.least_clearance(angle) == pytest.approx(clearance, rel=1e-12)
    assert THESIS.least_angle(0.0) == pytest.approx(THESIS.beta_start, abs=1e-15)


def test_delayed_strikes_only_lose_and_premature_ones_come_early():
    rich = THESIS.rest + 0.8 * (THESIS.upright - THESIS.rest)
    delayed = THESIS.fly(rich)
    assert delayed.strike is Strike.DELAYED
    assert delayed.flight.t[-1] > THESIS.period
    assert delayed.beta == pytest.approx(THESIS.beta_start, abs=1e-9)
    assert THESIS.after_strike(rich, delayed.beta) < rich
    premature = THESIS.fly(THESIS.rest, clearance=0.001)
    assert premature.strike is Strike.PREMATURE
    assert premature.flight.t[-1] < THESIS.period
    assert premature.beta == pytest.approx(THESIS.least_angle(0.001), abs=1e-9)
    assert THESIS.fly(1.01 * THESIS.upright).strike is Strike.TOPPLED


def test_the_working_point_scales_with_mass_and_with_length_and_time():
    """Nothing in the angles depends on mass; lengths by 4 and times by 2 are the same motion."""
    one = THESIS.working_point()
    heavy = FrontalWalker(pi / 4, 0.1, mass=3.0).working_point()
    tall = FrontalWalker(pi / 4, 0.2, length=0.8).working_point()
    assert (heavy.energy, heavy.beta) == pytest.approx((3 * one.energy, one.beta), rel=1e-10)
    assert (tall.energy, tall.beta) == pytest.approx((4 * one.energy, one.beta), rel=1e-10)


@pytest.mark.parametrize(
    ("values", "culprit"),
    [
        ({"alpha": 45.0, "period": 0.1}, "alpha is 45 rad"),
        ({"alpha": 0.5, "period": 0.0}, "period is 0"),
        ({"alpha": 0.5, "period": 9.0}, "choose at most"),
        ({"alpha": 0.5, "period": 0.1, "mass": float("nan")}, "mass is nan"),
    ],
)
def test_what_makes_no_walker_is_refused(values, culprit):
    with pytest.raises(OlympianError, match=culprit):
        FrontalWalker(**values)


def test_on_flat_ground_the_walker_runs_out_of_energy():
    walker = SagittalWalker(0.4)
    strides = list(walker.strides(3 * walker.barrier))
    assert 1 < len(strides) < 20
    assert not strides[-1].complete
    assert strides[-1].kinetic < walker.barrier < strides[-2].kinetic
    # each strike keeps cos²α of what there is (7.7), and nothing else changes it
    ratios = [b.kinetic / a.kinetic for a, b in pairwise(strides)]
    assert ratios == pytest.approx([cos(0.4) ** 2] * len(ratios), rel=1e-9)


@given(st.floats(0.3, 0.8), st.floats(1.05, 1.5))
@settings(max_examples=4, deadline=None)
def test_down_a_ramp_steps_settle_at_7_24(alpha, more):
    level = SagittalWalker(alpha)
    walker = SagittalWalker(alpha, more * level.least_slope())
    assert walker.walks
    last = list(islice(walker.strides(1.3 * walker.steady_kinetic), 60))[-1]
    assert last.complete
    error = 0.3 * cos(alpha) ** (2 * 59)
    assert last.kinetic == pytest.approx(walker.steady_kinetic, rel=1e-9 + 2 * error)


def test_too_shallow_a_ramp_stops_the_walker():
    level = SagittalWalker(0.4)
    walker = SagittalWalker(0.4, 0.9 * level.least_slope())
    assert not walker.walks
    strides = list(islice(walker.strides(2 * walker.barrier), 200))
    assert not strides[-1].complete


def test_the_drop_of_a_step_is_the_height_between_the_feet():
    """7.20 as corrected, against the two foot points themselves."""
    walker = SagittalWalker(0.5, 0.1)
    hip = walker.length * np.array([-cos(walker.theta_strike), sin(walker.theta_strike)])
    lean = walker.theta_strike - walker.alpha
    ahead = hip - walker.length * np.array([-cos(lean), sin(lean)])
    assert ahead[1] / ahead[0] == pytest.approx(-np.tan(0.1), rel=1e-12)
    assert walker.drop == pytest.approx(-GRAVITY * ahead[1], rel=1e-12)


def test_leg_and_ankle_do_the_work_that_the_energy_shows():
    stance = StancePhase(
        2.0, LegLength(0.3, 0.31, 0.05, 0.2), lambda t, theta, _: 0.3 * sin(9 * t) + 0.1 * theta
    )
    flight = stance.run(pi / 2 - 0.2, 1.9, 0.35, until=pi / 2 + 0.3)
    gained = stance.energy(flight.t[-1], flight.last) - stance.energy(0.0, flight.y[0])
    assert gained == pytest.approx(flight.last[2], rel=1e-8)
    assert gained > 0.01


def test_a_longer_leg_turns_slower_by_the_swing_of_its_moment(monkeypatch):
    """Without gravity l²·θ̇ never changes: the term 2·l̇·θ̇ of 7.14 is right."""
    monkeypatch.setattr("olympian.lab.walker.stance.GRAVITY", 0.0)
    stance = StancePhase(1.0, LegLength(0.2, 0.3, 0.1, 0.3))
    flight = stance.run(1.0, 2.0, 0.5)
    lengths = np.array([stance.leg.at(t)[0] for t in flight.t])
    assert lengths**2 * flight.y[:, 1] == pytest.approx(0.08, rel=1e-9)


def test_lifting_the_body_near_upright_adds_mostly_potential_energy():
    """7.4.1: a short change near upright gives m·g·Δl, to within the work against the turn."""
    lift = StancePhase(1.0, LegLength(0.2, 0.202, 0.0, 0.05))
    flight = lift.run(pi / 2 - 0.03, 1.2, 0.05)
    assert flight.last[2] == pytest.approx(GRAVITY * 0.002, rel=0.05)


def test_a_constant_ankle_torque_gives_torque_times_angle():
    stance = StancePhase(1.0, LegLength(0.2, 0.2), lambda *_: 0.05)
    flight = stance.run(pi / 2 - 0.2, 1.8, 1.0, until=pi / 2 + 0.2)
    gained = stance.energy(flight.t[-1], flight.last) - stance.energy(0.0, flight.y[0])
    assert gained == pytest.approx(0.05 * 0.4, rel=1e-9)


def test_tipping_limits_are_the_weight_at_the_edges():
    """At rest upright: m·g·d; moving: the ground's push N = m·(g + z̈) of the same motion."""
    sole = Sole(front=0.06, back=0.03)
    assert sole.limits(2.0, 0.3, pi / 2, 0.0) == pytest.approx(
        (-2.0 * GRAVITY * 0.06, 2.0 * GRAVITY * 0.03)
    )
    theta, speed = pi / 2 - 0.25, 1.4
    turn = -GRAVITY / 0.3 * cos(theta)
    rise = 0.3 * (turn * cos(theta) - speed**2 * sin(theta))
    assert sole.limits(2.0, 0.3, theta, speed)[1] == pytest.approx(2.0 * (GRAVITY + rise) * 0.03)
