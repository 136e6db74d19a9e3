"""The benchmark of stacked tasks: complete rows, the same problem for everybody, named peers."""

import json
import sys

import msgspec
import numpy as np
import pytest
from typer.testing import CliRunner

from olympian.cli.bench import app
from olympian.errors import OlympianError
from olympian.lab import bench_tasks, task_peers

FIELDS = (
    "problem",
    "solver",
    "dims",
    "joints",
    "min_us",
    "median_us",
    "p95_us",
    "position_error_m",
    "limit_violations",
    "seeds",
)


@pytest.fixture(scope="module")
def rows() -> list[bench_tasks.TaskRow]:
    return bench_tasks.measure(rounds=3)


def test_rows_are_complete_and_nobody_leaves_the_limits(rows: list[bench_tasks.TaskRow]):
    for row in rows:
        assert tuple(msgspec.to_builtins(row)) == FIELDS
        assert 0.0 < row.min_us <= row.median_us <= row.p95_us
        assert row.limit_violations == 0
    sizes = {(row.problem, row.dims, row.joints) for row in rows}
    assert sizes == {
        ("juggling", 17, 23),
        ("juggling at limits", 17, 23),
        ("one leg", 6, 6),
        ("both legs", 12, 12),
    }


def test_the_same_accuracy_sooner(rows: list[bench_tasks.TaskRow]):
    for problem in {row.problem for row in rows}:
        own, *peers = [row for row in rows if row.problem == problem and "pull" not in row.solver]
        assert len(peers) == 2
        for peer in peers:
            assert own.position_error_m <= 1.05 * peer.position_error_m
            assert own.min_us < peer.min_us


def test_mink_passes_the_same_postures():
    """The same optimum in every step; what differs is how each rounds off a rotation."""
    problem = bench_tasks._juggling(0)
    stack, start = problem.stack, problem.q_start
    own = bench_tasks._path(bench_tasks._Own(problem, None))
    for make in task_peers.PEERS.values():
        peer = bench_tasks._path(make(stack, start, problem.targets, bench_tasks.DT))
        assert np.max(np.abs(np.array(own) - np.array(peer))) < 5e-3
    assert np.max(np.abs(np.array(own) - start)) > 0.3  # it does move


def test_missing_peers_are_named(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "mink", None)
    with pytest.raises(OlympianError, match=r"'mink' is not installed.*\[bench\]"):
        bench_tasks.measure(rounds=3)


def test_the_command_prints_one_document(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(bench_tasks, "STEPS", 20)
    answer = CliRunner().invoke(app, ["tasks", "--json", "--rounds", "3"])
    assert answer.exit_code == 0, answer.output
    document = json.loads(answer.stdout)
    assert len(document) == 16
    assert tuple(document[0]) == FIELDS
    answer = CliRunner().invoke(app, ["tasks", "--rounds", "3"])
    assert "juggling at limits" in answer.stdout
