"""What a driver needs to know at a glance, in words."""

from dataclasses import dataclass

import numpy as np

from olympian.cockpit.session import Session
from olympian.records import RobotState, Semantic
from olympian.state import live_stability

PLAIN = {Semantic.CONTROLLABLE: "ready", Semantic.ANIMATION_RUNNING: "moving"}
"""States whose names say little to who has not read about the control module."""
MOVING = {
    Semantic.CONTROLLABLE,
    Semantic.WALKING,
    Semantic.ANIMATION_RUNNING,
    Semantic.KICKING,
}
"""States in which a robot on its feet moves, or is about to."""


@dataclass(frozen=True)
class Summary:
    """One instant of a session, each field ready to be shown."""

    robot: str
    world: str
    verdict: str
    """standing or fallen, as a referee sees it"""
    t: str
    situation: str
    """What the control module says the robot is about, and why."""
    mode: str
    state: str
    navigation: str
    """Where it is sent and how far that is, or how that ended; empty before the first time."""
    gaze: str
    """Where the head was told to look; empty where nobody told it."""
    parameters: str
    """As `step length 50 mm · step height 15 mm`; empty in modes without."""
    place: str
    """Where it is, as a referee sees it, in the frame of its place."""
    speed: str
    """Measured over the last second, and how far it has turned."""
    balance: str
    """HOly's stable, labile or unstable with the margin, of a robot that stands; of one that moves
    only its lean, since falling from step to step is how it walks."""
    opponent: str
    """What the other one is about; empty where there is none."""
    hardest: str
    hottest: str
    clamped: str
    message: str


def summarise(session: Session, state: RobotState) -> Summary:
    """The session as of `state`."""
    machine, sensors = session.humanoid.machine, state.sensors
    names = session.humanoid.robot.joint_names
    tilt = np.degrees(np.arccos(np.clip(state.R_world_torso[2, 2], -1.0, 1.0)))
    hottest = int(np.argmax(sensors.temperature_c))
    hardest = int(np.argmax(np.abs(sensors.load)))
    asked = f" → {machine.asked}" if machine.asked else ""
    return Summary(
        robot=session.humanoid.robot.name,
        world=session.world_name,
        verdict=_verdict(session),
        t=f"{state.t:.1f} s",
        situation=_situation(session),
        mode=machine.mode + asked,
        state=session.doing,
        navigation=session.commander.navigation.text if session.commander.navigation else "",
        gaze=session.commander.head.text if session.commander.head else "",
        parameters=" · ".join(parameter.text for parameter in machine.parameters),
        place=session.track.text,
        speed=session.track.motion,
        balance=f"{_balance(session, state)}, leans {tilt:.0f}°",
        opponent=session.opponent.text if session.opponent else "",
        hardest=f"{names[hardest]} {100 * abs(sensors.load[hardest]):.0f} %",
        hottest=f"{names[hottest]} {sensors.temperature_c[hottest]:.0f} °C",
        clamped=", ".join(session.humanoid.loop.limiter.clamped) or "none",
        message=session.desk.message if session.desk.open else machine.message,
    )


def _verdict(session: Session) -> str:
    if session.watch.fell:
        return "fallen"
    return "sitting" if session.humanoid.hcm.seated else "standing"


def _situation(session: Session) -> str:
    if session.desk.open:
        return "is calibrated: nobody looks after it"
    now = session.humanoid.hcm.situation
    what = PLAIN.get(now.state) or now.state.value.replace("_", " ")
    return f"{what}: {now.reason}" if now.reason else what


def _balance(session: Session, state: RobotState) -> str:
    now = session.humanoid.hcm.situation.state
    if now is not Semantic.CONTROLLABLE or session.humanoid.machine.in_action:
        return "in motion" if now in MOVING else now.value.replace("_", " ")
    if not state.contacts.any():
        return "no foot on the ground"
    reading = live_stability(session.humanoid.robot, state)
    return f"{reading.level.value}, margin {1000 * reading.margin_m:.0f} mm"
