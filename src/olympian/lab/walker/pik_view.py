"""The same walk in joint space and in PIK space (thesis 6.1, figure 6.3)."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from olympian.backend import FallWatch, KinematicBackend, Recording, Simulation
from olympian.breaker import STRICT
from olympian.errors import OlympianError
from olympian.figures import new_figure, save_figure
from olympian.geometry import Vec, frozen
from olympian.humanoid import BareHumanoid
from olympian.kinematics import PikParameters, PseudoInverseKinematics
from olympian.motion import Skill, SkillStatus
from olympian.motion.step import SIDES, Gait, Stepper, ahead_steps
from olympian.motion.walks import make_walk
from olympian.records import Twist
from olympian.robot import Robot
from olympian.state import ContactSwitch, Estimator

if TYPE_CHECKING:
    from matplotlib.axes import Axes

DT = 0.01
LONGEST = 60.0
"""Seconds after which a gait that is still not done is not recorded further."""


@dataclass(frozen=True)
class GaitRecord:
    """Joint angles tick by tick, and which leg stands."""

    robot: Robot
    dt: float
    q: Vec
    """(n, dof) rad"""
    stance: tuple[str, ...]
    """left or right; the last one while both feet carry"""

    @property
    def t(self) -> Vec:
        """(n,) s"""
        return frozen(self.dt * np.arange(len(self.q)))


@dataclass(frozen=True)
class PikView:
    """A record's eight PIK parameters, and what of the joint angles they cannot say."""

    parameters: Vec
    """(n, 8) rad, in the order of `PikParameters.names()`"""
    rest: Vec
    """(n,) root mean square of the leg angles that no parameter makes, rad"""

    def explained(self, record: GaitRecord) -> float:
        """Share of the legs' motion that the eight parameters account for, 0 to 1."""
        places = PseudoInverseKinematics(record.robot).places
        offset = record.q[:, places] - record.robot.ready[places]
        return float(1.0 - 12 * np.sum(self.rest**2) / np.sum(offset**2))


def record_gait(robot: Robot, gait: Gait, distance: float = 0.3) -> GaitRecord:
    """Goals of the stepping engine while it walks that far ahead."""
    stepper = Stepper(robot, gait)
    stepper.take(ahead_steps(gait, distance))
    record = record_skill(robot, stepper)
    if stepper.status is SkillStatus.FAILED:
        raise OlympianError(f"{robot.name} cannot take these steps: {stepper.reason}")
    return record


def record_skill(robot: Robot, skill: Skill, seconds: float = LONGEST) -> GaitRecord:
    """Goals of any skill on a body without physics, until it is done or the time is over."""
    body, estimator = KinematicBackend(robot, DT), Estimator(robot)
    feet = [robot.limbs[foot.limb].side for foot in robot.require_feet()]
    rows, stances, stance = [], [], SIDES[1]
    while skill.status is SkillStatus.RUNNING and len(rows) * DT < seconds:
        goal = skill.step(estimator.step(body.read(), DT), DT)
        if goal is not None:
            body.write(goal)
            stance = (
                stance if goal.support is None else _stance(feet, goal.support.grounded, stance)
            )
        rows.append(body.read().q)
        stances.append(stance)
    if not rows:
        raise OlympianError(f"{robot.name}: there is nothing to record, the skill is done")
    return GaitRecord(robot, DT, frozen(rows), tuple(stances))


def record_of(robot: Robot, recording: Recording) -> GaitRecord:
    """What a robot measured; the stance leg from the pressure under its soles."""
    if recording.joint_names != robot.joint_names:
        raise OlympianError(f"the recording is of '{recording.robot}', not of '{robot.name}'")
    feet = [robot.limbs[foot.limb].side for foot in robot.require_feet()]
    switch, stances, stance = ContactSwitch(len(feet), robot.tree.mass), [], SIDES[1]
    for sensors in recording.records:
        if sensors.foot_pressure is None:
            raise OlympianError(f"the recording of '{recording.robot}' has no pressure of soles")
        stance = _stance(feet, switch.step(sensors.foot_pressure.sum(axis=1)), stance)
        stances.append(stance)
    q = frozen([sensors.q for sensors in recording.records])
    return GaitRecord(robot, recording.dt, q, tuple(stances))


def pik_view(record: GaitRecord) -> PikView:
    """The record as PIK parameters about the ready pose, each tick by the leg that stands."""
    kinematics = {side: PseudoInverseKinematics(record.robot, side) for side in SIDES}
    rows, rests = [], []
    for q, stance in zip(record.q, record.stance, strict=True):
        parameters, dummies = kinematics[stance].parameters(q)
        rows.append(parameters.vector())
        rests.append(np.sqrt(np.mean(np.append(dummies, np.zeros(8)) ** 2)))
    assert len(PikParameters.names()) == len(rows[0])
    return PikView(frozen(rows), frozen(rests))


def _stance(feet: list[str | None], grounded: np.ndarray, last: str) -> str:
    """The one foot that carries; the last one while both or none do."""
    carrying = [side for side, down in zip(feet, grounded, strict=True) if down and side]
    return carrying[0] if len(carrying) == 1 else last


PACE = 0.5
"""Share of the walk's top speed."""
STAND = 1.0
"""Seconds of standing before it, which are not recorded."""


def record_walk(robot: Robot, name: str, distance: float, seed: int = 0) -> Recording:
    """What the robot measured while it walked so far straight ahead, by its own odometry."""
    simulation = Simulation(robot, seed=seed)
    actor, watch = simulation.actors[0], FallWatch(simulation)
    walk = make_walk(robot, name)
    one = BareHumanoid(robot, walk, actor, breaker=STRICT)
    state = one.run(STAND)
    speed = PACE * walk.top_speed.ahead
    walk.command(Twist(forward=speed))
    records = []
    while state.odometry.place.x < distance:
        state = one.tick()
        records.append(state.sensors)
        if watch.step():
            raise OlympianError(f"{robot.name} fell after {state.odometry.place.x:.2f} m")
        if len(records) * actor.dt > 10.0 + 5.0 * distance / speed:
            raise OlympianError(f"{robot.name} does not get {distance:g} m ahead: {walk.reason}")
    return Recording(robot.name, robot.joint_names, actor.dt, tuple(records))


def draw_pik(record: GaitRecord, view: PikView, path: Path) -> None:
    """Write the figure."""
    figure = new_figure(9.0, 8.0)
    above, below = figure.subplots(2, 1, sharex=True)
    robot = record.robot
    places = sorted(PseudoInverseKinematics(robot).places)
    angles = record.q[:, places] - robot.ready[places]
    joints = [robot.joint_names[place] for place in places]
    _curves(above, record, angles, joints)
    above.set_title(f"{robot.name}: leg joints, from the ready pose", fontsize=10)
    names = [name.replace("_", " ") for name in PikParameters.names()]
    _curves(below, record, view.parameters, names)
    share = 100 * view.explained(record)
    below.set_title(
        f"the same in PIK space: 8 parameters make {share:.1f} % of the motion", fontsize=10
    )
    below.set_xlabel("time in s; grey: the right leg stands")
    save_figure(figure, path)


def _curves(axes: "Axes", record: GaitRecord, values: np.ndarray, names: list[str]) -> None:
    styles = ("-", "--")
    for index, name in enumerate(names):
        style = styles[index // 10]
        axes.plot(record.t, np.degrees(values[:, index]), style, label=name, linewidth=1.3)
    right = np.array([stance == "right" for stance in record.stance])
    low, high = axes.get_ylim()
    axes.fill_between(record.t, low, high, where=right, color="0.94", zorder=0)
    axes.set_ylim(low, high)
    axes.set_ylabel("angle in °")
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(frameon=False, fontsize=7, loc="center left", bbox_to_anchor=(1.0, 0.5))
