"""Which key means what, in the terminal and on the page alike."""

from dataclasses import dataclass
from typing import Literal

from olympian.cockpit.commander import Commander
from olympian.decision.hcm import Orders
from olympian.decision.modes import ModeMachine

MODE_KEYS = {"stand": "1", "walk": "2", "stairs": "3", "fight": "4", "run": "5"}
ORDER_KEYS = {"get_up": "g", "halt": "7", "hold": "8", "rest": "9"}
"""Orders to the control module, obeyed in every mode."""
ASK_KEYS = {
    "go_to": "6",
    "cancel": "esc",
    "look_ahead": "k",
    "look_at": ";",
    "search": "/",
}
"""What the commander is asked for, in every mode too."""
ANYWHERE = {"freeze": "f"}
DRIVE = {
    "forward": "w",
    "backward": "s",
    "turn_left": "a",
    "turn_right": "d",
    "left": "z",
    "right": "c",
}
COMMAND_KEYS = {
    "stand": {"ready": "r"},
    "walk": {
        **DRIVE,
        "stop": "space",
        "longer": "+",
        "shorter": "-",
        "higher": "r",
        "lower": "v",
        "turn_more": "y",
        "turn_less": "n",
        "quicker": "t",
        "slower": "b",
    },
    "stairs": {
        "up": "w",
        "down": "s",
        "more": "+",
        "fewer": "-",
        "higher": "r",
        "lower": "v",
        "deeper": "t",
        "shallower": "b",
        "farther": "y",
        "nearer": "n",
    },
    "fight": {
        **DRIVE,
        "punch_left": "j",
        "punch_right": "l",
        "uppercut_left": "u",
        "uppercut_right": "o",
        "kick_left": "b",
        "kick_right": "n",
        "fight_cheer": "h",
    },
    "run": {
        **DRIVE,
        "stop": "space",
        "faster": "+",
        "slower": "-",
        "turn_more": "y",
        "turn_less": "n",
    },
}
SPARE = "yuiophjklxbnwsadtze"
"""Given in this order to commands that have no key of their own: movements of the library."""
ALIASES = {"up": "w", "down": "s", "left": "a", "right": "d", "=": "+", "_": "-"}
"""Other keys for the same: the arrows, and + without the shift key."""
NAMES = {
    " ": "space",
    "arrowup": "up",
    "arrowdown": "down",
    "arrowleft": "left",
    "arrowright": "right",
    "escape": "esc",
    "\x1b": "esc",
}


HELD_IN = ("walk", "run")
"""Modes in which a way to go acts while its key is held."""
STAND, DRIVING = "stand", ("run", "walk")
"""The mode in which keys that drive lead to another mode: to the first of these that there is."""

Kind = Literal["mode", "command", "drive", "order", "ask"]


@dataclass(frozen=True)
class Binding:
    """One key of the present mode."""

    key: str
    command: str
    meaning: str
    kind: Kind = "command"
    """A command of the mode in charge, another mode, a command of the mode that drives, an order to
    the control module, or a wish that the commander sees to."""
    held: bool = False
    """Does it act while its key is held, instead of once?"""
    numbers: tuple[str, ...] = ()
    """Names of the numbers that have to be given with it."""


def named(key: str) -> str:
    """The name under which a key is bound: arrows and capitals are other spellings."""
    key = key.lower()
    key = NAMES.get(key, key)
    return ALIASES.get(key, key)


def driving_mode(machine: ModeMachine) -> str:
    """The mode that a key to drive begins from standing; empty for a robot that cannot walk."""
    able = [mode for mode in DRIVING if mode in machine.modes]
    return able[0] if able and machine.mode == STAND else ""


def known_keys() -> frozenset[str]:
    """Every key that does something in some mode, under the name that it is bound with."""
    own = (key for keys in COMMAND_KEYS.values() for key in keys.values())
    always = (MODE_KEYS, ORDER_KEYS, ASK_KEYS, ANYWHERE)
    return frozenset([*own, *(key for keys in always for key in keys.values()), *SPARE, "m"])


def bindings(
    machine: ModeMachine, orders: Orders, commander: Commander | None = None
) -> tuple[Binding, ...]:
    """Keys that do something now: modes, orders, asks, then the commands of the mode in charge."""
    modes = [Binding(MODE_KEYS[mode], mode, f"mode {mode}", "mode") for mode in machine.modes]
    told = orders.commands
    always = [Binding(key, name, told[name], "order") for name, key in ORDER_KEYS.items()]
    asks = [
        Binding(ASK_KEYS[name], name, ask.meaning, "ask", numbers=ask.numbers)
        for name, ask in (commander.commands if commander else {}).items()
    ]
    return (*modes, *always, *asks, *_driving(machine), *_commands(machine))


def _driving(machine: ModeMachine) -> list[Binding]:
    """Keys that choose the mode that drives and go at once."""
    mode = driving_mode(machine)
    if not mode:
        return []
    told = machine.commands(mode)
    in_order = [name for name in told if name in DRIVE]
    return [Binding(DRIVE[name], name, told[name], "drive", held=True) for name in in_order]


def _commands(machine: ModeMachine) -> list[Binding]:
    own = COMMAND_KEYS.get(machine.mode, {}) | ANYWHERE
    commands = machine.commands()
    used = {*MODE_KEYS.values(), *ORDER_KEYS.values(), *ASK_KEYS.values(), *own.values()}
    if driving_mode(machine):
        used |= set(DRIVE.values())
    spare = iter(key for key in SPARE if key not in used)
    keys = {name: own.get(name) or next(spare, None) for name in commands}
    held = set(DRIVE) if machine.mode in HELD_IN else set()
    return [
        Binding(key, name, commands[name], held=name in held)
        for name, key in keys.items()
        if key is not None
    ]
