"""`--seed` moves every bench on to other specimens, floors, persons and frames."""

from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from olympian.arena.control import tick
from olympian.arena.crew import Alone, Processes
from olympian.arena.football import own_poses
from olympian.arena.imitation import bench as imitation
from olympian.arena.juggling.trial import JuggleTrial
from olympian.arena.localisation import Outing
from olympian.arena.walking import bench as walking
from olympian.arena.walking.task import Task
from olympian.cli.bench import app as benches
from olympian.cli.main import app
from olympian.cli.vision import bench as vision_bench
from olympian.lab import (
    bench_ik,
    bench_record,
    bench_servo,
    bench_sim,
    bench_tasks,
    stand,
    trajectory_lab,
)
from olympian.lab.vision import bench_colour, bench_shape
from olympian.robot import load_robot
from olympian.seeds import JUDGING

COMMANDS = {
    **{
        name: f"bench {name}"
        for name in (
            *("servo", "ik", "tasks", "sim", "stand", "trajectory", "walk", "stabilisers"),
            *("tick", "falls", "faults", "drive", "vision", "localisation", "hardware"),
            *("kick", "gaze", "record", "football"),
        )
    },
    "juggle": "juggle",
    "imitate": "imitate --bench",
}
WITHOUT = {"pik", "bus", "scenarios", "cockpit", "train", "all"}
"""Every angle of a grid, what only counts steps or has nothing random, and several of the above."""


class Drawn(Exception):  # noqa: N818
    """Thrown by a spy in the place where a bench would begin to work: what it drew by then."""


def spy(shown: Callable[..., object]) -> Callable[..., None]:
    def thrown(*given: object, **named: object) -> None:
        raise Drawn(shown(*given, **named))

    return thrown


@pytest.fixture(autouse=True)
def nobody_works(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every bench stops at its first specimen or frame."""
    places: dict[tuple[object, str], object] = {
        (bench_servo, "_row"): spy(lambda *given: given[1].random()),
        (bench_ik, "_random_poses"): spy(lambda *given: given[3].tobytes()),
        (bench_tasks, "_race"): spy(lambda problem, *_: np.array(problem.targets).tobytes()),
        (bench_sim, "Simulation"): spy(lambda *given: given[2]),
        (bench_record, "Humanoid"): spy(lambda *_, seed, **__: seed),
        (stand, "Simulation"): spy(lambda *given: given[2]),
        (trajectory_lab, "Simulation"): spy(lambda *_, specimens, **__: specimens[0].mass),
        (walking, "engine_us"): spy(lambda *given: given[3]),
        (Alone, "carry_out"): spy(lambda *given: _tasks(given[2])),
        (Processes, "carry_out"): spy(lambda *given: _tasks(given[2])),
        (tick, "specimen"): spy(lambda *given: given[2].friction),
        (JuggleTrial, "run"): spy(lambda *given: given[1]),
        (imitation, "clip"): lambda *_, **__: [],
        (imitation, "_row"): _people,
        (vision_bench, "_write"): _camera_frames,
    }
    for (place, name), replacement in places.items():
        monkeypatch.setattr(place, name, replacement)


def _tasks(tasks: Sequence[object]) -> list[object]:
    """Tasks as far as seeds change them."""
    return [task.seed if isinstance(task, Task | Outing) else task for task in tasks]


def _people(*given: object) -> None:
    """Clips of the first row are without noise, and draw nothing."""
    clips = given[-1]
    assert isinstance(clips, list)
    if seeds := [seed for _, seed in clips if seed]:
        raise Drawn(seeds)


def _camera_frames(*given: object) -> None:
    _, _, folder, _, seed = given
    assert isinstance(folder, Path)
    assert isinstance(seed, int)
    if "held" in folder.name:
        assert seed in JUDGING
        raise Drawn(seed)
    assert seed not in JUDGING, "nothing is tuned on what is scored"


def drawn(words: str, seed: int) -> object:
    """What a command draws."""
    result = CliRunner().invoke(app, [*words.split(), "--seed", str(seed), "--json"])
    assert isinstance(result.exception, Drawn), result.output
    return result.exception.args[0]


def test_all_benches_are_looked_at() -> None:
    names = {one.name or one.callback.__name__ for one in benches.registered_commands}
    assert names == {name for name in COMMANDS if name not in ("juggle", "imitate")} | WITHOUT


@pytest.mark.parametrize("words", COMMANDS.values(), ids=COMMANDS.keys())
def test_another_seed_draws_others(words: str) -> None:
    assert drawn(words, 0) == drawn(words, 0)
    assert drawn(words, 0) != drawn(words, 1)


def test_another_seed_draws_other_frames(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_colour, "TUNE_FRAMES", 1)
    monkeypatch.setattr(bench_shape, "_edges", spy(lambda *given: given[1][0].grey.tobytes()))

    def edges(seed: int) -> bytes:
        with pytest.raises(Drawn) as thrown:
            bench_shape.measure(frames=1, tune_frames=1, seed=seed)
        return thrown.value.args[0]

    assert edges(0) != edges(1)
    first, other = (bench_colour.synthetic_frames(1, seed) for seed in (0, 1))
    assert first.seeds == "judging seed 20000"
    assert not np.array_equal(first.held[0][0], other.held[0][0])
    assert np.array_equal(first.tune[0][0], other.tune[0][0]), "peers are tuned once"


def test_another_seed_gives_other_beliefs_about_the_camera() -> None:
    robot = load_robot("fumanoid")
    first, again, other = (next(own_poses(robot, "2010", 1, seed)) for seed in (7, 7, 8))
    assert np.array_equal(first, again)
    assert not np.allclose(first, other)
