"""A Foxglove server: the same messages as a recording, live, and commands that come back."""

import json
import threading
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from olympian.bridge.inbox import INPUTS, Inbox, check_input
from olympian.bridge.ros import message_type, unpack
from olympian.bridge.tell import Outgoing, Topic
from olympian.errors import OlympianError
from olympian.install_hint import install_hint

if TYPE_CHECKING:
    from foxglove.websocket import ClientChannel, Parameter

__all__ = ["FOXGLOVE_PORT", "FoxgloveServer"]

FOXGLOVE_PORT = 8765
"""Where Foxglove looks first."""
URDF = "package://olympian/robot.urdf"
"""What the model is called for who fetches it."""
MOST_BYTES = 2**20
"""Of a message that comes in."""


class FoxgloveServer:
    """A listener. Callbacks come in threads of the server: they only put into the inbox."""

    def __init__(
        self,
        name: str,
        topics: Sequence[Topic],
        urdf: str,
        inbox: Inbox | None,
        numbers: Callable[[], Mapping[str, float]],
        host: str = "127.0.0.1",
        port: int = FOXGLOVE_PORT,
    ) -> None:
        """Args:
        inbox: takes commands; None refuses all.
        numbers: that may be read and set, by name.
        port: 0 takes any that is free.

        Raises: OlympianError: the port is taken, or foxglove-sdk is not installed.
        """
        try:
            import foxglove
            from foxglove.websocket import Capability
        except ImportError:
            hint = install_hint("bridge")
            raise OlympianError(f"--foxglove needs foxglove-sdk: {hint}") from None
        self._context = context = foxglove.Context()  # channels die with it
        self._channels = {topic: _channel(foxglove, context, topic) for topic in topics}
        self._latched: dict[str, tuple[Topic, bytes]] = {}
        self._wanted: set[str] = set()
        self._lock = threading.Lock()
        can = [Capability.Parameters]
        if inbox is not None:
            can.append(Capability.ClientPublish)
        # it has those methods of a listener that are wanted here
        listener: Any = _Callbacks(inbox, numbers, self._subscribed)
        try:
            self._server = foxglove.start_server(
                name=name,
                host=host,
                port=port,
                capabilities=can,
                server_listener=listener,
                supported_encodings=["json", "cdr"],
                asset_handler=lambda uri: urdf.encode() if uri == URDF else None,
                context=context,
            )
        except Exception as error:
            said = " ".join(str(error).split())
            raise OlympianError(
                f"cannot listen on {host}:{port}: {said}; choose another port (--foxglove PORT)"
            ) from error
        listener.tell = self._server.publish_status
        self.address = f"ws://{host}:{self._server.port}"
        """What to type into Foxglove."""

    def hear(self, t_ns: int, messages: Sequence[Outgoing]) -> None:
        """Send one tick; and what was said before to those who have just come."""
        for topic, data in messages:
            self._channels[topic].log(data, log_time=t_ns)
            if topic.latched:
                self._latched[topic.name] = topic, data
        if self._wanted:
            with self._lock:
                wanted, self._wanted = self._wanted, set()
            for name in wanted & set(self._latched):
                topic, data = self._latched[name]
                self._channels[topic].log(data, log_time=t_ns)

    def close(self) -> None:
        """Send everybody away."""
        self._server.stop()
        for channel in self._channels.values():
            channel.close()

    def _subscribed(self, topic: str) -> None:
        with self._lock:
            self._wanted.add(topic)


def _channel(foxglove: Any, context: Any, topic: Topic) -> Any:
    kind = message_type(topic.type)
    schema = foxglove.Schema(name=kind.name, encoding="ros2msg", data=kind.definition.encode())
    return foxglove.Channel(topic.name, schema=schema, message_encoding="cdr", context=context)


class _Callbacks:
    """What the server calls; names are those of foxglove-sdk."""

    def __init__(
        self,
        inbox: Inbox | None,
        numbers: Callable[[], Mapping[str, float]],
        subscribed: Callable[[str], None],
    ) -> None:
        self._inbox, self._numbers, self._subscribed = inbox, numbers, subscribed
        self._told: dict[tuple[int, int], tuple[str, str]] = {}
        self.tell: Callable[[str, Any], None] = lambda _text, _level: None

    def on_subscribe(self, client: Any, channel: Any) -> None:  # noqa: ARG002
        self._subscribed(channel.topic)

    def on_client_advertise(self, client: Any, channel: "ClientChannel") -> None:
        try:
            check_input(channel.topic, channel.schema_name)
        except OlympianError as error:
            self._refuse(str(error))
            return
        self._told[client.id, channel.id] = channel.topic, channel.encoding

    def on_client_unadvertise(self, client: Any, client_channel_id: int) -> None:
        self._told.pop((client.id, client_channel_id), None)

    def on_message_data(self, client: Any, client_channel_id: int, data: bytes) -> None:
        topic, encoding = self._told.get((client.id, client_channel_id), ("", ""))
        if self._inbox is None or not topic:
            return
        try:
            self._inbox.put(topic, _read(topic, encoding, data))
        except (OlympianError, ValueError) as error:
            self._refuse(f"{topic}: {' '.join(str(error).split())[:200]}")

    def on_get_parameters(
        self,
        client: Any,  # noqa: ARG002
        param_names: list[str],
        request_id: str | None = None,  # noqa: ARG002
    ) -> list["Parameter"]:
        from foxglove.websocket import Parameter

        numbers = self._numbers()
        names = param_names or list(numbers)
        return [Parameter(name, value=float(numbers[name])) for name in names if name in numbers]

    def on_set_parameters(
        self,
        client: Any,  # noqa: ARG002
        parameters: list["Parameter"],
        request_id: str | None = None,  # noqa: ARG002
    ) -> list["Parameter"]:
        known = self._numbers()
        for one in parameters:
            value = one.get_value()
            if one.name not in known or not isinstance(value, int | float):
                self._refuse(f"no number '{one.name}'; choose from {', '.join(known)}")
            elif self._inbox is not None:
                self._inbox.put("/parameters", {one.name: value})
        return parameters

    def _refuse(self, why: str) -> None:
        from foxglove.websocket import StatusLevel

        self.tell(why, StatusLevel.Warning)


def _read(topic: str, encoding: str, data: bytes) -> Mapping[str, Any]:
    if len(data) > MOST_BYTES:
        raise OlympianError(f"{len(data)} bytes are too many")
    if encoding == "cdr":
        return unpack(INPUTS[topic], data)
    found = json.loads(data)
    if not isinstance(found, dict):
        raise OlympianError("a message is an object")
    return found
