"""One robot: a body, its control module, its walk, its head and its navigation in one object."""

from olympian.humanoid.bare import BareHumanoid
from olympian.humanoid.command import Command
from olympian.humanoid.event_log import EventLog, faults_in
from olympian.humanoid.eyesight import worth_seeing
from olympian.humanoid.humanoid import Humanoid
from olympian.humanoid.onlookers import looked_at, onlooking_at_all, pictures_wanted
from olympian.humanoid.recorder import Recorder
from olympian.humanoid.replay import Replay
from olympian.humanoid.streaming import RosStreaming, Streaming

__all__ = [
    "BareHumanoid",
    "Command",
    "EventLog",
    "Humanoid",
    "Recorder",
    "Replay",
    "RosStreaming",
    "Streaming",
    "faults_in",
    "looked_at",
    "onlooking_at_all",
    "pictures_wanted",
    "worth_seeing",
]
