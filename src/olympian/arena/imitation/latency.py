"""How long it takes from a packet on the network to a goal for the servos."""

import socket
import time
from dataclasses import replace

import msgspec
import numpy as np

from olympian.arena.imitation.clips import clip
from olympian.backend import KinematicBackend
from olympian.breaker import STRICT
from olympian.geometry import Vec, frozen
from olympian.humanoid import BareHumanoid
from olympian.motion.imitate import (
    PLACE,
    Imitate,
    Intake,
    Skeleton,
    Troubles,
    UdpStream,
    make_mapping,
)
from olympian.motion.imitate.source import write_line
from olympian.robot import Robot

__all__ = ["LatencyRow", "measure_latency"]

HEADER = b'{"stream": "ours"}'
MOVED = 1e-6
"""rad by which a goal differs from the one before once a packet has had its effect."""
FRAME = 1.0 / 30.0


class LatencyRow(msgspec.Struct, frozen=True):
    """From `sendto` until the goal that answers was written, by the wall clock."""

    robot: str
    method: str
    packets: int
    tick_ms: float
    median_ms: float
    worst_ms: float
    work_median_ms: float
    """Of the skill alone, from asking the socket to having the goal"""
    work_worst_ms: float
    over_a_tick_and_5_ms: int
    """Packets that took longer than that"""
    late_idle: int
    """How many were as late where the skill was replaced by looking at the clock for its median
    time, in turn with the others: the machine's own part"""


def measure_latency(robot: Robot, method: str, packets: int, seed: int = 0) -> LatencyRow:
    """Send packets at odd moments of ticks in real time, and wait for the goals they cause."""
    troubles = Troubles()
    stream = UdpStream(0, Intake(troubles))
    skill = Imitate(robot, stream, make_mapping(method, robot), troubles)
    one = BareHumanoid(robot, skill, KinematicBackend(robot), breaker=STRICT)
    tick = one.body.dt
    try:
        waits, works, idle = 1e3 * _measured(one, skill, stream.port, packets, seed).T
    finally:
        stream.close()
    return LatencyRow(
        robot=robot.name,
        method=method,
        packets=packets,
        tick_ms=1e3 * tick,
        median_ms=round(float(np.median(waits)), 2),
        worst_ms=round(float(waits.max()), 2),
        work_median_ms=round(float(np.median(works)), 2),
        work_worst_ms=round(float(works.max()), 2),
        over_a_tick_and_5_ms=int(np.count_nonzero(waits > 1e3 * tick + 5.0)),
        late_idle=int(np.count_nonzero(idle > 1e3 * tick + 5.0)),
    )


def _measured(one: BareHumanoid, skill: Imitate, port: int, packets: int, seed: int) -> Vec:
    """(packets, 3) seconds: from packet to goal, of work, and from a packet to an idle end."""
    address, dt, chance = ("127.0.0.1", port), one.body.dt, np.random.default_rng(seed)
    still, rows = clip("wave")[0], []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
        sender.sendto(HEADER, address)
        _settle(one, sender, address, still)
        for index in range(packets):
            arm = 0.12 * (1 if index % 2 else -1)
            line = write_line(_raised(still, 10.0 + index * FRAME, arm)).encode()
            # a tick begins now; the packet comes at any moment of it
            into, begun = dt * float(chance.random()), time.perf_counter()
            _until(begun + into)
            sent = time.perf_counter()
            sender.sendto(line, address)
            _until(begun + dt)
            before, started = np.array(skill.q), time.perf_counter()
            one.tick()
            ended = time.perf_counter()
            if np.abs(skill.q - before).max() < MOVED or not skill.shown.fresh:
                raise AssertionError("a packet had no effect in the tick after it")
            rows.append((ended - sent, ended - started, _idle(into, dt, rows)))
            one.tick()
            one.tick()
    return np.array(rows)


def _idle(into: float, dt: float, rows: list[tuple[float, float, float]]) -> float:
    """The same again with nothing to do: seconds from a moment of a tick to the end of no work."""
    usual = float(np.median([work for _, work, _ in rows])) if rows else 0.0
    begun = time.perf_counter()
    _until(begun + into)
    sent = time.perf_counter()
    _until(begun + dt)
    _until(time.perf_counter() + usual)
    return time.perf_counter() - sent


def _settle(
    one: BareHumanoid, sender: socket.socket, address: tuple[str, int], still: Skeleton
) -> None:
    """Let it find the person, and compile what is compiled on first use."""
    for index in range(120):
        sender.sendto(write_line(_raised(still, index * FRAME, 0.0)).encode(), address)
        for _ in range(3):
            one.tick()


def _raised(still: Skeleton, t: float, ahead: float) -> Skeleton:
    places = np.array(still.places)
    places[PLACE["left_hand"]] += (ahead, 0.0, 0.02)
    return replace(still, t=t, places=frozen(places))


def _until(moment: float) -> None:
    """Wait without sleeping: a busy machine wakes sleepers too late to measure anything."""
    while time.perf_counter() < moment:
        pass
