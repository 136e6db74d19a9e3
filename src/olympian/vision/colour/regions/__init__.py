"""Connected pixels of one class, grown line by line."""

from olympian.vision.colour.regions.field import Rule, State, empty, new_state
from olympian.vision.colour.regions.regions import Region, Regions

__all__ = ["Region", "Regions", "Rule", "State", "empty", "new_state"]
