"""Recordings and bridges: a run as others' tools know it, in a file or live."""

from olympian.bridge.broadcast import ORDERS, Broadcast, Listener, topics_of
from olympian.bridge.foxglove import FOXGLOVE_PORT, FoxgloveServer
from olympian.bridge.inbox import INPUTS, Driven, Inbox
from olympian.bridge.mcap import McapReader, StoredMessage
from olympian.bridge.recorded_run import RecordedRun, RecordedTick
from olympian.bridge.recording_file import RecordingFile
from olympian.bridge.ros2 import RosNode
from olympian.bridge.tell import (
    BodyTeller,
    EventTeller,
    FramesTeller,
    GoalPacker,
    Outgoing,
    PictureTeller,
    SceneTeller,
    SensesTeller,
    SmallPictureTeller,
    Teller,
    Topic,
)

__all__ = [
    "FOXGLOVE_PORT",
    "INPUTS",
    "ORDERS",
    "BodyTeller",
    "Broadcast",
    "Driven",
    "EventTeller",
    "FoxgloveServer",
    "FramesTeller",
    "GoalPacker",
    "Inbox",
    "Listener",
    "McapReader",
    "Outgoing",
    "PictureTeller",
    "RecordedRun",
    "RecordedTick",
    "RecordingFile",
    "RosNode",
    "SceneTeller",
    "SensesTeller",
    "SmallPictureTeller",
    "StoredMessage",
    "Teller",
    "Topic",
    "topics_of",
]
