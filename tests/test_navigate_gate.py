"""The dead-man's switch: finite, within limits, smooth, and at rest when nobody renews."""

from math import inf, isfinite, nan

import pytest
from hypothesis import given
from hypothesis import strategies as st

from olympian.decision.navigate import TwistGate
from olympian.errors import OlympianError
from olympian.motion.top_speed import TopSpeed
from olympian.records import Twist

TOP, ACCELERATION = TopSpeed(0.5, 0.3, 0.2, 1.2), (0.4, 0.3, 2.0)
anything = st.floats(allow_nan=True, allow_infinity=True)


@given(st.lists(st.tuples(anything, anything, anything, st.floats(0.0, 0.3)), max_size=20))
def test_whatever_comes_in_what_goes_out_is_finite_slow_and_smooth(
    commands: list[tuple[float, float, float, float]],
) -> None:
    gate = TwistGate(TOP, ACCELERATION)
    last = (0.0, 0.0, 0.0)
    for forward, left, turn, dt in commands:
        gate.command(Twist(forward, left, turn))
        out = gate.step(dt)
        now = (out.forward, out.left, out.turn)
        assert all(map(isfinite, now))
        assert TOP.admit(out) == (out, "")
        for new, old, most in zip(now, last, ACCELERATION, strict=True):
            assert abs(new - old) <= most * dt + 1e-12
        last = now


def test_a_command_that_is_not_renewed_comes_to_rest() -> None:
    gate = TwistGate(TOP, ACCELERATION, timeout=0.5)
    for _ in range(200):
        gate.command(Twist(0.5, 0.0, 1.0))
        out = gate.step(0.02)
    assert out == Twist(0.5, 0.0, 1.0)
    for _ in range(23):
        assert gate.step(0.02) == out
    assert gate.step(0.015) == out
    slower = gate.step(0.02)
    assert slower.forward == pytest.approx(0.5 - 0.02 * ACCELERATION[0])
    assert gate.reason == "no command for 0.5 s"
    for _ in range(100):
        gate.step(0.02)
    assert gate.twist == Twist()
    gate.command(Twist(0.1))
    assert gate.reason == ""
    assert gate.step(0.02).forward > 0.0


def test_resting_needs_no_renewal() -> None:
    gate = TwistGate(TOP, ACCELERATION)
    gate.step(10.0)
    assert gate.reason == ""


@pytest.mark.parametrize("bad", [Twist(nan), Twist(left=inf), Twist(turn=-inf)])
def test_what_is_no_number_stops_smoothly(bad: Twist) -> None:
    gate = TwistGate(TOP, ACCELERATION)
    gate.command(Twist(0.4))
    gate.step(0.5)
    gate.command(bad)
    assert "not finite" in gate.reason
    assert gate.step(0.1).forward == pytest.approx(0.2 - 0.1 * ACCELERATION[0])


@pytest.mark.parametrize("dt", [nan, inf, -0.1])
def test_without_a_clock_it_stops_at_once(dt: float) -> None:
    gate = TwistGate(TOP, ACCELERATION)
    gate.command(Twist(0.4))
    gate.step(0.5)
    assert gate.step(dt) == Twist()
    assert "no time" in gate.reason
    assert gate.step(0.1) == Twist()


def test_after_a_reset_nothing_is_left() -> None:
    gate = TwistGate(TOP, ACCELERATION)
    gate.command(Twist(0.4))
    gate.step(0.5)
    gate.reset()
    assert gate.twist == Twist()
    assert gate.step(0.1) == Twist()


@pytest.mark.parametrize("timeout", [0.0, -1.0, nan])
def test_a_timeout_is_a_time(timeout: float) -> None:
    with pytest.raises(OlympianError, match="timeout"):
        TwistGate(TOP, ACCELERATION, timeout)
