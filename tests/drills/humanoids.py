"""Small humanoids in the style of published ones, written for the tests."""

from pathlib import Path

HIP, THIGH, SHIN, ANKLE = 0.06, 0.12, 0.12, 0.045


def inertial(mass: float, com: str = "0 0 0") -> str:
    moment = 0.0004 * mass
    return (
        f'<inertial><origin xyz="{com}"/><mass value="{mass}"/>'
        f'<inertia ixx="{3 * moment}" iyy="{4 * moment}" izz="{3 * moment}"'
        ' ixy="0" ixz="0" iyz="0"/></inertial>'
    )


def joint(
    name: str, parent: str, child: str, xyz: str, axis: str, more: str = "", **of: str
) -> str:
    lower, upper = of.get("lower", "-1.5"), of.get("upper", "1.5")
    effort, velocity = of.get("effort", "3.0"), of.get("velocity", "6.4")
    return (
        f'<joint name="{name}" type="revolute"><origin xyz="{xyz}"/><parent link="{parent}"/>'
        f'<child link="{child}"/><axis xyz="{axis}"/><limit lower="{lower}" upper="{upper}"'
        f' effort="{effort}" velocity="{velocity}"/>{more}</joint>'
    )


def naoish(turn: str = "0 0 0", effort: str = "3.0") -> str:
    """A URDF without any shape, with a coupled hip, as published for NAO.

    Args:
        turn: rpy by which the robot is turned in its root link.
    """
    parts = [
        f'<robot name="naoish"><link name="base_link"/><link name="torso">{inertial(1.5)}</link>'
    ]
    parts.append(
        f'<joint name="base" type="fixed"><origin rpy="{turn}"/><parent link="base_link"/>'
        '<child link="torso"/></joint>'
    )
    for side, sign in (("l", 1), ("r", -1)):
        mimic = '<mimic joint="l_hip_yaw" multiplier="-1"/>' if side == "r" else ""
        rows = [
            ("hip_yaw", "torso", f"0 {sign * HIP} -0.05", "0 0 1", "-0.7", "0.7", 0.05, mimic),
            ("hip_roll", "l0", "0 0 0", "1 0 0", "-0.7", "0.7", 0.05, ""),
            ("hip_pitch", "l1", "0 0 0", "0 1 0", "-1.5", "0.6", 0.35, ""),
            ("knee", "l2", f"0 0 -{THIGH}", "0 1 0", "-0.05", "2.1", 0.3, ""),
            ("ankle_pitch", "l3", f"0 0 -{SHIN}", "0 1 0", "-1.2", "0.9", 0.1, ""),
            ("ankle_roll", "l4", "0 0 0", "1 0 0", "-0.5", "0.5", 0.2, ""),
        ]
        above = "torso"
        for name, _, xyz, axis, lower, upper, mass, more in rows:
            link = f"{side}_{name}_link"
            com = (
                "0 0 -0.05" if mass > 0.25 else "0.02 0 -0.02" if name == "ankle_roll" else "0 0 0"
            )
            parts.append(f'<link name="{link}">{inertial(mass, com)}</link>')
            limits = {"lower": lower, "upper": upper, "effort": effort}
            parts.append(joint(f"{side}_{name}", above, link, xyz, axis, more, **limits))
            above = link
        parts.append(
            f'<link name="{side}_sole"/><joint name="{side}_sole_fixed" type="fixed">'
            f'<origin xyz="0 0 -{ANKLE}"/><parent link="{above}"/>'
            f'<child link="{side}_sole"/></joint>'
        )
        shoulder = f"0 {sign * 0.1} 0.1"
        above = "torso"
        for name, xyz, axis, lower, upper in (
            ("shoulder_pitch", shoulder, "0 1 0", "-2", "2"),
            (
                "shoulder_roll",
                "0 0 0",
                "1 0 0",
                "-0.3" if sign > 0 else "-1.3",
                "1.3" if sign > 0 else "0.3",
            ),
            (
                "elbow",
                f"0.1 {sign * 0.015} 0",
                "0 0 1",
                "-1.5" if sign > 0 else "0.02",
                "-0.02" if sign > 0 else "1.5",
            ),
        ):
            link = f"{side}_{name}_link"
            parts.append(f'<link name="{link}">{inertial(0.12, "0.04 0 0")}</link>')
            parts.append(joint(f"{side}_{name}", above, link, xyz, axis, lower=lower, upper=upper))
            above = link
        parts.append(
            f'<link name="{side}_hand"/><joint name="{side}_hand_fixed" type="fixed">'
            f'<origin xyz="0.1 0 0"/><parent link="{above}"/><child link="{side}_hand"/></joint>'
        )
    return "".join(parts) + "</robot>"


def written(folder: Path, text: str, name: str = "naoish.urdf") -> Path:
    """The model as a file."""
    file = folder / name
    file.write_text(text)
    return file


MENAGERIE = """
<mujoco model="menagerie">
  <compiler angle="radian"/>
  <default><geom type="capsule" size="0.03"/><position kp="{kp}" forcerange="-20 20"/></default>
  <worldbody>
    <body name="trunk" pos="0 0 0.5">
      <freejoint/>
      <inertial pos="0 0 0.1" mass="4" diaginertia="0.03 0.03 0.02"/>
      <geom type="box" size="0.06 0.09 0.1" pos="0 0 0.1"/>
      <site name="imu" pos="0.01 0 0.12" euler="0 0 1.5707963"/>
      {legs}
    </body>
  </worldbody>
  <actuator>{actuators}</actuator>
  <sensor><gyro site="imu"/><accelerometer site="imu"/></sensor>
  <keyframe><key name="home" qpos="0 0 0.45 1 0 0 0 {home} {home}"/></keyframe>
</mujoco>"""
LEG = """
<body name="{s}_hip1" pos="0 {y} 0"><inertial pos="0 0 0" mass="0.1" diaginertia="1e-4 1e-4 1e-4"/>
 <joint name="{s}_hip_yaw" axis="0 0 1" range="-1 1"/>
 <body name="{s}_hip2"><inertial pos="0 0 0" mass="0.1" diaginertia="1e-4 1e-4 1e-4"/>
  <joint name="{s}_hip_roll" axis="1 0 0" range="-1 1"/>
  <body name="{s}_thigh"><geom fromto="0 0 -0.04 0 0 -0.16" mass="0.4"/>
   <joint name="{s}_hip_pitch" axis="0 1 0" range="-2 1"/>
   <body name="{s}_shin" pos="0 0 -0.2"><geom fromto="0 0 -0.04 0 0 -0.16" mass="0.3"/>
    <joint name="{s}_knee" axis="0 1 0" range="0 2.3"/>
    <body name="{s}_ankle" pos="0 0 -0.2">
     <inertial pos="0 0 0" mass="0.1" diaginertia="1e-4 1e-4 1e-4"/>
     <joint name="{s}_ankle_pitch" axis="0 1 0" range="-1 1"/>
     <body name="{s}_foot"><joint name="{s}_ankle_roll" axis="1 0 0" range="-0.6 0.6"/>
      <geom size="0.012" fromto="-0.05 0.03 -0.04 0.1 0.03 -0.04" mass="0.1"/>
      <geom size="0.012" fromto="-0.05 -0.03 -0.04 0.1 -0.03 -0.04" mass="0.1"/>
     </body></body></body></body></body></body>"""
JOINTS = ("hip_yaw", "hip_roll", "hip_pitch", "knee", "ankle_pitch", "ankle_roll")


def menagerie(kp: float = 80.0) -> str:
    """An MJCF in the style of Menagerie: capsules as soles, position actuators, a home keyframe."""
    legs = LEG.format(s="left", y=0.08) + LEG.format(s="right", y=-0.08)
    names = [f"{side}_{name}" for side in ("left", "right") for name in JOINTS]
    actuators = "".join(f'<position name="{name}" joint="{name}"/>' for name in names)
    home = "0 0 -0.3 0.6 -0.3 0"
    return MENAGERIE.format(kp=kp, legs=legs, actuators=actuators, home=home)
