"""GameControllers: their packets in four versions, what is believed of them, and one of our own."""

from olympian.team.game.controller import GameController
from olympian.team.game.gate import GameGate, GameRefusal
from olympian.team.game.link import ANSWER_PORT, GAME_PORT, GameControllerLink, open_game_port
from olympian.team.game.monitor import GameLine, GameMonitor
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
from olympian.team.game.plan import GameOrder, read_plan
from olympian.team.game.returns import GameReturn, build_game_return, parse_game_return
from olympian.team.game.state import GameState, see_game
from olympian.team.game.wire import GAME_BYTES, VERSIONS, build_game_packet, parse_game_packet

__all__ = [
    "ANSWER_PORT",
    "COLOURS",
    "GAME_BYTES",
    "GAME_PORT",
    "VERSIONS",
    "GameController",
    "GameControllerLink",
    "GameGate",
    "GameLine",
    "GameMonitor",
    "GameOrder",
    "GamePacket",
    "GamePhase",
    "GameRefusal",
    "GameReturn",
    "GameState",
    "Penalty",
    "PlayState",
    "PlayerInfo",
    "SetPlay",
    "TeamInfo",
    "build_game_packet",
    "build_game_return",
    "open_game_port",
    "parse_game_packet",
    "parse_game_return",
    "read_plan",
    "see_game",
]
