"""Programs that play football, by name: ours, one that only stands, and those of others."""

from olympian.breaker import Failure
from olympian.errors import OlympianError, unknown
from olympian.football.footballer import FootballPlayer
from olympian.football.kit import Kit, MatchPlayer, TeamMaker
from olympian.football.standing import StandingPlayer
from olympian.motion.skills import find_plug_in, plug_in_names

__all__ = ["make_team", "team_names"]

GROUP = "olympian.teams"
"""Of entry points: a name, and what makes a `MatchPlayer` from a `Kit`."""
OURS: dict[str, TeamMaker] = {"olympian": FootballPlayer, "standing": StandingPlayer}
MEMBERS = ("robot", "trace", "doing", "step", "close")


def team_names() -> tuple[str, ...]:
    """All programs that are installed, ours first."""
    return (*OURS, *(name for name in plug_in_names(GROUP) if name not in OURS))


def make_team(name: str) -> TeamMaker:
    """What makes the players of a team.

    Raises: OlympianError: there is none of that name, or it cannot be loaded; the maker raises the
        same where a player cannot be made.
    """
    if name in OURS:
        return OURS[name]
    if name not in team_names():
        raise unknown("team", name, team_names())
    plug_in = find_plug_in("team", GROUP, name)
    try:
        maker = plug_in.load()
    except Exception as error:
        raise _complaint(f"team '{name}' ({plug_in.value}) cannot be loaded", error) from error

    def make(kit: Kit) -> MatchPlayer:
        culprit = f"team '{name}' ({plug_in.value}) cannot make player {kit.number}"
        try:
            player = maker(kit)
            lacks = [member for member in MEMBERS if not hasattr(player, member)]
            if lacks:
                raise TypeError(f"it makes a {type(player).__name__} without {', '.join(lacks)}")
        except Exception as error:
            raise _complaint(culprit, error) from error
        return player

    return make


def _complaint(culprit: str, error: Exception) -> OlympianError:
    failure = Failure.of(culprit, error)
    return OlympianError(f"{failure.culprit}: {failure.problem} ({failure.where})")
