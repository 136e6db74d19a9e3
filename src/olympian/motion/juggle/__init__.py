"""Keeping a ball up with a foot: flights, contacts, the paddle's way, and the whole body."""

from olympian.motion.juggle.bounce import Bounce, parse_bounce
from olympian.motion.juggle.contact import Contact
from olympian.motion.juggle.contact_plan import ContactPlan, Steering, parse_steering
from olympian.motion.juggle.flight import Flight
from olympian.motion.juggle.foot_path import FootPath, PaddleState
from olympian.motion.juggle.joint_drive import DriveOptions
from olympian.motion.juggle.juggle import BallEye, Juggle
from olympian.motion.juggle.juggler import Juggler, check_plate
from olympian.motion.juggle.outfit import PADDLE, PLATE, equipped
from olympian.motion.juggle.stance import Board, JugglingStance, stance
from olympian.motion.juggle.striker import StrikerOptions

__all__ = [
    "PADDLE",
    "PLATE",
    "BallEye",
    "Board",
    "Bounce",
    "Contact",
    "ContactPlan",
    "DriveOptions",
    "Flight",
    "FootPath",
    "Juggle",
    "Juggler",
    "JugglingStance",
    "PaddleState",
    "Steering",
    "StrikerOptions",
    "check_plate",
    "equipped",
    "parse_bounce",
    "parse_steering",
    "stance",
]
