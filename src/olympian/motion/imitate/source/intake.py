"""Where raw skeletons and lines of any dialect become aligned skeletons."""

from olympian.errors import OlympianError
from olympian.geometry import frozen
from olympian.motion.imitate.skeleton import Skeleton
from olympian.motion.imitate.source.alignment import Alignment, Hand, align, check_declared
from olympian.motion.imitate.source.flood import newest_lines
from olympian.motion.imitate.source.json_line import Dialect, Header, read_line
from olympian.motion.imitate.trouble import Trouble, Troubles

__all__ = ["Intake"]

OURS = Alignment(frozen([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]), 1.0)


class Intake:
    """Finds out once how a stream lies, from the first whole trunk, and then aligns all of it."""

    def __init__(
        self,
        troubles: Troubles,
        units: str | None = None,
        up: str | None = None,
        hand: Hand | None = None,
    ) -> None:
        """Args: hand: of the axes; None: OpenNI's where y is up, right everywhere else."""
        check_declared(units, up)
        self._troubles = troubles
        self._units, self._up, self._hand = units, up, hand
        self._alignment: Alignment | None = None

    def lines(self, data: bytes, now: float) -> list[Skeleton]:
        """Skeletons of what arrived in one tick, as many of the newest as it has time for."""
        read = (self.line(line, now) for line in newest_lines(data, self._troubles, now))
        return [skeleton for skeleton in read if skeleton is not None]

    def line(self, text: str | bytes, now: float, where: str = "") -> Skeleton | None:
        """The skeleton of a line, if it is one; anything else is told and left out."""
        if not text.strip():
            return None
        try:
            read = read_line(text)
            if isinstance(read, Header):
                self._declare(read)
                return None
            return self.skeleton(read, now)
        except OlympianError as error:
            self._troubles.note(Trouble.MALFORMED, now, f"{where}{error}")
            return None

    def skeleton(self, raw: Skeleton, now: float) -> Skeleton | None:
        """An aligned skeleton; None before a whole trunk was seen."""
        if self._alignment is None:
            self._alignment = self._found(raw)
            if self._alignment is None:
                self._troubles.note(Trouble.MISSING, now, "the trunk, so that up is unknown")
                return None
            if self._alignment.guessed:
                self._troubles.note(Trouble.WIDE, now)
        return self._alignment(raw)

    def _declare(self, header: Header) -> None:
        check_declared(header.units, header.up)
        self._units, self._up = header.units or self._units, header.up or self._up
        if header.stream is Dialect.OURS:
            self._alignment = OURS
        else:
            self._hand = header.stream.hand

    def _found(self, raw: Skeleton) -> Alignment | None:
        if self._hand is not None:
            return align(raw, self._units, self._up, self._hand)
        found = align(raw, self._units, self._up)
        if found is not None and found.R_ours_sensor[2, 1] > 0.0:
            found = align(raw, self._units, self._up, Hand.FACING)
        return found
