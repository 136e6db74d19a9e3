"""The page's own line beside the viewer's: small messages both ways, and who is at its ends."""

import asyncio
import time
from collections import deque
from contextlib import suppress
from itertools import count
from threading import Lock

import msgspec
from websockets.asyncio.server import ServerConnection
from websockets.exceptions import ConnectionClosed

from olympian.cockpit.page.messages import LARGEST, PageMessage, read_message
from olympian.errors import OlympianError

__all__ = ["NONSENSE", "PageLine", "Visitor", "send_away"]

PENDING = 3
"""Messages on their way to a browser from which on it is told nothing new: it is slow."""
WAITING = 512
"""Messages of all browsers that wait for the robot; more are forgotten."""
NONSENSE = 16
"""Refused messages after which a browser is sent away."""
LEAVE = 0.2
"""Seconds that one who is sent away has to say goodbye."""
REFUSED = 1008
"""Why a WebSocket is closed that does not keep to the rules."""


class Visitor:
    """One browser: what it looks at, what it was told, when it was heard of."""

    def __init__(self, number: int, connection: ServerConnection) -> None:
        self.number = number
        self.tab, self.joint, self.hidden = "", "", False
        self.heard = time.monotonic()
        self.told: dict[str, bytes] = {}
        """What it has, by topic."""
        self.sent = 0
        """Bytes so far."""
        self._connection = connection
        self._loop = asyncio.get_running_loop()
        self._pending = 0

    @property
    def busy(self) -> bool:
        """Has it not yet taken what it was told before?"""
        return self._pending >= PENDING

    def tell(self, data: str | bytes) -> None:
        """Send it something, from any thread: text for what is said, bytes for numbers."""
        self._pending += 1
        self.sent += len(data)
        try:
            self._loop.call_soon_threadsafe(self._begin, data)
        except RuntimeError:  # the server is gone
            self._pending -= 1

    def _begin(self, data: str | bytes) -> None:
        task = self._loop.create_task(self._send(data))
        task.add_done_callback(lambda _: None)

    async def _send(self, data: str | bytes) -> None:
        try:
            await self._connection.send(data)
        except ConnectionClosed:
            pass  # it is shown out elsewhere
        finally:
            self._pending -= 1


class PageLine:
    """Hears all browsers of one page; the thread of the run takes what they said."""

    def __init__(self) -> None:
        self._visitors: dict[int, Visitor] = {}
        self._said: deque[tuple[Visitor, PageMessage | None]] = deque(maxlen=WAITING)
        self._new: deque[Visitor] = deque()
        self._numbers = count(1)
        self._lock = Lock()
        self.refused = 0
        """Messages so far that were none."""

    @property
    def visitors(self) -> tuple[Visitor, ...]:
        """Who is here."""
        with self._lock:
            return tuple(self._visitors.values())

    @property
    def watched(self) -> bool:
        """Does anybody look?"""
        return any(not one.hidden for one in self.visitors)

    def news(self) -> list[Visitor]:
        """Who has come since this was last asked."""
        come = []
        while self._new:
            come.append(self._new.popleft())
        return come

    def take(self) -> list[tuple[Visitor, PageMessage | None]]:
        """What was said since this was last asked, in order; None: the visitor has gone."""
        taken = []
        while self._said:
            taken.append(self._said.popleft())
        return taken

    def say(self, topic: str, text: str) -> None:
        """Tell everybody a line."""
        data = msgspec.json.encode({topic: text}).decode()
        for one in self.visitors:
            one.tell(data)

    async def serve(self, connection: ServerConnection) -> None:
        """Hear one browser until it goes."""
        connection.protocol.max_message_size = LARGEST
        visitor = Visitor(next(self._numbers), connection)
        with self._lock:
            self._visitors[visitor.number] = visitor
        self._new.append(visitor)
        try:
            await self._hear(visitor, connection)
        except ConnectionClosed:
            pass
        finally:
            with self._lock:
                del self._visitors[visitor.number]
            self._said.append((visitor, None))

    async def _hear(self, visitor: Visitor, connection: ServerConnection) -> None:
        refused = 0
        async for raw in connection:
            visitor.heard = time.monotonic()
            try:
                self._said.append((visitor, read_message(raw)))
            except OlympianError as error:
                refused += 1
                self.refused += 1
                visitor.tell(msgspec.json.encode({"refused": str(error)}).decode())
                if refused >= NONSENSE:
                    await send_away(connection)
                    return


async def send_away(connection: ServerConnection) -> None:
    """Close it, whether the other end listens or not: what talks nonsense need not."""
    with suppress(TimeoutError):
        await asyncio.wait_for(connection.close(REFUSED, "this is no page of ours"), LEAVE)
    connection.transport.abort()
