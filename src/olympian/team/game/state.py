"""What the referee says, from the side of one player."""

from dataclasses import dataclass

from olympian.errors import OlympianError
from olympian.team.game.packet import (
    COLOURS,
    GamePacket,
    GamePhase,
    Penalty,
    PlayerInfo,
    PlayState,
    SetPlay,
    TeamInfo,
)

__all__ = ["GameState", "see_game"]

STANDING = (PlayState.INITIAL, PlayState.SET, PlayState.FINISHED)


@dataclass(frozen=True, slots=True)
class GameState:
    """How the game stands for one player, whatever the version of its GameController."""

    player: int
    """Its own number."""
    heard_at: float
    """Seconds, by the own clock."""
    state: PlayState
    phase: GamePhase
    set_play: SetPlay
    stopped: bool
    first_half: bool
    kicking_team: int | None
    seconds_remaining: int
    secondary_seconds: int
    players_per_team: int
    mine: TeamInfo
    other: TeamInfo
    home: bool
    """Is the own team the first of the packet?"""

    @property
    def me(self) -> PlayerInfo:
        """What the referee thinks of this player."""
        return self.mine.player(self.player)

    @property
    def penalised(self) -> bool:
        """May it not play now? Substitutes may not either."""
        return self.me.penalty is not Penalty.NONE

    @property
    def we_kick(self) -> bool:
        """Has the own team kick-off or set play?"""
        return self.kicking_team == self.mine.number

    @property
    def they_kick(self) -> bool:
        """Has the other team kick-off or set play?"""
        return self.kicking_team == self.other.number

    @property
    def still(self) -> bool:
        """Must nobody move from the spot?"""
        return self.stopped or self.phase is GamePhase.TIMEOUT or self.state in STANDING

    @property
    def playing(self) -> bool:
        """Is the ball in the game?"""
        return self.state is PlayState.PLAYING and not self.still

    @property
    def colour(self) -> str:
        """Of the own shirt."""
        keeper = self.mine.goalkeeper == self.player
        code = self.mine.goalkeeper_colour if keeper else self.mine.colour
        return COLOURS[code] if code < len(COLOURS) else "unknown"

    @property
    def side(self) -> str:
        """Whose goal it defends: left or right, where the first team begins on the left."""
        return "left" if self.home == self.first_half else "right"


def see_game(packet: GamePacket, team: int, player: int, heard_at: float) -> GameState:
    """A packet from the side of one player.

    Raises: OlympianError: its team does not play in this game.
    """
    first, second = packet.teams
    if team not in (first.number, second.number):
        raise OlympianError(f"team {team} does not play: {first.number} against {second.number}")
    home = team == first.number
    mine, other = (first, second) if home else (second, first)
    return GameState(
        player, heard_at, packet.state, packet.phase, packet.set_play, packet.stopped,
        packet.first_half, packet.kicking_team, packet.seconds_remaining,
        packet.secondary_seconds, packet.players_per_team, mine, other, home,
    )  # fmt: skip
