"""How far the clocks of team mates are ahead or behind."""

from dataclasses import dataclass
from math import inf

__all__ = ["ClockOffset"]

DRIFT = 1e-4
"""By how much two clocks may part: seconds in each second."""
ONE_WAY_S = 0.5
"""What a time that went one way only may be wrong by: nobody knows how long it took."""


@dataclass(slots=True)
class ClockOffset:
    """Own clock minus a mate's, from what goes to and fro.

    A message that tells when ours was heard closes a round trip; half of it is how long one way
    takes. The quickest round trip says most, until it is so old that the clocks may have parted.
    """

    seconds: float = 0.0
    """To be added to the mate's times."""
    _off: float = inf
    _at: float = 0.0

    @property
    def known(self) -> bool:
        """Was anything heard?"""
        return self._off < inf

    def error(self, now: float) -> float:
        """Seconds that it may be wrong by."""
        return self._off + DRIFT * (now - self._at)

    def learn(self, said: float, heard: float, round_trip: float | None) -> None:
        """One message more.

        Args:
            said: when it was sent, by the mate's clock.
            heard: when it came, by the own clock.
            round_trip: seconds that a message there and this one back were under way.
        """
        way = ONE_WAY_S if round_trip is None else max(round_trip, 0.0) / 2.0
        if way > self.error(heard):
            return
        self.seconds = heard - said - (0.0 if round_trip is None else way)
        self._off, self._at = way, heard
