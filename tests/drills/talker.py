"""A browser without a screen: it speaks the page's own line, and keeps what it is told."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from drills.browser import eventually
from olympian.cockpit.page.serve import Cockpit


class Talker:
    """One end of the line."""

    def __init__(self, url: str, tab: str = "drive") -> None:
        """Args: url: of the page."""
        place = urlsplit(url)
        address = f"ws://{place.netloc}/olympian/line"
        if place.query:
            address += f"?{place.query}"
        self.socket: ClientConnection = connect(address, proxy=None)
        self.state: dict[str, Any] = {}
        self.numbers: list[bytes] = []
        self.refused: list[str] = []
        threading.Thread(target=self._listen, daemon=True).start()
        self.say(do="look", tab=tab)

    def say(self, **message: object) -> None:
        self.socket.send(json.dumps(message))

    def told(self, topic: str) -> Any:
        """What the page was last told about something; waits for the first time."""
        assert eventually(lambda: topic in self.state, 30.0), f"nothing was told about {topic}"
        return self.state[topic]

    def close(self) -> None:
        self.socket.close()

    def _listen(self) -> None:
        try:
            for raw in self.socket:
                if isinstance(raw, bytes):
                    self.numbers.append(raw)
                    continue
                news = json.loads(raw)
                self.state |= news
                if "refused" in news:
                    self.refused.append(news["refused"])
        except ConnectionClosed:
            pass


@contextmanager
def at_work(cockpit: Cockpit) -> Iterator[None]:
    """A page at work in a thread of its own; closed at the end."""
    stop = threading.Event()

    def run() -> None:
        while not stop.is_set():
            cockpit.run(0.1, lambda _: None)

    thread = threading.Thread(target=run)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join()
        cockpit.close()


@contextmanager
def talking(cockpit: Cockpit, tab: str = "drive") -> Iterator[Talker]:
    """The page at work, and one who drives."""
    with at_work(cockpit):
        talker = Talker(cockpit.url, tab)
        assert eventually(lambda: bool(talker.state.get("seat", {}).get("drives")), 30.0)
        try:
            yield talker
        finally:
            talker.close()
