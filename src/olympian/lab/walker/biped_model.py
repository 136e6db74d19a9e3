"""The thesis's simulated biped (5.2.3) as a MuJoCo model: it lives in the plane of its walk."""

from dataclasses import dataclass

import mujoco

SIDES = ("left", "right")
TIME_STEP = 0.0005
"""Short, because the feet strike hard: an impact is over in 2 ms."""
ANKLE = 0.015
"""Height of the ankle above the ground, m."""
LEVEL = 0.6
"""Stiffness that keeps a swinging sole level, N m/rad."""


@dataclass(frozen=True)
class BipedModel:
    """Masses and lengths; the sizes of a FUmanoid, without its trunk. SI units."""

    hip_mass: float = 2.5
    thigh_mass: float = 0.2
    shank_mass: float = 0.15
    foot_mass: float = 0.05
    leg: float = 0.3
    """hip to ground with the knee at rest"""
    sole_front: float = 0.05
    sole_back: float = 0.05
    friction: float = 0.8

    @property
    def mass(self) -> float:
        """The whole biped, kg."""
        return self.hip_mass + 2 * (self.thigh_mass + self.shank_mass + self.foot_mass)

    def compile(self) -> mujoco.MjModel:
        """Hip on two slides (ahead, up), legs that swing, knees that slide, soles that turn.

        The hip is a point: it has no attitude. The hip servo turns one leg against the other (a
        tendon over both hinges), so nothing outside the biped ever pushes it along.
        """
        return mujoco.MjModel.from_xml_string(self._xml())

    def _xml(self) -> str:
        legs = "".join(self._leg(side, 0.04 if side == "left" else -0.04) for side in SIDES)
        motors = "".join(_motors(side) for side in SIDES)
        return f"""
        <mujoco model="walker">
          <option timestep="{TIME_STEP}" integrator="implicitfast" cone="elliptic"/>
          <default>
            <geom contype="0" conaffinity="0"/>
            <default class="sole">
              <geom contype="1" friction="{self.friction} 0.005 0.0001" solref="0.003 1"/>
            </default>
          </default>
          <worldbody>
            <geom name="floor" type="plane" size="0 0 1" conaffinity="1"
                  friction="{self.friction} 0.005 0.0001" solref="0.003 1"/>
            <body name="hip" pos="0 0 {self.leg}">
              <joint name="ahead" type="slide" axis="1 0 0"/>
              <joint name="up" type="slide" axis="0 0 1"/>
              <geom type="sphere" size="0.03" mass="{self.hip_mass}"/>
              {legs}
            </body>
          </worldbody>
          <tendon>
            <fixed name="legs">
              <joint joint="left_hip" coef="1"/><joint joint="right_hip" coef="-1"/>
            </fixed>
          </tendon>
          <actuator>
            <position name="legs" tendon="legs" kp="40" kv="0.8" forcerange="-6 6"/>
            {motors}
          </actuator>
          <sensor>
            <subtreecom name="com" body="hip"/>
          </sensor>
        </mujoco>"""

    def _leg(self, side: str, y: float) -> str:
        half, ankle = self.leg / 2, ANKLE
        length = self.sole_front + self.sole_back
        middle = (self.sole_front - self.sole_back) / 2
        return f"""
        <body name="{side}_thigh" pos="0 {y} 0">
          <joint name="{side}_hip" axis="0 1 0" damping="0.005"/>
          <geom type="capsule" fromto="0 0 0 0 0 {-half}" size="0.012" mass="{self.thigh_mass}"/>
          <body name="{side}_shank" pos="0 0 {-half}">
            <joint name="{side}_knee" type="slide" axis="0 0 -1" armature="0.05"/>
            <geom type="capsule" fromto="0 0 0 0 0 {ankle - half}" size="0.009"
                  mass="{self.shank_mass}"/>
            <body name="{side}_foot" pos="0 0 {ankle - half}">
              <joint name="{side}_ankle" axis="0 1 0" damping="0.003" armature="0.0002"/>
              <geom name="{side}_sole" class="sole" type="box" pos="{middle} 0 {-ankle / 2}"
                    size="{length / 2} 0.025 {ankle / 2}" mass="{self.foot_mass}"/>
            </body>
          </body>
        </body>"""


def _motors(side: str) -> str:
    return f"""
    <position name="{side}_knee" joint="{side}_knee" kp="20000" kv="200" forcerange="-150 150"/>
    <position name="{side}_level" joint="{side}_ankle" kp="{LEVEL}" kv="0.02"/>
    <motor name="{side}_ankle" joint="{side}_ankle" gear="-1"/>"""
