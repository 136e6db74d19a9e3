"""How often a player may speak: the team's messages are counted."""

from olympian.team.game.state import GameState

__all__ = ["MessageBudget"]

TOTAL = 12_000
"""Messages of a team in a game, where no GameController says how many are left."""
PLAYERS = 4
GAME_S = 2 * 600.0
PAUSES_S = 300.0
"""Seconds for which the clock stands in a game and messages go on."""
RESERVE = 0.05
"""Share of the budget that is not spent: mates count by what they hear, and that is late."""
MOST_PER_S = 5.0
LOADED = 12.0
"""Messages that may be saved up for a moment in which much happens."""
KEPT = 4.0
"""Of these, what only news may spend."""


class MessageBudget:
    """A bucket that fills as fast as the rest of the budget lasts for the rest of the game."""

    def __init__(
        self, players: int | None = None, total: int = TOTAL, game_s: float = GAME_S
    ) -> None:
        """Args:
        players: who share it; None: as many as a GameController says a team has, or `PLAYERS`.
        total: messages of the team; what a GameController says counts more.
        game_s: length of the game, where no GameController says how much is left.
        """
        self._players, self._total, self._game_s = players, total, game_s
        self.reset()

    def reset(self) -> None:
        """A new game."""
        self.spent = 0
        """Messages of this player."""
        self.rate = 0.0
        """Messages a second that it may send now on the average."""
        self._bucket = LOADED
        self._begun: float | None = None
        self._now = 0.0
        self._half = 0.0

    def step(self, now: float, game: GameState | None) -> None:
        """Let time pass. Args: now: own clock, s."""
        if self._begun is None:
            self._begun = self._now = now
        left, share = self._left(now, game), self._share(game)
        self.rate = min(max(share, 0.0) / left, MOST_PER_S) if share >= 1.0 else 0.0
        dt, self._now = max(now - self._now, 0.0), now
        self._bucket = min(self._bucket + self.rate * dt, LOADED)

    def may(self, news: bool) -> bool:
        """May it speak now? Args: news: has something happened, or does it only say it is there?"""
        return self.rate > 0.0 and self._bucket >= (1.0 if news else KEPT)

    def spend(self) -> None:
        """It has spoken."""
        self.spent += 1
        self._bucket -= 1.0

    def _share(self, game: GameState | None) -> float:
        """Messages that are left for this player."""
        players = self._players or (game and game.players_per_team) or PLAYERS
        most = self._total * (1.0 - RESERVE) / players - self.spent
        told = None if game is None else game.mine.message_budget
        if game is None or told is None:
            return most
        share = (told - RESERVE * self._total) / players
        return min(share, most)

    def _left(self, now: float, game: GameState | None) -> float:
        """Seconds for which it has to last."""
        if game is None:
            begun = now if self._begun is None else self._begun
            return max(self._game_s + PAUSES_S - (now - begun), 60.0)
        # a half is as long as the clock was when it was longest
        self._half = max(self._half, float(game.seconds_remaining))
        more, pauses = (self._half, PAUSES_S) if game.first_half else (0.0, PAUSES_S / 2.0)
        return max(game.seconds_remaining + more + pauses, 60.0)
