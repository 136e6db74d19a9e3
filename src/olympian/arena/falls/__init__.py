"""Falls: shoves, blows, and what protection is worth."""

from olympian.arena.falls.referee import FallReferee
from olympian.arena.falls.walk_on import walks_on

__all__ = ["FallReferee", "walks_on"]
