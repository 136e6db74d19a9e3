"""All robots of the library by name."""

from collections.abc import Callable

from describe import atlas, bioloid, fumanoid, wolfgang
from describe.description import Description

__all__ = ["DESCRIPTIONS"]

DESCRIPTIONS: dict[str, Callable[[], Description]] = {
    "atlas": atlas.describe,
    "bioloid": bioloid.describe,
    "fumanoid": fumanoid.describe,
    "wolfgang": wolfgang.describe,
}
