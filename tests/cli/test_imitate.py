"""`olympian imitate`: what it prints, what it refuses, and what the page shows."""

import json
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from drills.browser import free_port
from olympian import Humanoid, Stop
from olympian.arena.imitation.latency import measure_latency
from olympian.arena.imitation.trial import ImitationTrial, TrialBody
from olympian.cli import imitate
from olympian.cockpit.shows import page as show_page
from olympian.cockpit.shows.imitate import ImitatePage
from olympian.cockpit.shows.lines import bones, robot_height, shrink
from olympian.errors import OlympianError
from olympian.motion.imitate import Trouble, Troubles, open_stream
from olympian.robot import load_robot

DATA = Path(__file__).parents[1] / "data/imitate"
FIGURES = {
    "frames",
    "followed_s",
    "falls",
    "arms",
    "latency_ticks",
    "clamped",
}


def run(*words: str, text: str | None = None):
    app = typer.Typer()
    app.callback()(lambda: None)
    imitate.register(app)
    return CliRunner().invoke(app, ["imitate", *words], input=text)


def test_a_stream_by_name_gives_all_figures() -> None:
    answer = run("wave", "--kinematic", "--seconds", "3", "--json")
    assert answer.exit_code == 0, answer.output
    result = json.loads(answer.stdout)
    assert result.keys() >= FIGURES
    assert result["frames"] > 50
    assert result["falls"] == 0
    assert result["latency_ticks"] <= 1


@pytest.mark.parametrize("method", ["holy", "published", "whole-body"])
def test_lines_on_stdin_are_followed_and_bad_ones_told(method: str) -> None:
    lines = (DATA / "wave_nite.jsonl").read_text().splitlines()
    text = "\n".join([*lines[:20], "nonsense", *lines[20:30]])
    answer = run("-", "--kinematic", "--method", method, "--seconds", "2", text=text)
    assert answer.exit_code == 0, answer.output
    assert "bioloid moved" in answer.output
    assert "stdin:21: not JSON" in answer.output


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ((), "imitate one of these: "),
        (("wave", "--udp", "5005"), "imitate one of these: "),
        (("wavy",), "did you mean 'wave'"),
        (("wave", "--method", "moonwalk"), "unknown method"),
        (("wave", "--units", "yard"), "unknown unit 'yard'"),
        (("wave", "--up", "w"), "unknown up axis 'w'"),
        (("none.bvh",), "no such file"),
    ],
)
def test_mistakes_are_said_in_a_line(words: tuple[str, ...], says: str) -> None:
    answer = run(*words)
    assert isinstance(answer.exception, OlympianError)
    assert says in str(answer.exception)
    assert "\n" not in str(answer.exception)


def test_udp_is_followed_in_real_time_for_a_while() -> None:
    answer = run("--udp", "0", "--kinematic", "--seconds", "0.3", "--json")
    assert answer.exit_code == 0, answer.output
    assert json.loads(answer.stdout)["frames"] == 0


def test_a_packet_has_its_goal_in_the_next_tick() -> None:
    row = measure_latency(load_robot("bioloid"), "holy", 10)
    assert row.packets == 10
    assert row.median_ms < 2 * row.tick_ms + 5.0, "even on a busy machine"


def test_the_person_beside_the_robot_is_as_tall_and_stands_on_the_ground() -> None:
    person = open_stream("wave", Troubles()).take(0.0)[0]
    robot = load_robot("bioloid")
    places = shrink(person, robot_height(robot))
    assert places[:, 2].min() == pytest.approx(0.0, abs=1e-9)
    assert places[:, 2].max() == pytest.approx(robot_height(robot), rel=0.2)
    lines, sure = bones(places, person.confidence)
    assert len(lines) == len(sure) == 15
    assert sure.all()


class ShortTrial(ImitationTrial):
    """A trial that is over sooner, in which something goes wrong at once."""

    lasts = 0.2

    @property
    def done(self) -> bool:
        self.skill.troubles.note(Trouble.JUMP, 0.0)
        return self.ticks * self.dt >= self.lasts


def page_of(body: TrialBody, repeats: bool = True, told: list[str] | None = None) -> ImitatePage:
    """A page that shows the first moments of a wave."""
    robot = load_robot("bioloid")

    def begin() -> ShortTrial:
        return ShortTrial(robot, open_stream("wave", Troubles()), "holy", body)

    tell = (told if told is not None else []).append
    return ImitatePage(begin, "127.0.0.1", free_port(), repeats, tell)


@pytest.mark.parametrize("body", list(TrialBody))
def test_the_page_shows_person_and_robot(body: TrialBody) -> None:
    told: list[str] = []
    page = page_of(body, repeats=False, told=told)
    try:
        page.run()
        assert Trouble.JUMP.value in page.words
        assert [line for line in told if Trouble.JUMP.value in line] == told != []
        assert "following" in page.words
        assert page.lines_shown == 15
        assert page.plays == 1, "what is live comes once, seen or not"
    finally:
        page.close()


def test_the_page_says_what_the_module_is_about() -> None:
    page = page_of(TrialBody.PHYSICS, repeats=False)
    try:
        trial = page.show
        assert isinstance(trial, ShortTrial)
        assert isinstance(trial.humanoid, Humanoid)
        trial.humanoid.hcm.wishes.stop = Stop.SOFT
        page.run()
        assert page.words.endswith("stopped stop: soft")
    finally:
        page.close()


def test_a_page_waits_for_a_visitor_repeats_and_plays_again(monkeypatch) -> None:
    page = page_of(TrialBody.KINEMATIC)
    monkeypatch.setattr(show_page, "PAUSE", 0.0)
    try:
        page.run(0.2)
        assert (page.plays, page.words) == (0, show_page.WAITING)
        page.server.get_clients = lambda: {0: object()}  # pyright: ignore
        while page.plays < 3:
            assert page.step()
        monkeypatch.setattr(show_page, "PAUSE", 1e9)
        page.run(0.4)
        ended = page.plays
        page._again.set()
        page.run(0.05)
        assert page.plays == ended + 1
    finally:
        page.close()
