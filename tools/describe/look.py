"""`python -m describe.look NAME [--zero] [--hulls]`: pictures of a robot, to judge its looks."""

import os
import sys
from pathlib import Path

import mujoco
import numpy as np
from PIL import Image

from olympian.robot import load_robot
from olympian.robot.mujoco_model import COLLISION_GROUP, VISUAL_GROUP, build_spec

VIEWS_DEG = (180.0, 90.0, 215.0)
"""Azimuths of MuJoCo's camera: from the front, from the left, from the front left."""
GAP = 1e-4


def picture(name: str, zero: bool = False, hulls: bool = False) -> Image.Image:
    """Front, side and oblique view next to each other, the robot's soles on a floor."""
    robot = load_robot(name)
    spec = build_spec(robot)
    spec.visual.headlight.ambient = [0.35, 0.35, 0.35]
    spec.visual.headlight.diffuse = [0.45, 0.45, 0.45]
    spec.visual.global_.offwidth, spec.visual.global_.offheight = 640, 480
    spec.worldbody.add_light(pos=(2, 2, 4), dir=(-0.4, -0.4, -0.8))
    q = np.zeros(robot.dof) if zero else robot.ready
    sole = robot.forward(robot.feet[0].link, q)
    _add_floor(spec, float(sole[2, 3]) - GAP)
    model = spec.compile()
    data = mujoco.MjData(model)
    for joint, angle in zip(robot.joint_names, q, strict=True):
        data.joint(joint).qpos[0] = angle
    mujoco.mj_forward(model, data)
    return _views(model, data, hulls)


def _add_floor(spec: mujoco.MjSpec, height: float) -> None:
    texture = spec.add_texture(
        name="tiles",
        type=mujoco.mjtTexture.mjTEXTURE_2D,
        builtin=mujoco.mjtBuiltin.mjBUILTIN_CHECKER,
        rgb1=(0.55, 0.62, 0.66),
        rgb2=(0.62, 0.69, 0.73),
        width=256,
        height=256,
    )
    material = spec.add_material(name="tiles", texrepeat=(10, 10), texuniform=True)
    material.textures[mujoco.mjtTextureRole.mjTEXROLE_RGB] = texture.name
    spec.worldbody.add_geom(
        type=mujoco.mjtGeom.mjGEOM_PLANE, size=(4, 4, 0.1), pos=(0, 0, height), material="tiles"
    )


def _views(model: mujoco.MjModel, data: mujoco.MjData, hulls: bool) -> Image.Image:
    option = mujoco.MjvOption()
    option.geomgroup[VISUAL_GROUP], option.geomgroup[COLLISION_GROUP] = not hulls, hulls
    camera = mujoco.MjvCamera()
    tops = data.geom_xpos[1:, 2]
    camera.lookat[:] = (0.0, 0.0, (tops.min() + tops.max()) / 2)
    camera.distance = 1.55 * (tops.max() - tops.min())
    camera.elevation = -12.0
    frames = []
    with mujoco.Renderer(model, 480, 640) as renderer:
        for azimuth in VIEWS_DEG:
            camera.azimuth = azimuth
            renderer.update_scene(data, camera, option)
            frames.append(renderer.render()[:, 100:540])
    return Image.fromarray(np.hstack(frames))


def main(arguments: list[str]) -> None:
    """Write one PNG per robot into out/."""
    names = [word for word in arguments if not word.startswith("-")]
    folder = Path(__file__).parents[2] / "out"
    folder.mkdir(exist_ok=True)
    for name in names:
        path = folder / f"{name}.png"
        picture(name, "--zero" in arguments, "--hulls" in arguments).save(path)
        print(path)


if __name__ == "__main__":
    os.environ.setdefault("MUJOCO_GL", "egl")
    main(sys.argv[1:])
