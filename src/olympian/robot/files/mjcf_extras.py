"""What an MJCF file says beside the tree: home posture, sensors, actuators and couplings."""

from math import inf

import mujoco
import numpy as np

from olympian.geometry import R_from_quaternion_wxyz, T_from, frozen
from olympian.robot.tree import Mimic, Mounted

HOME = ("home", "stand", "ready", "init")
"""Names of keyframes that people stand in, the usual one first."""
SENSORS = (mujoco.mjtSensor.mjSENS_GYRO, mujoco.mjtSensor.mjSENS_ACCELEROMETER)


def home_posture(model: mujoco.MjModel, joints: set[str]) -> tuple[tuple[str, float], ...]:
    """Joints and angles of the keyframe called home, or like it; nothing where there is none."""
    names = [model.key(key).name for key in range(model.nkey)]
    chosen = next((names.index(name) for name in HOME if name in names), None)
    if chosen is None:
        return ()
    q = model.key_qpos[chosen]
    numbers = [j for j in range(model.njnt) if model.joint(j).name in joints]
    return tuple((model.joint(j).name, float(q[model.jnt_qposadr[j]])) for j in numbers)


def mounted_imu(model: mujoco.MjModel, links: set[str]) -> Mounted | None:
    """Where gyro and accelerometer sit, or the site called imu."""
    sites = [
        int(model.sensor_objid[sensor])
        for kind in SENSORS
        for sensor in range(model.nsensor)
        if model.sensor_type[sensor] == kind
    ]
    sites += [site for site in range(model.nsite) if "imu" in model.site(site).name.lower()]
    for site in sites:
        link = model.body(int(model.site_bodyid[site])).name
        if link in links:
            R = R_from_quaternion_wxyz(model.site_quat[site])
            return Mounted(link, frozen(T_from(model.site_pos[site], R=R)))
    return None


def couplings(model: mujoco.MjModel) -> dict[str, Mimic]:
    """Joints that an equality constraint ties to another one in a straight line."""
    found: dict[str, Mimic] = {}
    for one in range(model.neq):
        terms = model.eq_data[one][:5]
        joint, leader = int(model.eq_obj1id[one]), int(model.eq_obj2id[one])
        tied = model.eq_type[one] == mujoco.mjtEq.mjEQ_JOINT and model.eq_active0[one]
        if tied and leader >= 0 and not np.any(terms[2:]):
            name, other = model.joint(joint).name, model.joint(leader).name
            found[name] = Mimic(other, float(terms[1]), float(terms[0]))
    return found


def stiffness(model: mujoco.MjModel) -> dict[int, float]:
    """N m/rad of the actuators that hold an angle, by joint."""
    found: dict[int, float] = {}
    for actuator in range(model.nu):
        on_joint = model.actuator_trntype[actuator] == mujoco.mjtTrn.mjTRN_JOINT
        holds = model.actuator_biastype[actuator] == mujoco.mjtBias.mjBIAS_AFFINE
        gain = -float(model.actuator_biasprm[actuator, 1]) if holds else 0.0
        if on_joint and gain > 0:
            gear = float(model.actuator_gear[actuator, 0])
            found[int(model.actuator_trnid[actuator, 0])] = gain * gear**2
    return found


def efforts(model: mujoco.MjModel) -> dict[int, float]:
    """Highest torque per joint that its actuators or its own limit allow, where they say so."""
    found: dict[int, float] = {}
    for actuator in range(model.nu):
        if model.actuator_trntype[actuator] != mujoco.mjtTrn.mjTRN_JOINT:
            continue
        gear = abs(float(model.actuator_gear[actuator, 0]))
        if model.actuator_forcelimited[actuator]:
            force = float(np.abs(model.actuator_forcerange[actuator]).max())
        elif model.actuator_ctrllimited[actuator] and not model.actuator_biastype[actuator]:
            largest = float(np.abs(model.actuator_ctrlrange[actuator]).max())
            force = largest * abs(float(model.actuator_gainprm[actuator, 0]))
        else:
            continue
        found[int(model.actuator_trnid[actuator, 0])] = gear * force
    for joint in range(model.njnt):
        if model.jnt_actfrclimited[joint]:
            own = float(np.abs(model.jnt_actfrcrange[joint]).max())
            found[joint] = min(own, found.get(joint, inf))
    return found
