"""The robots of a match in one simulation, each with eyes, radio, referee's line and program."""

import time
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from olympian.arena.football.facets import coarsen
from olympian.arena.football.labels import Team, dress
from olympian.arena.match.match_plan import FIELDS_OF_PLAY, MatchPlan, cores
from olympian.arena.match.rules.sides import Sides
from olympian.arena.walking import WalkConditions
from olympian.backend import CameraOptions, Simulation, SimulationOptions, Start
from olympian.breaker import Breaker, Failure
from olympian.decision.localise import PitchLocaliser
from olympian.football import Kit, MatchPlayer, TeamMaker, make_team
from olympian.geometry import Place
from olympian.humanoid import Humanoid
from olympian.robot import Robot, load_robot
from olympian.team import (
    GAME_PORT,
    Ether,
    GameControllerLink,
    SharedDatagrams,
    TeamPlayer,
    ether_radio,
)
from olympian.vision import Watcher
from olympian.vision.camera import Pinhole
from olympian.world import World, parse_world

__all__ = ["SquadMember", "build_simulation", "build_squad"]

COLOURS = {1: Team.CYAN, 2: Team.MAGENTA}
MANY = 64
"""Specimens for each seed."""


@dataclass(frozen=True, eq=False)
class SquadMember:
    """One player with all that belongs to it."""

    who: tuple[int, int]
    robot: Humanoid
    radio: TeamPlayer
    program: MatchPlayer
    breaker: Breaker

    def step(self) -> None:
        """One tick: its program, then the robot."""
        self.breaker.call("program", self.program.step)
        self.robot.tick()

    def put_down(self) -> None:
        """People have put it down at its place for a half, and told it so."""
        if self.robot.localiser is not None:
            self.robot.localiser.reset()

    def close(self) -> None:
        """The end."""
        self.program.close()
        self.radio.radio.close()
        self.robot.close()


def build_simulation(
    plan: MatchPlan, seed: int, starts: list[Place], world: World | None = None
) -> Simulation:
    """All robots at their places, each a specimen of its own, in their teams' colours.

    Args:
        starts: on the field, in the order of `plan.who`.
        world: None for the field of the plan.
    """
    robot = load_robot(plan.robot)
    conditions = [WalkConditions.of(MANY * seed + k, robot) for k in range(len(starts))]
    if world is None:
        name = FIELDS_OF_PLAY[plan.pitch]
        world = parse_world(f"{name}:friction={conditions[0].friction}")
    world = replace(world, T_world_start=np.eye(4), spacing=0.0)
    lanes = min(len(starts), cores())
    blind = tuple(index for index, (team, _) in enumerate(plan.who) if not plan.sees(team))
    camera = CameraOptions(rate=plan.camera_hz, lanes=lanes, blind=blind) if plan.eyes else None
    simulation = Simulation(
        [robot] * len(starts),
        world,
        seed,
        SimulationOptions(camera=camera),
        starts=[Start(place.x, place.y, place.yaw) for place in starts],
        specimens=[one.specimen for one in conditions],
    )
    for index, (team, _) in enumerate(plan.who[: len(starts)]):
        dress(simulation.model, index, COLOURS[team])
    coarsen(simulation.model)
    return simulation


def build_squad(
    plan: MatchPlan,
    simulation: Simulation,
    starts: list[Place],
    ether: Ether,
    note: Callable[[tuple[int, int], Failure], None],
    line: SharedDatagrams | None = None,
) -> list[SquadMember]:
    """The players, one after the other as in the simulation.

    Args:
        note: hears what broke.
        line: to a GameController elsewhere, by the wall clock; None for the one in the ether.
    """
    makers = [make_team(name) for name in plan.programs]
    members: list[SquadMember] = []
    for index, who in enumerate(plan.who[: len(starts)]):
        breaker = Breaker(lambda failure, who=who: note(who, failure))
        members.append(
            _member(plan, simulation, index, starts[index], ether, breaker, makers, line)
        )
    return members


def _member(
    plan: MatchPlan,
    simulation: Simulation,
    index: int,
    start: Place,
    ether: Ether,
    breaker: Breaker,
    makers: list[TeamMaker],
    line: SharedDatagrams | None,
) -> SquadMember:
    team, number = plan.who[index]
    actor, robot = simulation.actors[index], simulation.robots[index]
    pitch = simulation.world.pitch
    assert pitch is not None, "football needs a field"
    world = simulation.world
    if team == 2 and pitch.goal_colours is not None:  # its own goal is the other one
        own, other = pitch.goal_colours
        world = replace(world, pitch=replace(pitch, goal_colours=(other, own)))
    if line is None:
        referee = GameControllerLink(team, number, ether.open(f"robot {team}/{number}", GAME_PORT))
    else:
        referee = GameControllerLink(team, number, line.reader(), clock=time.monotonic)
    sees = plan.sees(team)
    humanoid = Humanoid(
        robot,
        actor,
        world=world,
        eyes=Watcher(robot, plan.pitch, lane=actor.lane) if sees else False,
        localiser=_localiser(robot, world, Sides(pitch).turned(team, start)) if sees else False,
        breaker=breaker,
        referee=referee,
    )
    if humanoid.tracker is not None:
        humanoid.tracker.own_colour = COLOURS[team].name.lower()
    radio = TeamPlayer(
        ether_radio(ether, team, number), (pitch.length / 2, 0.0), goalkeeper=plan.goalkeeper
    )
    kit = Kit(humanoid, team, number, number == plan.goalkeeper, plan.size, radio)
    return SquadMember((team, number), humanoid, radio, makers[team - 1](kit), breaker)


def _localiser(robot: Robot, world: World, start: Place) -> PitchLocaliser:
    """In the axes of its team, whose goal is at negative x."""
    assert robot.camera is not None, "or else it could not play"
    assert world.pitch is not None, "football needs a field"
    return PitchLocaliser(world.pitch, start, focal=Pinhole.of_robot(robot.camera).focal[1])
