"""A recorded run that is lived through again: same sensors, same orders, and the same decisions."""

import tomllib
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from olympian.backend import Recording, ReplayBackend, ShadowedBackend
from olympian.bridge import GoalPacker, RecordedRun, RecordedTick
from olympian.decision.hcm import HcmConfig
from olympian.errors import OlympianError
from olympian.files import plain_name
from olympian.geometry import Place
from olympian.humanoid.humanoid import Humanoid
from olympian.humanoid.orders import RetoldClaimant, obey, retold_claimants
from olympian.humanoid.recorder import TOML, URDF
from olympian.records import RobotState, Semantic
from olympian.robot import Robot, load_robot, robot_names
from olympian.world import World, parse_world

__all__ = ["Replay"]


class PlayedPlaces:
    """A localiser that believes what the robot believed; its eyes are shut now."""

    def __init__(self, run: RecordedRun) -> None:
        self._run, self.tick = run, 0

    def step(self, state: RobotState, dt: float) -> Place:  # noqa: ARG002
        """Where it was."""
        return self._run.ticks[min(self.tick, len(self._run.ticks) - 1)].place

    def lose(self) -> None:
        """It is told anyway."""

    def reset(self) -> None:
        """It is told anyway."""


class Replay:
    """The estimators and the control module at work on recorded sensors.

    `humanoid` is a whole robot, on a body that cannot be moved. `tick` lets it live through one
    more tick, and compares what it decides with what it decided then.
    """

    def __init__(
        self, path: Path | str, robot: str | None = None, *, shadowed: bool = False
    ) -> None:
        """Args:
        robot: the one that was recorded, by name or file; None: as the recording says.
        shadowed: with a simulated body beside it, to be looked at where it believed to be.

        Raises: OlympianError: it is no recording of ours, or of another robot.
        """
        self.run = run = RecordedRun.read(Path(path))
        model = _robot(run, robot)
        world = _world(run.about.get("world", ""))
        records = tuple(tick.sensors for tick in run.ticks)
        recording = Recording(run.about["robot"], run.joint_names, run.dt, records)
        self.body = ReplayBackend(model, recording, servos=run.about["servos"] != "false")
        shadow = ShadowedBackend(self.body, world) if shadowed else None
        self._guests = retold_claimants(run.about.get("claimants") or "[]")
        self._places = PlayedPlaces(run)
        self.humanoid = Humanoid(
            model,
            shadow or self.body,
            world=world,
            walk=run.about.get("walk") or None,
            skills=list(self._guests.values()),
            config=_config(run),
            localiser=self._places,
            eyes=False,
        )
        if shadow is not None:
            self.humanoid.after_tick.append(lambda: shadow.show(self.humanoid.state))
        self._packer = GoalPacker(model.dof)
        self._next = 0
        self.differs_at: float | None = None
        """Seconds of the first tick that was decided in another way; None: there was none."""
        self.difference = ""
        """What was different then."""

    @property
    def finished(self) -> bool:
        """Has all of it been replayed?"""
        return self._next >= len(self.run.ticks)

    @property
    def ticks(self) -> int:
        """How many have been replayed."""
        return self._next

    @property
    def t(self) -> float:
        """Seconds of the recording that have passed."""
        began = self.run.ticks[0].t_ns
        return (self.run.ticks[max(self._next - 1, 0)].t_ns - began) / 1e9

    def tick(self) -> RobotState:
        """Live through one more tick; at the end the last one stays."""
        if self.finished:
            return self.humanoid.tick()
        tick = self.run.ticks[self._next]
        self._places.tick = self._next
        for order in tick.orders:
            obey(self.humanoid, order, self._guests)
        state = self.humanoid.tick()
        self._next += 1
        if self.run.whole and self.differs_at is None:
            self._compare(tick)
        return state

    def rewind(self) -> None:
        """Begin again."""
        for guest in self._joined():
            self.humanoid.hcm.remove(guest)
        self.humanoid.restart()
        self.body.rewind()
        self._next = 0

    def _joined(self) -> list[RetoldClaimant]:
        """Claimants that came in the course of the recording."""
        first = retold_claimants(self.run.about.get("claimants") or "[]")
        return [self._guests.pop(number) for number in [*self._guests] if number not in first]

    def _compare(self, tick: RecordedTick) -> None:
        now, sent = self.humanoid.situation, self.humanoid.sent
        state, reason = tick.situation
        goal = b"" if sent is None else self._packer.pack(sent, tick.t_ns)
        if (now.state.value, now.reason) != (state, reason):
            self.difference = (
                f"it is {_words(now.state.value, now.reason)}, not {_words(state, reason)}"
            )
        elif goal != tick.goal:
            self.difference = "goals of joints"
        else:
            return
        self.differs_at = tick.sensors.t

    @property
    def falls(self) -> int:
        """How often it fell in the recording."""
        states = [tick.situation[0] for tick in self.run.ticks]
        down = Semantic.FALLEN.value
        pairs = zip(["", *states], states, strict=False)
        return sum(now == down and before != down for before, now in pairs)


def _words(state: str, reason: str) -> str:
    said = state.replace("_", " ") or "nothing"
    return f"{said}: {reason}" if reason else said


def _robot(run: RecordedRun, named: str | None) -> Robot:
    """The robot that was recorded, with the sensors that it had."""
    name = run.about["robot"]
    if named is not None:
        robot = load_robot(named)
    elif URDF in run.files:
        robot = _from_files(run)
    elif name in robot_names():
        robot = load_robot(name)
    else:
        raise OlympianError(f"{run.path}: it does not hold robot '{name}': say --robot FILE")
    return replace(robot, lacks=frozenset(run.about.get("lacks", "").split()))


def _from_files(run: RecordedRun) -> Robot:
    with TemporaryDirectory() as folder:
        home, model = Path(folder), URDF
        if TOML in run.files:
            try:
                text = run.files[TOML].decode()
                model = plain_name(str(tomllib.loads(text)["model"]), "model")
            except (ValueError, KeyError) as error:
                raise OlympianError(f"{run.path}: its robot.toml is damaged: {error}") from error
            (home / TOML).write_text(text)
        (home / model).write_bytes(run.files[URDF])
        return load_robot(home if TOML in run.files else home / model)


def _world(name: str) -> World:
    """A world that somebody made himself is not in the recording: level ground stands for it."""
    try:
        return parse_world(name)
    except OlympianError:
        return parse_world("flat")


def _config(run: RecordedRun) -> HcmConfig | None:
    text = run.about.get("config")
    try:
        return msgspec.json.decode(text, type=HcmConfig) if text else None
    except msgspec.MsgspecError as error:
        raise OlympianError(f"{run.path}: damaged: {error}") from error
