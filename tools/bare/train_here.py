"""`olympian train` without its command line, whose packages need not travel; see `train.sh`."""

import argparse
import sys
import time
from pathlib import Path


def main() -> None:
    """Train; a line of the story now and then, and the policy in the end."""
    began = time.monotonic()
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("task", help="walk, getup or a task's file (.toml)")
    parser.add_argument("--robot", default="fumanoid")
    parser.add_argument("--minutes", type=float, default=9.0)
    parser.add_argument("--resume", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--device", default="cuda", choices=("cuda", "cpu"))
    parser.add_argument("--worlds", type=int)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--compare", action="store_true", help="MuJoCo Warp beside MuJoCo first")
    asked = parser.parse_args()

    from olympian.errors import OlympianError

    try:
        train(asked, began)
    except OlympianError as error:
        sys.exit(f"error: {error}")


def train(asked: argparse.Namespace, began: float) -> None:
    """What `olympian train` does."""
    from olympian.robot import load_robot
    from olympian.training.learn.curves import line
    from olympian.training.learn.run import RunOptions, TrainingRun
    from olympian.training.task.task_file import read_task

    robot = load_robot(asked.robot)
    if asked.compare:
        from olympian.training.bench import compare

        apart = 1000.0 * compare(robot, asked.device)
        print(f"torso {apart:.2f} mm from where MuJoCo has it", flush=True)
    name, task = read_task(asked.task)
    worlds = asked.worlds or (8192 if asked.device == "cuda" else 32)
    options = RunOptions(
        asked.minutes, asked.device, worlds, asked.seed, asked.out, asked.resume, began=began
    )
    run = TrainingRun(robot, name, task, options)
    print(f"ready after {time.monotonic() - began:.0f} s", flush=True)
    run.run(lambda row, _: print(line(row, [one.reward for one in run.progress.rows]), flush=True))
    print(f"{asked.out}: {run.policy().story}; terms {run.progress.rows[-1].terms}", flush=True)


if __name__ == "__main__":
    main()
