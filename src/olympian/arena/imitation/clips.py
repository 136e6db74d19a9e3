"""Generated people: choreographies by name, and clips of them as a depth camera would bring them.

None of this was recorded from a living person; `recordings` reads those who were.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from olympian.arena.imitation.choreography import Choreography, PersonMove
from olympian.arena.imitation.person import ArmHold, Person, PersonStance
from olympian.arena.imitation.sensor import seen_by_camera
from olympian.errors import unknown
from olympian.motion.imitate import Skeleton

__all__ = ["BRISK", "CHOREOGRAPHIES", "SLOW", "clip", "long_clip"]

HANG = ArmHold()
OUT = ArmHold((0.0, 1.0, -0.1), (0.05, 1.0, 0.0))
AHEAD = ArmHold((1.0, 0.15, -0.2), (1.0, 0.0, 0.0))
UP = ArmHold((0.15, 0.35, 1.0), (0.1, 0.15, 1.0))
GUARD = ArmHold((0.35, 0.25, -1.0), (0.75, -0.15, 0.65))
WAVE_OUT = ArmHold((0.0, 0.9, 0.25), (0.1, 0.65, 1.0))
WAVE_IN = ArmHold((0.0, 0.9, 0.25), (0.1, -0.35, 1.0))
HIPS = ArmHold((-0.3, 0.6, -0.8), (0.2, -0.6, -0.7))
ROUND = ArmHold((0.8, 0.5, -0.35), (0.8, -0.6, 0.05))
LOW = ArmHold((0.35, 0.3, -0.9), (0.9, 0.1, -0.35))
ASIDE = ArmHold((0.05, 0.3, -1.0), (0.1, 0.25, -1.0))
OVERHEAD = ArmHold((0.05, 0.4, 1.0), (0.05, 0.2, 1.0))
ACROSS = ArmHold((0.8, -0.1, -0.3), (0.6, -0.8, 0.1))
BENT_UP = ArmHold((0.05, 1.0, 0.0), (0.1, 0.3, 1.0))
BACK = ArmHold((-0.5, 0.35, -0.8), (-0.35, 0.3, -0.9))
TELLS = (
    ArmHold((0.35, 0.25, -1.0), (0.9, 0.1, -0.1)),
    ArmHold((0.35, 0.3, -1.0), (0.85, 0.35, 0.4)),
    ArmHold((0.4, 0.4, -0.95), (0.7, 0.7, 0.0)),
)
"""Of one who talks with the hands"""


def _arms(left: ArmHold, right: ArmHold, **rest: Any) -> PersonStance:
    return PersonStance(left_arm=left, right_arm=right, **rest)


def _wave() -> tuple[PersonMove, ...]:
    swings = [PersonMove(_arms(HANG, hold), 0.5, 0.05) for hold in 3 * (WAVE_OUT, WAVE_IN)]
    return (PersonMove(_arms(HANG, WAVE_OUT), 1.2), *swings)


def _crouch() -> tuple[PersonMove, ...]:
    deep = (0.0, 0.0, -0.32)
    return (
        PersonMove(_arms(AHEAD, AHEAD, pelvis=(-0.03, 0.0, -0.32), lean_deg=(0, 18, 0)), 1.8, 0.6),
        PersonMove(_arms(HANG, HANG), 1.6, 0.4),
        PersonMove(_arms(LOW, LOW, pelvis=deep, lean_deg=(0, 10, 0)), 1.8, 0.6),
    )


def _box() -> tuple[PersonMove, ...]:
    left, right = replace(AHEAD), replace(AHEAD)
    bent = {"pelvis": (0.0, 0.0, -0.08)}
    return (
        PersonMove(_arms(GUARD, GUARD, **bent), 1.2),
        PersonMove(_arms(left, GUARD, lean_deg=(0, 0, -12), **bent), 0.7),
        PersonMove(_arms(GUARD, GUARD, **bent), 0.7),
        PersonMove(_arms(GUARD, right, lean_deg=(0, 0, 12), **bent), 0.7),
        PersonMove(_arms(GUARD, GUARD, **bent), 0.7),
    )


def _dance() -> tuple[PersonMove, ...]:
    sway = [
        PersonMove(
            _arms(
                UP if sign > 0 else OUT,
                OUT if sign > 0 else UP,
                pelvis=(0.0, 0.10 * sign, -0.06),
                lean_deg=(-8.0 * sign, 0.0, 10.0 * sign),
                head_deg=(25.0 * sign, 0.0),
            ),
            1.3,
        )
        for sign in (1.0, -1.0, 1.0, -1.0)
    ]
    return (*sway, PersonMove(_arms(ROUND, ROUND, pelvis=(0.0, 0.0, -0.2)), 1.2))


def _reach() -> tuple[PersonMove, ...]:
    return tuple(PersonMove(_arms(hold, hold), 1.4) for hold in (AHEAD, UP, OUT, LOW))


def _bow() -> tuple[PersonMove, ...]:
    return (
        PersonMove(
            _arms(HANG, HANG, pelvis=(-0.08, 0, -0.03), lean_deg=(0, 35, 0), head_deg=(0, 20)),
            1.8,
            0.8,
        ),
        PersonMove(_arms(OUT, OUT), 1.5),
        PersonMove(_arms(HIPS, HIPS, lean_deg=(0, -8, 0), head_deg=(0, -15)), 1.5),
    )


def _lean() -> tuple[PersonMove, ...]:
    return tuple(
        PersonMove(
            _arms(
                UP if sign > 0 else HIPS,
                HIPS if sign > 0 else UP,
                pelvis=(0.0, 0.05 * sign, -0.02),
                lean_deg=(18.0 * sign, 0.0, 0.0),
            ),
            1.8,
        )
        for sign in (-1.0, 1.0, -1.0)
    )


def _look() -> tuple[PersonMove, ...]:
    turned = ((40.0, 0.0), (-40.0, 10.0), (0.0, 25.0), (20.0, -15.0))
    return tuple(PersonMove(_arms(HIPS, HANG, head_deg=head), 1.2) for head in turned)


def _one_leg(left: bool) -> tuple[PersonMove, ...]:
    """Weight over one foot, the other foot up for a while."""
    sign = -1.0 if left else 1.0  # which way the pelvis goes: over the foot that stays
    over = (0.0, 0.15 * sign, -0.01)
    up = (0.08, 0.0, 0.18)
    feet = {"left_foot": up} if left else {"right_foot": up}
    return (
        PersonMove(_arms(OUT, OUT, pelvis=over), 1.8, 0.6),
        PersonMove(_arms(OUT, OUT, pelvis=over, **feet), 1.4, 2.5),
        PersonMove(_arms(OUT, OUT, pelvis=over), 1.4, 0.5),
    )


def _side_leg() -> tuple[PersonMove, ...]:
    over = (0.0, 0.16, -0.01)
    return (
        PersonMove(_arms(OUT, HIPS, pelvis=over), 1.8, 0.5),
        PersonMove(
            _arms(OUT, HIPS, pelvis=over, right_foot=(0.0, 0.2, 0.12), lean_deg=(-6, 0, 0)),
            1.6,
            2.0,
        ),
        PersonMove(_arms(OUT, HIPS, pelvis=over), 1.6, 0.4),
    )


def _tai_chi() -> tuple[PersonMove, ...]:
    return (
        PersonMove(_arms(ROUND, ROUND, pelvis=(0, 0, -0.12)), 2.0),
        PersonMove(_arms(AHEAD, GUARD, pelvis=(0, 0.1, -0.15), lean_deg=(0, 0, -20)), 2.0),
        PersonMove(_arms(GUARD, AHEAD, pelvis=(0, -0.1, -0.15), lean_deg=(0, 0, 20)), 2.0),
        PersonMove(_arms(UP, LOW, pelvis=(0, 0, -0.1), head_deg=(15, 0)), 2.0),
    )


def _conduct() -> tuple[PersonMove, ...]:
    holds = ((ROUND, AHEAD), (OUT, LOW), (LOW, OUT), (AHEAD, ROUND), (UP, UP))
    return tuple(PersonMove(_arms(a, b, head_deg=(8.0, 5.0)), 1.0, 0.1) for a, b in holds)


def _pick_up() -> tuple[PersonMove, ...]:
    down = PersonStance(LOW, LOW, (-0.06, 0.0, -0.34), (0.0, 28.0, 8.0), (0.0, 15.0))
    return (
        PersonMove(down, 2.2, 0.6),
        PersonMove(_arms(AHEAD, AHEAD), 1.8),
        PersonMove(_arms(UP, UP), 1.6),
    )


def _poses() -> tuple[PersonMove, ...]:
    """Arms held anywhere before, beside and above the body: what an error can be measured on."""
    chance = np.random.default_rng(2015)
    return tuple(PersonMove(_arms(_any_arm(chance), _any_arm(chance)), 1.0, 1.2) for _ in range(14))


def _any_arm(chance: np.random.Generator) -> ArmHold:
    upper = np.array([0.3, 0.8, 0.0]) + chance.normal(size=3)
    upper /= np.linalg.norm(upper)
    fore = np.array([0.3, 0.0, 0.0]) + upper + 0.8 * chance.normal(size=3)
    return ArmHold(tuple(upper.tolist()), tuple(fore.tolist()))


def _jumping_jacks() -> tuple[PersonMove, ...]:
    """Twice in two seconds, as sportsmen do them: each way is half a second long."""
    apart = {"left_foot": (0.0, 0.3, 0.0), "right_foot": (0.0, 0.3, 0.0)}
    up = PersonMove(_arms(OVERHEAD, OVERHEAD, pelvis=(0.0, 0.0, -0.05), **apart), 0.48, 0.02)
    return 8 * (up, PersonMove(_arms(ASIDE, ASIDE), 0.48, 0.02))


def _range_of_motion() -> tuple[PersonMove, ...]:
    """What a recording begins with: both arms through all they can do, without a rest."""
    holds = (AHEAD, UP, OUT, ACROSS, OUT, BENT_UP, UP, AHEAD, LOW, BACK, ASIDE, OUT, AHEAD)
    both = tuple(PersonMove(_arms(hold, hold), 0.8, 0.0) for hold in holds)
    pairs = ((UP, LOW), (ACROSS, OUT), (LOW, UP), (OUT, ACROSS), (BENT_UP, AHEAD), (BACK, UP))
    return (*both, *(PersonMove(_arms(a, b), 0.8, 0.0) for a, b in pairs))


def _gestures() -> tuple[PersonMove, ...]:
    """Quick ones of somebody who tells a story: three a second, each an eighth of a turn."""
    order = (0, 1, 2, 1, 0, 2, 0, 1, 0, 2, 1, 2, 0, 1, 0, 1, 2, 0)
    pairs = zip(order, (*order[5:], *order[:5]), strict=True)
    begin = PersonMove(_arms(TELLS[0], TELLS[0]), 0.8, 0.1)
    return (begin, *(PersonMove(_arms(TELLS[a], TELLS[b]), 0.35, 0.02) for a, b in pairs))


CHOREOGRAPHIES = {
    one.name: one
    for one in (
        Choreography("wave", _wave()),
        Choreography("crouch", _crouch()),
        Choreography("box", _box()),
        Choreography("dance", _dance()),
        Choreography("reach", _reach()),
        Choreography("bow", _bow()),
        Choreography("lean", _lean()),
        Choreography("look", _look()),
        Choreography("left_leg_up", _one_leg(left=True)),
        Choreography("right_leg_up", _one_leg(left=False)),
        Choreography("leg_aside", _side_leg()),
        Choreography("tai_chi", _tai_chi()),
        Choreography("conduct", _conduct()),
        Choreography("pick_up", _pick_up()),
        Choreography("poses", _poses()),
        Choreography("jumping_jacks", _jumping_jacks(), turning=True),
        Choreography("range_of_motion", _range_of_motion(), turning=True),
        Choreography("gestures", _gestures(), turning=True),
    )
}
BRISK = ("jumping_jacks", "range_of_motion", "gestures")
"""Arms that hardly ever rest, and some that no servo of these robots can follow."""
SLOW = tuple(name for name in CHOREOGRAPHIES if name not in ("poses", *BRISK))
"""What the whole body is tried on: all of them stay in one place."""
ARMS_AND_CROUCH = ("wave", "reach", "crouch", "box", "conduct", "tai_chi", "pick_up")
"""What HOly's method is tried on for ten minutes."""


def clip(
    name: str,
    seed: int | None = None,
    hz: float = 30.0,
    height: float | None = None,
    camera: bool = True,
) -> list[Skeleton]:
    """A choreography, perfect without a seed, and otherwise of some person as a camera brings it.

    Args:
        camera: as an RGB-D camera brings it; otherwise as a perfect one would.
        height: of the person in metres; by chance if None.
    """
    if name not in CHOREOGRAPHIES:
        raise unknown("choreography", name, CHOREOGRAPHIES)
    if seed is None:
        return CHOREOGRAPHIES[name].skeletons(hz)
    chance = np.random.default_rng([seed, list(CHOREOGRAPHIES).index(name)])
    by_chance = float(chance.uniform(1.55, 1.95))
    person = Person(height=by_chance if height is None else height)
    true = CHOREOGRAPHIES[name].skeletons(hz, person, chance)
    return seen_by_camera(true, chance) if camera else true


def long_clip(seconds: float, seed: int) -> Iterator[Skeleton]:
    """Arms and crouches of one noisy person, one after another, for so long."""
    start, index = 0.0, 0
    while start < seconds:
        name = ARMS_AND_CROUCH[index % len(ARMS_AND_CROUCH)]
        skeletons = clip(name, seed + index, height=Person.height)
        for skeleton in skeletons:
            if start + skeleton.t < seconds:
                yield replace(skeleton, t=start + skeleton.t)
        start += skeletons[-1].t + 1.0 / 30.0
        index += 1
