"""One robot: a body, its control module, its walk, its head and its navigation in one object."""

from olympian.humanoid.bare import BareHumanoid
from olympian.humanoid.command import Command, CommandStatus
from olympian.humanoid.event_log import EventLog, faults_in
from olympian.humanoid.humanoid import Humanoid

__all__ = ["BareHumanoid", "Command", "CommandStatus", "EventLog", "Humanoid", "faults_in"]
