"""Objects for the process beside the loop: it must be able to import them."""

import os
import time

from olympian.beside.memory import Bytes

__all__ = ["Echo"]


class Echo:
    """Says what it is told, or does something worse."""

    def __init__(self, memory: Bytes, first: str) -> None:
        if first == "never":
            raise KeyError(first)
        self._memory, self._said = memory, [first]

    def __call__(self, word: str) -> list[str]:
        if word == "wrong":
            raise ZeroDivisionError(word)
        if word == "end":
            os._exit(3)
        if word == "slow":
            time.sleep(0.2)
        self._memory[:] = len(word)
        self._said.append(word)
        return self._said

    def close(self) -> None:
        """Nothing is held."""
