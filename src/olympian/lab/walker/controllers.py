"""The walks of chapter 7 by name: which stabilisers, which energizer, which figure."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from olympian.errors import unknown
from olympian.lab.walker.biped_gait import BipedGait
from olympian.lab.walker.biped_model import BipedModel
from olympian.lab.walker.stabilise import (
    AnkleTorque,
    ContactSync,
    LegLengthControl,
    Stabiliser,
    StepByEnergy,
    StepBySymmetry,
)

Recipe = Callable[[BipedGait, BipedModel], Sequence[Stabiliser]]


@dataclass(frozen=True)
class Controller:
    """How to walk, and which figure of the thesis shows it."""

    name: str
    figure: str
    says: str
    gait: BipedGait
    stabilisers: Recipe


PLENTY = 0.008
"""Energizer that gives more than steps of the usual length lose: step length has to take it."""
SCARCE = 0.001
"""Energizer that gives less: steps come to nothing."""

CONTROLLERS = {
    controller.name: controller
    for controller in (
        Controller("open", "7.8", "clock only", BipedGait(), lambda _g, _m: ()),
        Controller(
            "contact", "7.9", "steps begin at heel strike", BipedGait(),
            lambda gait, _m: (ContactSync(gait),),
        ),
        Controller(
            "ankle", "7.10", "clock, ankle torque is the only source of energy",
            BipedGait(extend=0.0), lambda gait, model: (AnkleTorque(gait, model),),
        ),
        Controller(
            "energy", "7.11", "heel strike, step length by energy", BipedGait(extend=PLENTY),
            lambda gait, model: (ContactSync(gait), StepByEnergy(gait, model)),
        ),
        Controller(
            "symmetry", "7.12", "heel strike, swing leg mirrors stance leg",
            BipedGait(extend=PLENTY), lambda gait, _m: (ContactSync(gait), StepBySymmetry()),
        ),
        Controller(
            "symmetry_clock", "7.13b", "clock, swing leg mirrors stance leg",
            BipedGait(extend=PLENTY), lambda _g, _m: (StepBySymmetry(),),
        ),
        Controller(
            "symmetry_weak", "7.13a", "clock, swing leg mirrors stance leg, hardly any energy",
            BipedGait(extend=SCARCE), lambda _g, _m: (StepBySymmetry(),),
        ),
        Controller(
            "length", "7.14", "heel strike, stance leg length is the only source of energy",
            BipedGait(extend=0.0), lambda gait, _m: (ContactSync(gait), LegLengthControl(gait)),
        ),
    )
}  # fmt: skip


def choose_controller(name: str) -> Controller:
    """The controller of that name."""
    if name not in CONTROLLERS:
        raise unknown("controller", name, [*CONTROLLERS, "all"])
    return CONTROLLERS[name]
