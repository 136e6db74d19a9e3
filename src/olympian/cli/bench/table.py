"""All benches: what each measures, its options, and how people see it."""

from typing import Annotated, Any

import typer

from olympian.cli.bench import jobs
from olympian.cli.bench.command import Advance, BenchCommand
from olympian.cli.bench.options import (
    NAMES,
    PUSH,
    ROBOT,
    WALK,
    WALK_SET,
    WORKERS,
    count,
    file,
    flag,
    seconds,
    text,
)
from olympian.cli.options import RobotName

app = typer.Typer(help="Measure speed, servos, standing and walking.", rich_markup_mode=None)


def _everything(seed: int, progress: Advance) -> dict[str, Any]:
    chosen = [bench for bench in BENCHES if bench.name in EVERYTHING]
    found = {}
    for index, bench in enumerate(chosen):
        plain = {key: default for key, (_, default) in bench.options.items()}
        found[bench.name] = bench.measure(
            seed, lambda share, done=index: progress((done + share) / len(chosen)), **plain
        )
    return found


IK, REPORT = ("mujoco", "numpy", "numba", "EAIK", "pin", "mink"), "bench:show_report"
EVERYTHING = ("servo", "ik", "pik", "sim", "stand")
BENCHES = (
    BenchCommand(
        "servo",
        "Stall torque, no-load speed and holding error of every servo type.",
        "lab.bench_servo:measure",
        title="servos",
    ),
    BenchCommand(
        "ik",
        "Inverse kinematics against EAIK, pinocchio and mink, interleaved in one run.",
        "lab.bench_ik:measure",
        {"robot": NAMES, "poses": count("Random poses per leg.", 10_000, None, 10)},
        "kinematics",
        IK,
        "bench:show_ik",
    ),
    BenchCommand(
        "tasks",
        "Stacked tasks against mink, interleaved in one run: 17 × 23 on Atlas, legs on Wolfgang.",
        "lab.bench_tasks:measure",
        {"rounds": count("Runs of each solver.", 30, least=3)},
        "stacked tasks",
        ("mujoco", "numpy", "numba", "mink", "daqp"),
    ),
    BenchCommand(
        "pik",
        "How far pseudo inverse kinematics can be trusted, against exact kinematics.",
        jobs.pik,
        {"robot": NAMES},
        "pseudo inverse kinematics",
        remark="every angle of a grid is tried: --seed changes nothing",
    ),
    BenchCommand(
        "sim",
        "Real-time factor for 1, 2 and 4 robots, and the cost of one whole tick.",
        "lab.bench_sim:measure",
        {
            "robot": text("Robot to multiply.", "fumanoid"),
            "seconds": seconds("Simulated seconds per row.", 5.0, 1e6),
        },
        "simulation",
    ),
    BenchCommand(
        "bus",
        "Goals out and positions in over virtual servos on ptys, against wire and official SDK.",
        jobs.bus,
        {"rounds": count("Blocks of 20 cycles for each program.", 5, 1000)},
        "bus",
        ("pyserial", "dynamixel-sdk"),
        "bench:show_tables",
        "nothing is random: --seed changes nothing",
    ),
    BenchCommand(
        "hardware",
        "Walk, get-up and dynamic walk over virtual buses and directly, on judging seeds.",
        "arena.hardware.bench:measure",
        {
            "trials": count("Specimens per case.", 20),
            "minutes": seconds("Minutes of play on a bad line.", 10.0, 1000.0, 0.0),
            "workers": WORKERS,
        },
        "hardware",
        ("mujoco", "numpy", "numba", "pyserial"),
        "bench:show_tables",
    ),
    BenchCommand(
        "stand",
        "All robots on flat ground, the small ones on a 3° ramp, noise on.",
        "lab.stand:measure",
        {
            "seconds": seconds("How long to stand.", 60.0, 1e6),
            "trials": count("Seeds per robot and floor.", 3, None),
        },
        "standing",
    ),
    BenchCommand(
        "trajectory",
        "Peak torque, load and tracking of every trajectory policy, same move and duration.",
        "lab.trajectory_lab:measure",
        {
            "robot": text("Robot that moves.", "bioloid"),
            "plot": file("Also draw position, speed and acceleration (png, svg).", None),
        },
        "trajectories",
    ),
    BenchCommand(
        "walk",
        "Speed, pushes, tiles, ramps and an hour of driving, on judging seeds.",
        "arena.walking.bench:measure",
        {
            "robot": ROBOT,
            "trials": count("Specimens per level.", 20),
            "workers": WORKERS,
            "walk": WALK,
            "only": text("Names with commas between: forward, push, tiles, hour …", ""),
            "push": (PUSH, None),
        },
        show="walk:show_walk",
    ),
    BenchCommand(
        "kick",
        "Kicks at balls up to 2 cm and aims up to 10° off what robots are told, on judging seeds.",
        "arena.kicks:measure",
        {
            "robot": NAMES,
            "kind": (
                Annotated[
                    list[str] | None,
                    typer.Option(help="straight, diagonal, side, stride or stopped."),
                ],
                None,
            ),
            "kicks": count("Kicks of each robot and kind.", 50),
            "kick": file("Kick set; by default each robot's own."),
            "choosing": flag("On choosing seeds, which may be looked at often."),
            "workers": WORKERS,
        },
        "kicks",
    ),
    BenchCommand(
        "football",
        "One robot goes to a ball by its own eyes and kicks it at the goal, on judging seeds.",
        "arena.scoring:measure",
        {
            "robot": ROBOT,
            "task": text("Only approach (a ball 2 m away), penalty or throw_in.", ""),
            "trials": count("Trials of each task.", 10),
            "choosing": flag("On choosing seeds, which may be looked at often."),
            "workers": WORKERS,
        },
        "football of {robot}",
    ),
    BenchCommand(
        "stabilisers",
        "What each feedback of the walk is worth: alone, left out, and all together.",
        "arena.walking.ablation:ablate",
        {
            "robot": ROBOT,
            "trials": count("Specimens per row.", 8),
            "workers": WORKERS,
            "walk": WALK_SET,
        },
        "stabilisers of {robot}",
    ),
    BenchCommand(
        "tick",
        "What a tick costs with everything at work, which files it crosses, what open eyes add.",
        jobs.tick,
        {
            "robot": ROBOT,
            "seconds": seconds("Simulated seconds.", 20.0, least=1.0),
            "plot": file("Also draw the way through the rooms (svg)."),
        },
        show=REPORT,
    ),
    BenchCommand(
        "falls",
        "Random shoves with and without the control module, and a drive without any.",
        "arena.falls.bench:measure",
        {
            "robot": ROBOT,
            "trials": count("How many pushes.", 100),
            "calm": seconds("Seconds of driving for false alarms.", 600.0, least=0.0),
            "walk": WALK,
            "workers": WORKERS,
        },
        show=REPORT,
    ),
    BenchCommand(
        "faults",
        "Eight faults while standing, walking and getting up, on judging seeds.",
        "arena.control.faults:measure",
        {
            "robot": (RobotName, "bioloid"),
            "trials": count("Specimens per case.", 2),
            "workers": WORKERS,
        },
        show=REPORT,
    ),
    BenchCommand(
        "drive",
        "Five goals in a room of 4 × 4 m full of things, on judging seeds.",
        "arena.control.drive:measure",
        {
            "robot": ROBOT,
            "trials": count("Rooms, each with its own robot.", 10),
            "walk": WALK,
            "workers": WORKERS,
        },
        show=REPORT,
    ),
    BenchCommand(
        "localisation",
        "Place on a field: shoved, felled, carried, beside other filters, on judging seeds.",
        jobs.localisation,
        {
            "robot": ROBOT,
            "seconds": seconds("Of the longest of four outings.", 600.0, least=10.0),
            "workers": WORKERS,
            "plot": file("Also draw a minute on a tuning seed."),
        },
        show=REPORT,
    ),
    BenchCommand(
        "gaze",
        "Ways to look about in the same matches: what a robot then knows, on judging seeds.",
        "arena.gaze:measure",
        {
            "matches": count("Matches, each played once for every way to look.", 8, 1000),
            "seconds": seconds("Of each match.", 30.0, least=4.0),
            "workers": WORKERS,
        },
        "ways to look about",
    ),
    BenchCommand(
        "record",
        "What recording costs in a tick, beside an equal robot that is not recorded.",
        "lab.bench_record:measure",
        {"robot": NAMES, "seconds": seconds("Simulated seconds per robot.", 10.0, least=1.0)},
        "recording",
        ("mujoco", "numpy", "zstandard"),
    ),
    BenchCommand(
        "cockpit",
        "The web page: from an input to its goal, what it costs a tick, and many who watch.",
        "cockpit.bench:measure",
        {
            "robot": ROBOT,
            "viewers": count("Who watch; the first one drives.", 10, 100),
            "seconds": seconds("Of the run with all of them.", 300.0, least=2.0),
        },
        "page of {robot}",
        ("mujoco", "numpy", "viser", "websockets", "mjviser"),
    ),
    BenchCommand(
        "scenarios",
        "What 100 concurrent scenarios cost that go on, and 100 that replace each other.",
        jobs.scenarios,
        {"ticks": count("Ticks to measure.", 2000, 1_000_000, 10)},
        "concurrent scenarios",
        (),
        remark="nothing is random: --seed changes nothing",
    ),
    BenchCommand(
        "vision",
        "Colour, edges, ball and the whole pipeline beside OpenCV, interleaved, on judging seeds.",
        "cli.vision.bench:measure",
        {
            "frames": count("Frames of each kind to score.", 30, 1000, 4),
            "rounds": count("Timings of each frame.", 15, 1000, 3),
            "closed_loop": flag("Judge what walking robots see in matches on both fields."),
            "matches": count("Matches on each field, in the closed loop.", 20, 1000),
        },
        "vision",
        ("numpy", "numba", "opencv-python-headless"),
    ),
    BenchCommand(
        "train",
        "Steps per second of training: batches on a device, one core of the simulation, and MJX.",
        "cli.learning.train:bench",
        {
            "robot": ROBOT,
            "worlds": count("Robots at once on a GPU.", 8192, 65_536),
            "seconds": seconds("Of each row.", 5.0, 600.0),
            "device": text("cuda or cpu.", "cuda"),
            "batched": flag("MuJoCo Warp on the CPU as well: compiles for minutes, once."),
        },
        packages=("mujoco", "mujoco-warp", "warp-lang", "torch", "numpy"),
        show=REPORT,
    ),
    BenchCommand(
        "all",
        "Servos, kinematics, simulation and standing, one after the other.",
        _everything,
        title="all",
        packages=IK,
        show="bench:show_tables",
    ),
)

for _bench in BENCHES:
    _bench.register(app)
