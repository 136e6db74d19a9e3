"""Four layers of scenarios: order, cancelling, clean-up, feedback, and what strangers get wrong."""

from dataclasses import dataclass, field

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from olympian.breaker import Breaker
from olympian.decision import JobStatus
from olympian.decision.csbp import (
    ScenarioContext,
    ScenarioFailedError,
    ScenarioLayer,
    ScenarioPlanner,
    Setpoint,
)
from olympian.errors import OlympianError


@dataclass
class Body:
    """Writes down what motions make of it."""

    done: list[str] = field(default_factory=list)


Me = ScenarioContext[int, Body]


def new_planner() -> ScenarioPlanner[int, Body]:
    return ScenarioPlanner(Body(), 0, breaker=Breaker(lambda _: None, strict=False))


def run(planner: ScenarioPlanner[int, Body], ticks: int, begin: int = 0) -> None:
    for tick in range(begin, begin + ticks):
        planner.step(tick * 0.01, tick)


async def stay(me: Me, name: str = "stay") -> None:
    """A motion that says when it begins, and cleans up."""
    me.body.done.append(f"{name} begins")
    try:
        while True:
            await me.tick()
    finally:
        me.body.done.append(f"{name} cleans up")


async def swing(me: Me, ticks: int) -> None:
    for tick in range(ticks):
        me.body.done.append(f"swing {tick}")
        await me.tick()


def test_a_decision_at_the_top_moves_the_body_in_the_same_tick() -> None:
    async def strategy(me: Me) -> None:
        await me.do(role)

    async def role(me: Me) -> None:
        await me.do(behaviour)

    async def behaviour(me: Me) -> None:
        await me.do(swing, 3)

    planner = new_planner()
    top = planner.strategy.switch(strategy)
    run(planner, 1)
    assert planner.body.done == ["swing 0"]
    run(planner, 20, 1)
    assert planner.body.done == ["swing 0", "swing 1", "swing 2"]
    assert top.done
    # three ticks of swinging; each layer above notices in the tick after
    ended = {span.layer: round(span.ended, 2) for span in planner.trace.spans()}
    assert list(ended.values()) == [0.06, 0.05, 0.04, 0.03]


def test_a_switch_cancels_at_once_and_cleans_up_before_the_next_begins() -> None:
    planner = new_planner()
    first = planner.motion.switch(stay, "first")
    run(planner, 2)
    planner.motion.switch(stay, "second")
    assert (first.status, first.reason) == (JobStatus.CANCELLED, "stay came instead")
    run(planner, 1, 2)
    assert planner.body.done == ["first begins", "first cleans up", "second begins"]


def test_what_a_scenario_began_below_ends_with_it_the_lowest_first() -> None:
    order: list[str] = []

    async def layer(me: Me, *below: object) -> None:
        try:
            if below:
                me.below.switch(layer, *below[1:])
            while True:
                await me.tick()
        finally:
            order.append(str(below[0]) if below else "motion")

    planner = new_planner()
    planner.strategy.switch(layer, "strategy", "role", "behaviour")
    run(planner, 2)
    planner.strategy.cancel("the game is over")
    assert order == ["motion", "behaviour", "role", "strategy"]
    assert {span.reason for span in planner.trace.spans()} == {"the game is over"}


def test_who_ends_well_or_badly_also_ends_what_it_began() -> None:
    async def brief(me: Me, fails: bool) -> None:
        me.below.switch(stay)
        await me.tick()
        if fails:
            raise ScenarioFailedError("the ball is gone")

    for fails in (False, True):
        planner = new_planner()
        brief_run = planner.behaviour.switch(brief, fails)
        run(planner, 3)
        assert planner.body.done == ["stay begins", "stay cleans up"]
        assert brief_run.reason == ("the ball is gone" if fails else "")
        motion = planner.motion.run
        assert motion is not None
        assert motion.reason == "brief ended"


def test_failures_go_up_with_their_reason_and_feedback_one_tick_later() -> None:
    seen: list[object] = []

    async def counting(me: Me) -> None:
        for count in range(3):
            me.report(count)
            await me.tick()
        raise ScenarioFailedError("lost it")

    async def watching(me: Me) -> None:
        counts = me.below.switch(counting)
        while counts.running:
            seen.append(counts.feedback)
            await me.tick()
        raise ScenarioFailedError(f"below: {counts.reason}")

    planner = new_planner()
    top = planner.behaviour.switch(watching)
    run(planner, 8)
    assert seen == [None, 0, 1, 2]
    assert (top.status, top.reason) == (JobStatus.FAILED, "below: lost it")


def test_do_gives_the_feedback_and_fails_with_the_scenario() -> None:
    async def find(me: Me, there: bool) -> None:
        await me.tick()
        if not there:
            raise ScenarioFailedError("nothing there")
        me.report("a ball")

    found: list[object] = []

    async def seek(me: Me, there: bool) -> None:
        found.append(await me.do(find, there))

    planner = new_planner()
    planner.behaviour.switch(seek, there=True)
    run(planner, 4)
    failed = planner.behaviour.switch(seek, there=False)
    run(planner, 4, 4)
    assert found == ["a ball"]
    assert failed.reason == "nothing there"


def test_keep_leaves_what_runs_with_the_same_arguments() -> None:
    async def turn(me: Me, axis: np.ndarray) -> None:
        del axis
        while True:
            await me.tick()

    planner = new_planner()
    first = planner.motion.keep(turn, np.array([0.0, 1.0]))
    assert planner.motion.keep(turn, np.array([0.0, 1.0])) is first
    assert planner.motion.keep(turn, np.array([1.0, 1.0])) is not first
    assert first.status is JobStatus.CANCELLED
    planner.close()


def test_steer_changes_a_setpoint_without_beginning_anew() -> None:
    async def walk(me: Me, speed: Setpoint[float]) -> None:
        while True:
            me.body.done.append(f"{speed.value:g}")
            await me.tick()

    async def approach(me: Me) -> None:
        while True:
            me.below.steer(walk, me.world / 10)
            await me.tick()

    planner = new_planner()
    planner.behaviour.switch(approach)
    run(planner, 3)
    assert planner.body.done == ["0", "0.1", "0.2"]
    assert len(planner.trace.spans(layer=ScenarioLayer.MOTION)) == 1


def test_time_and_conditions_are_waited_for() -> None:
    ends: list[float | bool] = []

    async def patient(me: Me) -> None:
        await me.sleep(0.05)
        ends.append(me.t)
        ends.append(await me.until(lambda: me.world >= 8))
        ends.append(me.t)
        ends.append(await me.until(lambda: False, within=0.03))
        ends.append(me.t)

    planner = new_planner()
    planner.role.switch(patient)
    run(planner, 30)
    assert ends == pytest.approx([0.05, True, 0.08, False, 0.11])


def test_generators_are_scenarios_too() -> None:
    def old_school(me: Me):
        me.body.done.append("once")
        yield
        me.body.done.append("twice")

    planner = new_planner()
    motion = planner.motion.switch(old_school)
    run(planner, 2)
    assert planner.body.done == ["once", "twice"]
    assert motion.done


def test_only_motions_reach_the_body_and_nothing_is_below_them() -> None:
    async def cheat(me: Me) -> None:
        me.body.done.append("cheated")

    async def dig(me: Me) -> None:
        me.below.switch(stay)

    planner = new_planner()
    behaviour, motion = planner.behaviour.switch(cheat), None
    run(planner, 1)
    motion = planner.motion.switch(dig)
    run(planner, 1, 1)
    assert behaviour.reason.startswith("a behaviour moves no body")
    assert motion.reason.startswith("a motion has no layer below it")
    assert planner.body.done == []


def plain_function(me: Me) -> None:
    me.body.done.append("ran at once")


async def async_generator(me: Me):
    await me.tick()
    yield


@pytest.mark.parametrize("scenario", [plain_function, async_generator])
def test_what_is_no_scenario_is_refused_where_it_is_begun(scenario: object) -> None:
    planner = new_planner()
    with pytest.raises(OlympianError, match=r"is no scenario.*async def"):
        planner.motion.switch(scenario)  # pyright: ignore[reportArgumentType]


@pytest.mark.filterwarnings("error")
def test_who_is_replaced_before_its_first_tick_was_never_called() -> None:
    planner = new_planner()
    first = planner.motion.switch(stay, "first")
    assert first._task is None, "nor is it called now"
    second = planner.motion.switch(stay, "second")
    run(planner, 1)
    assert planner.body.done == ["second begins"]
    assert first._task is None
    assert (str(first), str(second)) == (
        "stay('first'): cancelled: stay came instead",
        "stay('second'): running",
    )
    planner.close()


def test_wrong_arguments_end_the_scenario_that_was_given_them() -> None:
    async def hasty(me: Me) -> None:
        await me.do(swing)  # pyright: ignore[reportCallIssue]

    planner = new_planner()
    behaviour = planner.behaviour.switch(hasty)
    run(planner, 2)
    assert behaviour.status is JobStatus.FAILED
    assert "missing 1 required positional argument: 'ticks'" in behaviour.reason


def test_nobody_replaces_or_cancels_itself() -> None:
    planner = new_planner()

    async def restless(me: Me) -> None:
        planner.motion.switch(stay)
        await me.tick()

    async def suicidal(me: Me) -> None:
        planner.behaviour.cancel()
        await me.tick()

    motion = planner.motion.switch(restless)
    run(planner, 1)
    assert motion.reason.startswith("'stay' cannot come instead of the motion that asks")
    motion = planner.motion.switch(suicidal)
    planner.behaviour.switch(sleeping)
    run(planner, 1, 1)
    planner.motion.switch(suicidal)
    motion = planner.motion.run
    assert motion is not None
    run(planner, 1, 2)
    assert "cannot cancel itself" in motion.reason
    assert planner.behaviour.active is not None


async def sleeping(me: Me) -> None:
    while True:
        await me.tick()


def test_time_does_not_pass_inside_of_a_scenario() -> None:
    planner = new_planner()

    async def impatient(me: Me) -> None:
        planner.step(me.t + 0.01, 1)

    motion = planner.motion.switch(impatient)
    run(planner, 1)
    assert motion.reason.startswith("a scenario let time pass by itself")


def test_a_loop_that_forgets_to_wait_fails_instead_of_hanging() -> None:
    async def hectic(me: Me) -> None:
        while True:
            me.below.switch(stay)

    planner = new_planner()
    behaviour = planner.behaviour.switch(hectic)
    run(planner, 1)
    assert "await me.tick()" in behaviour.reason
    assert planner.motion.active is None


def test_a_strangers_exception_ends_his_scenario_only_and_is_told_once() -> None:
    told: list[str] = []
    planner = ScenarioPlanner(
        Body(), 0, breaker=Breaker(lambda failure: told.append(str(failure)), strict=False)
    )

    async def clumsy(me: Me) -> None:
        await me.tick()
        raise ZeroDivisionError("oops")

    async def untidy(me: Me) -> None:
        try:
            while True:
                await me.tick()
        finally:
            await me.tick()

    for begin in (0, 3):
        motion = planner.motion.switch(clumsy)
        run(planner, 3, begin)
        assert (motion.status, motion.reason) == (JobStatus.FAILED, "ZeroDivisionError: oops")
    motion = planner.motion.switch(untidy)
    run(planner, 1, 6)
    planner.motion.cancel("enough")
    assert motion.status is JobStatus.CANCELLED
    assert (
        motion.reason
        == "enough; then it waited for a tick while it was cancelled, where there is none"
    )
    assert [line.split(":")[0] for line in told] == ["motion clumsy", "motion untidy"]


def test_the_trace_says_who_was_active_when() -> None:
    ended: list[str] = []
    planner = ScenarioPlanner(Body(), 0, tell=lambda job: ended.append(str(job)))
    planner.behaviour.switch(sleeping)
    planner.motion.switch(swing, 2)
    run(planner, 5)
    assert ended == ["swing(2): done"]
    now = planner.trace.at(0.01)
    assert [span.what if span else "" for span in now.values()] == [
        "swing(2)",
        "sleeping()",
        "",
        "",
    ]
    assert planner.trace.at(0.03)[ScenarioLayer.MOTION] is None
    assert "motion     swing(2)  done" in str(planner.trace)
    assert [span.what for span in planner.trace.spans(begin=0.03)] == ["sleeping()"]


def test_closing_cleans_up_and_the_trace_forgets_what_is_old() -> None:
    planner = new_planner()
    planner.trace._runs = type(planner.trace._runs)(maxlen=3)
    planner.trace.add = planner.trace._runs.append
    with planner:
        for _ in range(5):
            planner.motion.switch(stay)
        run(planner, 1)
    assert planner.body.done == ["stay begins", "stay cleans up"]
    assert len(planner.trace.spans()) == 3


@given(st.lists(st.tuples(st.integers(0, 3), st.sampled_from("skce")), max_size=40))
def test_however_layers_are_driven_all_that_began_cleans_up(orders: list[tuple[int, str]]) -> None:
    """Each scenario that took a step cleans up exactly once, and two runs are alike."""

    def play() -> tuple[list[str], int, int]:
        planner, begun, cleaned = new_planner(), 0, 0

        async def scenario(me: Me, ticks: int) -> None:
            nonlocal begun, cleaned
            begun += 1
            try:
                if me._engine.below is not None and ticks % 2:
                    me.below.keep(scenario, ticks // 2)
                for _ in range(ticks):
                    await me.tick()
                if ticks == 3:
                    raise ScenarioFailedError("three")
            finally:
                cleaned += 1

        for tick, (layer, order) in enumerate(orders):
            engine = planner.engines[layer]
            if order == "s":
                engine.switch(scenario, tick % 7)
            elif order == "k":
                engine.keep(scenario, 3)
            elif order == "c":
                engine.cancel()
            planner.step(tick * 0.01, tick)
        planner.close()
        return [str(span) for span in planner.trace.spans()], begun, cleaned

    first, begun, cleaned = play()
    assert begun == cleaned
    assert play()[0] == first
