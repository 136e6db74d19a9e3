"""All estimates in one step: `Sensors` in, `RobotState` out, and nobody changes it after that."""

from dataclasses import replace
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from olympian.geometry import Mat3, Place, R_from_rpy, Vec, Vec3, level_kernel, sealed
from olympian.kinematics import Kinematics
from olympian.records import (
    NO_WAY,
    WELL,
    JointGoal,
    LegState,
    Odometry,
    RobotState,
    Sensors,
)
from olympian.robot import Robot
from olympian.state.assumed_loads import AssumedLoads
from olympian.state.attitude import AttitudeFilter
from olympian.state.falling import FallSense
from olympian.state.health import Health
from olympian.state.legs import LegWatch
from olympian.state.odometry import LegOdometry
from olympian.state.support import ContactSwitch, SupportFinder

LOST, FOUND = 0.87, 0.94
"""Cosines of the tilts (30° and 20°) from which steps tell nothing, and below which they do."""
UNLOADED = 0.1
"""Seconds with nothing under the soles after which they tell nothing: no step is so long a hop."""
STEADY = 0.3
"""Seconds on its feet after which they tell something again."""
STILL = 1e-4
"""rad by which the goals of legs may change in a tick that is a rest."""
UPRIGHT, REST = sealed(np.eye(3)), sealed(np.zeros(3))
"""What is believed without an inertial sensor."""


class Localiser(Protocol):
    """Finds a robot on a map."""

    def step(self, state: RobotState, dt: float) -> Place:
        """Where it is after one more tick, whose odometry the state has."""
        ...

    def lose(self) -> None:
        """It falls, or is picked up: less is certain."""
        ...

    def reset(self) -> None:
        """Back at its start."""
        ...


class Estimator:
    """What the robot believes about itself, from its own sensors and what it was told to do."""

    def __init__(
        self, robot: Robot, health: Health | None = None, localiser: Localiser | None = None
    ) -> None:
        """Args:
        health: the check of its hardware; None takes all of it to be well.
        localiser: finds the robot on a map; None leaves the place to the odometry.
        """
        self._kinematics = Kinematics(robot)
        # The IMU may sit on any link; its mounting is taken in the ready pose.
        T_torso_link = robot.forward(robot.imu.link, robot.ready)
        self._attitude = AttitudeFilter(T_torso_link[:3, :3] @ R_from_rpy(*robot.imu.rpy))
        self._support = SupportFinder(robot)
        self._assumed = AssumedLoads(robot)
        self._contact = ContactSwitch(len(robot.feet), robot.tree.mass)
        self._health, self._localiser = health, localiser
        self._watch = LegWatch(robot)
        self._fall = FallSense(robot) if robot.feet else None
        self._odometry = None if self._watch.pair is None else LegOdometry(self._watch.pair)
        legs = [limb.chain.joint_names for limb in robot.limbs.values() if limb.kind == "leg"]
        self._unfelt: Vec = np.zeros((len(robot.feet), 4))
        self._leg_joints = robot.indices([name for names in legs for name in names])
        self.reset()

    def reset(self) -> None:
        """Forget everything; here is the origin of the odometry."""
        self._attitude.reset()
        self._contact.reset()
        self._assumed.reset()
        for part in (self._health, self._fall, self._odometry, self._localiser):
            if part is not None:
                part.reset()
        self._told: Vec | None = None
        self._lost = False
        self._unloaded = self._steady = 0.0

    def step(self, sensors: Sensors, dt: float, sent: JointGoal | None = None) -> RobotState:
        """The state after one more set of readings.

        Args: sent: what went to the servos after the set before.
        """
        health = WELL if self._health is None else self._health.step(sensors, sent)
        R_world_torso, spin, known = self._tilt(sensors, dt, health.imu_stale)
        configuration = self._kinematics.at(sensors.q)
        soles, pressure = self._watch.soles(configuration), sensors.foot_pressure
        if pressure is None:
            loads, pressure = self._assumed.step(R_world_torso, soles, sent, dt), self._unfelt
        else:
            loads = pressure.sum(axis=1)
        contacts = self._contact.step(loads)
        support = self._support.find(configuration, R_world_torso, contacts, pressure)
        com = support.com_in_torso
        legs = self._watch.legs(R_world_torso, spin, com, soles)
        toppling = None
        if self._fall is not None and sensors.imu is not None:
            toppling = self._fall.step(sensors.t, R_world_torso, spin, com, soles)
        way = NO_WAY
        if self._odometry is not None and legs is not None:
            lost = self._is_lost(R_world_torso, contacts, toppling is not None, dt)
            way = self._follow(self._odometry, legs, R_world_torso, loads, dt, sent, lost)
        state = RobotState(
            t=sensors.t,
            q=sensors.q,
            dq=sensors.dq,
            R_world_torso=R_world_torso,
            angular_velocity_in_torso=spin,
            contacts=contacts,
            com_in_torso=com,
            support_margin=support.margin,
            centre_of_pressure=support.centre_of_pressure,
            sensors=sensors,
            attitude_known=known,
            loads=loads,
            soles=soles,
            legs=legs,
            odometry=way,
            place=way.place,
            health=health,
            toppling=toppling,
        )
        localiser = self._localiser
        return state if localiser is None else replace(state, place=localiser.step(state, dt))

    def _tilt(self, sensors: Sensors, dt: float, stale: bool) -> tuple[Mat3, Vec3, bool]:
        """Attitude, rate of turn, and whether they are more than a guess."""
        if sensors.imu is None:
            return UPRIGHT, REST, False
        R_world_torso, spin = self._attitude.step(sensors.imu, dt, stale)
        # whoever steps by what a dead sensor says falls
        return (_upright(R_world_torso) if stale else R_world_torso), spin, not stale

    def _follow(
        self,
        odometry: LegOdometry,
        legs: LegState,
        R_world_torso: Mat3,
        loads: Vec,
        dt: float,
        sent: JointGoal | None,
        lost: bool,
    ) -> Odometry:
        """Count the steps, where they tell anything."""
        resting = self._rests(sent)
        if lost:
            odometry.lose(R_world_torso)
        else:
            support = None if sent is None else sent.support
            slip = (1.0, 1.0) if support is None else support.slip
            odometry.step(legs, R_world_torso, loads, dt, resting, slip)
        return odometry.odometry

    def _is_lost(
        self, R_world_torso: Mat3, contacts: NDArray[np.bool_], topples: bool, dt: float
    ) -> bool:
        """Is it down or in somebody's hands, or was it just now?"""
        upright, loaded = R_world_torso[2, 2], np.count_nonzero(contacts) > 0
        self._unloaded = 0.0 if loaded else self._unloaded + dt
        if upright < LOST or topples or self._unloaded > UNLOADED:
            if self._localiser is not None and not self._lost:
                self._localiser.lose()
            self._lost, self._steady = True, 0.0
        elif self._lost and loaded and upright > FOUND:
            self._steady += dt
            self._lost = self._steady < STEADY
        return self._lost

    def _rests(self, sent: JointGoal | None) -> bool:
        """Were the legs sent where they were sent before?"""
        before, self._told = self._told, None if sent is None else sent.q[self._leg_joints]
        if before is None or self._told is None:
            return True
        return bool(np.maximum.reduce(np.abs(self._told - before), initial=0.0) < STILL)


def _upright(R_world_torso: Mat3) -> Mat3:
    """Its heading alone."""
    return sealed(R_world_torso @ level_kernel(R_world_torso).T)
