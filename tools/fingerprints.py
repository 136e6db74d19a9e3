"""Prints a hash of what robots sense, are sent and see in short scenes: equal means nothing moved.

    python tools/fingerprints.py [WORD …]                only scenes whose name has one of the words
    python tools/fingerprints.py --compare FILE [WORD …] against an earlier output; exit code 1
                                                         names the scenes that moved

A refactoring runs it before and after. All scenes use tuning seeds. Floating-point results depend
on processor and libraries, so only outputs of the same machine compare.
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import fields, is_dataclass
from enum import Enum
from hashlib import sha256
from pathlib import Path
from time import perf_counter
from typing import Any

import msgspec
import numpy as np

from olympian import Humanoid, Place, Simulation, Twist, load_robot
from olympian.arena.games import EVENTS
from olympian.backend import Actor
from olympian.seeds import TUNING

SEED = TUNING.first + 5
SCENES: dict[str, Callable[[], object]] = {}


def scene(function: Callable[[], object]) -> Callable[[], object]:
    """Something short that can be repeated to the bit; what it returns counts too."""
    SCENES[function.__name__] = function
    return function


class Fingerprint:
    """A hash of values of any kind, one after the other."""

    def __init__(self) -> None:
        self._hash = sha256()
        self.count = 0
        """Values that were added."""

    def __str__(self) -> str:
        return self._hash.hexdigest()[:16]

    def add(self, value: object) -> None:
        """Records by their fields, arrays by their bytes, anything else by its text."""
        self.count += 1
        if is_dataclass(value):
            value = [getattr(value, field.name) for field in fields(value)]
        elif isinstance(value, msgspec.Struct):
            value = [getattr(value, name) for name in value.__struct_fields__]
        elif isinstance(value, dict):
            value = [*value.items()]
        elif type(value).__module__.startswith("olympian") and not isinstance(value, Enum | tuple):
            value = [*vars(value).items()]
        if isinstance(value, np.ndarray):
            self._hash.update(f"{value.dtype}{value.shape}".encode() + value.tobytes())
        elif isinstance(value, list | tuple):
            self._hash.update(f"[{len(value)}]".encode())
            for item in value:
                self.add(item)
        else:
            self._hash.update(_text(value).encode())


def _text(value: object) -> str:
    """Of a plain value; others would print their address, which differs from run to run."""
    if value is None or isinstance(value, bool | int | float | str | np.generic | Enum):
        return f"{value!r};"
    raise SystemExit(f"a scene returned a {type(value).__name__}, which has no fingerprint")


@contextmanager
def bus_heard(heard: Fingerprint) -> Iterator[None]:
    """All that simulated robots report and are sent is added while this is open."""
    read, write = Actor.read, Actor.write

    def loud_read(actor: Actor) -> Any:
        sensors = read(actor)
        heard.add([sensors.t, sensors.q, sensors.load, sensors.imu, sensors.foot_pressure])
        return sensors

    def loud_write(actor: Actor, goal: Any) -> None:
        heard.add(goal)
        write(actor, goal)

    Actor.read, Actor.write = loud_read, loud_write
    try:
        yield
    finally:
        Actor.read, Actor.write = read, write


def _walk(name: str, speed: float) -> Place:
    robot = Humanoid(name, seed=SEED, eyes=False)
    robot.walk(Twist(forward=speed)).run(1.5)
    robot.walk(Twist(forward=0.5 * speed, left=0.3 * speed, turn=0.4)).run(1.5)
    robot.stop().run(1.0)
    return robot.place


@scene
def walk_fumanoid() -> Place:
    return _walk("fumanoid", 0.3)


@scene
def walk_bioloid() -> Place:
    return _walk("bioloid", 0.1)


@scene
def walk_wolfgang() -> Place:
    return _walk("wolfgang", 0.3)


@scene
def push() -> object:
    """While it walks, from which it does not fall."""
    from olympian.arena.walking import PushDirection, Scenario, Shove, WalkConditions, run_scenario
    from olympian.motion.walk import read_walk

    robot = load_robot("fumanoid")
    shove = Shove(1.5, PushDirection.LEFT, 1.5)
    task = Scenario(4.0, Twist(forward=0.2), pushes=(shove,), world="tiles")
    return run_scenario(robot, read_walk(robot), WalkConditions.of(SEED, robot), task)


@scene
def fall_and_get_up() -> object:
    robot = Humanoid("fumanoid", seed=SEED, eyes=False)
    robot.run(1.0)
    assert isinstance(robot.simulation, Simulation)
    robot.simulation.push(np.array([40.0, 15.0, 0.0]), 0.1)
    robot.run(9.0)
    return robot.situation, robot.place, list(robot.log.since(0))


@scene
def fault() -> object:
    """The first fault of the bench comes while it walks."""
    from olympian.arena.control.faults import Moment, fault_trial, faults_of

    first = faults_of(load_robot("bioloid"))[0]
    return fault_trial("bioloid", first, Moment.WALKING, SEED)


def _event(name: str) -> object:
    outcome = EVENTS[name].run(load_robot("bioloid"), SEED)
    return outcome.trial


@scene
def stairs() -> object:
    return _event("stairs_down")


@scene
def fight() -> object:
    return _event("fight_copy")


@scene
def side_step() -> object:
    return _event("sidestep")


@scene
def navigation() -> object:
    """Round what stands in a room, by odometry alone."""
    from olympian.world import course

    robot = Humanoid("fumanoid", world=course(seed=SEED), seed=SEED, eyes=False)
    command = robot.go_to(1.0, -0.6, 1.0)
    robot.run(12.0)
    return str(command), robot.place, robot.situation


@scene
def open_eyes() -> object:
    """A ball is looked at and walked to, by rays: the same picture on every machine."""
    from olympian.backend import CameraOptions, SimulationOptions
    from olympian.world import parse_world

    robot, world = load_robot("fumanoid"), parse_world("field")
    options = SimulationOptions(camera=CameraOptions(rate=4.0, by="rays"))
    simulation = Simulation(robot, world, SEED, options)
    humanoid = Humanoid(robot, simulation.actors[0], world=world, eyes=False)
    humanoid.look_around()
    humanoid.run(1.5)
    frame = humanoid.run(0.3).sensors.camera
    return humanoid.place, None if frame is None else frame.rgb


@scene
def drawn_frames() -> object:
    """What eyes see in drawn frames of two sizes, with and without the camera's pose."""
    from olympian.vision import Eyes
    from olympian.vision.camera import Pinhole
    from olympian.vision.synthetic import draw, random_scene

    found = []
    for seed, size in ((SEED, (640, 480)), (SEED + 1, (320, 240)), (SEED + 2, (640, 480))):
        drawn = random_scene(seed, *size)
        picture = draw(drawn)
        centre, focal = ((size[0] - 1) / 2, (size[1] - 1) / 2), (drawn.view.focal_px,) * 2
        eyes = Eyes(Pinhole(*size, focal, centre))
        found.append(picture.frame)
        found += [eyes.see(picture.frame, place) for place in (None, drawn.view.T_field_camera)]
    return found


def main() -> int:
    """Print a line for every scene; compare it where a file is named."""
    words = sys.argv[1:]
    before = {}
    if words[:1] == ["--compare"]:
        lines = Path(words[1]).read_text().splitlines()
        before, words = {line.split()[0]: line.split()[1] for line in lines}, words[2:]
    names = [name for name in SCENES if not words or any(word in name for word in words)]
    moved = 0
    for name in names:
        start, heard = perf_counter(), Fingerprint()
        with bus_heard(heard):
            heard.add(SCENES[name]())
        same = before.get(name, str(heard)) == str(heard)
        moved += not same
        took = f"{heard.count} values, {perf_counter() - start:.1f} s"
        print(f"{name:16} {heard} {took}{'' if same else '  MOVED'}", flush=True)
    return bool(moved)


if __name__ == "__main__":
    sys.exit(main())
