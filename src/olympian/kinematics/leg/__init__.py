"""Legs of six joints: closed forms chosen from the axes, and the tree of their solutions."""

from olympian.kinematics.leg.closed_form import ClosedForm, why_not
from olympian.kinematics.leg.geometry import LegKind
from olympian.kinematics.leg.roles import LegRole, leg_roles

__all__ = ["ClosedForm", "LegKind", "LegRole", "leg_roles", "why_not"]
