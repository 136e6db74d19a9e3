"""Which servos lie on the table, as a user writes it."""

from olympian.dynamixel import HIGHEST_ID, control_table
from olympian.errors import OlympianError

__all__ = ["read_models"]


def read_models(text: str) -> dict[int, str]:
    """Model by id of `ax-12a:1-18,mx-28:20`.

    Raises:
        OlympianError: that is not how servos are written, or an id is there twice.
    """
    models: dict[int, str] = {}
    for part in text.split(","):
        model, _, ids = part.strip().partition(":")
        control_table(model)
        for id in _ids(part, ids):
            if id in models:
                raise OlympianError(f"id {id} is there twice: '{models[id]}' and '{model}'")
            models[id] = model
    return models


def _ids(part: str, ids: str) -> range:
    first, _, last = ids.partition("-")
    try:
        found = range(int(first), int(last or first) + 1)
    except ValueError as error:
        raise OlympianError(f"'{part}' are no servos; write ax-12a:1-18") from error
    if not found or found.start < 0 or found.stop > HIGHEST_ID + 1:
        raise OlympianError(f"'{part}' are no ids between 0 and {HIGHEST_ID}")
    return found
