"""A node among others of ROS 2, without ROS: topics over DDS, as rmw_cyclonedds has them."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import numpy as np

from olympian.bridge.ros.types import MessageField, message_type
from olympian.errors import OlympianError
from olympian.install_hint import install_hint

__all__ = ["HIGHEST_DOMAIN", "DdsNode"]

HIGHEST_DOMAIN = 101
"""Beyond it ports overlap with those that programs are given for a while."""
LOCAL = """<CycloneDDS><Domain><General><Interfaces>
<NetworkInterface name="lo" multicast="false"/></Interfaces>
<AllowMulticast>false</AllowMulticast></General>
<Discovery><ParticipantIndex>auto</ParticipantIndex><MaxAutoParticipantIndex>60
</MaxAutoParticipantIndex><Peers><Peer Address="127.0.0.1"/></Peers></Discovery>
</Domain></CycloneDDS>"""
"""Nothing leaves this machine."""
DEPTH, TF_DEPTH = 10, 100
"""Messages that are kept for slow readers; transforms as many as tf2 keeps."""


class DdsNode:
    """Writes and reads messages as bytes and fields."""

    def __init__(self, domain: int, everywhere: bool = False) -> None:
        """Args:
        domain: as in ROS_DOMAIN_ID.
        everywhere: may others in the network see it, too?

        Raises: OlympianError: cyclonedds is not installed, or cannot listen.
        """
        if not 0 <= domain <= HIGHEST_DOMAIN:
            raise OlympianError(f"ROS domain {domain} is not between 0 and {HIGHEST_DOMAIN}")
        try:
            from cyclonedds.core import DDSException
            from cyclonedds.domain import Domain, DomainParticipant
        except ImportError:
            hint = install_hint("ros2")
            raise OlympianError(f"ROS 2 needs cyclonedds: {hint}") from None
        try:
            self._domain = _domain(Domain, domain, None if everywhere else LOCAL)
            self._participant: Any = DomainParticipant(domain)
        except DDSException as error:
            said = " ".join(str(error).split())
            raise OlympianError(f"cannot join ROS domain {domain}: {said}") from error
        self._writers: dict[str, tuple[str, Any]] = {}
        self._readers: dict[str, tuple[str, Any]] = {}

    def offer(self, topic: str, kind: str, latched: bool = False) -> None:
        """Announce a topic that will be written."""
        from cyclonedds.pub import DataWriter

        named = self._topic(topic, kind)
        writer = DataWriter(self._participant, named, _qos(topic, kind, latched))
        self._writers[topic] = kind, writer

    def take(self, topic: str, kind: str) -> None:
        """Announce a topic that will be read."""
        from cyclonedds.sub import DataReader

        named = self._topic(topic, kind)
        reader = DataReader(self._participant, named, _qos(topic, kind, False))
        self._readers[topic] = kind, reader

    def write(self, topic: str, data: bytes) -> None:
        """Send a message that is packed already."""
        kind, writer = self._writers[topic]
        writer.write(_packed(kind)(data))

    def read(self) -> Iterator[tuple[str, Mapping[str, Any]]]:
        """Topic and fields of all that has come."""
        for topic, (kind, reader) in self._readers.items():
            for sample in reader.take(N=DEPTH):
                if sample.sample_info.valid_data:  # others say only that a writer has gone
                    yield topic, _fields(kind, sample)

    def close(self) -> None:
        """Leave; everybody is told. Harmless when called twice."""
        self._writers.clear()
        self._readers.clear()
        self._participant = None

    def _topic(self, topic: str, kind: str) -> Any:
        from cyclonedds.topic import Topic

        return Topic(self._participant, f"rt{topic}", _class(kind))


@cache
def _domain(domain_class: Any, number: int, config: str | None) -> Any:
    """Made once in a program: DDS refuses to make it twice, and keeps it to the end."""
    return domain_class(number, config)


def _qos(topic: str, kind: str, latched: bool) -> Any:
    from cyclonedds.core import Policy, Qos
    from cyclonedds.util import duration

    depth = 1 if latched else TF_DEPTH if topic == "/tf" else DEPTH
    lasting = Policy.Durability.TransientLocal if latched else Policy.Durability.Volatile
    return Qos(
        Policy.Reliability.Reliable(duration(milliseconds=100)),
        Policy.History.KeepLast(depth),
        lasting,
        Policy.DataRepresentation(use_cdrv0_representation=True),
        Policy.Userdata(f"typehash={message_type(kind).hash};".encode()),
    )


@cache
def _class(kind: str) -> Any:
    """The type as cyclonedds has it, final and of the name that ROS gives it."""
    from cyclonedds import idl
    from cyclonedds.idl.annotations import final

    fields = {field.name: _type(field) for field in message_type(kind).fields}
    package, _, name = kind.split("/")
    return final(idl.make_idl_struct(name, f"{package}.msg.dds_.{name}_", fields))


@cache
def _packed(kind: str) -> Any:
    """The same for messages whose bytes are there already."""
    made = _class(kind)

    class Packed(made):
        def __init__(self, data: bytes) -> None:
            self.data_ready = data

        def serialize(self, *_: Any, **__: Any) -> bytes:
            return self.data_ready

    return Packed


def _type(field: MessageField) -> Any:
    from cyclonedds.idl import types

    plain = {
        "int8": types.int8, "uint8": types.uint8, "int32": types.int32, "uint32": types.uint32,
        "float64": types.float64, "bool": bool, "byte": types.byte, "string": str,
    }  # fmt: skip
    one = _class(field.kind) if field.is_message else plain[field.kind]
    if field.count is None:
        return one
    return types.array[one, field.count] if field.count else types.sequence[one]


def _fields(kind: str, sample: Any) -> dict[str, Any]:
    """A message that came, as `unpack` gives it."""
    found: dict[str, Any] = {}
    for field in message_type(kind).fields:
        value = getattr(sample, field.name)
        if field.is_message:
            many = value if field.count is not None else [value]
            inner = [_fields(field.kind, one) for one in many]
            value = inner if field.count is not None else inner[0]
        elif field.count is not None and field.code:
            value = np.array(value)
        found[field.name] = value
    return found
