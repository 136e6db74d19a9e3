"""What is known of a robot as messages, tick by tick."""

from olympian.bridge.tell.body import BodyTeller
from olympian.bridge.tell.events import LOG, STATE, EventTeller, situation_of
from olympian.bridge.tell.frames import FramesTeller
from olympian.bridge.tell.pictures import PictureTeller, SmallPictureTeller
from olympian.bridge.tell.scene import SceneTeller
from olympian.bridge.tell.senses import GOAL, SENSORS, GoalPacker, SensesTeller, read_sensors
from olympian.bridge.tell.topic import Outgoing, Teller, ToldRobot, Topic

__all__ = [
    "GOAL",
    "LOG",
    "SENSORS",
    "STATE",
    "BodyTeller",
    "EventTeller",
    "FramesTeller",
    "GoalPacker",
    "Outgoing",
    "PictureTeller",
    "SceneTeller",
    "SensesTeller",
    "SmallPictureTeller",
    "Teller",
    "ToldRobot",
    "Topic",
    "read_sensors",
    "situation_of",
]
