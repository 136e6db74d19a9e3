"""Policy files: whole, small, for one body only, and the same numbers through ONNX."""

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import msgspec
import numpy as np
import pytest

from drills.learnt import untrained
from olympian.errors import OlympianError
from olympian.motion.learnt import Fitting, LearntPolicy, PolicyLayout, read_policy
from olympian.robot import load_robot


@pytest.fixture(scope="module")
def fumanoid():
    return load_robot("fumanoid")


@pytest.fixture
def policy(fumanoid):
    return untrained(fumanoid, size=0.5)


def test_actions_are_those_of_the_network(policy) -> None:
    """The same network written down anew, in double precision."""
    chance = np.random.default_rng(1)
    for _ in range(20):
        seen = chance.normal(0.0, 4.0, policy.layout.inputs)
        x = np.clip((seen - policy.mean) / policy.deviation, -8.0, 8.0)
        for place, (weight, bias) in enumerate(policy.layers):
            x = weight.astype(float) @ x + bias
            if place + 1 < len(policy.layers):
                x = np.where(x > 0.0, x, np.exp(np.minimum(x, 0.0)) - 1.0)
        assert policy.act(seen) == pytest.approx(np.clip(x, -5.0, 5.0), abs=2e-5)


def test_a_file_gives_back_what_was_saved(policy, fumanoid, tmp_path: Path) -> None:
    path = tmp_path / "walk.npz"
    policy.save(path)
    assert path.stat().st_size < 2**20
    again = read_policy(fumanoid, path)
    seen = np.linspace(-1.0, 1.0, policy.layout.inputs)
    assert np.array_equal(again.act(seen), policy.act(seen))
    assert (again.layout, again.fitting, again.story) == (
        policy.layout,
        policy.fitting,
        "not trained",
    )


def test_a_policy_for_another_body_names_what_differs(policy, tmp_path: Path) -> None:
    path = tmp_path / "walk.npz"
    policy.save(path)
    with pytest.raises(OlympianError, match="'fumanoid', not for this 'bioloid': other joints"):
        read_policy(load_robot("bioloid"), path)


@pytest.mark.parametrize("part", ["joints", "links", "feet", "servos", "imu"])
def test_each_part_of_a_body_counts(policy, fumanoid, part: str) -> None:
    policy.fitting = msgspec.structs.replace(policy.fitting, **{part: "0" * 16})
    with pytest.raises(OlympianError, match=f"other {part};"):
        policy.fit(fumanoid, "here")


def test_a_weaker_bus_is_another_body(fumanoid) -> None:
    own = Fitting.of(fumanoid)
    assert Fitting.of(load_robot("fumanoid")) == own
    assert own.differences(Fitting.of(replace(fumanoid, supply_v=12.0))) == ["servos"]


def test_a_policy_for_another_task_is_refused(fumanoid, tmp_path: Path) -> None:
    path = tmp_path / "up.npz"
    untrained(fumanoid, "getup").save(path)
    with pytest.raises(OlympianError, match="has learnt to getup, not to walk"):
        read_policy(fumanoid, path)


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04 nothing", b"\x93NUMPY\x01\x00"])
def test_what_is_no_policy_is_said_in_a_line(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "bad.npz"
    path.write_bytes(data)
    with pytest.raises(OlympianError, match=r"bad\.npz: not a policy"):
        LearntPolicy.load(path)


def test_another_order_of_observations_is_refused(policy, tmp_path, monkeypatch) -> None:
    path = tmp_path / "walk.npz"
    monkeypatch.setattr(PolicyLayout, "fingerprint", "of another version")
    policy.save(path)
    monkeypatch.undo()
    with pytest.raises(OlympianError, match="laid out as by another version"):
        LearntPolicy.load(path)


def test_layers_that_do_not_meet_and_numbers_that_are_none_are_refused(policy) -> None:
    def made(layers=policy.layers, mean=policy.mean):
        return LearntPolicy(policy.layout, policy.fitting, mean, policy.deviation, layers)

    with pytest.raises(OlympianError, match="do not lead from"):
        made(policy.layers[1:])
    with pytest.raises(OlympianError, match="not all finite"):
        made(mean=np.full_like(policy.mean, np.nan))


def test_a_policy_that_is_too_large_is_not_written(policy, tmp_path: Path) -> None:
    chance = np.random.default_rng(0)
    sizes = (policy.layout.inputs, 1024, 512, len(policy.layout.joints))
    layers = [(chance.normal(size=(b, a)), np.zeros(b)) for a, b in pairwise(sizes)]
    large = LearntPolicy(policy.layout, policy.fitting, policy.mean, policy.deviation, layers)
    with pytest.raises(OlympianError, match="more than the 1048576 of a policy"):
        large.save(tmp_path / "large.npz")
    assert not list(tmp_path.iterdir())


def test_onnx_files_travel_there_and_back(policy, fumanoid, tmp_path: Path) -> None:
    pytest.importorskip("onnx")
    from olympian.motion.learnt import export_onnx

    path = tmp_path / "walk.onnx"
    export_onnx(policy, path)
    again = read_policy(fumanoid, path)
    seen = np.random.default_rng(2).normal(size=policy.layout.inputs)
    assert np.array_equal(again.act(seen), policy.act(seen))
    assert _run_onnx(path, seen) == pytest.approx(policy.act(seen), abs=1e-5)
    path.write_bytes(b"no graph")
    with pytest.raises(OlympianError, match="not a policy of Olympian"):
        read_policy(fumanoid, path)


def _run_onnx(path: Path, seen: np.ndarray) -> np.ndarray:
    """The graph as ONNX itself defines it."""
    from onnx.reference import ReferenceEvaluator

    session = ReferenceEvaluator(str(path))
    return session.run(None, {"observation": seen.astype(np.float32)[None]})[0][0]
