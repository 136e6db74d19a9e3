"""What a page keeps of the past, and the marks it draws of the present."""

import numpy as np
import pytest

from olympian.cockpit import Session
from olympian.cockpit.memory import COLUMNS, MINUTE, PoseMemory, Trends
from olympian.cockpit.page.module_view import module_now
from olympian.cockpit.page.overlay import nearest_on
from olympian.cockpit.tempo import Tempo

WIDE = len(COLUMNS) + 2


def run(session: Session, seconds: float, *watchers: object) -> None:
    for _ in range(round(seconds / session.humanoid.body.dt)):
        state = session.tick()
        for one in watchers:
            one.step(state if isinstance(one, Trends) else session.simulation.data)  # type: ignore[attr-defined]


def test_poses_are_looked_back_at_and_the_present_is_left_alone() -> None:
    session = Session.open("bioloid", "flat")
    memory = PoseMemory(session.simulation.model)
    data, body = session.simulation.data, session.humanoid.actor.root_body
    run(session, 1.0, memory)
    high = float(data.xpos[body, 2])
    session.push(0.0, 20 * session.fair_push)
    run(session, 2.0, memory)
    low = float(data.xpos[body, 2])
    assert low < 0.6 * high
    assert memory.span == pytest.approx(3.0, abs=0.1)
    assert memory.at(data, 0.0) is data
    then = memory.at(data, 2.1)
    assert then.xpos[body, 2] == pytest.approx(high, abs=0.01)
    assert then.time == pytest.approx(data.time - 2.1, abs=0.03)
    assert data.xpos[body, 2] == low
    assert memory.at(data, MINUTE).time < 0.06, "as far as it goes"
    session.reset()
    run(session, 0.3, memory)
    assert memory.span < 0.3, "a new start is a new past"


def test_rows_are_those_that_were_not_told() -> None:
    session = Session.open("bioloid", "flat")
    trends = Trends(session)
    run(session, 2.05, trends)
    knee = session.humanoid.robot.joint_index["left_knee"]

    def rows(since: int) -> np.ndarray:
        return np.frombuffer(trends.since(since, knee), dtype="<f4").reshape(-1, WIDE)

    whole = rows(0)
    assert len(whole) == trends.written == 21
    assert np.diff(whole[:, 0]) == pytest.approx(0.1, abs=0.011)
    assert np.array_equal(rows(18), whole[18:])
    assert rows(21).size == 0
    state = session.humanoid.state
    assert state is not None
    assert whole[-1, -1] == pytest.approx(np.degrees(state.q[knee]), abs=1.0)
    assert whole[-1, 3] == pytest.approx(1000 * state.support_margin, abs=3.0)
    session.reset()
    run(session, 0.55, trends)
    assert len(rows(99)) == trends.written < 10, "a new start is told from its beginning"


def test_the_module_tells_its_path_and_where_other_answers_lead() -> None:
    session = Session.open("bioloid", "flat")
    run(session, 0.5)
    told = module_now(session)
    path = told["path"]
    assert isinstance(path, list)
    stop = next(one for one in path if one["name"] == "StopOrder")
    assert stop["answer"] == "NO"
    assert set(stop["others"]) == {"OFF", "SOFT", "FREEZE", "PENALTY"}
    assert path[-1]["acts"]
    owners = told["owners"]
    assert isinstance(owners, dict)
    assert owners["legs"] == "modes"


def test_the_nearest_place_on_an_edge() -> None:
    square = np.array([(0.0, 0.0), (2.0, 0.0), (2.0, 1.0), (0.0, 1.0)])
    assert nearest_on(square, np.array([0.5, 0.2])) == pytest.approx([0.5, 0.0])
    assert nearest_on(square, np.array([3.0, 2.0])) == pytest.approx([2.0, 1.0])


def test_time_passes_as_it_is_told() -> None:
    tempo = Tempo()
    assert tempo.passes()
    tempo.look_back(5.0)
    assert tempo.back == 0.0, "only while time stands still"
    tempo.pause(True)
    assert not tempo.passes()
    tempo.step()
    assert [tempo.passes() for _ in range(3)] == [True, False, False]
    tempo.look_back(5.0)
    assert tempo.back == 5.0
    tempo.pause(False)
    assert (tempo.back, tempo.passes()) == (0.0, True)
