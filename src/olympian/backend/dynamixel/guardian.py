"""A process that lets go of the servos when the program that drove them has gone.

It is run by itself, `python -I -S guardian.py PATIENCE PIPE PORT:HEX …`, and needs nothing but the
standard library: it is there at once, and nothing of ours can break in it. PIPE and PORT are
numbers of files that it inherits; HEX is what it sends on that port. As long as bytes come through
the pipe within PATIENCE seconds of each other, it does nothing. A letter q ends it.
"""

import os
import select
import signal
import sys
import time
from contextlib import suppress

QUIT = b"q"
READY = b"r"
TIMES, PAUSE = 5, 0.01
"""How often and how far apart it says the same: the first may end the torn packet of a dead
program, and lines lose bytes."""


def let_go(ports: "list[tuple[int, bytes]]") -> None:
    """Send every port what is meant for it."""
    for _ in range(TIMES):
        for port, data in ports:
            with suppress(OSError):  # the cable may have gone as well
                os.write(port, data)
        time.sleep(PAUSE)


def watch(patience: float, pipe: int, ports: "list[tuple[int, bytes]]") -> None:
    """Until the program says that all is well, or has gone; one that hangs may come back."""
    asleep = True  # until the first sign of life
    while True:
        heard = select.select([pipe], [], [], None if asleep else patience)[0]
        said = os.read(pipe, 4096) if heard else b""
        if QUIT in said:
            return
        if heard and said:
            asleep = False
            continue
        let_go(ports)
        if heard:
            return
        asleep = True


def main(words: "list[str]") -> None:
    """Do what the command cable says."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    patience, pipe, answer = float(words[0]), int(words[1]), int(words[2])
    pairs = (word.split(":") for word in words[3:])
    ports = [(int(number), bytes.fromhex(data)) for number, data in pairs]
    os.write(answer, READY)
    os.close(answer)
    watch(patience, pipe, ports)


if __name__ == "__main__":
    main(sys.argv[1:])
