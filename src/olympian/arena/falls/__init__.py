"""Falls: shoves, blows, and what protection is worth."""

from olympian.arena.falls.referee import FallReferee, walks_on

__all__ = ["FallReferee", "walks_on"]
