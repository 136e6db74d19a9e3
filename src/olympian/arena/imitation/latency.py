"""How long it takes from a packet on the network to a goal for the servos."""

import socket
import time
from dataclasses import replace

import msgspec
import numpy as np

from olympian.arena.imitation.clips import clip
from olympian.arena.imitation.trial import Body, ImitationTrial
from olympian.geometry import frozen
from olympian.motion.imitate import Intake, Skeleton, Troubles, UdpStream
from olympian.motion.imitate.json_line import write_line
from olympian.motion.imitate.skeleton import PLACE
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


def measure_latency(robot: Robot, method: str, packets: int, seed: int = 0) -> LatencyRow:
    """Send packets at odd moments of ticks in real time, and wait for the goals they cause."""
    troubles = Troubles()
    stream = UdpStream(0, Intake(troubles))
    trial = ImitationTrial(robot, stream, method, Body.KINEMATIC, seed, troubles)
    sender = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    try:
        return _measured(trial, sender, stream.port, packets, np.random.default_rng(seed))
    finally:
        sender.close()
        stream.close()


def _measured(
    trial: ImitationTrial,
    sender: socket.socket,
    port: int,
    packets: int,
    chance: np.random.Generator,
) -> LatencyRow:
    address, dt = ("127.0.0.1", port), trial.dt
    sender.sendto(HEADER, address)
    still = clip("wave")[0]
    _settle(trial, sender, address, still)
    waits, works = [], []
    for index in range(packets):
        arm = 0.12 * (1 if index % 2 else -1)
        line = write_line(_raised(still, 10.0 + index * FRAME, arm)).encode()
        # a tick begins now; the packet comes at any moment of it
        begun = time.perf_counter()
        _until(begun + dt * float(chance.random()))
        sent = time.perf_counter()
        sender.sendto(line, address)
        _until(begun + dt)
        before, started = np.array(trial.skill.q), time.perf_counter()
        trial.tick()
        ended = time.perf_counter()
        if np.abs(trial.skill.q - before).max() < MOVED or not trial.skill.shown.fresh:
            raise AssertionError("a packet had no effect in the tick after it")
        waits.append(1e3 * (ended - sent))
        works.append(1e3 * (ended - started))
        trial.tick()
        trial.tick()
    return LatencyRow(
        robot=trial.robot.name,
        method=trial.method,
        packets=packets,
        tick_ms=1e3 * dt,
        median_ms=round(float(np.median(waits)), 2),
        worst_ms=round(float(np.max(waits)), 2),
        work_median_ms=round(float(np.median(works)), 2),
        work_worst_ms=round(float(np.max(works)), 2),
        over_a_tick_and_5_ms=int(np.sum(np.array(waits) > 1e3 * dt + 5.0)),
    )


def _settle(trial: ImitationTrial, sender: socket.socket, address, still: Skeleton) -> None:
    """Let it find the person, and compile what is compiled on first use."""
    for index in range(120):
        sender.sendto(write_line(_raised(still, index * FRAME, 0.0)).encode(), address)
        for _ in range(3):
            trial.tick()


def _raised(still: Skeleton, t: float, ahead: float) -> Skeleton:
    places = np.array(still.places)
    places[PLACE["left_hand"]] += (ahead, 0.0, 0.02)
    return replace(still, t=t, places=frozen(places))


def _until(moment: float) -> None:
    """Wait without sleeping: a busy machine wakes sleepers too late to measure anything."""
    while time.perf_counter() < moment:
        pass
