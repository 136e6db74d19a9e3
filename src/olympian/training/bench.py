"""How many steps a second: batches on a device, one core of our simulation, and MJX where it is."""

# pyright: reportMissingImports=false

import time
from collections.abc import Callable
from importlib.util import find_spec

import msgspec
import numpy as np
import torch

from olympian.backend import Noise, Simulation
from olympian.errors import OlympianError
from olympian.records import JointGoal
from olympian.robot import Robot, load_robot
from olympian.training.body.body import BatchedBody
from olympian.training.body.model import PhysicsOptions
from olympian.training.learn.run import RunOptions, make_environment
from olympian.training.learn.tally import TrainingTally
from olympian.training.task.task_file import read_task

WARM = 3
"""Steps before the stopwatch starts."""
COMPARED = 10
"""Steps of the policy after which both kinds of physics are compared."""
SHAKE = 0.05
"""rad by which goals move while they are."""


class TrainBenchRow(msgspec.Struct, frozen=True, kw_only=True):
    """One way to compute."""

    by: str
    worlds: int
    physics_steps_per_s: float
    policy_steps_per_s: float | None = None
    """With observations and rewards; None where there are none."""
    apart_mm: float | None = None
    """Largest difference of a torso's place from MuJoCo's, after a fifth of a second of shaking."""
    note: str = ""


class TrainBenchReport(msgspec.Struct, frozen=True, kw_only=True):
    """All ways, in one run."""

    robot: str
    device: str
    rows: list[TrainBenchRow]
    seeds: str = "nothing is judged: no seeds"
    versions: str = ""


def measure(
    robot: str,
    worlds: int,
    seconds: float,
    device: str,
    seed: int,
    progress: Callable[[float], None],
    versions: str = "",
    batched: bool = False,
) -> TrainBenchReport:
    """Each way for some seconds. Args: batched: MuJoCo Warp on the CPU as well, which is slow."""
    if device != "cpu" and not torch.cuda.is_available():
        raise OlympianError(f"device '{device}': torch finds no GPU here; choose from cpu")
    model = load_robot(robot)
    rows = [_one_core(model, seconds)]
    progress(0.3)
    if device == "cpu":
        rows.append(_batch(model, min(worlds, 64), "cpu", seconds, seed, False))
    progress(0.5)
    if device != "cpu" or batched:
        rows.append(_batch(model, worlds, device, seconds, seed, True))
    progress(0.8)
    if find_spec("mujoco.mjx") is not None and device != "cpu":
        rows.append(_mjx(model, worlds, seconds))
    progress(1.0)
    return TrainBenchReport(robot=model.name, device=device, rows=rows, versions=versions)


def _one_core(robot: Robot, seconds: float) -> TrainBenchRow:
    """The simulation that judges: 1 ms, firmware of all servos, all sensors."""
    simulation = Simulation(robot)
    actor, goal, steps = simulation.actors[0], JointGoal.all(robot.ready), 0
    began = time.perf_counter()
    while time.perf_counter() - began < seconds:
        actor.read()
        actor.write(goal)
        steps += simulation.options.substeps
    took = time.perf_counter() - began
    simulation.close()
    return TrainBenchRow(by="simulation, one core", worlds=1, physics_steps_per_s=steps / took)


def _batch(
    robot: Robot, worlds: int, device: str, seconds: float, seed: int, batched: bool
) -> TrainBenchRow:
    from pathlib import Path

    name, task = read_task("walk")
    options = RunOptions(1.0, device, worlds, seed, Path("none.npz"), batched=batched)
    environment = make_environment(robot, name, task, options)
    tally = TrainingTally(environment)
    action = torch.zeros(worlds, len(environment.layout.joints), device=device)

    def step() -> None:
        tally.see(environment.step(0.3 * torch.randn_like(action)))

    whole = _rate(step, seconds, device) * worlds
    target = torch.tensor(np.array(robot.ready), device=device).float().repeat(worlds, 1)
    body = environment.body
    bare = _rate(lambda: body.advance(target), seconds, device) * worlds
    physics = PhysicsOptions()
    each = round(environment.layout.period / physics.tick) * physics.substeps
    return TrainBenchRow(
        by=f"MuJoCo Warp on {device}" if batched else "MuJoCo, one core",
        worlds=worlds,
        physics_steps_per_s=bare * each,
        policy_steps_per_s=whole,
        apart_mm=1000.0 * compare(robot, device) if batched else None,
    )


def compare(robot: Robot, device: str, worlds: int = 4, steps: int = COMPARED) -> float:
    """Metres by which a torso is elsewhere with MuJoCo Warp than with MuJoCo, after a shaking."""
    found = []
    for where, batched in (("cpu", False), (device, True)):
        body = BatchedBody(robot, worlds, where, PhysicsOptions(), 2, batched, Noise.none())
        body.reset(*standing(robot, body))
        ready = torch.tensor(np.array(robot.ready), device=where).float().repeat(worlds, 1)
        for k in range(steps):
            sway = SHAKE * np.sin(0.7 * k + np.arange(worlds))[:, None]
            body.advance(ready + torch.tensor(sway, device=where).float())
        found.append(body.view().place.cpu().numpy().copy())
    return float(np.linalg.norm(found[0] - found[1], axis=1).max())


def standing(robot: Robot, body: BatchedBody) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """All worlds in the ready pose on their soles, as the simulation begins."""
    worlds, device, model = body.worlds, body.device, body.model
    simulation = Simulation(robot)
    qpos = torch.tensor(simulation.data.qpos[: model.nq], device=device).float()
    simulation.close()
    every = torch.ones(worlds, dtype=torch.bool, device=device)
    still = torch.zeros(worlds, model.nv, device=device)
    return every, qpos.repeat(worlds, 1), still


def _rate(step: Callable[[], object], seconds: float, device: str) -> float:
    """Calls per second, after a few that do not count."""
    for _ in range(WARM):
        step()
    _wait(device)
    calls, began = 0, time.perf_counter()
    while calls < WARM or time.perf_counter() - began < seconds:
        step()
        calls += 1
        if calls % 8 == 0:
            _wait(device)
    _wait(device)
    return calls / (time.perf_counter() - began)


def _wait(device: str) -> None:
    if device != "cpu":
        torch.cuda.synchronize()


def _mjx(robot: Robot, worlds: int, seconds: float) -> TrainBenchRow:
    """The same model in JAX, physics alone."""
    import jax
    from mujoco import mjx

    from olympian.servo import ServoBank
    from olympian.training.body.model import training_model

    model = training_model(robot, ServoBank.of(robot), PhysicsOptions())
    device_model = mjx.put_model(model)
    data = jax.vmap(lambda _: mjx.make_data(device_model))(np.arange(worlds))
    step = jax.jit(jax.vmap(mjx.step, in_axes=(None, 0)))

    def one() -> None:
        nonlocal data
        data = step(device_model, data)
        jax.block_until_ready(data.qpos)

    rate = _rate(one, seconds, "cpu") * worlds
    return TrainBenchRow(by="MJX", worlds=worlds, physics_steps_per_s=rate)
