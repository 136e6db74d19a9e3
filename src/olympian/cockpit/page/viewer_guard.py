"""What browsers may say to the viewer: where they look from, clicks, and its own widgets."""

from typing import Any

import msgspec
from viser._messages import Message
from websockets.asyncio.server import ServerConnection

from olympian.cockpit.page.line import NONSENSE, send_away

__all__ = ["guarded"]

LARGEST = 64 * 1024
"""Bytes; a camera is 300 of them."""
KNOWN = {
    "GuiButtonHoldMessage",
    "GuiFormDirtyMessage",
    "GuiFormSubmitMessage",
    "GuiUpdateMessage",
    "LocalStorageGetItemResponseMessage",
    "SceneNodeClickMessage",
    "SceneNodeDragMessage",
    "ScenePointerMessage",
    "TransformControlsDragEndMessage",
    "TransformControlsDragStartMessage",
    "TransformControlsUpdateMessage",
    "ViewerCameraMessage",
}
"""Kinds of messages that browsers send here; uploads and links to the world are none of them."""


class _Guarded:
    """A connection of the viewer that swallows what would raise in it."""

    def __init__(self, connection: ServerConnection) -> None:
        self._connection, self._refused = connection, 0
        connection.protocol.max_message_size = LARGEST

    def __getattr__(self, name: str) -> Any:
        return getattr(self._connection, name)

    async def recv(self) -> bytes:
        while True:
            raw = await self._connection.recv()
            if isinstance(raw, bytes) and _is_known(raw):
                return raw
            self._refused += 1
            if self._refused == NONSENSE:
                await send_away(self._connection)


def _is_known(raw: bytes) -> bool:
    """Would the viewer understand it? It raises and forgets the browser where it does not."""
    try:
        said = msgspec.msgpack.decode(raw)
        known = isinstance(said, dict) and said.get("type") in KNOWN
        return known and bool(Message.deserialize(raw))
    except Exception:  # whatever the viewer's own reader raises
        return False


def guarded(connection: ServerConnection) -> ServerConnection:
    """The same connection, on which only what a viewer says is heard."""
    return _Guarded(connection)  # type: ignore[return-value]
