"""Limits of a walk set: what proves them, and what happens where they do not hold."""

import re
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from olympian.arena.walking import WalkConditions, WalkOutcome, run_scenario
from olympian.arena.walking.tuning.proof import PROVEN_S, TRIALS, WAYS, prove
from olympian.arena.walking.tuning.result import PROOF, renew_proof
from olympian.errors import OlympianError
from olympian.motion.number_set import write_numbers
from olympian.motion.walk import WalkConfig, fingerprint, read_walk, walk_path
from olympian.robot import load_robot
from olympian.seeds import CHOOSING

ROBOTS = ("bioloid", "fumanoid", "wolfgang")
PATH = np.zeros((1, 4))


class Known:
    """Trials whose end is known: a specimen falls where it is asked for more than it can."""

    def __init__(self, top, weak=0):
        self._top, self._weak = top, weak
        self.seeds = set()

    def carry_out(self, work, tasks) -> Any:
        del work
        for place, task in enumerate(tasks):
            self.seeds.add(task.seed)
            twists = [task.scenario.command(t) for t in np.arange(0.0, task.scenario.seconds, 0.5)]
            size = max(
                abs(value) / most
                for twist in twists
                for value, most in zip(
                    (twist.forward, twist.left, twist.turn), self._top, strict=True
                )
            )
            fell = size > 1.0 + 1e-9 or place < self._weak
            yield place, WalkOutcome(1.0 if fell else None, 1.0, PATH, PATH, 0, 0)


def test_a_limit_that_holds_stays_and_one_that_does_not_is_lowered_until_it_does():
    claimed = WalkConfig().changed({"limits.top_speed": [0.5, 0.2, 1.2], "limits.backward": 0.6})
    crew, said = Known((0.43, 0.2, 1.0)), []
    proof = prove("nobody", claimed, crew, told=said.append)
    ahead, side, turn = proof.config.limits.top_speed
    assert 0.95 * 0.43 < ahead <= 0.43
    assert side == 0.2
    assert 0.95 < turn <= 1.0
    # slower ahead is no reason to be slower back
    assert proof.config.top_speed.back == pytest.approx(0.3, abs=1e-3)
    assert crew.seeds == set(CHOOSING.take(TRIALS))
    assert any("0.5 m/s: 0 of 40" in line for line in said)
    assert f"forward {ahead:.4g} m/s 40 of 40" in str(proof)
    assert f"{PROVEN_S:g} s each, choosing seeds 10000–10039" in str(proof)
    assert str(proof).endswith(f"set {fingerprint(proof.config)}")


@pytest.mark.parametrize(("weak", "holds"), [(2, True), (3, False)])
def test_nineteen_of_twenty_must_hold(weak, holds):
    crew = Known((9.0, 9.0, 9.0), weak)
    if holds:
        assert prove("nobody", WalkConfig(), crew).config == WalkConfig()
        return
    with pytest.raises(OlympianError, match="forward: not held by 95"):
        prove("nobody", WalkConfig(), crew)


def test_what_is_too_much_at_once_is_taken_apart_before_all_is_slower():
    class Single(Known):
        """Falls where the walk lets more than one share through."""

        def carry_out(self, work, tasks) -> Any:
            del work
            for place, task in enumerate(tasks):
                top = task.walk.top_speed
                wish, _ = top.admit(task.scenario.command(0.0))
                shares = wish.forward / top.ahead, wish.left / top.side, wish.turn / top.turn
                fell = sum(map(abs, shares)) > 1.0 + 1e-9
                yield place, WalkOutcome(1.0 if fell else None, 1.0, PATH, PATH, 0, 0)

    proof = prove("nobody", WalkConfig(), Single((9.0, 9.0, 9.0)), 2)
    assert proof.config == WalkConfig().changed({"limits.mixing": 1.0})


def test_keys_together_and_sudden_changes_are_proven_too():
    top = WalkConfig().top_speed
    scenario = WAYS["about"].scenario(top, 0)
    twists = [scenario.command(t) for t in np.arange(0.0, scenario.seconds, 1.0)]
    assert any(
        min(t.forward / top.ahead, t.left / top.side, t.turn / top.turn) == 1 for t in twists
    )
    jumps = [(a.forward, b.forward) for a, b in pairwise(twists)]
    assert (top.ahead, -top.back) in jumps
    assert (-top.back, top.ahead) in jumps


def test_a_proof_is_renewed_in_the_file(tmp_path):
    robot, path = load_robot("bioloid"), tmp_path / "walk.toml"
    chosen = read_walk(robot)
    write_numbers(path, chosen, f"By hand.\n{PROOF} an old one")
    proof = prove("bioloid", chosen, Known((0.1, 9.0, 9.0)))
    renew_proof(path, proof)
    assert read_walk(robot, path) == proof.config != chosen
    head = [line for line in path.read_text().splitlines() if line.startswith("#")]
    assert head == ["# By hand.", f"# {PROOF} {proof}"]


@pytest.mark.parametrize("name", ROBOTS)
def test_every_set_of_the_library_carries_its_proof(name):
    """For these very numbers, at least as fast as the limits, for 30 s, by 95 %."""
    robot = load_robot(name)
    chosen, text = read_walk(robot), walk_path(robot).read_text()
    (proof,) = re.findall(rf"^# {PROOF} (.*)$", text, re.MULTILINE)
    assert re.search(rf"; {PROVEN_S:g} s each, choosing seeds \d+–\d+; set", proof)
    assert proof.endswith(f"set {fingerprint(chosen)}"), "the set was changed after its proof"
    rates = dict(re.findall(r"(\w+)(?: [\d.]+ \S+)? (\d+ of \d+)", proof))
    assert set(rates) == set(WAYS)
    for said in rates.values():
        held, trials = map(int, said.split(" of "))
        assert trials >= 40
        assert held >= 0.95 * trials
    speeds = dict(re.findall(r"(\w+) ([\d.]+) (?:m|rad)/s", proof))
    top = chosen.top_speed
    limits = {"forward": top.ahead, "backward": top.back, "sideways": top.side, "turn": top.turn}
    for way, limit in limits.items():
        assert float(speeds[way]) >= limit - 1e-3


@pytest.mark.parametrize("name", ROBOTS)
def test_a_specimen_walks_at_the_limit_for_half_a_minute(name):
    """As fast as it is asked, straight ahead; a specimen with false zeros and a skewed IMU."""
    robot = load_robot(name)
    chosen = read_walk(robot)
    seed = CHOOSING.first + 500
    scenario = WAYS["forward"].scenario(chosen.top_speed, 0)
    outcome = run_scenario(robot, chosen, WalkConditions.of(seed, robot), scenario)
    assert outcome.held, f"fell after {outcome.fell_at:.1f} s"
    way = outcome.path[-1, 1] - outcome.path[outcome.path[:, 0] > PROVEN_S - 20.0][0, 1]
    assert way == pytest.approx(20.0 * chosen.top_speed.ahead, rel=0.12)
    assert np.degrees(np.abs(outcome.path[-50:, 3].mean())) < 15.0
