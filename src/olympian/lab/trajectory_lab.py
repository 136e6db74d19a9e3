"""The same move by every law of time, in the simulation: what the servos and the body feel."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec
import numpy as np

from olympian.backend import FallWatch, Simulation, SimulationOptions, Specimen
from olympian.backend.simulation import prefix
from olympian.errors import OlympianError, unknown
from olympian.geometry import Vec
from olympian.goal import GoalLimiter
from olympian.kinematics import solver
from olympian.motion.trajectory import Move, Policy, constant_acceleration
from olympian.records import JointGoal
from olympian.robot import Limb, Robot, load_robot
from olympian.seeds import JUDGING, Seeds
from olympian.servo import ServoBank

SETTLE, REST = 1.0, 1.0
"""Seconds of holding still before the move and after it."""
STILL = 0.1
"""Seconds at either end of a trace from which the torque of holding still is taken."""
STEP, STEPS_PER_GOAL = 0.001, 10
"""Seconds of a physics step, at each of which torque is measured, and how many pass between goals:
the loop's 100 Hz, with the loop's latency of one goal."""
ACCELERATION = 4.0
"""rad/s²: raises a Bioloid's arm in 1.25 s, at its fastest at 2.5 rad/s (an AX-12A can do 6)."""


MASS, STRENGTH = 0.05, 0.10
"""Shares by which a specimen differs from its description, either way."""


class TrajectoryRow(msgspec.Struct, frozen=True):
    """One move by one policy; peaks are over all joints, from its start until it has settled."""

    robot: str
    move: str
    policy: str
    duration_s: float
    waypoints: int | None
    """Goals sent along the way, each when the one before is due; None: one at every tick."""
    peak_torque_nm: float
    """Largest torque of any servo."""
    added_torque_nm: float
    """Largest torque of any servo beyond what it needs to hold still, before or after the move."""
    peak_load: float
    """Largest |present load| as the servos report it, 0…1."""
    peak_shake_rad_s: float
    """Largest true angular velocity of the torso."""
    peak_tilt_deg: float
    """Largest true tilt of the torso from where it stood."""
    overshoot_deg: float
    """Furthest that a moving joint went past the angle at which it came to rest."""
    tracking_deg: float
    """Largest distance of a true joint angle from the goal at that instant."""
    fell: bool
    seeds: str


def arm_raise(robot: Robot) -> Vec:
    """The ready pose with both arms brought ahead by a quarter turn of their first joints."""
    if not robot.arms:
        raise OlympianError(f"robot '{robot.name}' has no arms to raise; choose squat")
    q = np.array(robot.ready)
    for arm in robot.arms:
        q[robot.joint_index[arm.chain.joint_names[0]]] += _turn_ahead(robot, arm)
    outside = (q < robot.lower - 1e-9) | (q > robot.upper + 1e-9)
    if outside.any():
        name = robot.joint_names[int(np.flatnonzero(outside)[0])]
        raise OlympianError(f"robot '{robot.name}' cannot turn '{name}' by 90° from its ready pose")
    return q


def squat(robot: Robot, depth: float = 0.02) -> Vec:
    """The ready pose with the torso lower by `depth` metres over the soles."""
    if not robot.legs:
        raise OlympianError(f"robot '{robot.name}' has no legs to bend; choose arm_raise")
    q = np.array(robot.ready)
    for leg in robot.legs:
        places = robot.indices(leg.chain.joint_names)
        T_base_sole = leg.chain.forward(robot.ready[places])
        T_base_sole[:3, 3] += depth * T_base_sole[:3, 2]
        result = solver("closed", leg.chain).solve(T_base_sole, robot.ready[places])
        if not result.solved:
            raise OlympianError(f"robot '{robot.name}' cannot squat by {depth} m on its {leg.name}")
        q[places] = result.q
    return q


MOVES: dict[str, Callable[[Robot], Vec]] = {"arm_raise": arm_raise, "squat": squat}
"""Where moves from the ready pose end, by name."""


def measure(
    robot: str, plot: Path | None, seed: int, progress: Callable[[float], None]
) -> list[TrajectoryRow]:
    """Rows of every move. Args: plot: draws what the policies do into this file as well."""
    from olympian.lab.trajectory_plot import draw

    model, rows = load_robot(robot), list[TrajectoryRow]()
    if plot is not None:
        draw(plot)
    for index, move in enumerate(MOVES):
        rows += compare(model, move, seed=seed)
        progress((index + 1) / len(MOVES))
    return rows


def compare(
    robot: Robot,
    move: str = "squat",
    duration: float | None = None,
    waypoints: int | None = None,
    seed: int = 0,
    policies: Sequence[Policy] = tuple(Policy),
    progress: Callable[[float], None] | None = None,
) -> list[TrajectoryRow]:
    """A row per policy, all of the same duration, with sensor noise and latency.

    Goals follow the clock and not the sensors, so that noise changes nothing here; the specimen
    does.

    Args:
        seed: of the judging seeds; draws mass and strength of the specimen.
        duration: seconds; what constant acceleration takes at `ACCELERATION` if None.
        waypoints: goals along the way, 2 or more; one at every tick if None. MoveIt gave HOly 7.
    """
    if move not in MOVES:
        raise unknown("move", move, MOVES)
    if waypoints is not None and waypoints < 2:
        raise OlympianError(f"a move has at least 2 waypoints, its ends, not {waypoints}")
    q_goal = MOVES[move](robot)
    if duration is None:
        duration = constant_acceleration(robot.ready, q_goal, ACCELERATION).duration
    rows, seeds = [], JUDGING.take(1, seed)
    for index, policy in enumerate(policies):
        trajectory = Move.within(policy, robot.ready, q_goal, duration=duration)
        rows.append(_row(robot, move, trajectory, waypoints, seeds))
        if progress:
            progress((index + 1) / len(policies))
    return rows


def _row(robot: Robot, name: str, move: Move, waypoints: int | None, seeds: Seeds) -> TrajectoryRow:
    trace = _Trace.of(robot, move, waypoints, seeds.first)
    torque, few = np.abs(trace.torque), round(STILL / STEP)
    holding = np.maximum(torque[:few].max(axis=0), torque[-few:].max(axis=0))
    past_rest = (trace.q - trace.q[-1]) * np.sign(move.q_goal - move.q_start)
    tilt = np.arccos(np.clip(trace.up @ trace.up[0], -1.0, 1.0))
    return TrajectoryRow(
        robot=robot.name,
        move=name,
        policy=move.policy.value,
        duration_s=round(move.duration, 4),
        waypoints=waypoints,
        peak_torque_nm=_rounded(torque),
        added_torque_nm=_rounded(torque.max(axis=0) - holding),
        peak_load=_rounded(np.abs(trace.load)),
        peak_shake_rad_s=_rounded(trace.shake),
        peak_tilt_deg=_rounded(np.degrees(tilt)),
        overshoot_deg=_rounded(np.degrees(past_rest)),
        tracking_deg=_rounded(np.degrees(np.abs(trace.q - trace.q_goal))),
        fell=trace.fell,
        seeds=str(seeds),
    )


def _rounded(values: Vec) -> float:
    """Largest value, to the fourth digit after the point."""
    return round(float(values.max()), 4)


@dataclass(frozen=True, eq=False)
class _Trace:
    """The truth at every physics step (rows), from just before the move until it has settled."""

    q: Vec
    torque: Vec
    shake: Vec
    up: Vec
    """(steps, 3) the torso's z axis in the world"""
    q_goal: Vec
    load: Vec
    fell: bool

    @staticmethod
    def of(robot: Robot, move: Move, waypoints: int | None, seed: int) -> "_Trace":
        """Settle, move, rest. A tick is a physics step here, so that no peak falls between two."""
        options = SimulationOptions(physics_dt=STEP, tick_dt=STEP, latency_ticks=STEPS_PER_GOAL)
        simulation = Simulation(robot, seed=seed, options=options, specimens=[_specimen(seed)])
        actor, truth, watch = simulation.actors[0], _Truth(simulation), FallWatch(simulation)
        limiter = GoalLimiter(robot, ServoBank.of(robot).no_load)
        dt, rows = STEP * STEPS_PER_GOAL, []
        for tick in range(round((SETTLE + move.duration + REST) / dt)):
            sensors = actor.read()
            wish = JointGoal.all(_goal(move, tick * dt - SETTLE, waypoints))
            goal = limiter.step(wish, sensors.q, dt)
            for _ in range(STEPS_PER_GOAL):
                actor.write(goal)
                rows.append((*truth.look(), wish.q, sensors.load))
            watch.step()
        shown = rows[round((SETTLE - STILL) / STEP) :]
        return _Trace(*(np.array(column) for column in zip(*shown, strict=True)), fell=watch.fell)


def _specimen(seed: int) -> Specimen:
    chance = np.random.default_rng(seed)
    mass, strength = (1.0 + chance.uniform(-part, part) for part in (MASS, STRENGTH))
    return Specimen(mass, strength)


class _Truth:
    """What only a referee can know about the first robot of a simulation."""

    def __init__(self, simulation: Simulation) -> None:
        robot = simulation.robots[0]
        joints = [simulation.model.joint(prefix(0) + name) for name in robot.joint_names]
        self._qpos = np.array([joint.qposadr[0] for joint in joints])
        self._qvel = np.array([joint.dofadr[0] for joint in joints])
        self._data = simulation.data
        self._torso = simulation.data.body(prefix(0) + robot.torso)

    def look(self) -> tuple[Vec, Vec, float, Vec]:
        """Joint angles, servo torques, angular speed of the torso, its z axis in the world."""
        torque = self._data.qfrc_actuator[self._qvel]
        shake = float(np.linalg.norm(self._torso.cvel[:3]))
        return self._data.qpos[self._qpos], torque, shake, self._torso.xmat[2::3].copy()


def _goal(move: Move, t: float, waypoints: int | None) -> Vec:
    """Goal at time `t`: the trajectory itself, or the waypoint it heads for."""
    if waypoints is None or move.duration == 0.0:
        return move.at(t).q
    spacing = move.duration / (waypoints - 1)
    # A time that is on a waypoint but for rounding has reached it.
    return move.at(spacing * np.ceil(t / spacing - 1e-9)).q


def _turn_ahead(robot: Robot, arm: Limb) -> float:
    """Quarter turn of the first joint that brings the tip further ahead than the other one."""

    def ahead(turn: float) -> float:
        q = np.array(robot.ready)
        q[robot.joint_index[arm.chain.joint_names[0]]] += turn
        return float(robot.forward(arm.chain.tip, q)[0, 3])

    return max((np.pi / 2, -np.pi / 2), key=ahead)
