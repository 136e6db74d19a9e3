"""The walk that is judged: a set of the dynamic walk, or any other walk by name or file."""

from dataclasses import dataclass, replace
from hashlib import sha256
from math import inf
from pathlib import Path

import msgspec

from olympian.errors import OlympianError
from olympian.files import read_bytes
from olympian.motion import TopSpeed
from olympian.motion.learnt import SUFFIXES, policy_path
from olympian.motion.walk import DynamicWalk, WalkConfig, read_walk, walk_path
from olympian.motion.walks import DYNAMIC, LEARNT, Walk, make_walk
from olympian.robot import Robot

WalkSource = WalkConfig | str
"""From which any process can make the walk: numbers, or a name or file for `make_walk`."""


@dataclass(frozen=True, eq=False)
class WalkContender:
    """What the measures need to know of a walk."""

    kind: str
    """`dynamic`, `learnt`, or the name of another walk."""
    source: WalkSource
    top_speed: TopSpeed
    acceleration: tuple[float, float, float]
    """m/s² ahead and sideways, rad/s² turning; infinite where a walk does not say."""
    file: str
    """Where its numbers are; its name where they are in no file."""
    sha256: str
    """Of its numbers, the first 16 digits: two runs with the same had the same walk."""

    @staticmethod
    def of(robot: Robot, walk: str | Path | None = None) -> "WalkContender":
        """By name or file; the set of the library if None."""
        name = None if walk is None else str(walk)
        if name in (None, DYNAMIC) or name.endswith(".toml"):
            source = None if name == DYNAMIC else name
            config = read_walk(robot, source)
            return WalkContender.by(config, source or str(walk_path(robot)))
        made = make_walk(robot, name)
        learnt = name == LEARNT or name.endswith(SUFFIXES)
        file = policy_path(robot) if name == LEARNT else Path(name)
        # processes may start elsewhere
        source = str(file.absolute()) if learnt else name
        digits = sha256(read_bytes(file)).hexdigest()[:16] if learnt else ""
        kind = LEARNT if learnt else name
        still = (inf, inf, inf)
        return WalkContender(
            kind, source, made.top_speed, still, str(file) if learnt else name, digits
        )

    @staticmethod
    def by(config: WalkConfig, file: str = "") -> "WalkContender":
        """The dynamic walk with these numbers."""
        digits = sha256(msgspec.json.encode(config)).hexdigest()[:16]
        acceleration = config.limits.acceleration
        return WalkContender(DYNAMIC, config, config.top_speed, acceleration, file, digits)

    def open_loop(self) -> "WalkContender":
        """The same without feedback."""
        if not isinstance(self.source, WalkConfig):
            raise OlympianError(
                f"open_loop_push: walk '{self.kind}' cannot go without feedback, only the dynamic"
            )
        return replace(self, source=self.source.open_loop())


def walk_from(robot: Robot, source: WalkSource) -> Walk:
    """The walk itself, new and standing."""
    if isinstance(source, WalkConfig):
        return DynamicWalk(robot, source)
    return make_walk(robot, source)


def phase_of(walk: Walk) -> float | None:
    """Part of the stride, 0…1; None for a walk that has none."""
    return getattr(walk, "phase", None)


def steps_of(walk: Walk) -> int:
    """Steps so far; 0 where a walk does not count them."""
    return int(getattr(walk, "steps_done", 0))
