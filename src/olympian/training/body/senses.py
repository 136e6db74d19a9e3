"""Inertial sensor, attitude filter and load cells of every world, as kernels for CPU and GPU.

They are written after `backend/simulation/imu.py`, `state/attitude.py` and
`backend/simulation/pressure.py`; tests hold them to these sample by sample.
"""

# pyright: reportMissingImports=false, reportInvalidTypeForm=false, reportCallIssue=false
# pyright: reportArgumentType=false, reportGeneralTypeIssues=false, reportOperatorIssue=false
# pyright: reportAttributeAccessIssue=false, reportIndexIssue=false, reportAssignmentType=false

import warp as wp

from olympian.geometry import GRAVITY
from olympian.state.attitude import LEARN_TIME, QUICK_TIME, SHAKE, TRUST_TIME

# nobody asks for gradients of physics, and without them kernels compile in half the time
wp.set_module_options({"enable_backward": False})
G = wp.constant(float(GRAVITY))
TRUST, QUICK, LEARN = map(wp.constant, (TRUST_TIME, QUICK_TIME, LEARN_TIME))
SHAKEN = wp.constant(SHAKE)
LEAST = wp.constant(1.0e-12)


@wp.kernel
def sample_imu(
    sensordata: wp.array2d(dtype=float),
    gyro_place: int,
    accelerometer_place: int,
    total: wp.array2d(dtype=float),
):
    """Take in one physics step."""
    world, axis = wp.tid()
    place = gyro_place + axis
    if axis >= 3:
        place = accelerometer_place + axis - 3
    total[world, axis] = total[world, axis] + sensordata[world, place]


@wp.func
def gravity_error(R: wp.mat33, up: wp.vec3):
    """Small rotation in torso axes that would bring the believed 'up' onto the measured one."""
    strength = wp.length(up)
    if strength < 1.0e-6:
        return wp.vec3(0.0, 0.0, 0.0)
    trust = wp.max(0.0, 1.0 - wp.abs(strength / G - 1.0) / SHAKEN) / strength
    return trust * wp.cross(up, wp.vec3(R[2, 0], R[2, 1], R[2, 2]))


@wp.func
def tilt_from(up: wp.vec3):
    """Attitude of heading zero in which `up` (in the torso) points up."""
    ahead = wp.vec3(1.0, 0.0, 0.0) - up[0] * up
    if wp.length(ahead) < 1.0e-6:
        ahead = wp.vec3(0.0, 0.0, -wp.sign(up[0]))
    ahead = wp.normalize(ahead)
    left = wp.cross(up, ahead)
    # fmt: off
    return wp.mat33(
        ahead[0], ahead[1], ahead[2],
        left[0], left[1], left[2],
        up[0], up[1], up[2],
    )
    # fmt: on


@wp.kernel
def feel_attitude(
    total: wp.array2d(dtype=float),
    samples: float,
    R_torso_imu: wp.mat33,
    R_place_chip: wp.array(dtype=wp.mat33),
    sensor_bias: wp.array2d(dtype=float),
    noise: wp.array2d(dtype=float),
    dt: float,
    R: wp.array(dtype=wp.mat33),
    learnt_bias: wp.array(dtype=wp.vec3),
    age: wp.array(dtype=float),
    spin: wp.array(dtype=wp.vec3),
):
    """A reading, as the chip reports it, goes into the filter; an age below zero starts it anew."""
    world = wp.tid()
    turned = wp.vec3(total[world, 0], total[world, 1], total[world, 2]) / samples
    pulled = wp.vec3(total[world, 3], total[world, 4], total[world, 5]) / samples
    for axis in range(6):
        total[world, axis] = 0.0
    chip = wp.transpose(R_place_chip[world])
    off = sensor_bias[world]
    white = noise[world]
    gyro = chip * turned + wp.vec3(off[0] + white[0], off[1] + white[1], off[2] + white[2])
    force = chip * pulled + wp.vec3(off[3] + white[3], off[4] + white[4], off[5] + white[5])
    up = R_torso_imu * force
    # products are values of their own, which may be assigned to
    was = R[world] * 1.0
    bias = learnt_bias[world] * 1.0
    old = age[world] * 1.0
    if old < 0.0:
        was = tilt_from(wp.normalize(up))
        bias = wp.vec3(0.0, 0.0, 0.0)
        old = 0.0
    omega = R_torso_imu * gyro - bias
    spin[world] = omega
    old = old + dt
    age[world] = old
    error = gravity_error(was, up)
    trust_time = wp.min(TRUST, QUICK + old / 2.0)
    if trust_time == TRUST:
        bias = bias - error * ((1.0 - wp.exp(-dt / LEARN)) / TRUST)
    learnt_bias[world] = bias
    rotation = omega * dt + error * (1.0 - wp.exp(-dt / trust_time))
    angle = wp.length(rotation)
    if angle > LEAST:
        turn = wp.quat_to_matrix(wp.quat_from_axis_angle(rotation / angle, angle))
        now = was * turn
        # one Newton step towards the nearest rotation keeps rounding from adding up
        was = 1.5 * now - 0.5 * now * (wp.transpose(now) * now)
    R[world] = was


@wp.kernel
def press(
    count: wp.array(dtype=int),
    world_of: wp.array(dtype=int),
    geoms: wp.array(dtype=wp.vec2i),
    places: wp.array(dtype=wp.vec3),
    frames: wp.array(dtype=wp.mat33),
    forces: wp.array(dtype=wp.vec3),
    foot_of: wp.array(dtype=int),
    soles: wp.array(dtype=int),
    plates: wp.array(dtype=wp.vec4),
    xpos: wp.array2d(dtype=wp.vec3),
    xmat: wp.array2d(dtype=wp.mat33),
    cells: wp.array3d(dtype=float),
    touches: wp.array2d(dtype=float),
):
    """Add each contact's push on a sole to its cells, and count contacts of the body with itself.

    Args:
        forces: along the rows of the contact's frame, on its second shape.
        foot_of: (geoms,) which foot a shape belongs to; −1 for others, −2 for floors.
        plates: back and right edge of the rectangle between the cells, its length and width.
    """
    contact = wp.tid()
    if contact >= count[0]:
        return
    world = world_of[contact]
    pair = geoms[contact]
    first, second = foot_of[pair[0]], foot_of[pair[1]]
    if first > -2 and second > -2:
        if wp.length(forces[contact]) > 0.0:
            wp.atomic_add(touches, world, 0, 1.0)
        return
    foot = wp.max(first, second)
    if foot < 0:
        return
    body = soles[foot]
    R = xmat[world, body]
    push = wp.transpose(frames[contact]) * forces[contact]
    if first >= 0:
        push = -push
    inside = wp.transpose(R) * push
    at = wp.transpose(R) * (places[contact] - xpos[world, body])
    plate = plates[foot]
    front = wp.clamp((at[0] - plate[0]) / plate[2], 0.0, 1.0)
    left = wp.clamp((at[1] - plate[1]) / plate[3], 0.0, 1.0)
    wp.atomic_add(cells, world, foot, 0, inside[2] * front * left)
    wp.atomic_add(cells, world, foot, 1, inside[2] * front * (1.0 - left))
    wp.atomic_add(cells, world, foot, 2, inside[2] * (1.0 - front) * left)
    wp.atomic_add(cells, world, foot, 3, inside[2] * (1.0 - front) * (1.0 - left))
