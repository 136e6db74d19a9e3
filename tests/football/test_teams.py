"""Teams by name: ours, those of others, and what is wrong with them."""

from importlib.metadata import EntryPoint, EntryPoints

import pytest

from olympian.errors import OlympianError
from olympian.football import FootballPlayer, Kit, StandingPlayer, make_team, team_names
from olympian.football import teams as home
from olympian.humanoid import Humanoid
from olympian.motion import skills


class Statue:
    """A player of somebody else."""

    trace, doing = None, "is a statue"

    def __init__(self, kit: Kit) -> None:
        self.robot = kit.robot

    def step(self) -> None:
        """Nothing."""

    def close(self) -> None:
        """Nothing."""


def careless(kit: Kit) -> object:
    """Makes no player."""
    return kit.number


@pytest.fixture
def plugged(monkeypatch: pytest.MonkeyPatch) -> None:
    here = __name__
    points = EntryPoints(
        EntryPoint(name, f"{here}:{what}", home.GROUP)
        for name, what in (("statues", "Statue"), ("careless", "careless"), ("gone", "Nobody"))
    )
    monkeypatch.setattr(skills, "entry_points", points.select)


def test_ours_are_there() -> None:
    assert make_team("olympian") is FootballPlayer
    assert make_team("standing") is StandingPlayer
    assert team_names()[:2] == ("olympian", "standing")


def test_an_unknown_team_names_the_alternatives() -> None:
    with pytest.raises(OlympianError, match=r"unknown team 'olympia', did you mean 'olympian'\?"):
        make_team("olympia")


@pytest.mark.usefixtures("plugged")
def test_teams_of_others_are_found_and_checked() -> None:
    kit = Kit.alone(Humanoid("fumanoid", eyes=False))
    assert make_team("statues")(kit).doing == "is a statue"
    with pytest.raises(OlympianError, match="makes a int without robot, trace, doing"):
        make_team("careless")(kit)
    with pytest.raises(OlympianError, match=r"team 'gone' .* cannot be loaded: AttributeError"):
        make_team("gone")


def test_who_stands_says_so() -> None:
    robot = Humanoid("fumanoid", eyes=False)
    player = make_team("standing")(Kit.alone(robot))
    player.step()
    robot.run(0.3)
    player.step()
    assert player.doing == "stands: controllable"
