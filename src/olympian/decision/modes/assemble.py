"""The mode machine of a robot, with everything the library has for it."""

from olympian.decision.modes.machine import ModeMachine
from olympian.motion.animate import Animator, ComplianceHook, load_movement, movement_names
from olympian.motion.step import Stepper, gait_names, read_gait
from olympian.robot import Robot

__all__ = ["mode_machine"]


def mode_machine(robot: Robot, on_compliance: ComplianceHook | None = None) -> ModeMachine:
    """A machine that offers every mode for which the library has movements and gaits.

    Args:
        on_compliance: how registers of the servos are switched with a movement or a gait.
    """
    sets = [load_movement(robot, name) for name in movement_names(robot.name)]
    gaits = {name: read_gait(robot.name, name) for name in gait_names(robot.name)}
    animator = Animator(robot, sets, on_compliance, robot.ready)
    if not gaits:
        return ModeMachine(robot, animator)
    stepper = Stepper(robot, next(iter(gaits.values())), on_compliance)
    return ModeMachine(robot, animator, stepper, gaits)
