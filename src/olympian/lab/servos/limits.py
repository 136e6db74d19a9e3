"""The search for a joint's stops on one servo in hand."""

from olympian.errors import OlympianError
from olympian.lab.servos.bench_servo import BenchServo
from olympian.motion import SkillStatus
from olympian.motion.calibrate import WEAK, FoundLimits, LimitSearch

STEP_S = 0.03


def find_limits(horn: BenchServo) -> FoundLimits:
    """Drive a joint to both its stops and back to where it was; rad of its servo.

    Whatever happens (Ctrl-C as well), its motor is off afterwards and its strength is as before.

    Raises: OlympianError: it hardly moves at all, or its motor does not push.
    """
    register = horn.layout.settings["torque_limit"]
    full = horn.get(register.name)
    search = LimitSearch(*horn.range)
    try:
        horn.weaken(WEAK)
        while search.status is SkillStatus.RUNNING:
            now = horn.state()
            horn.go(search.step(now.angle, now.load, STEP_S))
            horn.wait(STEP_S)
    finally:
        horn.power(False)
        horn.bus.write(horn.id, register.address, register.encode(full))
    if search.found is None:
        raise OlympianError(f"{horn.name} {search.reason}")
    return search.found
