"""Messages of ROS 2 without ROS: types, bytes and hashes."""

from olympian.bridge.ros.cdr import pack, unpack
from olympian.bridge.ros.template import Template
from olympian.bridge.ros.types import MessageType, message_type, type_names

__all__ = ["MessageType", "Template", "message_type", "pack", "type_names", "unpack"]
