"""Packets of GameControllers put together byte by byte, by the tables of their protocols."""

SIZES = {12: 688, 18: 118, 19: 198, 20: 158}
TEAM_AT = {12: (24, 356), 18: (18, 68), 19: (18, 108), 20: (18, 88)}
"""Where the two teams begin."""
PLAYERS_AT = {12: 6 + 1 + 253 + 6, 18: 10, 19: 10, 20: 10}
"""Where a team's players begin, from its own begin: in version 12 a coach comes first."""
PLAYER_SIZE = {12: 6, 18: 2, 19: 4, 20: 3}
STATES = ("initial", "ready", "set", "playing", "finished")
PENALTIES = {
    20: (
        "none", "illegal position", "motion in set", "motion in stop", "local game stuck",
        "incapable robot", "pick-up", "ball holding", "leaving the field",
        "playing with arms or hands", "pushing", "cautioned", "sent off", "substitute",
    ),
    19: (
        "none", "illegal position", "motion in set", "local game stuck", "incapable robot",
        "pick-up", "ball holding", "leaving the field", "playing with arms or hands", "pushing",
        "sent off", "substitute",
    ),
    18: (
        "none", "ball holding", "pushing", "motion in set", "incapable robot", "illegal position",
        "leaving the field", "pick-up", "local game stuck", "illegal position",
    ),
    12: ("none",),
}  # fmt: skip
"""By their codes."""
MORE_PENALTIES = {
    20: {}, 19: {},
    18: {14: "substitute", 15: "other"},
    12: {
        14: "substitute", 15: "other", 30: "ball holding", 31: "pushing", 32: "illegal position",
        33: "illegal position", 34: "pick-up", 35: "incapable robot",
    },
}  # fmt: skip


def penalties(version: int) -> dict[int, str]:
    """All codes of a version, and what they mean."""
    return dict(enumerate(PENALTIES[version])) | MORE_PENALTIES[version]


def golden(
    version: int,
    number: int = 7,
    state: int = 3,
    teams: tuple[int, int] = (5, 9),
    kicking: int = 5,
    seconds: int = 0x0123,
    penalty: int = 0,
    until: int = 0,
    player: int = 2,
) -> bytearray:
    """A packet with a penalty for one player of the first team."""
    data = bytearray(SIZES[version])
    data[0:4] = b"RGme"
    data[4] = version
    if version == 12:
        data[6], data[7], data[9], data[10], data[11] = number, 4, state, 1, kicking
        data[20], data[21] = seconds & 255, seconds >> 8
        data[22] = 45
    else:
        data[5], data[6] = number, 4
        data[10] = state
        data[12], data[13] = 1, kicking
        data[14], data[15] = seconds & 255, seconds >> 8
        data[16] = 45
    for at, team, colour in zip(TEAM_AT[version], teams, (1, 0), strict=True):
        data[at], data[at + 1] = team, colour
        if version == 12:
            data[at + 2] = 3  # goals
        else:
            data[at + 2], data[at + 3], data[at + 4] = 4, 1, 3  # keeper's colour, keeper, goals
            data[at + 8], data[at + 9] = 0xE0, 0x2E  # 12000 messages
    if version == 12:
        for at in TEAM_AT[12]:
            data[at + PLAYERS_AT[12] + 5] = 1  # the first player keeps the goal
    at = TEAM_AT[version][0] + PLAYERS_AT[version]
    at += (player - 1) * PLAYER_SIZE[version]
    data[at], data[at + 1] = penalty, until
    return data
