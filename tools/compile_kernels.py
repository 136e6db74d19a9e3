"""Compiles what every robot that walks needs, different kernels in two processes at once.

A first command would compile them one after another, and of two test processes each would compile
them all. `make` runs this once, and again when a kernel has changed.
"""

import subprocess
import sys
from collections.abc import Callable

JOBS: dict[str, Callable[[], None]] = {}


def job(function: Callable[[], None]) -> Callable[[], None]:
    """A part of the work that needs little of what the others compile."""
    JOBS[function.__name__] = function
    return function


@job
def legs() -> None:
    """Where legs have to be: their solver, then the walk's pose, the longest kernel of all."""
    from olympian.kinematics import closed_form
    from olympian.motion.walk.pose_kernel import pose_kernel
    from olympian.robot import load_robot

    leg = closed_form(load_robot("bioloid").legs[0].chain)
    assert leg is not None
    leg.nearest(leg.kernel.forward(0.1 * leg.chain.upper), 0.1 * leg.chain.upper)
    pose_kernel()


@job
def body() -> None:
    """What a standing robot feels and does; first what the pose has for legs that need Newton."""
    from olympian.compiled import direct
    from olympian.humanoid import BareHumanoid
    from olympian.kinematics.leg.nearest import nearest_polished
    from olympian.motion.hold import Hold
    from olympian.motion.walk.landing import flight
    from olympian.robot import load_robot

    direct(nearest_polished, "int64(float64[::1], float64[:, :], float64[:], float64[:])")
    robot = load_robot("bioloid")
    one = BareHumanoid(robot, Hold(robot.ready))
    for _ in range(3):
        one.tick()
    flight()


def main() -> int:
    """Run the job that is named, or all of them at once, each in a process of its own."""
    if len(sys.argv) > 1:
        JOBS[sys.argv[1]]()
        return 0
    # one counts for all: lines of two would write over each other
    running = [
        subprocess.Popen(
            [sys.executable, __file__, name],
            stderr=subprocess.DEVNULL if index else None,
        )
        for index, name in enumerate(JOBS)
    ]
    return max(process.wait() for process in running)


if __name__ == "__main__":
    sys.exit(main())
