"""Visitors of a page in a process of their own: one drives, all take what they are sent."""

import asyncio
import json
import time
from multiprocessing.connection import Connection
from urllib.parse import urlsplit

import viser
from websockets.asyncio.client import ClientConnection, connect

__all__ = ["DIGITS", "visit"]

TABS = ("drive", "joints", "plots", "module")
PERIOD = 0.137
"""Seconds between two inputs: at no fixed place in a tick."""
DIGITS, FINE = 4, 10_000
"""Of an angle in degrees, by which each input differs from all before."""


def visit(pipe: Connection, url: str, count: int, joint: str, middle: float, ends: float) -> None:
    """Come, move a joint until it is over, and tell when each input was spoken.

    Args:
        count: visitors; the first one drives.
        joint: moves between `middle` − `ends` and `middle` + `ends` degrees.
    """
    asyncio.run(_visit(pipe, url, count, joint, middle, ends))


async def _visit(
    pipe: Connection, url: str, count: int, joint: str, middle: float, ends: float
) -> None:
    place = urlsplit(url).netloc
    lines, tasks = [], []
    for number in range(count):
        line = await connect(f"ws://{place}/olympian/line", proxy=None)
        await line.send(json.dumps({"do": "look", "tab": TABS[number % len(TABS)], "joint": joint}))
        viewer = await connect(
            f"ws://{place}",
            proxy=None,
            max_size=None,
            subprotocols=[f"viser-v{viser.__version__}"],  # type: ignore[list-item]
        )
        lines.append(line)
        tasks += [asyncio.create_task(_drain(one)) for one in (line, viewer)]
    pipe.send("here")
    while not pipe.poll():
        await asyncio.sleep(0.01)
    pipe.recv()
    said = await _drive(lines[0], pipe, joint, middle, ends)
    pipe.send(said)
    for task in tasks:
        task.cancel()


async def _drive(
    line: ClientConnection, pipe: Connection, joint: str, middle: float, ends: float
) -> dict[float, float]:
    """Move a joint to ever new angles; when each was spoken, by the angle in degrees."""
    said: dict[float, float] = {}
    step = 0
    while not pipe.poll():
        step += 1
        turn = (step * 617) % int(2 * ends * FINE)
        angle = round(middle - ends + turn / FINE, DIGITS)
        if angle not in said:
            said[angle] = time.monotonic()
            await line.send(json.dumps({"do": "joint", "name": joint, "degrees": angle}))
        await asyncio.sleep(PERIOD)
    pipe.recv()
    await asyncio.sleep(0.2)
    return dict(list(said.items())[:-2])


async def _drain(connection: ClientConnection) -> None:
    async for _ in connection:
        pass
