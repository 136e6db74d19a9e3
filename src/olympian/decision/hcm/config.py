"""Numbers of the control module."""

from typing import Annotated

from msgspec import Meta

from olympian.robot.files import Table

Seconds = Annotated[float, Meta(ge=0)]


class HcmConfig(Table, frozen=True, kw_only=True):
    """Times and limits; all have a reason beside them, and none depends on the robot's size."""

    startup_s: Seconds = 0.1
    """Sensors are believed from then on; a stale one is told from a slow one later."""
    idle_s: Seconds = 120.0
    """Nobody wanted anything for so long: sit down and let the motors rest. 0: never."""
    recent_s: Seconds = 0.1
    """A skill whose last granted goal is older has ended."""
    animation_recent_s: Seconds = 0.3
    """The same for animations, which may pause between two frames."""
    get_up: bool = True
    """Get up by itself? Else it lies until `Hcm.get_up` is called."""
    attempts: Annotated[int, Meta(ge=1)] = 5
    """To get up, before it stays down and says so."""
    still: Annotated[float, Meta(gt=0)] = 0.2
    """Mean rate of turn, rad/s, below which a lying robot has come to rest."""
    lie_s: Seconds = 0.2
    """It must have been still for so long before it gets up."""
    lie_most_s: Seconds = 2.0
    """After so long it tries even if it does not come to rest."""
    brace_most_s: Seconds = 1.5
    """A fall is over after so long, whatever the sensors say."""
    limp_s: Seconds = 0.3
    """Time to go soft after a fall."""
    unloaded_s: Seconds = 0.4
    """Upright with nothing under the soles for so long: somebody picked it up."""
    finish_most_s: Seconds = 3.0
    """A skill that has not come to its end by then is cut short."""
    retry_s: Seconds = 1.0
    """Between two attempts to switch a tripped servo on again."""
