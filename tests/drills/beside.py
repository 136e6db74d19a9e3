"""Objects for the process beside the loop: it must be able to import them."""

import os
import time

from olympian.beside import Bytes

__all__ = ["Echo"]


class Echo:
    """Says what it is told, or does something worse."""

    def __init__(self, first: str) -> None:
        if first == "never":
            raise KeyError(first)
        self._said = [first]

    def __call__(self, word: str, memory: Bytes | None = None) -> list[str]:
        if word == "wrong":
            raise ZeroDivisionError(word)
        if word == "end":
            os._exit(3)
        if word == "slow":
            time.sleep(0.2)
        if memory is not None and word == "sum":
            return [str(memory.sum())]
        if memory is not None:
            memory[:] = len(word)
        self._said.append(word)
        return self._said

    def close(self) -> None:
        """Nothing is held."""
