"""Messages are those of ROS 2: rosbags, which has every type of ROS 2, is the judge."""

from itertools import count
from typing import Any

import numpy as np
import pytest
from rosbags.typesys import Stores, get_types_from_msg, get_typestore

from olympian.bridge.ros import Template, message_type, pack, type_names, unpack
from olympian.errors import OlympianError

STORE = get_typestore(Stores.LATEST)
OWN = ("foxglove_msgs", "olympian_msgs")
"""Packages that are not part of ROS 2."""
for _name in type_names():
    if _name.startswith(OWN):
        STORE.register(get_types_from_msg(message_type(_name).definition, _name))


def example(name: str, numbers: Any) -> dict[str, Any]:
    """A message with something else in every field; lists have two elements, then three, …"""
    found: dict[str, Any] = {}
    for field in message_type(name).fields:
        length = field.count or 2 + next(numbers) % 3
        if field.is_message:
            one = [example(field.kind, numbers) for _ in range(length)]
            found[field.name] = one[0] if field.count is None else one
        elif field.kind == "string":
            texts = ["ä" * (next(numbers) % 5) for _ in range(length)]
            found[field.name] = texts[0] if field.count is None else texts
        else:
            whole = [next(numbers) % 2 if field.kind == "bool" else next(numbers) % 100]
            row = [*whole, *(next(numbers) % 2 for _ in range(length - 1))]
            found[field.name] = row[0] if field.count is None else np.array(row)
    return found


def as_rosbags(name: str, values: dict[str, Any]) -> Any:
    made = {}
    for field in message_type(name).fields:
        value = values[field.name]
        if field.is_message:
            one = [
                as_rosbags(field.kind, v) for v in (value if field.count is not None else [value])
            ]
            made[field.name] = one if field.count is not None else one[0]
        elif field.count is not None and field.code:
            dtype = {"d": "f8", "i": "i4", "I": "u4", "b": "i1", "B": "u1"}[field.code]
            made[field.name] = np.array(value, dtype)
        else:
            made[field.name] = value
    return STORE.types[name](**made)


@pytest.mark.parametrize("name", type_names())
def test_types_and_bytes_are_those_of_ros(name: str) -> None:
    assert message_type(name).hash == STORE.hash_rihs01(name)
    for start in (0, 7):
        values = example(name, count(start))
        data = pack(name, values)
        assert data == bytes(STORE.serialize_cdr(as_rosbags(name, values), name))
        assert pack(name, unpack(name, data)) == data


def test_a_template_is_the_same_message_with_other_numbers() -> None:
    name = "sensor_msgs/msg/JointState"
    values = {"header": {"frame_id": "torso"}, "name": ["a", "bcd"], "position": [0.0, 0.0]}
    template = Template(name, values)
    template.numbers[template.floats("position")] = 1.5, -2.5
    stamp = {"sec": 12, "nanosec": 345_000_000}
    wanted = {**values, "header": {"frame_id": "torso", "stamp": stamp}, "position": [1.5, -2.5]}
    assert template.stamped(12_345_000_000) == pack(name, wanted)


@pytest.mark.parametrize("cut", range(0, 60, 7))
def test_half_a_message_is_refused(cut: int) -> None:
    data = pack("sensor_msgs/msg/JointState", {"name": ["a"] * 9, "position": [1.0] * 9})
    with pytest.raises(OlympianError, match="are no sensor_msgs/msg/JointState"):
        unpack("sensor_msgs/msg/JointState", data[: 4 + cut])
