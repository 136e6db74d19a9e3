"""What a browser may say to a page; all else is refused before anybody acts on it."""

from typing import Annotated, Literal

import msgspec

from olympian.errors import OlympianError

__all__ = ["LARGEST", "PageMessage", "read_message"]

LARGEST = 4096
"""Bytes of a message; a page says nothing longer."""
Word = Annotated[str, msgspec.Meta(max_length=80)]
Share = Annotated[float, msgspec.Meta(ge=-1.0, le=1.0)]
"""Of the most that can be asked for."""


class PageMessage(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do"):
    """One thing that somebody did."""


class LookMessage(PageMessage, frozen=True, tag="look"):
    """What is in sight: a tab, and in the plots a joint."""

    tab: Word
    hidden: bool = False
    joint: Word = ""


class SeatMessage(PageMessage, frozen=True, tag="seat"):
    """About who drives."""

    wish: Literal["ask", "give", "keep"]


class StopMessage(PageMessage, frozen=True, tag="stop"):
    """The red button: anybody may press it."""


class KeysMessage(PageMessage, frozen=True, tag="keys"):
    """All keys and buttons that are held now; said again as long as there are any."""

    held: Annotated[list[Word], msgspec.Meta(max_length=16)]


class StickMessage(PageMessage, frozen=True, tag="stick"):
    """Where a stick is held, −1…1; said again as long as it is held."""

    forward: Share
    turn: Share
    left: Share = 0.0
    quicker: Share = 0.0


class ButtonMessage(PageMessage, frozen=True, tag="button"):
    """A button of a gamepad, by the name it has in `gamepad.py`."""

    name: Word


class TakeMessage(PageMessage, frozen=True, tag="take"):
    """Any key or click: a show is over."""


class AskMessage(PageMessage, frozen=True, tag="ask"):
    """A form: a command of the commander and the numbers for it."""

    command: Word
    words: Annotated[list[Word], msgspec.Meta(max_length=3)] = []


class SearchMessage(PageMessage, frozen=True, tag="search"):
    """Turn the head by a pattern."""

    pattern: Word


class PointMessage(PageMessage, frozen=True, tag="point"):
    """The next click into the scene is the driver's."""


class JointMessage(PageMessage, frozen=True, tag="joint"):
    """A slider: where a joint is to go."""

    name: Word
    degrees: Annotated[float, msgspec.Meta(ge=-720.0, le=720.0)]


class DeskMessage(PageMessage, frozen=True, tag="desk"):
    """Something to do at the calibration desk."""

    what: Literal["begin", "end", "stop", "write", "on", "off", "limits", "home"]
    whose: Word = ""
    """A joint or a limb."""
    words: Word = ""
    """A pose, or the name of a folder."""


class PushMessage(PageMessage, frozen=True, tag="push"):
    """A shove: degrees from its heading, N s."""

    direction: Annotated[float, msgspec.Meta(ge=-180.0, le=180.0)]
    impulse: Annotated[float, msgspec.Meta(ge=0.0, le=1000.0)]


class ChooseMessage(PageMessage, frozen=True, tag="choose"):
    """Another robot or world."""

    robot: Word
    world: Word


class ActMessage(PageMessage, frozen=True, tag="act"):
    """A plain button."""

    what: Literal["ready", "restart", "back", "unsure", "go_on"]


class TempoMessage(PageMessage, frozen=True, tag="tempo"):
    """How time passes; what is left out stays as it is."""

    paused: bool | None = None
    factor: Annotated[float, msgspec.Meta(ge=0.05, le=1.0)] | None = None
    step: bool = False
    back: Annotated[float, msgspec.Meta(ge=0.0, le=600.0)] | None = None
    """Seconds before now that are shown while time stands still."""


class ViewMessage(PageMessage, frozen=True, tag="view"):
    """Something to draw, or not."""

    name: Word
    on: bool


_DECODER = msgspec.json.Decoder(
    LookMessage
    | SeatMessage
    | StopMessage
    | KeysMessage
    | StickMessage
    | ButtonMessage
    | TakeMessage
    | AskMessage
    | SearchMessage
    | PointMessage
    | JointMessage
    | DeskMessage
    | PushMessage
    | ChooseMessage
    | ActMessage
    | TempoMessage
    | ViewMessage
)


def read_message(raw: str | bytes) -> PageMessage:
    """One message.

    Raises: OlympianError: it is none, in one line.
    """
    try:
        return _DECODER.decode(raw)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        line = " ".join(str(error).split())
        raise OlympianError(f"not a message of a page: {line[:160]}") from None
