"""`olympian train`: a robot learns a task, on a GPU or, to try it, on a CPU."""

# pyright: reportMissingImports=false

import time
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Any

import typer

from olympian.cli.files import refuse_existing
from olympian.cli.options import ModelName
from olympian.cli.output import Output, command
from olympian.errors import OlympianError

app = typer.Typer(help="Let a robot learn to walk or to get up.", rich_markup_mode=None)
TASKS = Path(__file__).parents[2] / "training" / "tasks"
NEEDS = ("torch", "warp", "mujoco_warp")
WORLDS = {"cuda": 8192, "cpu": 32}
DRAWING = "matplotlib"

Minutes = Annotated[float, typer.Option(min=0.1, max=10_000, help="How long, start included.")]
Resume = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Checkpoint (.pt) of a run to go on with.")
]
Out = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Policy to write (.npz); checkpoint and curves beside it."),
]
Device = Annotated[str, typer.Option(metavar="cuda|cpu", help="What computes.")]
Worlds = Annotated[
    int | None, typer.Option(min=1, max=65_536, help="Robots at once: 8192 on a GPU, 32 on a CPU.")
]
Force = Annotated[bool, typer.Option("--force", help="Replace files at --out.")]


def _register(task: str) -> None:
    def train(
        output: Output,
        robot: ModelName = "fumanoid",
        minutes: Minutes = 16.0,
        resume: Resume = None,
        out: Out = None,
        device: Device = "cuda",
        worlds: Worlds = None,
        force: Force = False,
    ) -> None:
        run_training(output, task, robot, minutes, resume, out, device, worlds, force)

    train.__doc__ = f"Learn the task '{task}' for a robot; ends on time and can be gone on with."
    command(app, task)(train)


for _path in sorted(TASKS.glob("*.toml")):
    _register(_path.stem)


@command(app, "task")
def own_task(
    output: Output,
    task: Annotated[Path, typer.Argument(metavar="FILE", help="A task of your own (.toml).")],
    robot: ModelName = "fumanoid",
    minutes: Minutes = 16.0,
    resume: Resume = None,
    out: Out = None,
    device: Device = "cuda",
    worlds: Worlds = None,
    force: Force = False,
) -> None:
    """Learn the task in a file, see docs/training.md."""
    run_training(output, str(task), robot, minutes, resume, out, device, worlds, force)


@command(app, "export")
def export(
    output: Output,
    policy: Annotated[Path, typer.Argument(metavar="FILE", help="Policy (.npz or .onnx).")],
    out: Annotated[Path, typer.Option(metavar="FILE", help="To write: .onnx or .npz.")],
    force: Force = False,
) -> None:
    """Turn a policy into an ONNX file for other programs, or back."""
    from olympian.motion.learnt import LearntPolicy, export_onnx, import_onnx

    if out.suffix not in (".onnx", ".npz"):
        raise OlympianError(f"{out}: policies are .onnx or .npz files")
    refuse_existing(out, force)
    found = import_onnx(policy) if policy.suffix == ".onnx" else LearntPolicy.load(policy)
    if out.suffix == ".onnx":
        export_onnx(found, out)
    else:
        found.save(out)
    value = {"file": str(out), "robot": found.fitting.robot, "task": found.layout.task}
    value |= {"story": found.story}
    output.result(value, lambda console: console.print(f"{out}: {found.story}"))


def run_training(
    output: Output,
    task: str,
    robot: str,
    minutes: float,
    resume: Path | None,
    out: Path | None,
    device: str,
    worlds: int | None,
    force: bool,
) -> None:
    """Train and say what came of it."""
    began = time.monotonic()
    if device not in WORLDS:
        raise OlympianError(f"device '{device}'; choose from {', '.join(WORLDS)}")
    _check_packages()
    from olympian.robot import load_robot
    from olympian.training.learn.curves import draw_curves, line
    from olympian.training.learn.run import RunOptions, TrainingRun
    from olympian.training.task.task_file import read_task

    name, read = read_task(task)
    model = load_robot(robot)
    if device == "cuda":
        _check_gpu(name, model.name)
    place = out or Path(f"{model.name}_{name}.npz")
    if place.suffix != ".npz":
        raise OlympianError(f"{place}: a policy is written to a .npz file")
    going_on = resume is not None and resume.resolve() == place.with_suffix(".pt").resolve()
    for file in (place, place.with_suffix(".pt")):
        refuse_existing(file, force or going_on)
    many = worlds or WORLDS[device]
    options = RunOptions(minutes, device, many, output.seed, place, resume, began=began)
    run = TrainingRun(model, name, read, options)
    with output.progress(f"{name} of {model.name}") as advance:

        def tell(row: Any, share: float) -> None:
            advance(share)
            output.note(line(row, [one.reward for one in run.progress.rows]))

        last = run.run(tell)
    picture = place.with_suffix(".png")
    if find_spec(DRAWING) is None:
        output.note(f"no {DRAWING} here: no picture of the curves; the checkpoint holds them")
    else:
        draw_curves(run.progress.rows, picture, run.policy().story)
    value = {
        "policy": str(place),
        "checkpoint": str(run.checkpoint),
        "story": run.policy().story,
        "last": last,
        "rows": run.progress.rows,
    }
    output.result(value, lambda console: console.print(f"{place}: {run.policy().story}"))


def _check_packages() -> None:
    missing = [name for name in NEEDS if find_spec(name) is None]
    if missing:
        from olympian.install_hint import install_hint

        raise OlympianError(
            f"training needs {', '.join(missing)}, which are not installed: {install_hint('train')}"
        )


def _check_gpu(task: str, robot: str) -> None:
    import torch

    if not torch.cuda.is_available():
        raise OlympianError(
            f"no GPU that torch could use: '{task}' of '{robot}' takes about 16 minutes on one "
            "(H200 class, 8192 worlds); '--device cpu' shows that it runs, and "
            "tools/pack_training.py packs it for another machine (docs/training.md)"
        )


def bench(device: str, **options: Any) -> Any:
    """`olympian bench train`: only what is installed can be measured."""
    if device not in WORLDS:
        raise OlympianError(f"device '{device}'; choose from {', '.join(WORLDS)}")
    _check_packages()
    from olympian.training.bench import measure

    return measure(device=device, **options)
