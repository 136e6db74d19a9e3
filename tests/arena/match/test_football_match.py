"""Whole matches, short ones: the referee's packets, hands, counts, and the same again."""

import json
import socket
import time
from dataclasses import replace
from math import cos

import mujoco
import numpy as np
import pytest

from drills.gl import needs_gl
from olympian.arena.hand import CarryingHand, HandGrip
from olympian.arena.match import (
    CHALLENGES,
    FootballMatch,
    MatchPlan,
    MatchRules,
    MatchShow,
    football_match,
    play_match,
    try_challenge,
)
from olympian.arena.match.match_tally import MatchTally
from olympian.arena.match.match_tape import brief
from olympian.arena.match.referee.arena_referee import ArenaReferee
from olympian.arena.match.rules.calls import GoalCall, PenaltyCall, RefereeCall
from olympian.arena.match.rules.pitch_truth import PitchTruth, PlayerTruth
from olympian.arena.match.rules.sides import Sides
from olympian.arena.match.scene import kick_off_scene
from olympian.arena.match.squad import build_simulation
from olympian.cli.main import main
from olympian.cockpit.shows.match import MatchPage
from olympian.errors import OlympianError
from olympian.records import Semantic
from olympian.team import (
    GameController,
    Penalty,
    PlayState,
    UdpDatagrams,
    build_game_packet,
    open_game_port,
    parse_game_packet,
)
from olympian.world import MODERN

STANDING = ("standing", "standing")
SHORT = MatchRules(half_s=2.0, ready_s=1.0, initial_s=0.5, settled_s=0.5, set_s=0.8, halting_s=0.4)
BLIND = MatchPlan(size=1, rules=SHORT, programs=STANDING, eyes=False)
ALONE = replace(BLIND, alone=(1,))
"""For what concerns one robot or none: every other one takes as long again."""


def test_a_match_without_eyes_is_the_same_again_and_packets_say_what_is_called() -> None:
    first, heard = FootballMatch(BLIND, 3), set()
    referee = first.referee
    assert isinstance(referee, ArenaReferee)
    while not first.over:
        first.tick()
        packet = parse_game_packet(build_game_packet(first.controller.packet))
        assert packet.state is referee.umpire.state
        heard |= {game.state for one in first.members if (game := one.robot.game) is not None}
    assert heard == {PlayState.INITIAL, PlayState.READY, PlayState.SET, PlayState.PLAYING}
    again, _ = play_match(BLIND, 3, False, lambda _: None)
    assert replace(first.result, real_time_factor=0.0) == replace(again, real_time_factor=0.0)
    assert np.hypot(*first.tape.ball[-1]) < 0.02
    first.close()


def test_who_lies_is_laid_beside_the_field_and_gets_up_after_its_penalty() -> None:
    match = FootballMatch(ALONE, 5)
    robot, there = match.members[0].robot, Sides(MODERN).waiting(1, 1)

    def go(seconds: float) -> None:
        for _ in range(round(seconds / 0.01)):
            match.tick()

    go(1.0)
    match.simulation.push(np.array([-80.0, 0.0, 0.0]), 0.1)
    while not match.witness.lies(0):
        go(0.1)
        assert match.t < 3.0
    match.controller.penalise(1, 1, Penalty.INCAPABLE, 5.0)
    go(0.6)
    match.hand.carry(0, there)
    while match.hand.carries:
        go(0.1)
    assert robot.situation.state is Semantic.PENALTY
    assert match.witness.lies(0)
    match.controller.release(1, 1)
    while match.witness.lies(0):
        go(0.1)
        assert match.t < 25.0, "it does not get up"
    go(1.0)
    place, believed = match.simulation.true_place(0), robot.place
    assert np.hypot(place.x - there.x, place.y - there.y) < 0.7
    assert cos(place.yaw - believed.yaw) > cos(0.4), "the gyro has followed all turns"
    assert match.result.falls == (1, 0)
    match.close()


def test_a_ball_is_carried_over_the_field_and_lies_where_it_was_put() -> None:
    match = FootballMatch(ALONE, 6)
    match.hand.put_ball(1.5, -2.0)
    highest = 0.0
    for _ in range(300):
        match.hand.step()
        match.simulation.advance()
        highest = max(highest, float(match.simulation.data.body("ball").xpos[2]))
    x, y = match.simulation.data.body("ball").xpos[:2].tolist()
    assert (x, y) == (pytest.approx(1.5, abs=0.03), pytest.approx(-2.0, abs=0.03))
    assert highest > 0.6
    assert not match.hand.holds_ball
    match.close()


def test_a_hand_lets_go_and_asks_for_nothing_more() -> None:
    match = FootballMatch(ALONE, 6)
    watchers = len(match.simulation.after_step)
    hand = CarryingHand.of_ball(match.simulation, HandGrip(0.05, 0.3, 0.1, 0.1, 0.1, 0.1))
    hand.carry(np.array([0.2, 0.0]), 0.0)
    assert len(match.simulation.after_step) == watchers + 1
    for _ in range(60):
        match.simulation.advance()
    assert len(match.simulation.after_step) == watchers
    assert not match.simulation.data.xfrc_applied.any()
    match.close()


def test_the_tally_counts_touches_falls_possession_and_who_stands() -> None:
    tally = MatchTally(((1, 1), (2, 1)))
    one, other = PlayerTruth(1, 1, 0.0, 0.0, 0.0), PlayerTruth(2, 1, 1.0, 0.0, 0.0)

    def step(
        t: float, first: PlayerTruth, calls: list[RefereeCall] | None = None, why: str = "waits"
    ) -> None:
        truth = PitchTruth(t, (0.0, 0.0), (first, other))
        what = [("supporter", why), ("attacker", "goes")]
        tally.step(truth, calls or [], True, lambda _: False, what)

    for k in range(1, 11):
        step(k * 1.0, replace(one, touches=k in (2, 3)))
    step(11.0, replace(one, fallen=True), [PenaltyCall(1, 1, Penalty.PUSHING, 30.0)])
    step(12.0, one, [GoalCall(2, (1, 1))])
    first, second = tally.players
    assert (first.ball_contacts, first.falls, first.recoveries, first.penalties) == (2, 1, 1, 1)
    assert (tally.goals, tally.own_goals) == ([0, 1], [0, 1])
    assert tally.possession == (1.0, 0.0)
    assert tally.untouched == 9.0
    assert first.stood_longest_s == 9.0
    assert first.stuck_longest_s == 0.0, "it says why"
    assert second.stuck_longest_s == 11.0, "an attacker has no reason to stand"


def test_what_a_player_says_is_kept_without_its_numbers() -> None:
    said = "attacker() › walk(Course(twist=Twist(0.1, 0.2))): ball -0.26 m left"
    assert brief(said) == "attacker › walk: ball … m left"
    assert brief("x (y") == "x "


def test_people_are_told_in_one_line_what_cannot_be_played(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for words, says in (
        (["--size", "9"], "1 to 5 players a side, not 9"),
        (["--half", "0"], "1 to 3600 s"),
        (["--opponent", "nobody"], "team 'nobody'"),
        (["--field", "grass"], "modern"),
        (["--field", "2010", "--halves", "2"], "one half only"),
        (["--challenge", "juggle"], "dribble, keeper, pass, penalty"),
        (["--ready", "0.1"], "1 to 120 s"),
    ):
        assert main(["match", *words]) == 2, words
        error = capsys.readouterr().err
        assert says in error
        assert error.count("\n") == 1


def test_a_challenge_of_nobody_is_not_known() -> None:
    with pytest.raises(OlympianError, match="players a side"):
        MatchPlan(size=0)
    assert all(one.players for one in CHALLENGES.values())


def test_a_real_game_controller_leads_over_the_network(monkeypatch: pytest.MonkeyPatch) -> None:
    sender, port = UdpDatagrams(), UdpDatagrams()
    at = port.address[1]
    port.close()
    monkeypatch.setattr(football_match, "open_game_port", lambda: open_game_port(port=at))
    controller = GameController(sender, ("127.0.0.1", at), players=1)
    match = FootballMatch(replace(BLIND, controller="udp"), 7)

    def go(seconds: float) -> None:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            controller.step(time.monotonic())
            match.tick()

    controller.become(PlayState.READY)
    go(0.7)
    assert match.members[0].robot.game is not None
    assert match.members[0].robot.game.state is PlayState.READY
    controller.become(PlayState.PLAYING)
    controller.penalise(2, 1, Penalty.PUSHING, 30.0)
    go(0.8)
    assert match.referee.playing
    assert match.referee.out((2, 1))
    assert match.hand.holds(1)
    assert match.members[1].robot.situation.state is Semantic.PENALTY
    controller.score(1)
    controller.become(PlayState.FINISHED)
    go(0.7)
    assert match.over
    assert match.result.goals == match.referee.score == (1, 0)
    assert match.t < 4.0, "no faster than the wall clock"
    match.close()
    sender.close()


def test_a_match_in_the_browser_shows_score_clock_and_what_all_are_about() -> None:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port = one.getsockname()[1]
    page = MatchPage(lambda seed: MatchShow(BLIND, seed), 0, "127.0.0.1", port)
    while page.show.drawn().time < 1.3:
        page.show.tick()
    page.draw()
    assert "**0 : 0 · ready · 0:02 left**" in page.words
    assert "2/1" in page.words
    assert "stands" in page.words
    assert "ball put at (0.00, 0.00)" in page.words
    page.close()


def test_who_only_stands_takes_no_pictures_and_floors_are_drawn_whole() -> None:
    plan = replace(BLIND, eyes=True, programs=("olympian", "standing"))
    simulation = build_simulation(plan, 1, kick_off_scene(plan).starts)
    camera, model = simulation.options.camera, simulation.model
    assert camera is not None
    assert camera.blind == (1,)
    assert model.vis.quality.numquads == 1
    floors = model.geom_type == mujoco.mjtGeom.mjGEOM_PLANE
    assert floors.sum() == 2
    assert (model.geom_size[floors, 2] > model.geom_size[floors, :2].max()).all()
    simulation.actors[1].read()
    assert simulation.actors[1]._shutter is None
    simulation.close()


@needs_gl
def test_seeing_robots_play_by_the_command_and_leave_a_report(
    tmp_path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["--size", "1", "--half", "1.5", "--ready", "1", "--report", str(tmp_path / "page")]
    assert main(["match", *words, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    for key in ("goals", "ball_contacts", "falls", "recoveries", "own_goals", "possession"):
        assert len(told[key]) == 2
    assert told["real_time_factor"] > 0.0
    assert told["faults"] == 0
    assert [one["team"] for one in told["matches"][0]["players"]] == [1, 2]
    page = (tmp_path / "page" / "index.html").read_text()
    assert "olympian against standing" in page
    assert "player 1/1" in page
    assert (tmp_path / "page" / "match_0.webp").stat().st_size > 1000


@needs_gl
def test_a_ball_that_is_shot_at_somebody_who_stands_is_a_goal() -> None:
    plan = MatchPlan(programs=STANDING, eyes=False)
    keeper = CHALLENGES["keeper"]
    results = [try_challenge(keeper, plan, seed, False, lambda _: None)[0] for seed in (10,)]
    assert [one.success for one in results] == [False]
    assert all(one.why == "goal of the others" for one in results)
    assert 1.0 < results[0].seconds < 3.0
