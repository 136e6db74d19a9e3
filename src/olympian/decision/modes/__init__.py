"""HOly's three layers: mode selection, the mode's state machine, sequences of poses."""

from olympian.decision.modes.assemble import PROTECTIVE, mode_machine
from olympian.decision.modes.body import Body
from olympian.decision.modes.machine import ModeMachine
from olympian.decision.modes.mode import Mode
from olympian.decision.modes.parameter import Parameter
from olympian.decision.modes.run import RunMode
from olympian.decision.modes.stand import StandMode
from olympian.motion.settle import PostureGlide

__all__ = [
    "PROTECTIVE",
    "Body",
    "Mode",
    "ModeMachine",
    "Parameter",
    "PostureGlide",
    "RunMode",
    "StandMode",
    "mode_machine",
]
