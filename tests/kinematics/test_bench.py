"""The benchmark's rows are complete and honest; peers that are missing are named."""

import sys

import msgspec
import pytest

from olympian.errors import OlympianError
from olympian.lab import bench_ik, ik_peers
from olympian.lab.ik_bars import bars
from olympian.robot import load_robot


@pytest.fixture
def rows(monkeypatch: pytest.MonkeyPatch) -> list[bench_ik.IkRow]:
    monkeypatch.setattr(bench_ik, "BLOCKS", 2)
    monkeypatch.setattr(bench_ik, "GOALS", 10)
    return bench_ik.measure(("fumanoid",), seed=1, poses=200)


def test_rows_have_the_promised_fields_and_everybody_succeeds(rows: list[bench_ik.IkRow]):
    fields = {
        "robot",
        "solver",
        "call",
        "min_us",
        "median_us",
        "p95_us",
        "rates",
        "seeds",
        "success",
        "max_error_m",
        "solutions",
    }
    for row in rows:
        assert set(msgspec.to_builtins(row)) == fields
        assert 0.0 < row.min_us <= row.median_us
        assert row.success == 1.0, row
        assert row.solutions >= 1.0
    assert {row.solver for row in rows} == {"olympian", "eaik", "pinocchio", "mink"}
    own = [row for row in rows if "random poses" in row.call]
    assert len(own) == 2
    assert all(row.max_error_m < 1e-9 for row in own)
    met = {bar.bar for bar in bars(rows) if bar.met}
    assert met >= {"generating branch found", "largest error in m"}


def test_missing_peers_are_named(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "pinocchio", None)
    with pytest.raises(OlympianError, match=r"'pinocchio' is not installed.*\[bench\]"):
        ik_peers.pinocchio(load_robot("fumanoid").limb("left_leg").chain)
