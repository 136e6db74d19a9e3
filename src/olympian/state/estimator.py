"""All estimates in one step: `Sensors` in, `RobotState` out."""

from olympian.geometry import R_from_rpy, frozen
from olympian.kinematics import Kinematics
from olympian.records import RobotState, Sensors
from olympian.robot import Robot
from olympian.state.attitude import AttitudeFilter
from olympian.state.contact import ContactSwitch
from olympian.state.support import SupportFinder

__all__ = ["Estimator"]


class Estimator:
    """What the robot believes about itself, from its own sensors only."""

    def __init__(self, robot: Robot) -> None:
        self._kinematics = Kinematics(robot)
        # The IMU may sit on any link; its mounting is taken in the ready pose.
        T_torso_link = robot.forward(robot.imu.link, robot.ready)
        self._attitude = AttitudeFilter(T_torso_link[:3, :3] @ R_from_rpy(*robot.imu.rpy))
        self._support = SupportFinder(robot)
        self._contact = ContactSwitch(len(robot.feet), robot.tree.mass)

    def reset(self) -> None:
        """Forget everything."""
        self._attitude.reset()
        self._contact.reset()

    def step(self, sensors: Sensors, dt: float) -> RobotState:
        """The state after one more set of readings."""
        R_world_torso, omega = self._attitude.step(sensors.imu, dt)
        contacts = self._contact.step(sensors.foot_pressure)
        configuration = self._kinematics.at(sensors.q)
        support = self._support.find(configuration, R_world_torso, contacts, sensors.foot_pressure)
        return RobotState(
            t=sensors.t,
            q=sensors.q,
            dq=sensors.dq,
            R_world_torso=frozen(R_world_torso),
            angular_velocity_in_torso=frozen(omega),
            contacts=contacts,
            com_in_torso=frozen(support.com_in_torso),
            support_margin=support.margin,
            centre_of_pressure=support.centre_of_pressure,
            sensors=sensors,
        )
