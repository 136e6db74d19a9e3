"""Orders of a driver to the control module, by name: what keys and buttons press."""

from collections.abc import Mapping

from olympian.decision.hcm.module import Hcm
from olympian.decision.hcm.wishes import Stop
from olympian.errors import unknown
from olympian.records import Semantic

GET_UP = "get_up"
STOPS = {"halt": Stop.SOFT, "hold": Stop.FREEZE, "rest": Stop.OFF}
MEANINGS = {
    GET_UP: "get up, or wake up",
    "halt": "finish the step, stand and do nothing; once more: go on",
    "hold": "stay as it is, if it stands that way; once more: go on",
    "rest": "sit down and switch the motors off; once more: go on",
}


class Orders:
    """Pressed once an order holds; pressed again it is taken back."""

    def __init__(self, hcm: Hcm) -> None:
        self._hcm = hcm

    @property
    def commands(self) -> Mapping[str, str]:
        """What can be pressed, and what it does."""
        return MEANINGS

    def press(self, command: str) -> str:
        """Obey; what there is to say about it."""
        if command not in MEANINGS:
            raise unknown("order", command, MEANINGS)
        wishes = self._hcm.wishes
        if command == GET_UP:
            wishes.get_up = True
            self._hcm.wake()
            down = self._hcm.situation.state in (Semantic.FALLEN, Semantic.MOTOR_OFF)
            return "" if down else "not lying: nothing to get up from"
        chosen = STOPS[command]
        wishes.stop = None if wishes.stop is chosen else chosen
        return "goes on" if wishes.stop is None else ""
