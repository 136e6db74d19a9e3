"""One simulated robot behind the four methods of a backend."""

from collections import deque
from typing import TYPE_CHECKING

import mujoco
import numpy as np

from olympian.backend.simulation.body import CAMERA
from olympian.backend.simulation.camera import Camera, make_camera
from olympian.backend.simulation.imu import ImuSensor
from olympian.backend.simulation.options import CameraOptions
from olympian.backend.simulation.pressure import PressureSensor
from olympian.backend.simulation.scene import prefix
from olympian.backend.simulation.shutter import Shutter
from olympian.backend.simulation.start import Start, start_pose
from olympian.errors import OlympianError
from olympian.geometry import Mat4, Vec, quaternion_wxyz_from_R, sealed
from olympian.records import CameraFrame, JointGoal, Sensors
from olympian.robot import BASE_JOINT, Robot
from olympian.servo import ServoBank

if TYPE_CHECKING:
    from olympian.backend.simulation.simulation import Simulation

__all__ = ["Actor"]


class Actor:
    """A robot in a `Simulation`, as a `Backend`."""

    def __init__(
        self, simulation: "Simulation", index: int, robot: Robot, servos: ServoBank
    ) -> None:
        self.robot = robot
        self.index = index
        self.servos = servos
        self.dt = simulation.options.tick_dt
        self.wrote = False
        self.simulation = simulation
        model, self._prefix = simulation.model, prefix(index)
        joints = [model.joint(self._prefix + name) for name in robot.joint_names]
        self._qpos = np.array([joint.qposadr[0] for joint in joints], dtype=np.intp)
        self._qvel = np.array([joint.dofadr[0] for joint in joints], dtype=np.intp)
        base = model.joint(self._prefix + BASE_JOINT)
        self._base = int(base.qposadr[0])
        self.root_body = int(base.bodyid[0])
        """Of the model: what all its links hang on."""
        self._ctrl = np.array(
            [model.actuator(self._prefix + name).id for name in robot.joint_names], dtype=np.intp
        )
        specimen = simulation.specimens[index]
        lacks, noise = robot.lacks, simulation.options.noise
        chip = ImuSensor(model, self._prefix, noise, specimen.imu_rpy)
        self._imu = None if "imu" in lacks else chip
        self._zero_offset = _offset(specimen.zero_offset, robot)
        cells = PressureSensor(model, self._prefix, robot.feet, noise)
        self._feet = None if "soles" in lacks else cells
        self._camera: Camera | None = None
        self._pipeline: deque[JointGoal] = deque()
        self._shutter: Shutter | None = None
        self._rng = np.random.default_rng(0)

    def read(self) -> Sensors:
        """What the robot's own sensors report, noise and quantisation included."""
        servos, data = self.servos, self.simulation.data
        readings = sealed(servos.readings())
        return Sensors(
            t=self.simulation.t,
            q=readings[0],
            dq=readings[1],
            load=readings[2],
            temperature_c=readings[3],
            voltage=readings[4],
            torque_on=servos.torque_on,
            fault=servos.fault,
            imu=None if self._imu is None else self._imu.read(data.sensordata, self._rng),
            foot_pressure=None if self._feet is None else self._feet.read(data, self._rng),
            camera=self._picture(),
        )

    def write(self, goal: JointGoal) -> None:
        """Queue goals on the bus; time passes when all robots have written."""
        if self.wrote:
            raise OlympianError(f"robot {self.index} wrote twice in a tick: the others must write")
        self._pipeline.append(goal)
        self.wrote = True
        self.simulation.advance_if_all_wrote()

    def close(self) -> None:
        """Free the camera, if there is one."""
        for part in (self._camera, self._shutter):
            if part is not None:
                part.close()
        self._camera = self._shutter = None

    def picture(self) -> CameraFrame:
        """What the robot's camera sees now, with depth and without noise."""
        if self.robot.camera is None:
            raise OlympianError(
                f"robot '{self.robot.name}' has no camera: add [camera] to its TOML"
            )
        if self._camera is None:
            simulation = self.simulation
            by = (simulation.options.camera or CameraOptions()).by
            self._camera = make_camera(simulation.model, self._prefix + CAMERA, by)
        return self._camera.take(self.simulation.data)

    def begin(self, start: Start, T_world_ground: Mat4, rng: np.random.Generator) -> None:
        """Where and how a run starts: fresh servos at their goals, fresh noise."""
        T_world_root, q = start_pose(self.robot, start, T_world_ground)
        self._pose(T_world_root, q)
        self._rng = rng
        self.servos.reset(q + self._zero_offset)
        if self._imu is not None:
            self._imu.reset(rng)
        if self._shutter is not None:
            self._shutter.reset((self.simulation.seed, self.index))
        self.wrote = False
        self._pipeline.clear()

    def place(self, T_world_root: Mat4, q: Vec) -> None:
        """Stand like this from now on, without physics: for bodies that only show something."""
        self._pose(T_world_root, q)
        mujoco.mj_kinematics(self.simulation.model, self.simulation.data)

    def _pose(self, T_world_root: Mat4, q: Vec) -> None:
        data = self.simulation.data
        data.qpos[self._base : self._base + 3] = T_world_root[:3, 3]
        data.qpos[self._base + 3 : self._base + 7] = quaternion_wxyz_from_R(T_world_root[:3, :3])
        data.qpos[self._qpos] = q

    def begin_tick(self) -> None:
        """Hand the goal that has travelled long enough to the servos."""
        self.wrote = False
        if len(self._pipeline) > self.simulation.options.latency_ticks:
            goal = self._pipeline.popleft()
            self.servos.obey(goal)

    def drive(self) -> None:
        """Run the servos' firmware for one physics step."""
        data = self.simulation.data
        volts = self.servos.step(
            data.qpos[self._qpos] + self._zero_offset,
            data.qvel[self._qvel],
            self.simulation.options.physics_dt,
        )
        data.ctrl[self._ctrl] = volts

    def sense(self) -> None:
        """Let the inertial sensor take its sample of one physics step."""
        if self._imu is not None:
            self._imu.sample(self.simulation.data.sensordata)

    @property
    def lane(self) -> int:
        """Of the process that draws its pictures; who looks at them there need not copy them."""
        camera = self.simulation.options.camera
        return 0 if camera is None else self.index % camera.lanes

    def _picture(self) -> CameraFrame | None:
        simulation = self.simulation
        camera = simulation.options.camera
        if camera is None or self.robot.camera is None or self.index in camera.blind:
            return None
        if self._shutter is None:  # with the first picture: the scene may be painted until then
            self._shutter = Shutter(simulation.model, self._prefix + CAMERA, camera, self.lane)
            self._shutter.reset((simulation.seed, self.index))
        name = f"camera of robot {self.index}"
        t, data = simulation.t, simulation.data
        return simulation.breaker.call(name, self._shutter.step, t, data.qpos, data.qvel)


def _offset(given: Vec | None, robot: Robot) -> Vec:
    if given is None:
        return np.zeros(robot.dof)
    offset = np.asarray(given, dtype=float)
    if offset.shape != (robot.dof,) or not np.isfinite(offset).all():
        raise OlympianError(f"zero offsets need {robot.dof} finite angles, got {offset}")
    return offset
