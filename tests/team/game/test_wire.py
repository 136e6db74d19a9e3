"""Packets mean what their protocols say, byte by byte; everything else is refused in one line."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drills.football.game_bytes import (
    PLAYER_SIZE,
    PLAYERS_AT,
    SIZES,
    STATES,
    TEAM_AT,
    golden,
    penalties,
)
from olympian.errors import OlympianError
from olympian.team import (
    GAME_BYTES,
    VERSIONS,
    GameGate,
    GamePacket,
    GamePhase,
    GameRefusal,
    Penalty,
    PlayerInfo,
    PlayState,
    SetPlay,
    TeamInfo,
    build_game_packet,
    parse_game_packet,
    see_game,
)

ALL = [
    (version, state, code, word)
    for version in SIZES
    for state in range(len(STATES))
    for code, word in penalties(version).items()
]


def test_the_sizes_are_those_of_the_protocols() -> None:
    assert GAME_BYTES == SIZES


def test_every_version_state_and_penalty_is_read_as_it_is_written() -> None:
    for version, state, code, word in ALL:
        data = bytes(golden(version, state=state, penalty=code, until=29))
        packet = parse_game_packet(data)
        first, second = packet.teams
        assert (packet.version, packet.number, packet.players_per_team) == (version, 7, 4)
        assert packet.state == STATES[state]
        assert (packet.kicking_team, packet.first_half, packet.stopped) == (5, True, False)
        assert (packet.seconds_remaining, packet.secondary_seconds) == (0x0123, 45)
        assert (first.number, first.colour, first.score, first.goalkeeper) == (5, 1, 3, 1)
        assert (second.number, second.colour) == (9, 0)
        assert first.message_budget == (None if version == 12 else 12_000)
        assert first.player(2) == PlayerInfo(Penalty(word), 29)
        assert first.player(1) == first.player(3) == second.player(2) == PlayerInfo()


def test_what_it_builds_is_the_same_byte_by_byte() -> None:
    for version, state, code, word in ALL:
        data = bytes(golden(version, state=state, penalty=code, until=29))
        built = bytearray(build_game_packet(parse_game_packet(data)))
        at = TEAM_AT[version][0] + PLAYERS_AT[version] + PLAYER_SIZE[version]
        if built[at] != code:  # two codes of a version may mean the same to a robot
            assert penalties(version)[built[at]] == word
            built[at] = code
        assert built == data, (version, state, word)


def test_the_fields_of_version_20_lie_where_they_lie() -> None:
    """Written out by hand: a stopped corner kick in extra time, its eleventh second too long."""
    head = bytes.fromhex("52476d65 14 fe 07 02 01 02 03 06 00 09 f5ff 1e00")
    player = bytes.fromhex("0c 00 02")
    first = bytes.fromhex("05 06 09 03 02 04 0500 102e") + player + bytes(57)
    second = bytes.fromhex("09 03 04 01 00 00 0000 0000") + bytes(57) + bytes.fromhex("0a 2d 01")
    packet = parse_game_packet(head + first + second)
    assert packet.phase is GamePhase.EXTRA_TIME
    assert packet.set_play is SetPlay.CORNER_KICK
    assert (packet.stopped, packet.first_half, packet.competition) == (True, False, 2)
    assert (packet.seconds_remaining, packet.secondary_seconds) == (-11, 30)
    mine = packet.teams[0]
    assert (mine.goalkeeper_colour, mine.goalkeeper, mine.penalty_shot) == (9, 3, 4)
    assert (mine.single_shots, mine.message_budget) == (5, 11_792)
    assert mine.player(1) == PlayerInfo(Penalty.SENT_OFF, 0, 0, 2)
    assert packet.teams[1].player(20) == PlayerInfo(Penalty.PUSHING, 45, 0, 1)
    assert build_game_packet(packet) == head + first + second


def test_warnings_and_cautions_of_version_19_are_four_bytes_a_player() -> None:
    data = golden(19, penalty=9, until=30)
    data[18 + 10 + 4 : 18 + 10 + 8] = bytes((9, 30, 2, 1))
    assert parse_game_packet(bytes(data)).teams[0].player(2) == PlayerInfo(
        Penalty.PUSHING, 30, 2, 1
    )


def test_set_plays_of_version_12_are_secondary_states_that_freeze_and_place() -> None:
    plays = ("direct free kick", "indirect free kick", "penalty kick", "corner kick", "goal kick")
    for code, play in enumerate((*plays, "throw-in"), 4):
        for mode, stopped in enumerate((True, False, True)):
            data = golden(12)
            data[12], data[13], data[14] = code, 9, mode
            packet = parse_game_packet(bytes(data))
            assert (packet.set_play, packet.kicking_team, packet.stopped) == (play, 9, stopped)
    for code, phase in enumerate(GamePhase):
        data = golden(12)
        data[12] = code
        assert parse_game_packet(bytes(data)).phase is phase


def test_set_plays_of_version_18_have_numbers_of_their_own() -> None:
    plays = ("none", "goal kick", "direct free kick", "corner kick", "throw-in", "penalty kick")
    for code, play in enumerate(plays):
        data = golden(18)
        data[11] = code
        assert parse_game_packet(bytes(data)).set_play == play


def test_a_red_card_of_version_12_is_for_good() -> None:
    data = golden(12)
    data[24 + 266 + 6 + 4] = 1
    assert parse_game_packet(bytes(data)).teams[0].player(2).penalty is Penalty.SENT_OFF


@pytest.mark.parametrize("version", VERSIONS)
def test_a_penalty_without_a_word_is_still_a_penalty(version: int) -> None:
    packet = parse_game_packet(bytes(golden(version, penalty=200)))
    assert packet.teams[0].player(2).penalty is Penalty.OTHER
    assert see_game(packet, 5, 2, 0.0).penalised


@pytest.mark.parametrize("version", VERSIONS)
def test_what_contradicts_itself_is_refused(version: int) -> None:
    good = golden(version)
    state, half = (9, 12) if version == 12 else (10, 11)
    for at, value in ((0, 0), (4, 21), (state, 9), (half, 77), (6 + (version == 12), 99)):
        bad = bytearray(good)
        bad[at] = value
        with pytest.raises(OlympianError):
            parse_game_packet(bytes(bad))
    for bad in (good[:-1], good + b"\0", b"", good[:4], good[:6]):
        with pytest.raises(OlympianError):
            parse_game_packet(bytes(bad))
    with pytest.raises(OlympianError, match="against itself"):
        parse_game_packet(bytes(golden(version, teams=(5, 5))))


bytes_, counts = st.integers(0, 255), st.integers(0, 65_535)
seconds = st.integers(-32_768, 32_767)


def players(version: int) -> st.SearchStrategy[PlayerInfo]:
    words = st.sampled_from(sorted(set(penalties(version).values()) - {"other"}))
    return st.builds(
        lambda word, until, warnings, cautions: PlayerInfo(
            Penalty(word), until,
            warnings if version in (12, 19) else 0, cautions if version != 18 else 0,
        ),
        words, bytes_, bytes_, bytes_,
    )  # fmt: skip


@st.composite
def packets(draw: st.DrawFn) -> GamePacket:
    """Anything that its version can say."""
    version = draw(st.sampled_from(VERSIONS))
    room = 11 if version == 12 else 20
    teams = [
        TeamInfo(
            number, colour, colour if version == 12 else draw(bytes_),
            draw(st.integers(0, 11)) if version == 12 else draw(bytes_),
            draw(bytes_), draw(bytes_), draw(counts), None if version == 12 else draw(counts),
            (*draw(st.lists(players(version), max_size=3)), *[PlayerInfo()] * room)[:room],
        )
        for number in draw(st.lists(st.integers(0, 254), min_size=2, max_size=2, unique=True))
        for colour in [draw(bytes_)]
    ]  # fmt: skip
    play = draw(st.sampled_from(SetPlay))
    phase = draw(st.sampled_from(GamePhase))
    stopped = draw(st.booleans()) and version != 18
    if version == 12:
        stopped = stopped and play is not SetPlay.NONE
        phase = phase if play is SetPlay.NONE else GamePhase.NORMAL
    return GamePacket(
        version, draw(bytes_), draw(st.integers(0, room)), draw(bytes_),
        draw(st.sampled_from(PlayState)), (teams[0], teams[1]), phase, play, stopped,
        draw(st.booleans()), draw(st.sampled_from([teams[0].number, teams[1].number])),
        draw(seconds), draw(seconds),
    )  # fmt: skip


@given(packets())
def test_what_is_built_is_read_as_it_was_meant(packet: GamePacket) -> None:
    data = build_game_packet(packet)
    assert len(data) == SIZES[packet.version]
    assert parse_game_packet(data) == packet
    nobody = build_game_packet(replace(packet, kicking_team=None))
    assert parse_game_packet(nobody).kicking_team is None


def test_a_hundred_thousand_random_packets_are_read_or_dropped() -> None:
    rng = np.random.default_rng(0)
    noise = rng.integers(0, 256, 1 << 20, dtype=np.uint8).tobytes()
    sizes = rng.choice([*SIZES.values(), 0, 1, 5, 6, 32, 700], 100_000).tolist()
    starts = rng.integers(0, len(noise) - 1000, 100_000).tolist()
    heads = [bytes(golden(version)[:20]) for version in SIZES]
    gate = GameGate(5)
    for i, (start, size) in enumerate(zip(starts, sizes, strict=True)):
        data = noise[start : start + size]
        if i % 4:  # most of them begin as they should
            data = heads[i % 4] + data[20:]
        gate.step(data, ("127.0.0.1", size), i * 0.5)
    assert gate.accepted + sum(gate.dropped.values()) == 100_000
    assert gate.accepted > 500, "the fuzz gets to the end"
    assert min(gate.dropped[why] for why in GameRefusal if why is not GameRefusal.FOREIGN) > 500


def test_a_game_is_seen_from_both_sides() -> None:
    packet = parse_game_packet(bytes(golden(20, kicking=9, penalty=10, until=30)))
    ours, theirs = see_game(packet, 5, 2, 1.0), see_game(packet, 9, 2, 1.0)
    assert (ours.penalised, theirs.penalised) == (True, False)
    assert (ours.we_kick, ours.they_kick, theirs.we_kick) == (False, True, True)
    assert (ours.side, theirs.side) == ("left", "right")
    assert (ours.colour, see_game(packet, 5, 1, 1.0).colour, theirs.colour) == (
        "red", "white", "blue",
    )  # fmt: skip
    assert (ours.mine, ours.other) == (theirs.other, theirs.mine)
    assert (ours.playing, ours.still) == (True, False)
    stopped = see_game(replace(packet, stopped=True), 5, 1, 1.0)
    assert (stopped.playing, stopped.still) == (False, True)
    with pytest.raises(OlympianError, match="team 4 does not play: 5 against 9"):
        see_game(packet, 4, 1, 0.0)


@pytest.mark.parametrize("state", PlayState)
def test_robots_stand_where_they_are_to_stand(state: PlayState) -> None:
    packet = replace(parse_game_packet(bytes(golden(20))), state=state)
    moves = state in (PlayState.READY, PlayState.PLAYING)
    assert see_game(packet, 5, 1, 0.0).still is not moves
    assert see_game(replace(packet, phase=GamePhase.TIMEOUT), 5, 1, 0.0).still
